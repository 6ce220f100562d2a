import { ProviderError, type SubscribedObject } from '@platform/connector'
import type { Provider } from '../provider.ts'
import type { ResolvedObject } from '../resolve.ts'
import { must } from '../../must.ts'

export const tellable = ['create', 'update', 'delete'] as const
export type Tellable = (typeof tellable)[number]

/** Returns the provider's names of the events of an object for this kind of change; empty if it sends none. */
export function namesOf({ rules, read }: ResolvedObject, type: Tellable): readonly string[] {
  // What is told are IDs: without a way from them to the records nothing could be delivered.
  if (!read?.byId) return []
  const names = rules.events?.[type] ?? []
  return typeof names === 'string' ? [names] : names
}

/** One event of one object, to be told. */
export interface WantedEvent {
  objectName: string
  event: string
}

const said: Readonly<Record<Tellable, string>> = {
  create: 'creations',
  update: 'changes',
  delete: 'deletions',
}

/**
 * The events that tell what is asked for, and in words what the provider does not tell. Throws
 * `bad-request` for an object of which it tells nothing at all.
 */
export function wantedEvents(
  { objects }: Provider,
  asked: readonly SubscribedObject[],
): { wanted: WantedEvent[]; warnings: string[] } {
  const wanted: WantedEvent[] = []
  const warnings: string[] = []
  for (const { objectName, ...events } of asked) {
    const object = objects.get(objectName)
    const missing: string[] = []
    const before = wanted.length
    for (const type of tellable) {
      if (events[type] === undefined || events[type] === false) continue
      const names = namesOf(object, type)
      wanted.push(...names.map((event) => ({ objectName, event })))
      if (names.length === 0) missing.push(said[type])
    }
    if (events.association) missing.push('associations')
    missing.push(...(events.other ?? []))
    if (wanted.length === before) {
      const message = `The provider tells no ${missing.join(' and no ')} of ${objectName}; they can be read on a schedule.`
      throw new ProviderError('bad-request', message)
    }
    if (missing.length > 0) {
      warnings.push(`The provider tells no ${missing.join(' and no ')} of ${objectName}.`)
    }
  }
  const unique = new Map(wanted.map((one) => [`${one.objectName} ${one.event}`, one]))
  return { wanted: [...unique.values()], warnings }
}

/** Which objects an event of this name is of, and what has happened to their records. */
export function meaningsOf(
  { objects }: Provider,
  name: string,
): { object: ResolvedObject; type: Tellable }[] {
  return objects.names.flatMap((objectName) => {
    const object = objects.get(objectName)
    const type = tellable.find((one) => namesOf(object, one).includes(name))
    return type === undefined ? [] : [{ object, type: must(type) }]
  })
}
