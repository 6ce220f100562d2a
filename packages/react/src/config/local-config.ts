import type { Schemas } from '@platform/client'
import {
  isEqual,
  type InstallationConfig,
  type ReadObjectConfig,
  type SubscribeObjectConfig,
  type WriteFieldSetting,
  type WriteObjectConfig,
} from './config.ts'
import { isSamePeriod, type BackfillPeriod, type ManifestObject, type Mapping } from './manifest.ts'

/** Returns the initial config of an object: only the defaults of its mappings. */
export function newReadObject(object: ManifestObject): ReadObjectConfig {
  const presets = object.mappings.flatMap((mapping) =>
    mapping.default && object.fields[mapping.default] ? [[mapping.mapToName, mapping.default]] : [],
  )
  return {
    objectName: object.objectName,
    ...(presets.length && { selectedFieldMappings: Object.fromEntries(presets) }),
  }
}

/** Replaces or adds the object in the config. */
export function withReadObject(
  config: InstallationConfig,
  object: ReadObjectConfig,
): InstallationConfig {
  const objects = config.read?.objects ?? []
  const isThere = objects.some(({ objectName }) => objectName === object.objectName)
  return {
    ...config,
    read: {
      objects: isThere
        ? objects.map((other) => (other.objectName === object.objectName ? object : other))
        : [...objects, object],
    },
  }
}

export const withoutReadObject = (
  config: InstallationConfig,
  objectName: string,
): InstallationConfig => ({
  ...config,
  read: {
    objects: (config.read?.objects ?? []).filter((other) => other.objectName !== objectName),
  },
})

/**
 * Removes subscriptions of objects that the user has just excluded: excluding an object also stops
 * sharing its changes.
 */
export function withoutChangesOfUnread(
  saved: InstallationConfig,
  config: InstallationConfig,
): InstallationConfig {
  if (!config.subscribe) return config
  const isTakenOut = ({ objectName }: { objectName: string }) =>
    findReadObjectConfig(saved, objectName) !== undefined &&
    findReadObjectConfig(config, objectName) === undefined
  return {
    ...config,
    subscribe: { objects: config.subscribe.objects.filter((object) => !isTakenOut(object)) },
  }
}

export const findReadObjectConfig = (config: InstallationConfig | undefined, objectName: string) =>
  config?.read?.objects.find((object) => object.objectName === objectName)

export type OptionalEvent = (typeof changeEvents)[number]

const changeEvents = ['createEvent', 'updateEvent', 'deleteEvent'] as const

/** An object whose changes are subscribed to, in the format of `platform.yaml`. */
type SubscribeDefinition = Schemas['IntegrationSubscribeObject']

/** Returns the events that the user may turn off: those that the manifest does not always enable. */
export const listOptionalEvents = (definition: SubscribeDefinition | undefined): OptionalEvent[] =>
  changeEvents.filter(
    (event) => definition?.[event] !== undefined && definition[event].enabled !== 'always',
  )

export const isEventEnabled = (
  config: InstallationConfig,
  objectName: string,
  event: OptionalEvent,
): boolean =>
  config.subscribe?.objects.find((object) => object.objectName === objectName)?.[event]?.enabled !==
  'never'

/** Turns an event of a subscribed object on or off. */
export function withEvent(
  config: InstallationConfig,
  definition: SubscribeDefinition,
  { event, isEnabled }: { event: OptionalEvent; isEnabled: boolean },
): InstallationConfig {
  const { objectName, destination, inheritFieldsAndMapping = false } = definition
  const objects = config.subscribe?.objects ?? []
  const isNamed = (object: { objectName: string }) => object.objectName === objectName
  const old: SubscribeObjectConfig = objects.find(isNamed) ?? {
    objectName,
    destination,
    inheritFieldsAndMappings: inheritFieldsAndMapping,
  }
  const enabled = isEnabled ? ('always' as const) : ('never' as const)
  const object = { ...old, [event]: { ...old[event], enabled } }
  return {
    ...config,
    subscribe: { objects: [...objects.filter((other) => !isNamed(other)), object] },
  }
}

/** Returns the config with exactly these objects for writing; their settings are kept. */
export function withWriteObjects(
  config: InstallationConfig,
  objectNames: string[],
): InstallationConfig {
  const old = config.write?.objects ?? []
  return {
    ...config,
    write: {
      objects: objectNames.map(
        (objectName) => old.find((object) => object.objectName === objectName) ?? { objectName },
      ),
    },
  }
}

export const findWriteObjectConfig = (config: InstallationConfig, objectName: string) =>
  config.write?.objects.find((object) => object.objectName === objectName)

/** Replaces the settings of an object with write access. */
export const withWriteObject = (
  config: InstallationConfig,
  object: WriteObjectConfig,
): InstallationConfig => ({
  ...config,
  write: {
    objects: (config.write?.objects ?? []).map((other) =>
      other.objectName === object.objectName ? object : other,
    ),
  },
})

