import type { CustomFieldWriter } from '@platform/connector'
import { objectTypeOf } from '../objects.ts'
import { checkProperty } from './check.ts'
import { upsertProperties } from './upsert.ts'

export const hubspotCustomFields: CustomFieldWriter = {
  keyOfObject: (objectName) => objectTypeOf(objectName).toLowerCase(),
  check: checkProperty,
  upsert: upsertProperties,
}
