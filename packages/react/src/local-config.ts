import type { Config, ReadObjectConfig } from './config.ts'
import type { ManifestObject } from './manifest.ts'

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

export const readObjectOf = (config: Config | undefined, objectName: string) =>
  config?.read?.objects.find((object) => object.objectName === objectName)

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

/** Maps the builder's field to a provider's field; without one the mapping is cleared. */
export function withFieldMapping(
  object: ReadObjectConfig,
  mapToName: string,
  fieldName: string | undefined,
): ReadObjectConfig {
  const { [mapToName]: _, ...others } = object.selectedFieldMappings ?? {}
  return {
    ...object,
    selectedFieldMappings: fieldName ? { ...others, [mapToName]: fieldName } : others,
  }
}

export interface ReadObjectCheck {
  /** Required mappings that nothing was chosen for. */
  missing: string[]
  /** Chosen fields that another mapping uses too. */
  usedTwice: string[]
  /** Mappings that were saved and have left the manifest since. */
  removed: string[]
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
  }
}

/** The object as it is sent: with the definitions of the mappings that came at run time. */
export function readyToSave(config: ReadObjectConfig, object: ManifestObject): ReadObjectConfig {
  const dynamic = object.mappings.filter((mapping) => mapping.isDynamic)
  if (!dynamic.length) return config

  return {
    ...config,
    dynamicMappingsInput: dynamic.map(({ mapToName, label, prompt }) => ({
      mapToName,
      mapToDisplayName: label,
      prompt,
      fieldName: config.selectedFieldMappings?.[mapToName],
    })),
  }
}
