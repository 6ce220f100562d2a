import type { Connector } from '@platform/connector'
import { hubspotAssociating } from './associations.ts'
import { hubspotCustomFields } from './custom-fields/index.ts'
import { describeHubspotObject } from './describe.ts'
import { narrowHubspotFilter } from './filter.ts'
import { countHubspotRecords, searchHubspot } from './find.ts'
import { listHubspotObjects } from './list-objects.ts'
import { hubspotValue } from './objects.ts'
import { hubspotRateLimits } from './rate-limits.ts'
import { readHubspot } from './read.ts'
import { hubspotSampleRead } from './sample-read.ts'
import { hubspotOverlapMs } from './search.ts'
import { hubspotSubscribing } from './subscribe.ts'
import { hubspotWriting } from './write.ts'

export const hubspot: Connector = {
  provider: 'hubspot',
  overlapMs: () => hubspotOverlapMs,
  read: readHubspot,
  readsDeletions: true,
  narrow: (_, filter) => narrowHubspotFilter(filter),
  countRecords: countHubspotRecords,
  listObjects: listHubspotObjects,
  describeObject: describeHubspotObject,
  sampleRead: hubspotSampleRead,
  search: searchHubspot,
  fieldValue: hubspotValue,
  associating: hubspotAssociating,
  writing: hubspotWriting,
  customFields: hubspotCustomFields,
  subscribing: hubspotSubscribing,
  rateLimits: hubspotRateLimits,
  paging: { style: 'cursor', sizeParam: 'limit', maxSize: 100 },
}
