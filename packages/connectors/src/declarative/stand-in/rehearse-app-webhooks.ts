import { ProviderError } from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import { eventNames, subscribableEvents } from '../subscribe/events.ts'
import { composeDelivery, standInAppSecret } from './compose-delivery.ts'
import { inventLocator } from './kept-records.ts'
import { forgeries, listSubscribedObjects } from './rehearse-subscribing.ts'
import { makeDeliveryParser, makeStandInApp, type RehearsedWebhooks } from './rehearsed-webhooks.ts'

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
}: RehearsedWebhooks): Promise<string[]> {
  if (!appWebhooks) return []
  if (subscribing?.delivery !== 'push') return ['appWebhooks: no object has events']
  const { verify } = appWebhooks
  const app = makeStandInApp(verify)
  const parse = makeDeliveryParser(subscribing, { app })
  const problems: string[] = []
  const subscribed = listSubscribedObjects(objects)
  for (const object of subscribed) {
    const { objectName } = object
    const resolved = objects.get(objectName)
    const { id } = requireValue(standIn.listKept(objectName)[2])
    const locator = inventLocator(resolved.read ?? {}, id)
    for (const type of subscribableEvents) {
      for (const event of eventNames(resolved, type)) {
        const delivery = composeDelivery(
          appWebhooks,
          { url: targetURL, secret: standInAppSecret },
          {
            events: requireValue(resolved.rules.events),
            name: event,
            recordId: id,
            accountId,
            locator,
          },
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
    const locators = new Map([id, '9999'].map((one) => [one, locator]))
    const asked = { objectName, fieldNames: [], ids: [id, '9999'], locators }
    const records = await subscribing.readRecords(ownClient, asked)
    if (records.map((one) => one.id).join() !== id) {
      problems.push(`appWebhooks: ${objectName} ${id} is not read by its ID`)
    }
    await subscribing.ofApp?.proveAccount(ownClient, objectName)
  }
  const request = { objects: subscribed, targetURL, app, isReached: true }
  await subscribing.setUp(client, request)
  // The key of the provider itself is the same for every app.
  const hasOwnKey = verify.style === 'publicKey' && verify.key !== undefined
  for (const lacking of [
    { ...request, isReached: false },
    ...(hasOwnKey ? [] : [{ ...request, app: { ...app, clientSecret: '', metadata: {} } }]),
  ]) {
    const error: unknown = await subscribing.setUp(client, lacking).catch((one: unknown) => one)
    if (!(error instanceof ProviderError && error.failure === 'bad-request')) {
      problems.push('appWebhooks: a set-up without a secret or a delivery is accepted')
    }
  }
  return problems
}