/** Returns the config with deletions allowed or not; not allowed is the same as absent. */
export function withDeletion(object: WriteObjectConfig, isAllowed: boolean): WriteObjectConfig {
  const { deletionSettings: _, ...others } = object
  return isAllowed ? { ...others, deletionSettings: { enabled: true } } : others
}

/**
 * Returns the settings of fields by name. Default values in `selectedValueDefaults` are settings
 * too, which one in `selectedFieldSettings` replaces.
 */
export function listFieldSettings({
  selectedValueDefaults = {},
  selectedFieldSettings = {},
}: WriteObjectConfig): Record<string, WriteFieldSetting> {
  const defaults = Object.entries(selectedValueDefaults).map(
    ([fieldName, { value, applyOnUpdate }]): [string, WriteFieldSetting] => [
      fieldName,
      {
        default: toDefault(value),
        ...(applyOnUpdate === 'always' && { writeOnUpdate: 'always' }),
      },
    ],
  )
  return { ...Object.fromEntries(defaults), ...selectedFieldSettings }
}

/** Returns the member of a default value for its type. */
export function toDefault(value: string | number | boolean): WriteFieldSetting['default'] {
  if (typeof value === 'boolean') return { booleanValue: value }
  return typeof value === 'number' ? { integerValue: value } : { stringValue: value }
}

/** Sets how a field is written, or removes its setting. */
export function withFieldSetting(
  object: WriteObjectConfig,
  fieldName: string,
  setting: WriteFieldSetting | undefined,
): WriteObjectConfig {
  const { selectedValueDefaults, selectedFieldSettings, ...others } = object
  const { [fieldName]: _, ...defaults } = selectedValueDefaults ?? {}
  const { [fieldName]: _old, ...settings } = selectedFieldSettings ?? {}
  const now = setting ? { ...settings, [fieldName]: setting } : settings
  return {
    ...others,
    ...(Object.keys(defaults).length > 0 && { selectedValueDefaults: defaults }),
    ...(Object.keys(now).length > 0 && { selectedFieldSettings: now }),
  }
}

/** Sets the schedule; that of the manifest is the same as absent. */
export function withSchedule(
  config: ReadObjectConfig,
  { schedules: [preset] }: Pick<ManifestObject, 'schedules'>,
  schedule: string,
): ReadObjectConfig {
  const { schedule: _, ...others } = config
  return schedule === preset ? others : { ...others, schedule }
}

/** Sets the period of existing records; that of the manifest is the same as absent. */
export function withPeriod(
  { backfill, ...others }: ReadObjectConfig,
  { periods: [preset] }: Pick<ManifestObject, 'periods'>,
  period: BackfillPeriod,
): ReadObjectConfig {
  if (!preset || !isSamePeriod(preset, period))
    return { ...others, backfill: { ...backfill, defaultPeriod: period } }
  // The API requires a period beside filters.
  return backfill?.fieldFilters
    ? { ...others, backfill: { ...backfill, defaultPeriod: preset } }
    : others
}

/** Selects every field, including those that are added later, or only those that are selected. */
export function withEveryField(config: ReadObjectConfig, isSelected: boolean): ReadObjectConfig {
  const { selectedFieldsAuto: _, ...others } = config
  return isSelected ? { ...others, selectedFieldsAuto: 'all' } : others
}

/** Selects or deselects optional fields. */
export function withSelectedFields(
  object: ReadObjectConfig,
  fieldNames: string[],
  isSelected: boolean,
): ReadObjectConfig {
  const selected = { ...object.selectedFields }
  for (const fieldName of fieldNames) {
    if (isSelected) selected[fieldName] = true
    else delete selected[fieldName]
  }
  return { ...object, selectedFields: selected }
}

/**
 * Maps the builder's field to a provider's field, or clears the mapping. Value mappings belonged to
 * the previous field and are removed.
 */
export function withFieldMapping(
  object: ReadObjectConfig,
  mapToName: string,
  fieldName: string | undefined,
): ReadObjectConfig {
  const { [mapToName]: _, ...others } = object.selectedFieldMappings ?? {}
  const { [mapToName]: _values, ...otherValues } = object.selectedValueMappings ?? {}
  return {
    ...object,
    selectedFieldMappings: fieldName ? { ...others, [mapToName]: fieldName } : others,
    ...(object.selectedValueMappings && { selectedValueMappings: otherValues }),
  }
}

/** Maps one of the provider's values to one of the builder's. */
export const withValueMapping = (
  object: ReadObjectConfig,
  mapToName: string,
  values: Record<string, string>,
): ReadObjectConfig => ({
  ...object,
  selectedValueMappings: { ...object.selectedValueMappings, [mapToName]: values },
})

interface TheirValue {
  value: string
  displayValue: string
}

/**
 * Pairs the builder's values with the provider's values of the same name or else with the most
 * similar one: `Won` with `Closed Won`. Ambiguous matches are skipped.
 */
