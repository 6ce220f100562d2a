import {
  ProviderError,
  WebhookRefusedError,
  type IncomingWebhook,
  type PushSubscribing,
  type SubscribedObject,
  type SubscribeRequest,
  type Subscribing,
  type SubscriptionState,
  type WebhookProof,
} from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import type { ResolvedObjects } from '../calls/resolve.ts'
import { eventNames, subscribableEvents } from '../subscribe/events.ts'
import type { Challenge } from '../subscribe/rules.ts'
import type { Verify } from '../subscribe/verify-rules.ts'
import { verifyingHeader, type StandInDelivery } from './compose-delivery.ts'
import {
  makeDeliveryParser,
  makeStandInApp,
  toIncoming,
  type RehearsedWebhooks,
} from './rehearsed-webhooks.ts'
import { inventLocator } from './kept-records.ts'
import type { StandIns } from './serve.ts'

const targetURL = 'https://platform.test/subscribe/of-a-connection'
const secret = 'a secret of this subscription only'

/** Tests subscriptions: set-up, deliveries, forgeries, upkeep, removal. Returns the failed expectations. */
export async function rehearseSubscribing({
  name,
  declaration,
  objects,
  connector,
  client,
  standIn,
  standIns,
}: RehearsedWebhooks): Promise<string[]> {
  const problems = objects.names.flatMap((objectName) => {
    const { rules, read } = objects.get(objectName)
    return rules.events && !read?.byId
      ? [`${objectName}: events have no record, because reading by ID is not defined`]
      : []
  })
  const { subscribing } = connector
  const { webhooks } = standIn
  if (!declaration.subscribe || !webhooks || subscribing?.delivery !== 'push') return problems

  const { verify } = declaration.subscribe
  const app = makeStandInApp(verify)
  const subscribed = listSubscribedObjects(objects)
  const { delivery: places } = declaration.subscribe
  const isAnnounced = (objectName: string) =>
    (objects.get(objectName).rules.events?.record ?? places.record) === undefined
  const request = { objects: subscribed, targetURL, secret, app }
  problems.push(
    ...(await findUnmappedRejections(standIns, name, () => subscribing.setUp(client, request))),
  )

  const state = await subscribing.setUp(client, request)
  const made = webhooks.registered.size
  if (made === 0) return [...problems, 'subscribe: no webhook is created']
  const proof = { app, secret: state.secret ?? secret, state }
  const parse = makeDeliveryParser(subscribing, proof)
  for (const object of subscribed) {
    const { objectName } = object
    const { id } = requireValue(standIn.listKept(objectName)[2])
    for (const type of subscribableEvents.filter((one) => object[one] !== undefined)) {
      const [delivery, ...more] = webhooks.makeDeliveries(objectName, type, id)
      const names = eventNames(objects.get(objectName), type)
      // Each parent has a webhook, of which the changed record is below one.
      const isCoveredTwice = !declaration.subscribe.parent && more.length >= names.length
      if (!delivery || isCoveredTwice) {
        problems.push(`subscribe: ${type} of ${objectName} is covered by no webhook, or by several`)
        continue
      }
      if (isAnnounced(objectName)) {
        problems.push(...findUnannounced(subscribing, { delivery, proof, objectName }))
        continue
      }
      const events = parse(delivery).filter((one) => one.objectName === objectName)
      const [event] = events
      const isRight = events.length === 1 && event?.type === type && event.recordId === id
      if (!isRight || delivery.url !== targetURL) {
        problems.push(`subscribe: ${type} of ${objectName} is reported as ${JSON.stringify(event)}`)
      }
    }
    const ownClient = standIns.client(name, objectName)
    const locator = inventLocator(objects.get(objectName).read ?? {}, id)
    const absent = inventLocator(objects.get(objectName).read ?? {}, '9999')
    const records = await subscribing.readRecords(ownClient, {
      objectName,
      fieldNames: [],
      ids: [id, '9999'],
      locators: new Map([
        [id, locator],
        ['9999', absent],
      ]),
    })
    if (records.map((one) => one.id).join() !== id) {
      problems.push(`subscribe: ${objectName} ${id} is not read by its ID`)
    }
  }
  problems.push(
    ...forgeries(
      requireValue(
        webhooks.makeDeliveries(
          requireValue(subscribed[0]).objectName,
          getFirstEvent(requireValue(subscribed[0])),
          '1001',
        )[0],
      ),
      parse,
      verify,
    ),
  )

  const { challenge } = declaration.subscribe
  if (challenge) problems.push(...findUnansweredChallenges(subscribing, challenge))
  problems.push(
    ...(await rehearseUpkeep(subscribing, {
      ...{ client, webhooks, state, made },
      request: { ...request, secret: proof.secret },
      isMended: declaration.subscribe.update !== undefined,
    })),
  )
  return problems
}

