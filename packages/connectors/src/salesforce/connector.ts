import type { Connector } from '@platform/connector'
import { salesforceAssociating } from './associations.ts'
import { countSalesforceRecords } from './count.ts'
import { salesforceCustomFields } from './custom-fields/index.ts'
import { describeSObject } from './describe.ts'
import { isSessionRefused } from './errors.ts'
import { salesforceValue } from './field-value.ts'
import { narrowSalesforceFilter } from './filter.ts'
import { listSObjects } from './objects.ts'
import { salesforceRateLimits } from './rate-limits.ts'
import { readSalesforce, salesforceOverlapMs } from './read.ts'
import { salesforceSampleRead } from './sample-read.ts'
import { searchSalesforce } from './search.ts'
import { salesforceSubscribing } from './subscribe/index.ts'
import { salesforceWriting } from './write.ts'

export const salesforce: Connector = {
  provider: 'salesforce',
  // Salesforce's timestamps have whole seconds.
  timePrecisionMs: 1_000,
  refusesCredential: isSessionRefused,
  overlapMs: () => salesforceOverlapMs,
  read: readSalesforce,
  readsDeletions: true,
  refusesUnknownFields: true,
  narrow: (_, filter) => narrowSalesforceFilter(filter),
  countRecords: countSalesforceRecords,
  listObjects: listSObjects,
  describeObject: describeSObject,
  sampleRead: salesforceSampleRead,
  search: searchSalesforce,
  fieldValue: salesforceValue,
  associating: salesforceAssociating,
  writing: salesforceWriting,
  customFields: salesforceCustomFields,
  subscribing: salesforceSubscribing,
  rateLimits: salesforceRateLimits,
  paging: { style: 'nextUrl', maxSize: 2000 },
}
