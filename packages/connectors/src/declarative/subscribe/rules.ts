import { z } from 'zod'
import { DotPath, LiteralText, ParameterName, UrlPath, DotPlace } from '../places.ts'
import { TimeFormat } from '../times.ts'

/**
 * Rules that create webhooks at a provider and verify their deliveries. Each webhook belongs to one
 * connection and has its own URL.
 */

const Header = z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'the name of a header')

const texts = {
  url: '`{url}` is the URL that events are sent to',
  secret: '`{secret}` is a secret chosen by the server that verifies deliveries',
  event: '`{event}` is the name of an event, `{event.1}` and so on its parts between dots',
  expires: '`{expires}` is the expiry time (RFC 3339)',
  number: '`{number}` is a number chosen by the server',
  id: '`{id}` is the ID of the webhook',
  objectId: '`{objectId}` is the ID of the object, as in `objectIds`',
}

const call = {
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: UrlPath.describe('`{id}` is the ID of the webhook.'),
  query: z.record(ParameterName, LiteralText).optional(),
  body: z
    .record(ParameterName, z.json())
    .optional()
    .describe(
      `Body of the request. Placeholders in its texts: ${Object.values(texts).join(', ')}.`,
    ),
  form: z.literal(true).optional().describe('Whether the body is a form, not JSON.'),
}

export const WebhookCall = z.strictObject(call)
export type WebhookCall = z.infer<typeof WebhookCall>

const secret = {
  ours: '`ours`: chosen by the server and sent as `{secret}`',
  reply: '`reply`: from the reply, at `create.secret`',
  app: '`app`: the secret of the connection’s provider app',
}

export const Verify = z.discriminatedUnion('style', [
  z
    .strictObject({
      style: z.literal('hmac'),
      hash: z.enum(['sha1', 'sha256']),
      encoding: z.enum(['hex', 'base64']),
      header: Header.describe('Header that contains the signature.'),
      secret: z
        .enum(['ours', 'reply', 'app'])
        .describe(`Key of the signature. ${Object.values(secret).join('; ')}.`),
      prefix: z
        .string()
        .min(1)
        .max(20)
        .optional()
        .describe(
          'Text before each signature of a header that lists several, separated by commas: `v1=`.',
        ),
      stamped: z
        .strictObject({
          time: z.string().regex(/^\w{1,20}$/),
          signature: z.string().regex(/^\w{1,20}$/),
          toleranceSeconds: z.int().min(1).max(3600),
        })
        .optional()
        .describe(
          'Names of the members of a header such as `t=…,v1=…`: a timestamp in seconds and signatures of `<time>.<body>`.',
        ),
      timed: z
        .strictObject({
          header: Header.describe('Header that contains the time of sending.'),
          format: z.enum(['unix', 'unix-ms', 'rfc3339']),
          signed: z
            .string()
            .max(50)
            .regex(
              /^[^{}]*(?:\{time\}[^{}]*\{body\}|\{body\}[^{}]*\{time\})[^{}]*$/,
              'a text with {time} and {body}',
            )
            .describe('Signed text: `{time}` is the header as sent, `{body}` the raw body.'),
          toleranceSeconds: z.int().min(1).max(3600),
        })
        .optional()
        .describe('Time of sending in a header of its own, which is signed with the body.'),
      key: z
        .literal('hex')
        .optional()
        .describe('Encoding of the secret, if its decoded bytes are the key.'),
    })
    .refine(
      ({ prefix, stamped, timed }) => !stamped || (prefix === undefined && !timed),
      'cannot combine `stamped` with `timed` or `prefix`',
    )
    .describe('HMAC of the raw body.'),
  z
    .strictObject({
      style: z.literal('token'),
      at: DotPlace.optional().describe('Path in the body of the secret.'),
      header: Header.optional().describe('Header that contains the secret.'),
      secret: z
        .enum(['ours', 'reply'])
        .describe(`Secret that deliveries contain. ${secret.ours}; ${secret.reply}.`),
    })
    .refine(
      ({ at, header }) => (at === undefined) !== (header === undefined),
      'must declare either `at` or `header`',
    )
    .describe('Secret in the body or in a header.'),
  z
    .strictObject({
      style: z.literal('basic'),
      user: z
        .string()
        .regex(/^[\w-]{1,50}$/, 'a user name of letters, digits, _ and -')
        .describe('User name, as sent to the provider.'),
      secret: z.literal('ours').describe(`Password. ${secret.ours}.`),
    })
    .describe('HTTP basic authentication.'),
])
export type Verify = z.infer<typeof Verify>

const template = /^(?:[^{}]|\{(?:header:[A-Za-z][\w-]{0,99}|[\w@$:-]+(?:\.[\w@$:-]+)*)\})+$/

const Delivery = z
  .strictObject({
    list: DotPlace.optional().describe(
      'Path of the list of events in the body. If unset, the body is one event.',
    ),
    name: z
      .string()
      .max(200)
      .regex(template, 'places in braces, such as {module}.{operation}')
      .describe('Name of the event: `{type}` is a path in the event, `{header:X-Event}` a header.'),
    names: z
      .record(z.string().max(100), z.string().max(100))
      .optional()
      .describe('Names of events in subscriptions, by their names in deliveries, if they differ.'),
    objectId: DotPlace.optional().describe(
      'Path in an event of the object’s ID, as in `objectIds`.',
    ),
    record: DotPlace.describe('Path in an event of the record’s ID, or of a list of IDs.'),
    time: z
      .array(z.strictObject({ field: DotPlace, format: TimeFormat }))
      .min(1)
      .max(3)
      .optional()
      .describe('Paths in an event of its time; the first present one is used.'),
    id: z
      .string()
      .regex(/^(?:header:[A-Za-z][\w-]{0,99}|[\w@$:-]+(?:\.[\w@$:-]+)*)$/)
      .optional()
      .describe('Path in an event, or header, of an ID that repeated deliveries share.'),
    fields: DotPlace.optional().describe(
      'Path in an event of the changed fields, as a list or an object.',
    ),
  })
  .describe('Paths of the values of a delivery.')

