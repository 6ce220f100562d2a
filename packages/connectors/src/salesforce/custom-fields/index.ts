import type { CustomFieldWriter } from '@platform/connector'
import { checkCustomField } from './check.ts'
import { upsertCustomFields } from './upsert.ts'

export const salesforceCustomFields: CustomFieldWriter = {
  keyOfObject: (objectName) => objectName.trim().toLowerCase(),
  check: checkCustomField,
  upsert: upsertCustomFields,
}
