'use client'

import { isEqual, type Config, type ReadObjectConfig } from './config.ts'
import { useInstallationScope } from './installation-provider.tsx'
import {
  newReadObject,
  readObjectOf,
  withFieldMapping,
  withoutReadObject,
  withReadObject,
  withSelectedFields,
} from './local-config.ts'
import { useInstallation, useIntegration } from './use-installation.ts'
import { useManifest } from './use-manifest.ts'

export interface LocalReadObject {
  /** The object as drafted; a new one holds the mappings' defaults. */
  object: ReadObjectConfig
  isSaved: boolean
  isChanged: boolean
  getSelectedField: (fieldName: string) => boolean
  setSelectedField: (params: { fieldName: string; selected: boolean }) => void
  setSelectedFields: (params: { fieldNames: string[]; selected: boolean }) => void
  getFieldMapping: (mapToName: string) => string | undefined
  setFieldMapping: (params: { mapToName: string; fieldName: string }) => void
  deleteFieldMapping: (mapToName: string) => void
  setEnableRead: () => void
  setDisableRead: () => void
  /** Forgets what was drafted for this object. */
  reset: () => void
}

export interface LocalConfig {
  draft: Config
  get: () => Config
  setDraft: (config: Config) => void
  /** Forgets the whole draft: what is saved counts again. */
  reset: () => void
  readObject: (objectName: string) => LocalReadObject
}

/** What the user is in the middle of choosing, on top of what is saved. */
export function useLocalConfig(): LocalConfig {
  const { draft, setDraft } = useInstallationScope()
  const { installation } = useInstallation()
  const { integration } = useIntegration()
  const { getReadObject } = useManifest()

  const saved: Config = installation?.config ?? { provider: integration?.provider }
  const config = draft ?? saved

  const readObject = (objectName: string): LocalReadObject => {
    const savedObject = readObjectOf(saved, objectName)
    const manifest = getReadObject(objectName)
    const fresh = manifest ? newReadObject(manifest) : { objectName }
    const object = readObjectOf(config, objectName) ?? savedObject ?? fresh
    const change = (apply: (object: ReadObjectConfig) => ReadObjectConfig) =>
      setDraft((current) => {
        const base = current ?? saved
        const old = readObjectOf(base, objectName) ?? savedObject ?? fresh
        return withReadObject(base, apply(old))
      })

    return {
      object,
      isSaved: savedObject !== undefined,
      isChanged: !isEqual(object, savedObject),
      getSelectedField: (fieldName) => Boolean(object.selectedFields?.[fieldName]),
      setSelectedField: ({ fieldName, selected }) =>
        change((old) => withSelectedFields(old, [fieldName], selected)),
      setSelectedFields: ({ fieldNames, selected }) =>
        change((old) => withSelectedFields(old, fieldNames, selected)),
      getFieldMapping: (mapToName) => object.selectedFieldMappings?.[mapToName],
      setFieldMapping: ({ mapToName, fieldName }) =>
        change((old) => withFieldMapping(old, mapToName, fieldName)),
      deleteFieldMapping: (mapToName) =>
        change((old) => withFieldMapping(old, mapToName, undefined)),
      setEnableRead: () => change((old) => ({ ...old, disabled: false })),
      setDisableRead: () => change((old) => ({ ...old, disabled: true })),
      reset: () =>
        setDraft((current) => {
          if (!current) return current
          return savedObject
            ? withReadObject(current, savedObject)
            : withoutReadObject(current, objectName)
        }),
    }
  }

  return {
    draft: config,
    get: () => config,
    setDraft,
    reset: () => setDraft(null),
    readObject,
  }
}
