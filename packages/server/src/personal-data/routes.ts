import * as contract from '@platform/contract'
import type { Api } from '../http/api.ts'
import { eraseConsumer, eraseGroup } from './erasure.ts'

export function personalDataRoutes(api: Api): void {
  api.serve(contract.eraseGroup, ({ params, project, db }) =>
    eraseGroup(db, { projectId: project.id, groupRef: params.groupRef }),
  )
  api.serve(contract.eraseConsumer, ({ params, project, db }) =>
    eraseConsumer(db, { projectId: project.id, consumerRef: params.consumerRef }),
  )
}
