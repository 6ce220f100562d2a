import { ProviderError, type SubscribedObject } from '@platform/connector'
import type { DeclarativeProvider } from '../provider.ts'
import type { ResolvedObject } from '../calls/resolve.ts'
import { requireValue } from '../../require-value.ts'

export const subscribableEvents = ['create', 'update', 'delete'] as const
export type SubscribableEvent = (typeof subscribableEvents)[number]

/**
 * Returns the provider's names of the events of an object for this kind of change; empty if it
 * sends none.
 */
export function eventNames(
  { rules, read }: ResolvedObject,
  type: SubscribableEvent,
): readonly string[] {
  // Events contain only IDs: without reading by ID, nothing can be delivered.
  if (!read?.byId) return []
  const names = rules.events?.[type] ?? []
  return typeof names === 'string' ? [names] : names
}

/** One event type of one object. */
export interface WantedEvent {
  objectName: string
  event: string
}

const changeNames: Readonly<Record<SubscribableEvent, string>> = {
  create: 'creations',
  update: 'changes',
  delete: 'deletions',
}

/**
 * Returns the events for the requested changes, and descriptions of changes that the provider does
 * not report. Throws `bad-request` for an object without any events.
 */
export function findWantedEvents(
  { objects }: DeclarativeProvider,
  asked: readonly SubscribedObject[],
): { wanted: WantedEvent[]; warnings: string[] } {
  const wanted: WantedEvent[] = []
  const warnings: string[] = []
  for (const { objectName, ...events } of asked) {
    const object = objects.get(objectName)
    const missing: string[] = []
    const before = wanted.length
    for (const type of subscribableEvents) {
      if (events[type] === undefined || events[type] === false) continue
      const names = eventNames(object, type)
      wanted.push(...names.map((event) => ({ objectName, event })))
      if (names.length === 0) missing.push(changeNames[type])
    }
    if (events.association) missing.push('associations')
    missing.push(...(events.other ?? []))
    if (wanted.length === before) {
      const message = `The provider does not report ${missing.join(' and no ')} events of ${objectName}. Read the object on a schedule instead.`
      throw new ProviderError('bad-request', message)
    }
    if (missing.length > 0) {
      warnings.push(
        `The provider does not report ${missing.join(' and no ')} events of ${objectName}.`,
      )
    }
  }
  const unique = new Map(wanted.map((one) => [`${one.objectName} ${one.event}`, one]))
  return { wanted: [...unique.values()], warnings }
}

/** Returns the objects and kinds of change that an event name stands for. */
export function findMeanings(
  { objects }: DeclarativeProvider,
  name: string,
): { object: ResolvedObject; type: SubscribableEvent }[] {
  return objects.names.flatMap((objectName) => {
    const object = objects.get(objectName)
    const type = subscribableEvents.find((one) => eventNames(object, one).includes(name))
    return type === undefined ? [] : [{ object, type: requireValue(type) }]
  })
}
