import type { FieldMapping } from './installation-provider.tsx'
import type { FieldMetadata, ManifestField, ManifestReadObject } from './wire.ts'

/** A field of the provider that the integration names. */
export interface NamedField {
  fieldName: string
  displayName: string
  /** How the builder's product calls it, when that differs. */
  mapTo?: string
}

/** A field of the builder's product that the user finds a provider's field for. */
export interface Mapping {
  mapToName: string
  label: string
  prompt?: string
  default?: string
  isRequired: boolean
  /** Comes from the `fieldMapping` prop rather than from the manifest. */
  isDynamic: boolean
}

/** One object of the manifest, sorted by what the user has to do with each field. */
export interface ManifestObject {
  objectName: string
  displayName: string
  /** The object's name in the builder's product, when that differs. */
  mapTo?: string
  /** Why the provider could not describe the object. */
  error?: string
  requiredFields: NamedField[]
  optionalFields: NamedField[]
  mappings: Mapping[]
  /** Every field of the connected account, by name. */
  fields: Record<string, FieldMetadata>
}

export function manifestObject(
  object: ManifestReadObject,
  dynamic: FieldMapping[string] = [],
): ManifestObject {
  const { requiredFields = [], optionalFields = [], allFields = [] } = object
  const fields = object.allFieldsMetadata ?? metadataOf(allFields)
  const required = requiredFields.filter(isNamed)
  const isAlwaysRead = new Set(required.map(({ fieldName }) => fieldName))
  const everyField = object.optionalFieldsAuto === 'all' ? allFields : []
  const optional = uniqueByName([...optionalFields, ...everyField].filter(isNamed))

  return {
    objectName: object.objectName,
    displayName: object.displayName || fields[object.objectName]?.displayName || object.objectName,
    mapTo: object.mapToDisplayName ?? object.mapToName,
    error: object.error,
    requiredFields: required.map(namedField),
    optionalFields: optional
      .filter(({ fieldName }) => !isAlwaysRead.has(fieldName))
      .map(namedField),
    mappings: [
      ...requiredFields.filter(isMapped).map((field) => mapping(field, { isRequired: true })),
      ...optionalFields.filter(isMapped).map((field) => mapping(field)),
      ...dynamic.map((field) => mapping(field, { isDynamic: true })),
    ],
    fields,
  }
}

type Named = Extract<ManifestField, { fieldName: string }>
type Mapped = Exclude<ManifestField, Named>

const isNamed = (field: ManifestField): field is Named => 'fieldName' in field
const isMapped = (field: ManifestField): field is Mapped => !('fieldName' in field)

const namedField = ({
  fieldName,
  displayName,
  mapToDisplayName,
  mapToName,
}: Named): NamedField => ({
  fieldName,
  displayName: displayName || fieldName,
  mapTo: mapToDisplayName ?? mapToName,
})

const mapping = (
  { mapToName, mapToDisplayName, prompt, default: preset }: Mapped,
  { isRequired = false, isDynamic = false } = {},
): Mapping => ({
  mapToName,
  label: mapToDisplayName ?? mapToName,
  prompt,
  default: preset,
  isRequired,
  isDynamic,
})

const uniqueByName = (fields: Named[]) =>
  [...new Map(fields.toReversed().map((field) => [field.fieldName, field])).values()].toReversed()

const metadataOf = (fields: ManifestField[]): Record<string, FieldMetadata> =>
  Object.fromEntries(
    fields
      .filter(isNamed)
      .map(({ fieldName, displayName }) => [fieldName, { fieldName, displayName }]),
  )
