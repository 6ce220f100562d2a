import { isDeepStrictEqual } from 'node:util'
import { convertToText } from '@platform/contract/compare-values'
import { parseFieldPath, type WriteRecord } from '@platform/connector'
import type {
  ConfigContent,
  ManifestIntegration,
  ReadConfigObject,
  WriteConfigObject,
} from '@platform/contract'
import { findReadObject, planRead } from '@platform/installations/integrations/read-object'
import type { StoredRecord } from './tables.ts'
import { getFirst, getOwn } from '@platform/kernel/values'
import type { NameOfField } from './outcome.ts'

/**
 * How the builder's records are converted to the provider's: the definition, with the end user's
 * choices.
 */
export interface WritePlan {
  objectName: string
  /** The builder's field → the provider's; undefined for an unmapped one. */
  mapped: Map<string, MappedField | undefined>
  /** By the provider's name. */
  settings: Map<string, FieldSetting>
  isDeletionEnabled: boolean
  /** What happens to a record that somebody else has changed. */
  onConflict: 'overwrite' | 'reject' | 'latest'
}

interface MappedField {
  fieldName: string
  /** The builder's value → the provider's. */
  values: Map<string, string> | undefined
}

interface FieldSetting {
  default?: string | number | boolean | undefined
  /** Whether updates without a value for the field write the default too. */
  isDefaultForUpdates: boolean
  writeOnCreate: 'always' | 'never'
  writeOnUpdate: 'always' | 'never' | 'ifEmpty'
}

/** Returns undefined if the installation does not write the object. */
export function planWrite(
  objectName: string,
  latest: ManifestIntegration,
  content: ConfigContent,
): WritePlan | undefined {
  const definition = latest.write?.objects?.find((object) => object.objectName === objectName)
  const config = getOwn(content.write?.objects, objectName)
  if (!definition || !config) return undefined
  const mapped = definition.inheritMapping
    ? inheritMapping(objectName, latest, getOwn(content.read?.objects, objectName) ?? {})
    : new Map<string, MappedField | undefined>()
  return {
    objectName,
    mapped,
    settings: listSettings(config, mapped),
    isDeletionEnabled: config.deletionSettings?.enabled === true,
    onConflict: definition.onConflict ?? 'reject',
  }
}

function inheritMapping(
  objectName: string,
  latest: ManifestIntegration,
  config: ReadConfigObject,
): WritePlan['mapped'] {
  const object = findReadObject(objectName, latest)
  if (!object) return new Map()
  // Computed fields belong to no field of the provider: like unmapped ones, they are not written.
  const offered = [
    ...(object.requiredFields ?? []),
    ...(object.optionalFields ?? []),
    ...(object.computedFields ?? []),
  ]
  const mapped: WritePlan['mapped'] = new Map(
    offered.flatMap(({ mapToName }) => (mapToName ? [[mapToName, undefined]] : [])),
  )
  for (const { mapToName, fieldName, values } of planRead(object, config).mapped) {
    mapped.set(mapToName, { fieldName, values: values && backwards(values) })
  }
  return mapped
}

/**
 * Inverts a value mapping. If two of the provider's values have the same builder's value, the first
 * one is written.
 */
function backwards(values: Record<string, string>): Map<string, string> {
  const turned = new Map<string, string>()
  for (const [theirs, ours] of Object.entries(values)) {
    if (!turned.has(ours)) turned.set(ours, theirs)
  }
  return turned
}

function listSettings(
  { selectedFieldSettings = {}, selectedValueDefaults = {} }: WriteConfigObject,
  mapped: WritePlan['mapped'],
): WritePlan['settings'] {
  const settings: WritePlan['settings'] = new Map()
  const getProviderName = (name: string) => mapped.get(name)?.fieldName ?? name
  for (const [name, { value, applyOnUpdate }] of Object.entries(selectedValueDefaults)) {
    settings.set(getProviderName(name), {
      default: value,
      isDefaultForUpdates: applyOnUpdate === 'always',
      writeOnCreate: 'always',
      writeOnUpdate: 'always',
    })
  }
  for (const [name, setting] of Object.entries(selectedFieldSettings)) {
    const { stringValue, integerValue, booleanValue } = setting.default ?? {}
    const { writeOnCreate = 'always', writeOnUpdate = 'always' } = setting
    settings.set(getProviderName(name), {
      default: stringValue ?? integerValue ?? booleanValue,
      isDefaultForUpdates: setting.writeOnUpdate !== undefined,
      writeOnCreate,
      writeOnUpdate,
    })
  }
  return settings
}