/** Tests the periodic check of a subscription, and its removal. Returns the failed expectations. */
async function rehearseUpkeep(
  subscribing: Subscribing,
  {
    client,
    webhooks,
    request,
    state,
    made,
    isMended,
  }: {
    client: RehearsedWebhooks['client']
    webhooks: NonNullable<RehearsedWebhooks['standIn']['webhooks']>
    request: SubscribeRequest
    state: SubscriptionState
    /** Number of webhooks that the set-up created. */
    made: number
    /** Whether the check recreates removed webhooks. */
    isMended: boolean
  },
): Promise<string[]> {
  const problems: string[] = []
  const before = [...webhooks.registered.keys()].join()
  let kept = { ...(await subscribing.maintain(client, { ...request, state })) }
  if ([...webhooks.registered.keys()].join() !== before) {
    problems.push('subscribe: the periodic check recreates existing webhooks')
  }
  if (isMended) {
    webhooks.registered.clear()
    kept = await subscribing.maintain(client, { ...request, state: kept })
    if (webhooks.registered.size !== made || !kept.wasInterrupted) {
      problems.push('subscribe: a removed webhook is not recreated')
    }
  }
  for (const time of ['once', 'twice']) {
    await subscribing.tearDown(client, { ...request, state: kept }).catch((error: unknown) => {
      problems.push(`subscribe: unsubscribing failed ${time}: ${String(error)}`)
    })
  }
  if (webhooks.registered.size > 0) problems.push('subscribe: webhooks are left behind')
  return problems
}

/** Returns what is wrong with a delivery that announces changes without naming records. */
function findUnannounced(
  subscribing: PushSubscribing,
  {
    delivery,
    proof,
    objectName,
  }: { delivery: StandInDelivery; proof: WebhookProof; objectName: string },
): string[] {
  const incoming = toIncoming(delivery)
  const now = new Date()
  const isRight =
    subscribing.listAnnounced?.(incoming, proof, now).includes(objectName) &&
    subscribing.parse(incoming, proof, now).every((one) => one.objectName !== objectName)
  return isRight ? [] : [`subscribe: changes of ${objectName} are not announced`]
}

/** Sends the check of the URL, which must be answered, and one that asks for a header of its own. */
function findUnansweredChallenges(
  subscribing: PushSubscribing,
  { method = 'POST', at }: Challenge,
): string[] {
  const [kind, name = ''] = at?.split(':') ?? []
  const check = (value: string) =>
    subscribing.answer?.({
      method,
      url: kind === 'query' ? `${targetURL}?${name}=${encodeURIComponent(value)}` : targetURL,
      headers: kind === 'header' ? { [name.toLowerCase()]: value } : {},
      rawBody: Buffer.from(kind === 'body' ? JSON.stringify({ [name]: value }) : ''),
    })
  const value = 'https://stranger.test/?<b>'
  const answer = check(value)
  const replied = [...Object.values(answer?.headers ?? {}), answer?.body ?? '']
  const isRepeated = replied.some((one) => one === value || one.includes(JSON.stringify(value)))
  if (!answer || (at !== undefined && !isRepeated)) {
    return ['subscribe: the check of the URL is not answered']
  }
  return at !== undefined && check('a\r\nset-cookie: b=c')
    ? ['subscribe: a check with several lines is answered']
    : []
}

