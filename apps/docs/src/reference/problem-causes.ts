import type { ProblemKind } from '@platform/contract'
import type { Case } from './causes/cause.ts'
import { connectingCauses } from './causes/connecting.ts'
import { dataCauses } from './causes/data.ts'
import { requestCauses } from './causes/requests.ts'
import { tenancyCauses } from './causes/tenancy.ts'

/** Causes and remedies of each problem, most frequent first. */
export const problemCauses: Record<ProblemKind, Case[]> = {
  ...requestCauses,
  ...tenancyCauses,
  ...connectingCauses,
  ...dataCauses,
}
