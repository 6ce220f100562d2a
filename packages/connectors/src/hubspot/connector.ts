import type { Connector } from '@platform/connector'
import { customFields } from './custom-fields/index.ts'
import { describeObject } from './describe.ts'
import { countRecords, search } from './find.ts'
import { listObjects } from './list-objects.ts'
import { fieldValue } from './objects.ts'
import { rateLimits } from './rate-limits.ts'
import { read } from './read.ts'
import { sampleRead } from './sample-read.ts'
import { subscribing } from './subscribe.ts'
import { writing } from './write.ts'

export const hubspot: Connector = {
  provider: 'hubspot',
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
  paging: { style: 'cursor', sizeParam: 'limit', maxSize: 100 },
}
