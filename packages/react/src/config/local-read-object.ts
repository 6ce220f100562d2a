import type { ReadObjectConfig, InstallationConfig } from './config.ts'
import type { SetDraft } from '../installation-provider.tsx'
import {
  choosesTheSame,
  findReadObjectConfig,
  newReadObject,
  withEveryField,
  withFieldMapping,
  withPeriod,
  withReadObject,
  withSchedule,
  withSelectedFields,
  withValueMapping,
  withoutReadObject,
} from './local-config.ts'
import type { BackfillPeriod, ManifestObject } from './manifest.ts'
import type { Integration } from './wire.ts'

export interface LocalReadObject {
  /** Draft of the object; a new one contains the mapping defaults. */
  object: ReadObjectConfig
  isSaved: boolean
  isChanged: boolean
  getSelectedField: (fieldName: string) => boolean
  setSelectedField: (params: { fieldName: string; selected: boolean }) => void
  setSelectedFields: (params: { fieldNames: string[]; selected: boolean }) => void
  getFieldMapping: (mapToName: string) => string | undefined
  setFieldMapping: (params: { mapToName: string; fieldName: string }) => void
  deleteFieldMapping: (mapToName: string) => void
  /** Returns the builder's values by the provider's. */
  getValueMapping: (mapToName: string) => Record<string, string>
  setValueMapping: (params: { mapToName: string; values: Record<string, string> }) => void
  /** Returns the schedule, as a cron expression; undefined if the object has none. */
  getSchedule: () => string | undefined
  /** Sets one of `schedules` of the manifest's object. */
  setSchedule: (schedule: string) => void
  /** Returns the period of existing records; undefined if none are read. */
  getBackfillPeriod: () => BackfillPeriod | undefined
  /** Sets one of `periods` of the manifest's object. It applies to the first read only. */
  setBackfillPeriod: (period: BackfillPeriod) => void
  /** Whether every field is selected, including those that are added later. */
  isEveryFieldSelected: boolean
  setEveryFieldSelected: (isSelected: boolean) => void
  setEnableRead: () => void
  setDisableRead: () => void
  /** Adds the object to the draft unchanged or removes it. */
  setIncluded: (isIncluded: boolean) => void
  /** Discards the draft of this object. */
  reset: () => void
}

/** Returns the draft of an object to read, on top of the saved configuration. */
export function makeLocalReadObject(
  objectName: string,
  {
    manifest,
    content,
    saved,
    config,
    setDraft,
  }: {
    /** Undefined for objects that the manifest does not contain. */
    manifest: ManifestObject | undefined
    content: Integration['latestRevision']['content'] | undefined
    saved: InstallationConfig
    config: InstallationConfig
    setDraft: SetDraft
  },
): LocalReadObject {
  const definition = content?.read?.objects?.find((one) => one.objectName === objectName)
  const savedObject = findReadObjectConfig(saved, objectName)
  const fresh = manifest ? newReadObject(manifest) : { objectName }
  const object = findReadObjectConfig(config, objectName) ?? savedObject ?? fresh
  const change = (apply: (object: ReadObjectConfig) => ReadObjectConfig) =>
    setDraft((current) => {
      const base = current ?? saved
      const old = findReadObjectConfig(base, objectName) ?? savedObject ?? fresh
      return withReadObject(base, apply(old))
    })

  return {
    object,
    isSaved: savedObject !== undefined,
    isChanged: !savedObject || !choosesTheSame(object, savedObject),
    getSelectedField: (fieldName) => Boolean(object.selectedFields?.[fieldName]),
    setSelectedField: ({ fieldName, selected }) =>
      change((old) => withSelectedFields(old, [fieldName], selected)),
    setSelectedFields: ({ fieldNames, selected }) =>
      change((old) => withSelectedFields(old, fieldNames, selected)),
    getFieldMapping: (mapToName) => object.selectedFieldMappings?.[mapToName],
    setFieldMapping: ({ mapToName, fieldName }) =>
      change((old) => withFieldMapping(old, mapToName, fieldName)),
    deleteFieldMapping: (mapToName) => change((old) => withFieldMapping(old, mapToName, undefined)),
    getValueMapping: (mapToName) => object.selectedValueMappings?.[mapToName] ?? {},
    setValueMapping: ({ mapToName, values }) =>
      change((old) => withValueMapping(old, mapToName, values)),
    getSchedule: () => object.schedule ?? definition?.schedule,
    setSchedule: (schedule) =>
      change((old) => (manifest ? withSchedule(old, manifest, schedule) : old)),
    getBackfillPeriod: () => object.backfill?.defaultPeriod ?? definition?.backfill?.defaultPeriod,
    setBackfillPeriod: (period) =>
      change((old) => (manifest ? withPeriod(old, manifest, period) : old)),
    isEveryFieldSelected: object.selectedFieldsAuto === 'all',
    setEveryFieldSelected: (isSelected) => change((old) => withEveryField(old, isSelected)),
    setEnableRead: () => change((old) => ({ ...old, disabled: false })),
    setDisableRead: () => change((old) => ({ ...old, disabled: true })),
    setIncluded: (isIncluded) =>
      isIncluded
        ? change((old) => old)
        : setDraft((current) => withoutReadObject(current ?? saved, objectName)),
    reset: () =>
      setDraft((current) => {
        if (!current) return current
        return savedObject
          ? withReadObject(current, savedObject)
          : withoutReadObject(current, objectName)
      }),
  }
}
