import type { CustomFieldWriter } from '@platform/connector'
import { checkProperty } from './check.ts'
import { upsertProperties } from './upsert.ts'

export const hubspotCustomFields: CustomFieldWriter = {
  check: checkProperty,
  upsert: upsertProperties,
}