/** Returns every object with events, and all of its events. */
export function listSubscribedObjects(objects: ResolvedObjects): SubscribedObject[] {
  return objects.names.flatMap((objectName): SubscribedObject[] => {
    const object = objects.get(objectName)
    const types = subscribableEvents.filter((type) => eventNames(object, type).length > 0)
    return types.length > 0
      ? [
          {
            objectName,
            ...Object.fromEntries(types.map((type) => [type, type === 'update' ? 'all' : true])),
          },
        ]
      : []
  })
}

/** Rejects set-ups, and returns the rejections that are not mapped to their failure. */
async function findUnmappedRejections(
  standIns: StandIns,
  name: string,
  setUp: () => Promise<unknown>,
): Promise<string[]> {
  const problems: string[] = []
  for (const [status, failure] of [
    [401, 'credentials'],
    [403, 'permission'],
    [503, 'unavailable'],
  ] as const) {
    standIns.disturb(name, () => ({ status, body: {} }))
    const error: unknown = await setUp().catch((refusal: unknown) => refusal)
    standIns.disturb(name, undefined)
    const isMet = error instanceof ProviderError && error.failure === failure
    if (!isMet) problems.push(`subscribe: ${status} is not mapped to ${failure}`)
  }
  return problems
}

const withoutSecret = (body: string) => body.replaceAll(secret, 'of a stranger')

const getFirstEvent = (object: SubscribedObject) =>
  requireValue(subscribableEvents.find((type) => object[type] !== undefined))

/** Reports whether old deliveries are rejected. */
const isTimed = (verify: Verify): boolean =>
  (verify.style === 'hmac' && (verify.stamped ?? verify.timed) !== undefined) ||
  (verify.style === 'publicKey' && (verify.timed ?? verify.sent) !== undefined)

/** Returns forged and unreadable deliveries, which must be rejected. */
export function forgeries(
  delivery: StandInDelivery,
  parse: (delivery: StandInDelivery, change?: Partial<IncomingWebhook>, now?: Date) => unknown,
  verify: Verify,
  recordId = '1001',
): string[] {
  const bare = Object.fromEntries(
    Object.entries(delivery.headers).filter(([name]) => name !== verifyingHeader(verify)),
  )
  const replaced = delivery.body.replace(recordId, '1002')
  const altered = replaced === delivery.body ? `${replaced} ` : replaced
  // Without the secret URL, the server does not ask.
  if (verify.style === 'url') return []
  const isSigned = verify.style === 'hmac' || verify.style === 'publicKey'
  const inEach = verify.style === 'token' && verify.each !== undefined
  const cases: [string, Partial<IncomingWebhook>, Date?][] = [
    // A proof in a header does not depend on the body.
    ...((isSigned || verifyingHeader(verify) === '') && !inEach
      ? [['that is not JSON', { rawBody: Buffer.from('{') }] as [string, Partial<IncomingWebhook>]]
      : []),
    [
      'without a signature',
      { headers: bare, rawBody: Buffer.from(inEach ? withoutSecret(delivery.body) : '{}') },
    ],
    ...(isSigned
      ? [
          ['that was altered', { rawBody: Buffer.from(altered) }] as [
            string,
            Partial<IncomingWebhook>,
          ],
        ]
      : []),
    ...(verifyingHeader(verify) === ''
      ? []
      : [
          [
            'with a wrong proof',
            { headers: { ...delivery.headers, [verifyingHeader(verify)]: 'Basic QTpC' } },
          ] as [string, Partial<IncomingWebhook>],
        ]),
    ...(isTimed(verify)
      ? [['of yesterday', {}, new Date(Date.now() + 2 * 86_400_000)] as [string, object, Date]]
      : []),
  ]
  return cases.flatMap(([what, change, now]) => {
    try {
      parse(delivery, change, now)
    } catch (error) {
      if (error instanceof WebhookRefusedError && error.status === 401) return []
      return [`subscribe: a delivery ${what} fails with ${String(error)}`]
    }
    return [`subscribe: a delivery ${what} is accepted`]
  })
}
