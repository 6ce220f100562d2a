import { isDeepStrictEqual } from 'node:util'
import type { FieldMetadata, ManifestIntegration, SchemaChanges } from '@platform/contract'

type WatchSchema = NonNullable<ManifestIntegration['watchSchema']>
type Fields = Readonly<Record<string, FieldMetadata>>

/**
 * Returns the created, deleted and changed fields that are watched; undefined if there are none.
 */
export function schemaChanges(
  before: Fields,
  now: Fields,
  { fieldCreated, fieldDeleted, fieldChanged }: WatchSchema['allObjects'],
): SchemaChanges | undefined {
  const findKnown = (name: string) => (Object.hasOwn(before, name) ? before[name] : undefined)
  const created = Object.values(now).filter(({ fieldName }) => !findKnown(fieldName))
  const deleted = Object.values(before).filter(({ fieldName }) => !Object.hasOwn(now, fieldName))
  const changed = Object.values(now).flatMap((newSchema) => {
    const oldSchema = findKnown(newSchema.fieldName)
    return oldSchema && !isSameField(oldSchema, newSchema) ? [{ oldSchema, newSchema }] : []
  })
  const changes: SchemaChanges = {
    ...(fieldCreated && created.length > 0 && { createdFields: created }),
    ...(fieldDeleted && deleted.length > 0 && { deletedFields: deleted }),
    ...(fieldChanged && changed.length > 0 && { changedFields: changed }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/**
 * Compares as JSON, where absent and undefined are equal. Descriptions that earlier versions stored do not
 * say which fields are computed, which is no change of the field.
 */
const isSameField = (one: FieldMetadata, other: FieldMetadata) =>
  isDeepStrictEqual(toComparable(one), toComparable(other))

const toComparable = (field: FieldMetadata): unknown =>
  JSON.parse(JSON.stringify({ ...field, isCalculated: undefined }))

export const countChanges = ({
  createdFields = [],
  deletedFields = [],
  changedFields = [],
}: SchemaChanges): number => createdFields.length + deletedFields.length + changedFields.length
