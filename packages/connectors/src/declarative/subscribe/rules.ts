import { z } from 'zod'
import { DotPath, LiteralText, ParameterName, UrlPath, DotPlace } from '../places.ts'
import { TimeFormat } from '../times.ts'

/**
 * How a provider is asked to tell of changes, and how what it sends proves to be its own. A webhook is
 * one connection's: it has an address of its own.
 */

const Header = z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'the name of a header')

const texts = {
  url: '`{url}` stands for the address to send to',
  secret: '`{secret}` for what we choose to prove deliveries by',
  event: '`{event}` for the name of an event, `{event.1}` and so on for its parts between dots',
  expires: '`{expires}` for when it ends (RFC 3339)',
  number: '`{number}` for a number that we choose',
  id: '`{id}` for the ID of the webhook',
  objectId: '`{objectId}` for the ID of the object, of `objectIds`',
}

const call = {
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: UrlPath.describe('`{id}` is the ID of the webhook.'),
  query: z.record(ParameterName, LiteralText).optional(),
  body: z
    .record(ParameterName, z.json())
    .optional()
    .describe(`Its texts are filled in: ${Object.values(texts).join(', ')}.`),
  form: z.literal(true).optional().describe('The body is a form instead of JSON.'),
}

export const WebhookCall = z.strictObject(call)
export type WebhookCall = z.infer<typeof WebhookCall>

const secret = {
  ours: '`ours`: one that we choose and send along as `{secret}`',
  reply: '`reply`: what the reply has at `create.secret`',
  app: '`app`: the secret of the provider app that the connection was made with',
}

export const Verify = z.discriminatedUnion('style', [
  z
    .strictObject({
      style: z.literal('hmac'),
      hash: z.enum(['sha1', 'sha256']),
      encoding: z.enum(['hex', 'base64']),
      header: Header.describe('The header with the signature of the body.'),
      secret: z
        .enum(['ours', 'reply', 'app'])
        .describe(`What it is signed with. ${Object.values(secret).join('; ')}.`),
      stamped: z
        .strictObject({
          time: z.string().regex(/^\w{1,20}$/),
          signature: z.string().regex(/^\w{1,20}$/),
          toleranceSeconds: z.int().min(1).max(3600),
        })
        .optional()
        .describe(
          'The header is `t=…,v1=…`: a time in seconds and signatures of `<time>.<body>`, by these names.',
        ),
    })
    .describe('A keyed hash of the body as it was sent.'),
  z
    .strictObject({
      style: z.literal('token'),
      at: DotPlace.describe('Where the body has the secret that we chose.'),
      secret: z.literal('ours'),
    })
    .describe('The body bears a secret.'),
])
export type Verify = z.infer<typeof Verify>

const template = /^(?:[^{}]|\{(?:header:[A-Za-z][\w-]{0,99}|[\w@$:-]+(?:\.[\w@$:-]+)*)\})+$/

const Delivery = z
  .strictObject({
    list: DotPlace.optional().describe('Where the body has several events; it is one without it.'),
    name: z
      .string()
      .max(200)
      .regex(template, 'places in braces, such as {module}.{operation}')
      .describe('What happened: `{type}` is a place of the event, `{header:X-Event}` a header.'),
    names: z
      .record(z.string().max(100), z.string().max(100))
      .optional()
      .describe('What stands there by what the event is called where it is subscribed to.'),
    objectId: DotPlace.optional().describe(
      'Where an event has the ID of the object, of `objectIds`.',
    ),
    record: DotPlace.describe('Where an event has the ID of the record, or a list of such IDs.'),
    time: z
      .array(z.strictObject({ field: DotPlace, format: TimeFormat }))
      .min(1)
      .max(3)
      .optional()
      .describe('Where an event says when it happened: the first of them that it has.'),
    id: z
      .string()
      .regex(/^(?:header:[A-Za-z][\w-]{0,99}|[\w@$:-]+(?:\.[\w@$:-]+)*)$/)
      .optional()
      .describe('Where an event, or a header, has what is the same when it is told again.'),
    fields: DotPlace.optional().describe(
      'Where an event names the fields that changed, as a list or as members.',
    ),
  })
  .describe('Where a delivery has what.')

