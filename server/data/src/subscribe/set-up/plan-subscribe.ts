import type { ProviderEvent, SubscribedObject } from '@platform/connector'
import type {
  ConfigContent,
  IntegrationObject,
  ManifestIntegration,
  ReadConfigObject,
} from '@platform/contract'
import {
  findReadObject,
  listInstalledReadObjects,
  planRead,
  readsEveryField,
  type ReadPlan,
} from '@platform/installations/integrations/read-object'
import { getNth, getOwn } from '@platform/kernel/values'
import { dropsEchoes } from '../../echoes/mark-entries.ts'

/**
 * What an installation receives for one object: the definition, overridden by the configuration.
 */
export interface SubscribePlan extends SubscribedObject {
  destination: string
  /** Names and fields of delivered records, and the plan's inputs. */
  read: ReadPlan
  readOf: { object: IntegrationObject; config: ReadConfigObject }
  /** Whether changes are left out that own writes caused. */
  dropsEchoes: boolean
  /** Whether associated records are delivered with their fields. */
  withFullRecords: boolean
}

/** Event type of changes found only by reading. */
export const foundByReading = 'reconciled'

/**
 * Returns what an installation subscribes to: objects that the integration subscribes to and that
 * the installation reads or configures. One that was removed from the integration stays subscribed
 * as installed.
 */
export function planSubscriptions(
  content: ConfigContent,
  latest: ManifestIntegration,
  installed: ManifestIntegration = latest,
): SubscribePlan[] {
  const readConfigs = listInstalledReadObjects(content, latest)
  const names = new Set(
    [latest, installed].flatMap(({ subscribe }) =>
      (subscribe?.objects ?? []).map(({ objectName }) => objectName),
    ),
  )
  return [...names].flatMap((objectName) => {
    const definition = [latest, installed]
      .flatMap(({ subscribe }) => subscribe?.objects ?? [])
      .find((object) => object.objectName === objectName)!
    const config = getOwn(content.subscribe?.objects, objectName)
    const readConfig = getOwn(readConfigs, objectName)
    if ((!readConfig && !config) || readConfig?.disabled) return []

    const object = findReadObject(objectName, latest, installed)
    const inherits =
      definition.inheritFieldsAndMapping === true && config?.inheritFieldsAndMappings !== false
    const readOf = {
      object:
        object && inherits
          ? object
          : {
              objectName,
              destination: definition.destination,
              ...(object?.mapToName && { mapToName: object.mapToName }),
            },
      config: inherits ? (readConfig ?? {}) : {},
    }
    const read = planRead(readOf.object, readOf.config)
    const selected = readsEveryField(readOf.object, readOf.config)
      ? 'all'
      : read.fieldNames.map(outermost)
    const isOn = (event: 'createEvent' | 'updateEvent' | 'deleteEvent'): boolean =>
      (config?.[event]?.enabled ?? (definition[event] && 'always')) === 'always'
    const update = isOn('updateEvent')
      ? listWatched({ ...definition.updateEvent, ...withoutToggle(config?.updateEvent) }, selected)
      : undefined
    const other = config?.otherEvents ?? definition.otherEvents
    const plan: SubscribePlan = {
      objectName,
      destination: config?.destination ?? definition.destination,
      read,
      readOf,
      dropsEchoes: dropsEchoes(objectName, latest),
      withFullRecords: definition.associationChangeEvent?.includeFullRecords === true,
      ...(isOn('createEvent') && { create: true }),
      ...(update !== undefined && { update }),
      ...(isOn('deleteEvent') && { delete: true }),
      ...(definition.associationChangeEvent && { association: true }),
      ...(other && other.length > 0 && { other }),
    }
    return plan.create || plan.update || plan.delete || plan.association || plan.other ? [plan] : []
  })
}

function listWatched(
  {
    requiredWatchFields,
    watchFieldsAuto,
  }: {
    requiredWatchFields?: string[] | undefined
    watchFieldsAuto?: 'all' | 'selected' | undefined
  },
  selected: 'all' | string[],
): SubscribedObject['update'] {
  if (watchFieldsAuto === 'selected') return selected
  return requiredWatchFields && requiredWatchFields.length > 0 ? requiredWatchFields : 'all'
}

/** Members of an update's configuration that select fields; they exclude each other. */
function withoutToggle(
  config:
    | { watchFieldsAuto?: 'all' | undefined; requiredWatchFields?: string[] | undefined }
    | undefined,
) {
  if (config?.watchFieldsAuto)
    return { watchFieldsAuto: config.watchFieldsAuto, requiredWatchFields: [] }
  if (config?.requiredWatchFields) {
    return { requiredWatchFields: config.requiredWatchFields, watchFieldsAuto: undefined }
  }
  return {}
}

/** Returns the top-level field of a nested one, because changes are only reported for it. */
const outermost = (fieldName: string) => /^\$\['([^']+)'\]/.exec(fieldName)?.[1] ?? fieldName

/** Converts the plan to a subscription request. */
export const toSubscribed = ({
  objectName,
  create,
  update,
  delete: deletes,
  association,
  other,
}: SubscribedObject): SubscribedObject => ({
  objectName,
  ...(create && { create }),
  ...(update !== undefined && { update }),
  ...(deletes && { delete: deletes }),
  ...(association && { association }),
  ...(other && { other }),
})

/** Combines the requests of all installations, each object once. */
export function combineSubscriptions(
  objects: readonly SubscribedObject[],
  isSame: (one: string, other: string) => boolean,
): SubscribedObject[] {
  const all: SubscribedObject[] = []
  for (const object of objects) {
    const index = all.findIndex((other) => isSame(other.objectName, object.objectName))
    if (index === -1) all.push(toSubscribed(object))
    else all[index] = both(getNth(all, index), object)
  }
  return all
}

function both(one: SubscribedObject, two: SubscribedObject): SubscribedObject {
  const isAll = one.update === 'all' || two.update === 'all'
  const names = [one.update, two.update].flatMap((update) => (Array.isArray(update) ? update : []))
  const other = [...new Set([...(one.other ?? []), ...(two.other ?? [])])]
  return toSubscribed({
    objectName: one.objectName,
    create: Boolean(one.create || two.create),
    ...(isAll
      ? { update: 'all' }
      : names.length > 0 && { update: [...new Set(names)].toSorted(byText) }),
    delete: Boolean(one.delete || two.delete),
    association: Boolean(one.association || two.association),
    ...(other.length > 0 && { other }),
  })
}

const byText = (one: string, other: string) => (one < other ? -1 : 1)

/** Reports whether the installation subscribes to the event. */
export function isHeard(plan: SubscribePlan, event: ProviderEvent): boolean {
  switch (event.type) {
    case 'create':
      return plan.create === true
    case 'update':
      if (event.providerEventType === foundByReading) {
        return plan.create === true || plan.update !== undefined
      }
      if (plan.update === undefined || plan.update === 'all') return plan.update === 'all'
      return isWatched(plan.update, event.fieldsUpdated)
    case 'delete':
      return plan.delete === true
    case 'associationUpdate':
      return plan.association === true
    case 'other':
      return (plan.other ?? []).some(
        (name) => name === event.providerEventType || event.providerEventType.endsWith(`.${name}`),
      )
  }
}

/** If a provider does not report the changed fields, any may have changed. */
function isWatched(watchedNames: readonly string[], changed: readonly string[] | undefined) {
  if (!changed) return true
  const names = new Set(watchedNames.map((name) => name.toLowerCase()))
  return changed.some((name) => names.has(name.toLowerCase()))
}
