import type { Connector } from '@platform/connector'
import { countRecords } from './count.ts'
import { customFields } from './custom-fields/index.ts'
import { describeObject } from './describe.ts'
import { fieldValue } from './field-value.ts'
import { listObjects } from './objects.ts'
import { rateLimits } from './rate-limits.ts'
import { read } from './read.ts'
import { sampleRead } from './sample-read.ts'
import { search } from './search.ts'
import { subscribing } from './subscribe/index.ts'
import { writing } from './write.ts'

export const salesforce: Connector = {
  provider: 'salesforce',
  // Salesforce stamps whole seconds.
  timePrecisionMs: 1_000,
  read,
  readsDeletions: true,
  countRecords,
  listObjects,
  describeObject,
  sampleRead,
  search,
  fieldValue,
  writing,
  customFields,
  subscribing,
  rateLimits,
  paging: { style: 'nextUrl', maxSize: 2000 },
}