export const SubscribeRules = z
  .strictObject({
    each: z
      .literal(true)
      .optional()
      .describe('A webhook tells of one event only: each takes a call of its own.'),
    create: z.strictObject({
      ...call,
      id: DotPath.optional().describe(
        'Where the reply has the ID of the webhook; without it, it is the `{number}` of the body.',
      ),
      secret: DotPlace.optional().describe('Where the reply has the secret of the webhook.'),
    }),
    update: WebhookCall.optional().describe(
      'Makes a webhook that is there tell of these events, and prolongs it.',
    ),
    delete: WebhookCall,
    events: z
      .strictObject({ at: DotPlace, item: z.json() })
      .optional()
      .describe('Where the body lists the events, and what stands for each.'),
    expiresAfterSeconds: z
      .int()
      .min(3600)
      .max(31_536_000)
      .optional()
      .describe('A webhook ends after so long, unless it is prolonged.'),
    objectIds: z
      .strictObject({ path: UrlPath, records: DotPath, name: DotPlace, id: DotPlace })
      .optional()
      .describe('The list by which names of objects become the IDs that webhooks know.'),
    verify: Verify.describe('How a delivery proves to be the provider’s.'),
    delivery: Delivery,
  })
  .superRefine(({ create, events, each, verify, delivery, objectIds }, context) => {
    const wrong = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    const sent = JSON.stringify([create.body ?? {}, events?.item ?? ''])
    if (!sent.includes('{url}'))
      wrong(['create', 'body'], 'must say {url}, where events are sent to')
    if (!sent.includes('{event')) wrong(['create', 'body'], 'must say {event}, or list `events`')
    if (verify.secret === 'ours' && !sent.includes('{secret}')) {
      wrong(['create', 'body'], 'must say {secret}, which deliveries are verified by')
    }
    if (verify.secret === 'reply' && create.secret === undefined) {
      wrong(['create'], 'must say in `secret` where the reply has it')
    }
    if (create.id === undefined && !sent.includes('{number}')) {
      wrong(['create'], 'must say in `id` where the reply has it, or send a {number}')
    }
    if (each && events) wrong(['events'], 'there is no list where each event has a webhook')
    if (!each && !events) wrong(['events'], 'must say where the body lists the events')
    if ((delivery.objectId === undefined) !== (objectIds === undefined)) {
      wrong(['delivery', 'objectId'], 'goes with `objectIds`')
    }
  })
  .describe('How the provider is made to tell of changes.')
export type SubscribeRules = z.infer<typeof SubscribeRules>

const EventName = z.string().min(1).max(100)
const Names = z.union([EventName, z.array(EventName).min(1).max(20)])

export const ObjectEvents = z
  .strictObject({
    create: Names.optional(),
    update: Names.optional(),
    delete: Names.optional(),
    item: z.json().optional().describe('What stands for an event of this object in the list.'),
    record: DotPlace.optional().describe('Where an event of this object has the ID of its record.'),
  })
  .describe('The provider’s names of what it tells of the object.')
export type ObjectEvents = z.infer<typeof ObjectEvents>

export const ById = z
  .discriminatedUnion('style', [
    z
      .strictObject({
        style: z.literal('path'),
        path: UrlPath.optional().describe(
          'With `{id}`; without it, the path of the list and the ID.',
        ),
        record: DotPath.optional().describe('Where the reply has it; the reply is it without it.'),
      })
      .describe('Each record has a path.'),
    z
      .strictObject({
        style: z.literal('list'),
        in: z.enum(['query', 'body']),
        name: ParameterName.describe('The parameter that takes the IDs.'),
        join: z.string().max(3).optional().describe('What joins them; they are a list without it.'),
        max: z.int().min(1).max(1000).describe('So many at a time.'),
      })
      .describe('The list takes IDs.'),
    z
      .strictObject({
        style: z.literal('graphql'),
        field: z.string().regex(/^[A-Za-z_]\w{0,99}$/),
        argument: z.string().regex(/^[A-Za-z_]\w{0,99}$/),
      })
      .describe('A field of the query gives one record, with the fields that the list asks for.'),
  ])
  .describe('How records are read by their IDs.')
export type ById = z.infer<typeof ById>
