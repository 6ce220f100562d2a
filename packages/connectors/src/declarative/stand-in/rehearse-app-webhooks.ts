import {
  ProviderError,
  type Connector,
  type IncomingWebhook,
  type ProviderClient,
  type SubscribingApp,
} from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import type { Declaration } from '../schema/entry.ts'
import type { ResolvedObjects } from '../calls/resolve.ts'
import { eventNames, subscribableEvents } from '../subscribe/events.ts'
import { composeDelivery, standInAppSecret, type StandInDelivery } from './compose-delivery.ts'
import { forgeries, listSubscribedObjects } from './rehearse-subscribing.ts'
import type { StandIns } from './serve.ts'
import type { DeclaredStandIn } from './stand-in.ts'

const targetURL = 'https://platform.test/subscribe/of-an-app'
const accountId = 'account-1'

/** Tests webhooks of an app: deliveries, forgeries, and set-ups that lack something. */
export async function rehearseAppWebhooks({
  name,
  declaration: { appWebhooks },
  objects,
  connector: { subscribing },
  client,
  standIn,
  standIns,
}: {
  name: string
  declaration: Declaration
  objects: ResolvedObjects
  connector: Connector
  client: ProviderClient
  standIn: DeclaredStandIn
  standIns: StandIns
}): Promise<string[]> {
  if (!appWebhooks) return []
  if (subscribing?.delivery !== 'push') return ['appWebhooks: no object has events']
  const { verify } = appWebhooks
  const param = verify.style === 'hmac' ? verify.param : undefined
  const app: SubscribingApp = {
    clientId: 'app',
    clientSecret: standInAppSecret,
    metadata: param === undefined ? {} : { [param]: standInAppSecret },
  }
  const parse = (
    delivery: StandInDelivery,
    change: Partial<IncomingWebhook> = {},
    now = new Date(),
  ) =>
    subscribing.parse(
      {
        method: 'POST',
        url: delivery.url,
        headers: delivery.headers,
        rawBody: Buffer.from(delivery.body),
        ...change,
      },
      { app },
      now,
    )
  const problems: string[] = []
  const subscribed = listSubscribedObjects(objects)
  for (const object of subscribed) {
    const { objectName } = object
    const resolved = objects.get(objectName)
    const { id } = requireValue(standIn.listKept(objectName)[2])
    for (const type of subscribableEvents) {
      for (const event of eventNames(resolved, type)) {
        const delivery = composeDelivery(
          appWebhooks,
          { url: targetURL, secret: standInAppSecret },
          { events: requireValue(resolved.rules.events), name: event, recordId: id, accountId },
        )
        const [heard, ...more] = parse(delivery).filter((one) => one.objectName === objectName)
        const isRight =
          heard?.type === type && heard.recordId === id && heard.workspaceRef === accountId
        if (!isRight || more.length > 0) {
          problems.push(`appWebhooks: ${event} is reported as ${JSON.stringify(heard)}`)
        }
        if (problems.length === 0) {
          problems.push(...forgeries(delivery, parse, verify, id))
        }
      }
    }
    const ownClient = standIns.client(name, objectName)
    const asked = { objectName, fieldNames: [], ids: [id, '9999'] }
    const records = await subscribing.readRecords(ownClient, asked)
    if (records.map((one) => one.id).join() !== id) {
      problems.push(`appWebhooks: ${objectName} ${id} is not read by its ID`)
    }
    await subscribing.ofApp?.proveAccount(ownClient, objectName)
  }
  const request = { objects: subscribed, targetURL, app, isReached: true }
  await subscribing.setUp(client, request)
  for (const lacking of [
    { ...request, isReached: false },
    { ...request, app: { ...app, clientSecret: '', metadata: {} } },
  ]) {
    const error: unknown = await subscribing.setUp(client, lacking).catch((one: unknown) => one)
    if (!(error instanceof ProviderError && error.failure === 'bad-request')) {
      problems.push('appWebhooks: a set-up without a secret or a delivery is accepted')
    }
  }
  return problems
}
