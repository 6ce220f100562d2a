import { isEqual, type Config, type ReadObjectConfig } from './config.ts'
import type { ManifestObject, Mapping } from './manifest.ts'

/** The config of an object that was never saved: its mappings' defaults, nothing else. */
export function newReadObject(object: ManifestObject): ReadObjectConfig {
  const presets = object.mappings.flatMap((mapping) =>
    mapping.default && object.fields[mapping.default] ? [[mapping.mapToName, mapping.default]] : [],
  )
  return {
    objectName: object.objectName,
    ...(presets.length && { selectedFieldMappings: Object.fromEntries(presets) }),
  }
}

/** The config with the object put in place of its former self. */
export function withReadObject(config: Config, object: ReadObjectConfig): Config {
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

export const withoutReadObject = (config: Config, objectName: string): Config => ({
  ...config,
  read: {
    objects: (config.read?.objects ?? []).filter((other) => other.objectName !== objectName),
  },
})

/**
 * What was chosen, without changes of objects that the user has just taken out: who shares an object
 * no longer does not share its changes either.
 */
export function withoutChangesOfUnread(saved: Config, config: Config): Config {
  if (!config.subscribe) return config
  const isTakenOut = ({ objectName }: { objectName: string }) =>
    readObjectOf(saved, objectName) !== undefined && readObjectOf(config, objectName) === undefined
  return {
    ...config,
    subscribe: { objects: config.subscribe.objects.filter((object) => !isTakenOut(object)) },
  }
}

export const readObjectOf = (config: Config | undefined, objectName: string) =>
  config?.read?.objects.find((object) => object.objectName === objectName)

/** The names of the objects that are written. */
export const writtenIn = (config: Config | undefined): string[] =>
  (config?.write?.objects ?? []).map(({ objectName }) => objectName)

/** The config in which exactly the named objects are written; what is set for them stays. */
export function withWriteObjects(config: Config, objectNames: string[]): Config {
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
 * Maps the builder's field to a provider's field; without one the mapping is cleared. Values that
 * were matched belonged to the field before.
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

/** Says which of the provider's values becomes which of the builder's. */
export const withValueMapping = (
  object: ReadObjectConfig,
  mapToName: string,
  values: Record<string, string>,
): ReadObjectConfig => ({
  ...object,
  selectedValueMappings: { ...object.selectedValueMappings, [mapToName]: values },
})

/** Pairs the builder's values with those of the provider that are called the same. */
export function sameValues(
  wanted: NonNullable<Mapping['values']>,
  theirs: { value: string; displayValue: string }[],
): Record<string, string> {
  const fold = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '')
  return Object.fromEntries(
    wanted.flatMap(({ value, label }) => {
      const same = theirs.find((their) =>
        [their.value, their.displayValue].some((name) =>
          [value, label].some((own) => fold(own) === fold(name)),
        ),
      )
      return same ? [[same.value, value]] : []
    }),
  )
}

/** Whether two configs of an object choose the same. What is left out is chosen as little as `false`. */
export const choosesTheSame = (a: ReadObjectConfig, b: ReadObjectConfig): boolean =>
  isEqual(choices(a), choices(b))

const choices = (object: ReadObjectConfig) => ({
  ...object,
  // What came at run time is no choice of the user's.
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
  /** Required mappings that nothing was chosen for. */
  missing: string[]
  /** Chosen fields that another mapping uses too. */
  usedTwice: string[]
  /** Mappings that were saved and have left the manifest since. */
  removed: string[]
  /** Mappings of which two values would become the same. */
  valueTwice: string[]
}

/** What stands between the object and its being saved. */
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
    valueTwice: Object.entries(config.selectedValueMappings ?? {})
      .filter(([, values]) => new Set(Object.values(values)).size < Object.keys(values).length)
      .map(([mapToName]) => mapToName),
  }
}

export const isComplete = ({ missing, usedTwice, valueTwice }: ReadObjectCheck): boolean =>
  missing.length + usedTwice.length + valueTwice.length === 0

/** The object as it is sent: with the definitions of the mappings that came at run time. */
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
