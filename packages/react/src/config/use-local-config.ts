'use client'

import {
  isEqual,
  type InstallationConfig,
  type WriteFieldSetting,
  type WriteObjectConfig,
} from './config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import {
  findWriteObjectConfig,
  isEventEnabled,
  listFieldSettings,
  listOptionalEvents,
  type OptionalEvent,
  withDeletion,
  withEvent,
  withFieldSetting,
  withWriteObject,
  withWriteObjects,
} from './local-config.ts'
import { makeLocalReadObject, type LocalReadObject } from './local-read-object.ts'
import { makeLocalTools, type LocalTools } from './local-tools.ts'
import { useInstallation, useIntegration } from '../use-installation.ts'
import { useManifest } from './use-manifest.ts'
import type { Integration } from './wire.ts'

export interface LocalWriteObjects {
  /** Names of the write objects; all of them by default. */
  objectNames: string[]
  /** Settings of these objects. */
  objects: WriteObjectConfig[]
  isSaved: boolean
  isChanged: boolean
  set: (objectNames: string[]) => void
  reset: () => void
}

export interface LocalWriteObject {
  /** Draft of the object's settings. */
  object: WriteObjectConfig
  /** Whether the object has write access; settings of others cannot be changed. */
  isIncluded: boolean
  isDeletionAllowed: boolean
  setDeletionAllowed: (isAllowed: boolean) => void
  /** Returns the settings of fields by provider field name. */
  getFieldSettings: () => Record<string, WriteFieldSetting>
  setFieldSetting: (params: { fieldName: string; setting: WriteFieldSetting }) => void
  deleteFieldSetting: (fieldName: string) => void
}

export interface LocalSubscribeObject {
  /** Events that the manifest lets the user turn off. */
  events: { event: OptionalEvent; isEnabled: boolean }[]
  setEvent: (params: { event: OptionalEvent; isEnabled: boolean }) => void
}

export interface LocalProxy {
  /** Whether the integration offers proxy calls. */
  isOffered: boolean
  isEnabled: boolean
  isChanged: boolean
  setEnabled: (isEnabled: boolean) => void
  reset: () => void
}

export interface LocalConfig {
  draft: InstallationConfig
  get: () => InstallationConfig
  setDraft: (config: InstallationConfig) => void
  /** Discards the whole draft. */
  reset: () => void
  readObject: (objectName: string) => LocalReadObject
  writeObjects: LocalWriteObjects
  writeObject: (objectName: string) => LocalWriteObject
  subscribeObject: (objectName: string) => LocalSubscribeObject
  proxy: LocalProxy
  tools: LocalTools
}

/** Returns the draft configuration on top of the saved one. */
export function useLocalConfig(): LocalConfig {
  const { draft, setDraft } = useInstallationScope()
  const { installation } = useInstallation()
  const { integration } = useIntegration()
  const { getReadObject, getWriteObject, writeObjects } = useManifest()

  const saved: InstallationConfig = installation?.config ?? newConfig(integration)
  const config = draft ?? saved
  const content = integration?.latestRevision.content

  const readObject = (wanted: string): LocalReadObject => {
    const manifest = getReadObject(wanted)
    return makeLocalReadObject(manifest?.objectName ?? wanted, {
      ...{ manifest, content, saved, config, setDraft },
    })
  }

  const all = writeObjects.map(({ objectName }) => objectName)
  const written = (base: InstallationConfig) => (base.write ? base : withWriteObjects(base, all))
  const objects = written(config).write?.objects ?? []
  const objectNames = objects.map(({ objectName }) => objectName)

  const writeObject = (wanted: string): LocalWriteObject => {
    const objectName = getWriteObject(wanted)?.objectName ?? wanted
    const found = objects.find((object) => object.objectName === objectName)
    const object = found ?? { objectName }
    const change = (apply: (object: WriteObjectConfig) => WriteObjectConfig) =>
      setDraft((current) => {
        const base = written(current ?? saved)
        const old = findWriteObjectConfig(base, objectName)
        return old ? withWriteObject(base, apply(old)) : base
      })

    return {
      object,
      isIncluded: found !== undefined,
      isDeletionAllowed: object.deletionSettings?.enabled === true,
      setDeletionAllowed: (isAllowed) => change((old) => withDeletion(old, isAllowed)),
      getFieldSettings: () => listFieldSettings(object),
      setFieldSetting: ({ fieldName, setting }) =>
        change((old) => withFieldSetting(old, fieldName, setting)),
      deleteFieldSetting: (fieldName) =>
        change((old) => withFieldSetting(old, fieldName, undefined)),
    }
  }

  const subscribeObject = (wanted: string): LocalSubscribeObject => {
    const objectName = getReadObject(wanted)?.objectName ?? wanted
    const definition = content?.subscribe?.objects?.find(
      (object) => object.objectName === objectName,
    )
    return {
      events: listOptionalEvents(definition).map((event) => ({
        event,
        isEnabled: isEventEnabled(config, objectName, event),
      })),
      setEvent: (params) =>
        definition && setDraft((current) => withEvent(current ?? saved, definition, params)),
    }
  }

  const isProxyEnabled = ({ proxy }: InstallationConfig) => proxy?.enabled !== false
  return {
    draft: config,
    get: () => config,
    setDraft,
    reset: () => setDraft(null),
    readObject,
    writeObjects: {
      objectNames,
      objects,
      isSaved: saved.write !== undefined,
      isChanged:
        saved.write === undefined || !isEqual(toSorted(objects), toSorted(saved.write.objects)),
      set: (names) => setDraft((current) => withWriteObjects(current ?? saved, names)),
      reset: () =>
        setDraft((current) => {
          if (!current) return current
          const { write: _, ...others } = current
          return saved.write ? { ...others, write: saved.write } : others
        }),
    },
    writeObject,
    subscribeObject,
    proxy: {
      isOffered: content?.proxy?.enabled === true,
      isEnabled: isProxyEnabled(config),
      isChanged: isProxyEnabled(config) !== isProxyEnabled(saved),
      setEnabled: (enabled) =>
        setDraft((current) => ({ ...(current ?? saved), proxy: { enabled } })),
      reset: () => setDraft((current) => current && { ...current, proxy: saved.proxy }),
    },
    tools: makeLocalTools({ content, saved, config, setDraft }),
  }
}

/** Returns the initial configuration of an installation. */
export const newConfig = (
  integration: Pick<Integration, 'provider' | 'latestRevision'> | undefined,
): InstallationConfig => ({
  provider: integration?.provider,
  ...(integration?.latestRevision.content.proxy?.enabled && { proxy: { enabled: true } }),
})

const toSorted = (objects: WriteObjectConfig[]) =>
  objects.toSorted((a, b) => a.objectName.localeCompare(b.objectName))