export function suggestValues(
  wanted: NonNullable<Mapping['values']>,
  theirs: TheirValue[],
): Record<string, string> {
  const same = wanted.flatMap((own) => {
    const found = theirs.find((their) => measureLikeness(own, their) === 1)
    return found ? [[found.value, own.value] as const] : []
  })
  const isPaired = (value: string) => same.some(([, own]) => own === value)
  const left = theirs.filter(({ value }) => !same.some(([their]) => their === value))
  const alike = wanted
    .filter(({ value }) => !isPaired(value))
    .flatMap((own) => {
      const [best, next] = left
        .map((their) => ({ their, likeness: measureLikeness(own, their) }))
        .toSorted((a, b) => b.likeness - a.likeness)
      const isClear = best && best.likeness > 0 && best.likeness > (next?.likeness ?? 0)
      return isClear ? [[best.their.value, own.value] as const] : []
    })
  const isOnce = ([their]: readonly [string, string]) =>
    alike.filter(([other]) => other === their).length === 1
  return Object.fromEntries([...same, ...alike.filter(isOnce)])
}

type OwnValue = NonNullable<Mapping['values']>[number]

/**
 * Returns 1 for the same name, less for each additional word of theirs, 0 if one of our words is
 * missing.
 */
function measureLikeness(own: OwnValue, their: TheirValue): number {
  const scores = [own.value, own.label].flatMap((ours) =>
    [their.value, their.displayValue].map((name) => {
      if (fold(ours) === fold(name)) return 1
      const [few, many] = [splitWords(ours), splitWords(name)]
      const isWithin = few.length > 0 && few.every((word) => many.includes(word))
      return isWithin ? few.length / (many.length + 1) : 0
    }),
  )
  return Math.max(...scores)
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '')
const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Reports whether two configs of an object are equivalent. Omitted is equal to `false`. */
export const choosesTheSame = (a: ReadObjectConfig, b: ReadObjectConfig): boolean =>
  isEqual(choices(a), choices(b))

const choices = (object: ReadObjectConfig) => ({
  ...object,
  // Run-time mappings are not a choice of the user.
  dynamicMappingsInput: undefined,
  disabled: object.disabled || undefined,
  selectedFields: some(object.selectedFields),
  selectedFieldMappings: some(object.selectedFieldMappings),
  selectedValueMappings: some(
    Object.fromEntries(
      Object.entries(object.selectedValueMappings ?? {}).map(([name, values]) => [
        name,
        some(values),
      ]),
    ),
  ),
})

const some = (chosen: Record<string, unknown> = {}) => {
  const entries = Object.entries(chosen).filter(([, value]) => value)
  return entries.length ? Object.fromEntries(entries) : undefined
}

export interface ReadObjectCheck {
  /** Required mappings without a field. */
  missing: string[]
  /** Selected fields that another mapping also uses. */
  usedTwice: string[]
  /** Saved mappings that were removed from the manifest. */
  removed: string[]
  /** By mapping: the builder's values without a mapped value. */
  openValues: Record<string, string[]>
}

/** Returns what prevents the object from being saved. */
export function checkReadObject(config: ReadObjectConfig, object: ManifestObject): ReadObjectCheck {
  const chosen = config.selectedFieldMappings ?? {}
  const names = Object.values(chosen)
  return {
    missing: object.mappings
      .filter((mapping) => mapping.isRequired && !chosen[mapping.mapToName])
      .map((mapping) => mapping.mapToName),
    usedTwice: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
    removed: Object.keys(chosen).filter(
      (mapToName) => !object.mappings.some((mapping) => mapping.mapToName === mapToName),
    ),
    openValues: Object.fromEntries(
      object.mappings.flatMap(({ mapToName, values = [] }) => {
        const field = object.fields[chosen[mapToName] ?? '']
        const mapped = Object.values(config.selectedValueMappings?.[mapToName] ?? {})
        const open = values.filter(({ value }) => !mapped.includes(value))
        const isAsked = (field?.values?.length ?? 0) > 0 && open.length > 0
        return isAsked ? [[mapToName, open.map(({ label }) => label)]] : []
      }),
    ),
  }
}

export const isComplete = ({ missing, usedTwice }: ReadObjectCheck): boolean =>
  missing.length + usedTwice.length === 0

/** Serializes the unmapped values, to compare those that were confirmed with the current ones. */
export const openValuesKey = ({ openValues }: ReadObjectCheck): string => JSON.stringify(openValues)

export const noOpenValues = '{}'

/** Converts the object for the API: adds the definitions of run-time mappings. */
export function readyToSave(config: ReadObjectConfig, object: ManifestObject): ReadObjectConfig {
  const dynamic = object.mappings.filter((mapping) => mapping.isDynamic)
  if (!dynamic.length) return config

  return {
    ...config,
    dynamicMappingsInput: dynamic.map(({ mapToName, label, prompt, values }) => ({
      mapToName,
      mapToDisplayName: label,
      prompt,
      fieldName: config.selectedFieldMappings?.[mapToName],
      ...(values && {
        mappedValues: values.map((value) => ({
          mappedValue: value.value,
          mappedDisplayValue: value.label,
        })),
      }),
    })),
  }
}