export const SubscribeRules = z
  .strictObject({
    each: z.literal(true).optional().describe('Whether each event requires a separate webhook.'),
    create: z.strictObject({
      ...call,
      id: z
        .union([DotPath, z.string().regex(/^header:[A-Za-z][\w-]{0,99}$/)])
        .optional()
        .describe(
          'Path in the reply of the webhook’s ID, or its header (`header:Resource-ID`). If unset, the ID is the `{number}` in the body.',
        ),
      secret: DotPlace.optional().describe('Path of the webhook’s secret in the reply.'),
      secretPath: UrlPath.optional().describe(
        'Path of a second request, whose reply has `secret`. `{id}` is the ID of the webhook.',
      ),
    }),
    update: WebhookCall.optional().describe(
      'Request that updates the events of an existing webhook and renews it.',
    ),
    delete: WebhookCall,
    events: z
      .strictObject({ at: DotPlace, item: z.json() })
      .optional()
      .describe('Path of the list of events in the body, and the entry for each.'),
    expiresAfterSeconds: z
      .int()
      .min(3600)
      .max(31_536_000)
      .optional()
      .describe('Lifetime of a webhook in seconds, unless it is renewed.'),
    objectIds: z
      .strictObject({ path: UrlPath, records: DotPath, name: DotPlace, id: DotPlace })
      .optional()
      .describe('List that maps names of objects to the IDs used in webhooks.'),
    verify: Verify.describe('How deliveries are verified.'),
    delivery: Delivery,
  })
  .superRefine(({ create, events, each, verify, delivery, objectIds }, context) => {
    const wrong = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    const sent = JSON.stringify([create.body ?? {}, events?.item ?? ''])
    if (!sent.includes('{url}'))
      wrong(['create', 'body'], 'must contain {url}, the URL that events are sent to')
    if (!sent.includes('{event'))
      wrong(['create', 'body'], 'must contain {event}, or declare `events`')
    if (verify.secret === 'ours' && !sent.includes('{secret}')) {
      wrong(['create', 'body'], 'must contain {secret}, which verifies deliveries')
    }
    if (verify.secret === 'reply' && create.secret === undefined) {
      wrong(['create'], 'must declare `secret`, its path in the reply')
    }
    if (verify.secret === 'reply' && each) {
      wrong(['each'], 'cannot be combined with a secret of each webhook')
    }
    if (create.secretPath !== undefined && create.secret === undefined) {
      wrong(['create', 'secretPath'], 'requires `secret`, its path in the reply')
    }
    if (create.id === undefined && !sent.includes('{number}')) {
      wrong(['create'], 'must declare `id`, its path in the reply, or send a {number}')
    }
    if (each && events) wrong(['events'], 'cannot be combined with `each`')
    if (!each && !events) wrong(['events'], 'must declare the list of events in the body')
    if ((delivery.objectId === undefined) !== (objectIds === undefined)) {
      wrong(['delivery', 'objectId'], 'must be declared together with `objectIds`')
    }
  })
  .describe('How changes are subscribed to.')
export type SubscribeRules = z.infer<typeof SubscribeRules>

const EventName = z.string().min(1).max(100)
const Names = z.union([EventName, z.array(EventName).min(1).max(40)])

export const ObjectEvents = z
  .strictObject({
    create: Names.optional(),
    update: Names.optional(),
    delete: Names.optional(),
    item: z.json().optional().describe('Entry for an event of this object in the list.'),
    record: DotPlace.optional().describe('Path of the record’s ID in an event of this object.'),
  })
  .describe('The provider’s event names for the object.')
export type ObjectEvents = z.infer<typeof ObjectEvents>

export const ById = z
  .discriminatedUnion('style', [
    z
      .strictObject({
        style: z.literal('path'),
        path: UrlPath.optional().describe(
          'Path of a record, with `{id}`. Defaults to the path of the list followed by the ID.',
        ),
        query: z
          .record(ParameterName, LiteralText)
          .optional()
          .describe(
            'Query parameters, such as those that the records of the list are expanded by.',
          ),
        record: DotPath.optional().describe(
          'Path of the record in the reply. If unset, the reply is the record.',
        ),
      })
      .describe('One request per record.'),
    z
      .strictObject({
        style: z.literal('list'),
        in: z.enum(['query', 'body']),
        name: ParameterName.describe('Parameter for the IDs.'),
        join: z
          .string()
          .max(3)
          .optional()
          .describe('Separator of the IDs. If unset, they are sent as a list.'),
        max: z.int().min(1).max(1000).describe('Maximum number of IDs per request.'),
      })
      .describe('One request for several IDs, to the list.'),
    z
      .strictObject({
        style: z.literal('graphql'),
        field: z.string().regex(/^[A-Za-z_]\w{0,99}$/),
        argument: z.string().regex(/^[A-Za-z_]\w{0,99}$/),
      })
      .describe(
        'Field of the GraphQL query that returns one record, with the fields requested for the list.',
      ),
  ])
  .describe('How records are read by ID.')
export type ById = z.infer<typeof ById>
