import { isDeepStrictEqual } from 'node:util'
import type { ConfigContent, ManifestIntegration } from '@platform/contract'
import {
  findReadObject,
  isFilteredPlan,
  listInstalledReadObjects,
  planRead,
  type ReadPlan,
} from '../integrations/read-object.ts'
import { getOwn } from '@platform/kernel/values'

export interface Effect {
  objectName: string
  /** Effect, as words that follow the object's name. */
  effect: string
}

/**
 * Returns the effects of a new revision on an installation, without applying them; the engine does
 * so later.
 */
export function effectsOfDeployment(
  content: ConfigContent,
  before: ManifestIntegration,
  after: ManifestIntegration,
  {
    isDestructive = false,
    instance = '',
  }: { isDestructive?: boolean | undefined; instance?: string } = {},
): Effect[] {
  return [
    ...(instance === '' ? [] : effectsOnAccount(content, before, after)),
    ...effectsOnReading(content, before, after, isDestructive),
    ...effectsOnWriting(content, before, after),
    ...effectsOnSubscribing(content, before, after),
  ]
}

/** Effects on a named account: it stays when further ones are no longer allowed. */
function effectsOnAccount(
  { read, write, subscribe }: ConfigContent,
  before: ManifestIntegration,
  after: ManifestIntegration,
): Effect[] {
  if (!before.multiple || after.multiple) return []
  const names = [read, write, subscribe].flatMap((part) => Object.keys(part?.objects ?? {}))
  return [...new Set(names)].map((objectName) => ({
    objectName,
    effect: 'stays installed for further accounts, and no more accounts can be added',
  }))
}

function effectsOnReading(
  content: ConfigContent,
  before: ManifestIntegration,
  after: ManifestIntegration,
  isDestructive: boolean,
): Effect[] {
  const [installed, foreseen] = [
    listInstalledReadObjects(content, before),
    listInstalledReadObjects(content, after),
  ]
  const names = new Set([...Object.keys(installed), ...Object.keys(foreseen)])
  return [...names].flatMap((objectName) => {
    const [was, is] = [findReadObject(objectName, before), findReadObject(objectName, after)]
    const makeEffect = (effect: string): Effect => ({ objectName, effect })
    if (!is) {
      if (!was) return []
      return [
        makeEffect(
          isDestructive ? 'is paused: it is no longer declared' : 'is still read as before',
        ),
      ]
    }
    const config = foreseen[objectName] ?? {}
    if (config.disabled) return []
    const next = planRead(is, config)
    const old = was && planRead(was, installed[objectName] ?? {})
    const changes = old
      ? [
          ...fieldEffects(old, next),
          ...associationEffects(old, next),
          ...filterEffects(old, next),
          ...computedEffects(old, next),
          ...settingEffects(old, next),
        ]
      : ['is read from now on']
    const newlyMissing = next.missingMappings
      .filter((name) => !old?.missingMappings.includes(name))
      .map((name) => `lacks ${name} until the end user maps it`)
    return [...changes, ...newlyMissing].map(makeEffect)
  })
}

/** Delivered names, with the field of each. */
const mapDelivered = ({ plain, mapped }: ReadPlan) =>
  new Map([
    ...plain.map((name) => [name, name] as const),
    ...mapped.map(({ mapToName, fieldName }) => [mapToName, fieldName] as const),
  ])

function fieldEffects(was: ReadPlan, is: ReadPlan): string[] {
  const [old, next] = [mapDelivered(was), mapDelivered(is)]
  return [
    ...[...next].flatMap(([name, fieldName]) => {
      const before = old.get(name)
      const from = fieldName === name ? '' : ` from ${fieldName}`
      if (before === undefined) return [`gets ${name}${from} with the next read`]
      return before === fieldName ? [] : [`reads ${name} from ${fieldName} instead of ${before}`]
    }),
    ...[...old.keys()]
      .filter((name) => !next.has(name))
      .map((name) => `no longer has ${name} after the next read`),
  ]
}

/** Reads on schedule return changed records, so what matches only now is read when it changes. */
function filterEffects(was: ReadPlan, is: ReadPlan): string[] {
  const isSame =
    isDeepStrictEqual(was.filter, is.filter) &&
    isDeepStrictEqual(was.expressions?.filter, is.expressions?.filter)
  if (isSame) return []
  if (!isFilteredPlan(is))
    return ['is no longer filtered: trigger a read for the records left out so far']
  return [
    'gets another filter: trigger a read for existing records that match only now; those that no longer match are not reported',
  ]
}

