import {
  ProviderError,
  type SubscribeRequest,
  type Subscribing,
  type SubscriptionState,
} from '@platform/connector'
import type { DeclarativeProvider } from '../provider.ts'
import { readDeclared } from '../reading/read.ts'
import type { AppWebhookRules } from './app-webhook-rules.ts'
import { parseDeliveredEvents } from './deliveries.ts'
import { findWantedEvents } from './events.ts'
import { answerHandshake } from './handshake.ts'
import { findAppSecret, getKeyParam } from './verify.ts'

/** Subscriptions by webhooks that the builder sets up for the app. */
export const declareAppWebhooks = (
  provider: DeclarativeProvider,
  rules: AppWebhookRules,
): Omit<Extract<Subscribing, { delivery: 'push' }>, 'events' | 'isSameObject' | 'readRecords'> => ({
  delivery: 'push',
  perApp: true,
  ofApp: {
    account: rules.account.connection,
    answer: (incoming, app, now) => answerHandshake(rules, incoming, app, now),
    proveAccount: async (client, objectName) => {
      await readDeclared(provider, client, { objectName, fieldNames: [], pageSize: 1 })
    },
  },
  parse: (incoming, proof, now) => parseDeliveredEvents(provider, rules, incoming, proof, now),
  setUp: async (_client, request) => checkSetUp(provider, rules, request),
  maintain: async (_client, request) => checkSetUp(provider, rules, request),
  // The builder's webhook serves other accounts, and only the builder can remove it.
  tearDown: () => Promise.resolve(),
})

/** Rejects a subscription whose events cannot arrive, with what the builder must do. */
function checkSetUp(
  provider: DeclarativeProvider,
  { verify }: AppWebhookRules,
  { objects, app, targetURL = '', isReached }: SubscribeRequest,
): SubscriptionState {
  const { warnings } = findWantedEvents(provider, objects)
  if (!findAppSecret(verify, app)) {
    const param = getKeyParam(verify)
    const message = `The provider sends webhooks to one URL of your app and signs them with a key that the provider app lacks: add ${param ?? 'the client secret'} to the provider app.`
    throw new ProviderError('bad-request', message, {
      ...(param !== undefined && { fieldNames: [param] }),
    })
  }
  if (!isReached) {
    const message = `The provider sends webhooks to one URL of your app, and none has arrived with a valid signature. Enter ${targetURL} in the provider’s console as the page of the provider describes.`
    throw new ProviderError('bad-request', message)
  }
  return { data: {}, ...(warnings.length > 0 && { warnings }) }
}
