import type { Connector } from '@platform/connector'
import { customFields } from './custom-fields/index.ts'
import { describeObject } from './describe.ts'
import { fieldValue } from './objects.ts'
import { read } from './read.ts'
import { sampleRead } from './sample-read.ts'

export const hubspot: Connector = {
  provider: 'hubspot',
  read,
  describeObject,
  sampleRead,
  fieldValue,
  customFields,
}
