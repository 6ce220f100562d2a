import type { Subscribing } from '@platform/connector'
import { readByIds } from '../by-id.ts'
import type { Provider } from '../provider.ts'
import { deliveredEvents } from './deliveries.ts'
import { namesOf, tellable } from './events.ts'
import { bringAbout, tearDown } from './set-up.ts'

/** How the entry has changes told; undefined when it says nothing of it. */
export function subscribingOf(provider: Provider): Subscribing | undefined {
  const rules = provider.declaration.subscribe
  const objects = provider.objects.names.map((name) => provider.objects.get(name))
  const tells = Object.fromEntries(
    tellable.map((type) => [type, objects.some((object) => namesOf(object, type).length > 0)]),
  ) as Record<(typeof tellable)[number], boolean>
  if (!rules || !Object.values(tells).includes(true)) return undefined
  return {
    delivery: 'push',
    perApp: false,
    events: { ...tells, association: false, other: false },
    isSameObject: (one, other) => one === other,
    readRecords: (client, request) => readByIds(provider, client, request),
    parse: (incoming, proof, now) => deliveredEvents(provider, rules, incoming, proof, now),
    setUp: (client, request) => bringAbout(provider, rules, client, request),
    maintain: (client, request) => bringAbout(provider, rules, client, request),
    tearDown: (client, request) => tearDown(provider, rules, client, request),
  }
}
