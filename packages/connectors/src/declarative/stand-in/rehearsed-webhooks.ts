import type {
  Connector,
  IncomingWebhook,
  ProviderClient,
  PushSubscribing,
  SubscribingApp,
  WebhookProof,
} from '@platform/connector'
import type { Declaration } from '../schema/entry.ts'
import type { ResolvedObjects } from '../calls/resolve.ts'
import type { Verify } from '../subscribe/verify-rules.ts'
import { getKeyParam } from '../subscribe/verify.ts'
import { getStandInKey, standInAppSecret, type StandInDelivery } from './compose-delivery.ts'
import type { StandIns } from './serve.ts'
import type { DeclaredStandIn } from './stand-in.ts'

/** An entry whose webhooks are tested, with its stand-in. */
export interface RehearsedWebhooks {
  name: string
  declaration: Declaration
  objects: ResolvedObjects
  connector: Connector
  client: ProviderClient
  standIn: DeclaredStandIn
  standIns: StandIns
}

/** Returns a provider app that has the key of deliveries. */
export function makeStandInApp(verify: Verify): SubscribingApp {
  const param = getKeyParam(verify)
  return {
    clientId: 'app',
    clientSecret: standInAppSecret,
    metadata: param === undefined ? {} : { [param]: getStandInKey(verify) },
  }
}

/** Formats a delivery as it arrives. */
export const toIncoming = (
  { url, headers, body }: StandInDelivery,
  change: Partial<IncomingWebhook> = {},
): IncomingWebhook => ({
  method: 'POST',
  url,
  headers,
  rawBody: Buffer.from(body),
  ...change,
})

/** Returns a function that parses deliveries with this proof. */
export const makeDeliveryParser =
  (subscribing: PushSubscribing, proof: WebhookProof) =>
  (delivery: StandInDelivery, change: Partial<IncomingWebhook> = {}, now = new Date()) =>
    subscribing.parse(toIncoming(delivery, change), proof, now)
