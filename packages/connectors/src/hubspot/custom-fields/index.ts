import type { CustomFieldWriter } from '@platform/connector'
import { toObjectType } from '../objects.ts'
import { checkProperty } from './check.ts'
import { upsertProperties } from './upsert.ts'

export const hubspotCustomFields: CustomFieldWriter = {
  keyOfObject: (objectName) => toObjectType(objectName).toLowerCase(),
  check: checkProperty,
  upsert: upsertProperties,
}