/** Returns the builder's name of a field, or the provider's if it is not mapped. */
export function nameOfFieldBy(plan: WritePlan | undefined): NameOfField {
  const names = new Map<string, string>()
  for (const [name, field] of plan?.mapped ?? []) if (field) names.set(field.fieldName, name)
  return (fieldName) => names.get(fieldName) ?? fieldName
}

/**
 * Converts a record for the provider. `id` is the record's; the caller checks that it is present.
 */
export function toOutgoing(
  { mapped, settings }: WritePlan,
  record: Readonly<Record<string, unknown>>,
  type: 'create' | 'update' | 'delete',
): WriteRecord {
  if (type === 'delete') return { id: String(record['id']), fields: {} }
  const fields = new Map<string, unknown>()
  for (const [name, value] of flattenRecord(record, mapped)) {
    if (name === 'id' && type === 'update') continue
    if (!mapped.has(name)) {
      fields.set(name, value)
      continue
    }
    const target = mapped.get(name)
    if (target) fields.set(target.fieldName, providerValue(value, target.values))
  }

  const ifEmpty: string[] = []
  for (const [fieldName, setting] of settings) {
    const isNew = type === 'create'
    const when = isNew ? setting.writeOnCreate : setting.writeOnUpdate
    const hasDefault = setting.default !== undefined && (isNew || setting.isDefaultForUpdates)
    if (hasDefault && !fields.has(fieldName)) fields.set(fieldName, setting.default)
    if (when === 'never') fields.delete(fieldName)
    if (when === 'ifEmpty' && fields.has(fieldName)) ifEmpty.push(fieldName)
  }
  return {
    ...(type === 'update' && { id: String(record['id']) }),
    fields: Object.fromEntries(fields),
    ...(ifEmpty.length > 0 && { ifEmpty }),
  }
}

/** Converts the conditions of a record; none if conflicts are overwritten. */
export function toCondition(
  { mapped, onConflict }: WritePlan,
  {
    expected,
    ifUnmodifiedSince: unmodifiedSince,
  }: {
    expected?: Readonly<Record<string, unknown>> | undefined
    ifUnmodifiedSince?: string | undefined
  },
): Pick<StoredRecord, 'condition'> {
  if (onConflict === 'overwrite' || (!expected && unmodifiedSince === undefined)) return {}
  const named = [...flattenRecord(expected ?? {}, mapped)].flatMap(([name, value]) => {
    const target = mapped.get(name)
    if (target) return [[target.fieldName, providerValue(value, target.values)] as const]
    return mapped.has(name) || name === 'id' ? [] : [[name, value] as const]
  })
  return {
    condition: {
      ...(named.length > 0 && { expected: Object.fromEntries(named) }),
      ...(unmodifiedSince !== undefined && { unmodifiedSince }),
      onConflict,
    },
  }
}

/** Returns the provider's name of a field for the builder's name. */
export const getProviderFieldName = ({ mapped }: WritePlan, name: string): string =>
  mapped.get(name)?.fieldName ?? name

/** Converts a record of an upsert, which may create or update. */
export function toUpsert(plan: WritePlan, record: Readonly<Record<string, unknown>>): StoredRecord {
  const create = toOutgoing(plan, record, 'create')
  const { id: _, ...update } = toOutgoing(plan, record, 'update')
  return isDeepStrictEqual(create, update) ? create : { ...create, onUpdate: update }
}

/** Flattens the record's values by name; nested ones under the builder's own name for them. */
function flattenRecord(
  record: Readonly<Record<string, unknown>>,
  mapped: WritePlan['mapped'],
): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const nestedUnder = new Set<string>()
  for (const mapToName of mapped.keys()) {
    if (!mapToName.startsWith('$[')) continue
    const keys = parseFieldPath(mapToName)
    nestedUnder.add(getFirst(keys))
    const value = findNestedValue(record, keys)
    if (value !== undefined) found.set(mapToName, value)
  }
  for (const [name, value] of Object.entries(record)) {
    if (!nestedUnder.has(name) || mapped.has(name)) found.set(name, value)
  }
  return found
}

const findNestedValue = (record: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((at, key): unknown => {
    const isMember = typeof at === 'object' && at !== null && Object.hasOwn(at, key)
    return isMember ? Reflect.get(at, key) : undefined
  }, record)

function providerValue(value: unknown, values: MappedField['values']): unknown {
  if (!values) return value
  if (Array.isArray(value)) return value.map((one) => providerValue(one, values))
  return values.get(convertToText(value)) ?? value
}
