import type { FieldMapping } from '../installation-provider.tsx'
import { toLabel } from '../words/label.ts'
import type { FieldMetadata, ManifestField, ManifestReadObject, RawReadObject } from './wire.ts'

/** A provider's field named by the integration. */
export interface NamedField {
  fieldName: string
  displayName: string
  /** Name in the builder's product, if different. */
  mapTo?: string
  /** Whether another field has the same label. */
  isAmbiguous?: boolean
  /** Whether the provider maintains it for itself, and the integration does not name it. */
  isSystem?: boolean
}

/** Existing records to read at first: those changed in some days, or all. */
export interface BackfillPeriod {
  days?: number
  fullHistory?: boolean
}

/** A field of the builder's product that the user maps to a provider's field. */
export interface Mapping {
  mapToName: string
  label: string
  prompt?: string
  default?: string
  /** The builder's values, if the user maps the provider's values to them. */
  values?: { value: string; label: string }[]
  isRequired: boolean
  /** Whether it comes from the `fieldMapping` prop instead of the manifest. */
  isDynamic: boolean
}

/** One object of the manifest, with its fields grouped by what the user has to do. */
export interface ManifestObject {
  objectName: string
  displayName: string
  /** Name in the builder's product, if different. */
  mapTo?: string
  /** Whether saving it starts reads: it has a schedule or a backfill. */
  isReadBySchedule: boolean
  /** Schedules that the user can choose from, the default first; empty if there is no choice. */
  schedules: string[]
  /** Time zone of the schedules. */
  timezone: string
  /** Periods of existing records that the user can choose from, the default first. */
  periods: BackfillPeriod[]
  /** Whether the user can select every field, including those that are added later. */
  isEveryFieldOffered: boolean
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
  raw?: RawReadObject,
): ManifestObject {
  // Objects that the provider could not describe keep the fields that the integration names.
  const requiredFields = object.requiredFields ?? toUnnamedFields(raw?.requiredFields)
  const optionalFields = object.optionalFields ?? toUnnamedFields(raw?.optionalFields)
  const { allFields = [] } = object
  const fields = labelFields(object.allFieldsMetadata ?? toMetadata(allFields))
  const required = requiredFields.filter(isNamed)
  const isAlwaysRead = new Set(required.map(({ fieldName }) => fieldName))
  const everyField =
    object.optionalFieldsAuto === 'all' ? [...allFields, ...Object.values(fields)] : []
  const optional = uniqueByName([...optionalFields, ...everyField].filter(isNamed))
    .filter(({ fieldName }) => !isAlwaysRead.has(fieldName))
    .map(toNamedField)
  const ownNames = new Set(optionalFields.filter(isNamed).map(({ fieldName }) => fieldName))
  const isSystem = ({ fieldName }: NamedField) =>
    fields[fieldName]?.isSystem === true && !ownNames.has(fieldName)
  const isAmbiguous = ambiguity(optional)

  return {
    objectName: object.objectName,
    displayName: toLabel(object.objectName, object.displayName),
    mapTo: getOurName(object),
    isReadBySchedule: Boolean(raw?.schedule ?? raw?.backfill),
    schedules: raw?.schedule && raw.scheduleChoices ? unite(raw.schedule, raw.scheduleChoices) : [],
    timezone: raw?.timezone ?? 'UTC',
    periods: listPeriods(raw?.backfill),
    isEveryFieldOffered: (raw ?? object).optionalFieldsAuto === 'all',
    error: object.error,
    requiredFields: required.map(toNamedField),
    optionalFields: optional.map((field) => ({
      ...field,
      ...(isAmbiguous(field.displayName) && { isAmbiguous: true }),
      ...(isSystem(field) && { isSystem: true }),
    })),
    mappings: [
      ...requiredFields.filter(isMapped).map((field) => mapping(field, { isRequired: true })),
      ...optionalFields.filter(isMapped).map((field) => mapping(field)),
      ...dynamic.map((field) => ({
        ...mapping({ ...field, default: field.fieldName }, { isDynamic: true }),
        values: field.mappedValues?.map(({ mappedValue, mappedDisplayValue }) => ({
          value: mappedValue,
          label: toLabel(mappedValue, mappedDisplayValue),
        })),
      })),
    ],
    fields,
  }
}

const unite = (first: string, others: string[]) => [...new Set([first, ...others])]

const listPeriods = (backfill: RawReadObject['backfill']): BackfillPeriod[] => {
  if (!backfill?.periodChoices) return []
  const all = [backfill.defaultPeriod, ...backfill.periodChoices]
  return all.filter((period, index) => all.findIndex((one) => isSamePeriod(one, period)) === index)
}

export const isSamePeriod = (a: BackfillPeriod, b: BackfillPeriod): boolean =>
  a.fullHistory || b.fullHistory ? a.fullHistory === b.fullHistory : a.days === b.days

/** Returns the object as defined in the integration, for when the provider is unavailable. */
export const toUndescribedObject = ({
  objectName,
  mapToName,
  mapToDisplayName,
}: RawReadObject): ManifestReadObject => ({
  objectName,
  displayName: objectName,
  mapToName,
  mapToDisplayName,
})

const toUnnamedFields = (fields: RawReadObject['requiredFields'] = []): ManifestField[] =>
  fields.map((field) =>
    'fieldName' in field
      ? { displayName: toLabel(field.fieldName, field.mapToDisplayName), ...field }
      : field,
  )

type Named = Extract<ManifestField, { fieldName: string }>
type Mapped = Exclude<ManifestField, Named>

const isNamed = (field: ManifestField): field is Named => 'fieldName' in field
const isMapped = (field: ManifestField): field is Mapped => !('fieldName' in field)

const toNamedField = ({ fieldName, displayName, ...ours }: Named): NamedField => ({
  fieldName,
  displayName: toLabel(fieldName, displayName),
  mapTo: getOurName(ours),
})

const getOurName = ({ mapToName, mapToDisplayName }: OurName) =>
  mapToName ? toLabel(mapToName, mapToDisplayName) : mapToDisplayName

interface OurName {
  mapToName?: string
  mapToDisplayName?: string
}

/** Returns a function that reports whether a label occurs more than once. */
export function ambiguity(fields: { displayName: string }[]): (label: string) => boolean {
  const counts = new Map<string, number>()
  for (const { displayName } of fields) {
    counts.set(displayName, (counts.get(displayName) ?? 0) + 1)
  }
  return (label) => (counts.get(label) ?? 0) > 1
}

const mapping = (
  { mapToName, mapToDisplayName, prompt, default: preset }: Mapped,
  { isRequired = false, isDynamic = false } = {},
): Mapping => ({
  mapToName,
  label: toLabel(mapToName, mapToDisplayName),
  prompt,
  default: preset,
  isRequired,
  isDynamic,
})

const uniqueByName = (fields: Named[]) =>
  [...new Map(fields.toReversed().map((field) => [field.fieldName, field])).values()].toReversed()

/** Adds readable labels to fields. */
export const labelFields = (fields: Record<string, FieldMetadata>): Record<string, FieldMetadata> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, displayName: toLabel(field.fieldName, field.displayName) },
    ]),
  )

const toMetadata = (fields: ManifestField[]): Record<string, FieldMetadata> =>
  Object.fromEntries(
    fields
      .filter(isNamed)
      .map(({ fieldName, displayName }) => [fieldName, { fieldName, displayName }]),
  )
