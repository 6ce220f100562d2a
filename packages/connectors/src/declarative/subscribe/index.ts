import type { Subscribing } from '@platform/connector'
import { readByIds } from '../reading/by-id.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { declareAppWebhooks } from './app-webhooks.ts'
import { answerChallenge } from './challenge.ts'
import { listAnnouncedObjects, parseDeliveredEvents } from './deliveries.ts'
import { eventNames, subscribableEvents } from './events.ts'
import { ensureWebhooks, tearDown } from './set-up.ts'

/** Subscriptions of the entry; undefined if it defines none. */
export function declareSubscribing(provider: DeclarativeProvider): Subscribing | undefined {
  const { subscribe: rules, appWebhooks } = provider.declaration
  const objects = provider.objects.names.map((name) => provider.objects.get(name))
  const supported = Object.fromEntries(
    subscribableEvents.map((type) => [
      type,
      objects.some((object) => eventNames(object, type).length > 0),
    ]),
  ) as Record<(typeof subscribableEvents)[number], boolean>
  if (!Object.values(supported).includes(true)) return undefined
  const common: Pick<Subscribing, 'events' | 'isSameObject' | 'readRecords'> = {
    events: { ...supported, association: false, other: false },
    isSameObject: (one, other) => one === other,
    readRecords: (client, request) => readByIds(provider, client, request),
  }
  if (appWebhooks) return { ...common, ...declareAppWebhooks(provider, appWebhooks) }
  if (!rules) return undefined
  return {
    ...common,
    delivery: 'push',
    perApp: false,
    parse: (incoming, proof, now) => parseDeliveredEvents(provider, rules, incoming, proof, now),
    ...(objects.some(
      ({ rules: { events } }) => events && !(events.record ?? rules.delivery.record),
    ) && {
      listAnnounced: (incoming, proof, now) =>
        listAnnouncedObjects(provider, rules, incoming, proof, now),
    }),
    ...(rules.challenge && {
      answer: (incoming) => rules.challenge && answerChallenge(rules.challenge, incoming),
    }),
    setUp: (client, request) => ensureWebhooks(provider, rules, client, request),
    maintain: (client, request) => ensureWebhooks(provider, rules, client, request),
    tearDown: (client, request) => tearDown(provider, rules, client, request),
  }
}
