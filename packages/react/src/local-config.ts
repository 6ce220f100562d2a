import { isEqual, type InstallationConfig, type ReadObjectConfig } from './config.ts'
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
 * What was chosen, without changes of objects that the user has just taken out: who shares an object
 * no longer does not share its changes either.
 */
export function withoutChangesOfUnread(
  saved: InstallationConfig,
  config: InstallationConfig,
): InstallationConfig {
  if (!config.subscribe) return config
  const isTakenOut = ({ objectName }: { objectName: string }) =>
    readObjectOf(saved, objectName) !== undefined && readObjectOf(config, objectName) === undefined
  return {
    ...config,
    subscribe: { objects: config.subscribe.objects.filter((object) => !isTakenOut(object)) },
  }
}

export const readObjectOf = (config: InstallationConfig | undefined, objectName: string) =>
  config?.read?.objects.find((object) => object.objectName === objectName)

/** The names of the objects that are written. */
export const writtenIn = (config: InstallationConfig | undefined): string[] =>
  (config?.write?.objects ?? []).map(({ objectName }) => objectName)

/** The config in which exactly the named objects are written; what is set for them stays. */
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

interface TheirValue {
  value: string
  displayValue: string
}

/**
 * Pairs the builder's values with those of the provider that have the same name or, where there is
 * none, with the one that resembles it most: `Won` with `Closed Won`. Nothing is paired where two
 * resemble it alike.
 */
export function suggestValues(
  wanted: NonNullable<Mapping['values']>,
  theirs: TheirValue[],
): Record<string, string> {
  const same = wanted.flatMap((own) => {
    const found = theirs.find((their) => likenessOf(own, their) === 1)
    return found ? [[found.value, own.value] as const] : []
  })
  const isPaired = (value: string) => same.some(([, own]) => own === value)
  const left = theirs.filter(({ value }) => !same.some(([their]) => their === value))
  const alike = wanted
    .filter(({ value }) => !isPaired(value))
    .flatMap((own) => {
      const [best, next] = left
        .map((their) => ({ their, likeness: likenessOf(own, their) }))
        .toSorted((a, b) => b.likeness - a.likeness)
      const isClear = best && best.likeness > 0 && best.likeness > (next?.likeness ?? 0)
      return isClear ? [[best.their.value, own.value] as const] : []
    })
  const isOnce = ([their]: readonly [string, string]) =>
    alike.filter(([other]) => other === their).length === 1
  return Object.fromEntries([...same, ...alike.filter(isOnce)])
}

type OwnValue = NonNullable<Mapping['values']>[number]

/** 1 for the same name, less for each further word of theirs, 0 if a word of ours is not among them. */
function likenessOf(own: OwnValue, their: TheirValue): number {
  const scores = [own.value, own.label].flatMap((ours) =>
    [their.value, their.displayValue].map((name) => {
      if (fold(ours) === fold(name)) return 1
      const [few, many] = [wordsOf(ours), wordsOf(name)]
      const isWithin = few.length > 0 && few.every((word) => many.includes(word))
      return isWithin ? few.length / (many.length + 1) : 0
    }),
  )
  return Math.max(...scores)
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '')
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

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
  /** Of each mapping, the builder's values that no value of the provider's is mapped to. */
  openValues: Record<string, string[]>
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

/** The values that are left open, to compare what somebody has confirmed with what is open now. */
export const openValuesKey = ({ openValues }: ReadObjectCheck): string => JSON.stringify(openValues)

export const noOpenValues = '{}'

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