function computedEffects(was: ReadPlan, is: ReadPlan): string[] {
  const list = ({ expressions }: ReadPlan) =>
    new Map(
      expressions?.computed.map(({ mapToName, expression }) => [mapToName, expression] as const),
    )
  const [old, next] = [list(was), list(is)]
  return [
    ...[...next].flatMap(([name, expression]) => {
      if (!old.has(name)) return [`gets the computed field ${name} with the next read`]
      const isSame = isDeepStrictEqual(old.get(name), expression)
      return isSame ? [] : [`computes ${name} by another expression with the next read`]
    }),
    ...[...old.keys()]
      .filter((name) => !next.has(name))
      .map((name) => `no longer has ${name} after the next read`),
  ]
}

function associationEffects(was: ReadPlan, is: ReadPlan): string[] {
  return [
    ...is.associations
      .filter((name) => !was.associations.includes(name))
      .map((name) => `gets associations with ${name} with the next read`),
    ...was.associations
      .filter((name) => !is.associations.includes(name))
      .map((name) => `no longer has associations with ${name} after the next read`),
  ]
}

function settingEffects(was: ReadPlan, is: ReadPlan): string[] {
  const changed = (
    ['schedule', 'timezone', 'destination', 'mappedName', 'pageSize'] as const
  ).filter((key) => was[key] !== is[key])
  return [
    ...changed.map(
      (key) => `${words[key]} ${is[key] ?? 'nothing'} instead of ${was[key] ?? 'nothing'}`,
    ),
    ...(was.isOnRequest === is.isOnRequest
      ? []
      : [is.isOnRequest ? 'is held until requested' : 'is sent without a request']),
    ...(was.includeDeleted === is.includeDeleted
      ? []
      : [is.includeDeleted ? 'delivers deletions' : 'no longer delivers deletions']),
  ]
}

const words = {
  schedule: 'is scheduled by',
  timezone: 'is scheduled in the time zone',
  destination: 'goes to',
  mappedName: 'is called',
  pageSize: 'has at most this many records in a message',
}

const conflictEffects = {
  overwrite: 'is written even if the record was changed at the provider',
  reject: 'is not written if the record was changed at the provider',
  latest: 'is not written if the record was changed later at the provider',
} as const

function effectsOnWriting(
  { write }: ConfigContent,
  before: ManifestIntegration,
  after: ManifestIntegration,
): Effect[] {
  const find = (revision: ManifestIntegration, name: string) =>
    revision.write?.objects?.find((object) => object.objectName === name)
  return Object.keys(write?.objects ?? {}).flatMap((objectName) => {
    const [was, is] = [find(before, objectName), find(after, objectName)]
    const makeEffects = (effect: string) => [{ objectName, effect }]
    if (was && !is) return makeEffects('can no longer be written')
    if (!was && is) return makeEffects('can be written')
    const ofMapping =
      Boolean(was?.inheritMapping) === Boolean(is?.inheritMapping)
        ? []
        : makeEffects(
            is?.inheritMapping
              ? 'is written with your field names'
              : 'is written with the provider’s field names',
          )
    const [drops, dropped] = [is, was].map((one) => one?.echo === 'drop')
    const ofEchoes =
      drops === dropped
        ? []
        : makeEffects(
            drops
              ? 'no longer delivers changes that only your own writes caused'
              : 'delivers changes that your own writes caused',
          )
    const [policy, previous] = [is, was].map((one) => one?.onConflict ?? 'reject')
    const ofConflicts = policy === previous ? [] : makeEffects(conflictEffects[policy ?? 'reject'])
    return [...ofMapping, ...ofEchoes, ...ofConflicts]
  })
}

const events = [
  ['createEvent', 'creations'],
  ['updateEvent', 'changes'],
  ['deleteEvent', 'deletions'],
  ['associationChangeEvent', 'associations'],
  ['otherEvents', 'other events'],
] as const

/** Effects on the subscribed objects that the installation reads or has selected. */
function effectsOnSubscribing(
  content: ConfigContent,
  before: ManifestIntegration,
  after: ManifestIntegration,
): Effect[] {
  const find = (revision: ManifestIntegration, name: string) =>
    revision.subscribe?.objects?.find((object) => object.objectName === name)
  const names = new Set([
    ...Object.keys(listInstalledReadObjects(content, after)),
    ...Object.keys(content.subscribe?.objects ?? {}),
  ])
  return [...names].flatMap((objectName) => {
    const [was, is] = [find(before, objectName), find(after, objectName)]
    // An object removed from the integration stays subscribed.
    if (!is) return []
    const config = getOwn(content.subscribe?.objects, objectName)
    const switched = events.flatMap(([event, what]) => {
      if (isDeepStrictEqual(was?.[event], is[event])) return []
      if (event !== 'associationChangeEvent' && config?.[event]) return []
      if (!was?.[event]) return [`delivers ${what} in real time`]
      return [is[event] ? `delivers other ${what} in real time` : `no longer delivers ${what}`]
    })
    const moved =
      was && was.destination !== is.destination && !config?.destination
        ? [`sends lifecycle events to ${is.destination} instead of ${was.destination}`]
        : []
    return [...switched, ...moved].map((effect) => ({ objectName, effect }))
  })
}
