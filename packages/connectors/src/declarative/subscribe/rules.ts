import { z } from 'zod'
import { DotPath, LiteralText, ParameterName, UrlPath, DotPlace } from '../calls/places.ts'
import { TimeFormat } from '../calls/times.ts'
import { Verify, getSecretOrigin } from './verify-rules.ts'

/**
 * Rules that create webhooks at a provider and verify their deliveries. Each webhook belongs to one
 * connection and has its own URL.
 */

const texts = {
  url: '`{url}` is the URL that events are sent to',
  secret: '`{secret}` is a secret chosen by the server that verifies deliveries',
  event: '`{event}` is the name of an event, `{event.1}` and so on its parts between dots',
  expires: '`{expires}` is the expiry time (RFC 3339), `{expiresMs}` in milliseconds',
  uuid: '`{uuid}` is a random UUID',
  start: '`{start}` is the value of `create.start`',
  number: '`{number}` is a number chosen by the server',
  id: '`{id}` is the ID of the webhook, `{id:end}` the part after its last slash, `{id:int}` the ID as a number',
  parent: '`{parent}` is the record of `parent` that the webhook is for',
  objectId: '`{objectId}` is the ID of the object, as in `objectIds`',
}

const call = {
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: UrlPath.describe(
    '`{id}` is the ID of the webhook, `{id:end}` the part after its last slash, `{parent}` the record of `parent`.',
  ),
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

const challengePlace = /^(?:query:[\w-]{1,50}|header:[A-Za-z][\w-]{0,99}|body:[\w-]{1,50})$/
const challengeReply = /^(?:text|header:[A-Za-z][\w-]{0,99}|body:[\w-]{1,50})$/

export const Challenge = z
  .strictObject({
    method: z
      .enum(['GET', 'HEAD', 'POST'])
      .optional()
      .describe(
        'Method of the request. Defaults to POST. With GET or HEAD alone, it is answered with 200.',
      ),
    at: z
      .string()
      .regex(challengePlace, 'query:, header: or body: and a name')
      .optional()
      .describe(
        'Place of the value to repeat: `query:validationToken`, `header:X-Hook-Secret`, `body:challenge`.',
      ),
    reply: z
      .string()
      .regex(challengeReply, 'text, or header: or body: and a name')
      .optional()
      .describe('Place of the value in the reply: `text` for the whole body, otherwise like `at`.'),
  })
  .refine(
    ({ at, reply }) => (at === undefined) === (reply === undefined),
    'must declare `at` and `reply` together',
  )
  .refine(
    ({ method, at }) => at !== undefined || method === 'GET' || method === 'HEAD',
    'must declare `at`, or the method GET or HEAD',
  )
  .describe('Request by which the provider checks the URL before it sends events.')
export type Challenge = z.infer<typeof Challenge>

const template = /^(?:[^{}]|\{(?:header:[A-Za-z][\w-]{0,99}|[\w@$:-]+(?:\.[\w@$:-]+)*)\})+$/

export const DeliveryPlaces = z
  .strictObject({
    form: z
      .literal(true)
      .optional()
      .describe('Whether the body is a form with names such as `contact[id]`, not JSON.'),
    list: DotPath.optional().describe(
      'Path of the list of events in the body; empty if the body is the list. If unset, the body is one event.',
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
    record: DotPlace.optional().describe(
      'Path in an event of the record’s ID, or of a list of IDs. If unset, deliveries name no record, and changes of the object are read.',
    ),
    body: z
      .literal('none')
      .optional()
      .describe('Whether the body is empty, so that only headers describe the event.'),
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
    all: z
      .literal(true)
      .optional()
      .describe('Whether a webhook receives every event, so that the request names none.'),
    parent: z
      .strictObject({ object: z.string().min(1).max(100) })
      .optional()
      .describe(
        'Object of the entry whose every record requires a webhook of its own, such as a workspace or a board. `{parent}` is its ID.',
      ),
    create: z.strictObject({
      ...call,
      id: z
        .union([
          DotPath,
          z.string().regex(/^header:[A-Za-z][\w-]{0,99}$/),
          z.tuple([DotPlace, DotPlace]),
        ])
        .optional()
        .describe(
          'Path in the reply of the webhook’s ID, or its header (`header:Resource-ID`). Of two paths, the values are `{id.1}` and `{id.2}`. If unset, the ID is the `{number}` in the body.',
        ),
      start: z
        .strictObject({ path: UrlPath, at: DotPlace })
        .optional()
        .describe('Request before, and the path in its reply of the value for `{start}`.'),
      expires: z
        .strictObject({ field: DotPlace, format: TimeFormat })
        .optional()
        .describe(
          'Path in the reply of the expiry time, which may be earlier than the requested one.',
        ),
      secret: DotPlace.optional().describe('Path of the webhook’s secret in the reply.'),
      secretPath: UrlPath.optional().describe(
        'Path of a second request, whose reply has `secret`. `{id}` is the ID of the webhook.',
      ),
      activate: z
        .strictObject(call)
        .optional()
        .describe('Further request after which the provider checks the URL and sends events.'),
    }),
    update: WebhookCall.optional().describe(
      'Request that updates the events of an existing webhook and renews it, or only checks that it exists (GET).',
    ),
    deactivate: WebhookCall.optional().describe(
      'Request before `delete`, if only inactive webhooks can be deleted.',
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
    challenge: Challenge.optional(),
    verify: Verify.describe('How deliveries are verified.'),
    delivery: DeliveryPlaces,
  })
  .superRefine(
    ({ create, events, each, all, parent, update, verify, delivery, ...rules }, context) => {
      const { objectIds } = rules
      const wrong = (path: string[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      const sent = JSON.stringify([create.body ?? {}, create.query ?? {}, events?.item ?? ''])
      const secretOf = getSecretOrigin(verify)
      if (!sent.includes('{url}'))
        wrong(['create', 'body'], 'must contain {url}, the URL that events are sent to')
      if (!sent.includes('{event') && !all)
        wrong(['create', 'body'], 'must contain {event}, or declare `events`')
      if (secretOf === 'ours' && !sent.includes('{secret}')) {
        wrong(['create', 'body'], 'must contain {secret}, which verifies deliveries')
      }
      if (secretOf === 'reply' && create.secret === undefined) {
        wrong(['create'], 'must declare `secret`, its path in the reply')
      }
      if (verify.style === 'token' && (each || parent) && verify.secret === 'reply') {
        wrong(['verify', 'secret'], 'cannot be `reply` with several webhooks')
      }
      if (verify.style === 'token' && verify.each !== undefined && delivery.list === undefined) {
        wrong(['verify', 'each'], 'requires `delivery.list`')
      }
      if (delivery.list === '' && (delivery.form || (verify.style === 'token' && verify.at))) {
        wrong(['delivery', 'list'], 'cannot be the body, which is a form or has the secret')
      }
      const calls = JSON.stringify([create, update ?? {}])
      if (parent && !calls.includes('{parent')) {
        wrong(['parent'], 'requires {parent} in the path, the query or the body')
      }
      if (!parent && calls.includes('{parent')) {
        wrong(['create'], 'contains {parent}, but declares no `parent`')
      }
      if (create.id === undefined && (each || parent)) {
        wrong(['create'], 'must declare `id`, its path in the reply, for several webhooks')
      }
      if (create.secretPath !== undefined && create.secret === undefined) {
        wrong(['create', 'secretPath'], 'requires `secret`, its path in the reply')
      }
      if (create.id === undefined && !sent.includes('{number}')) {
        wrong(['create'], 'must declare `id`, its path in the reply, or send a {number}')
      }
      if (each && events) wrong(['events'], 'cannot be combined with `each`')
      if (all && (each || events)) wrong(['all'], 'cannot be combined with `each` or `events`')
      if (!each && !all && !events) wrong(['events'], 'must declare the list of events in the body')
      if ((delivery.objectId === undefined) !== (objectIds === undefined)) {
        wrong(['delivery', 'objectId'], 'must be declared together with `objectIds`')
      }
    },
  )
  .describe('How changes are subscribed to.')
export type SubscribeRules = z.infer<typeof SubscribeRules>

const LocatorName = z.string().regex(/^[A-Za-z]{1,30}$/, 'a name of letters')

const EventName = z.string().min(1).max(100)
const Names = z.union([EventName, z.array(EventName).min(1).max(40)])

export const ObjectEvents = z
  .strictObject({
    create: Names.optional(),
    update: Names.optional(),
    delete: Names.optional(),
    item: z.json().optional().describe('Entry for an event of this object in the list.'),
    record: z
      .union([DotPlace, z.array(DotPlace).min(2).max(4)])
      .optional()
      .describe(
        'Path of the record’s ID in an event of this object, or paths of which the first with an ID is used.',
      ),
    locator: z
      .record(LocatorName, DotPlace)
      .optional()
      .describe('Paths in an event of the other values by which `byId` reads the record.'),
  })
  .describe('The provider’s event names for the object.')
export type ObjectEvents = z.infer<typeof ObjectEvents>

export const ById = z
  .discriminatedUnion('style', [
    z
      .strictObject({
        style: z.literal('path'),
        path: UrlPath.optional().describe(
          'Path of a record, with `{id}`, or `{id:end}` for the part after its last slash. Defaults to the path of the list followed by the ID.',
        ),
        query: z
          .record(ParameterName, LiteralText)
          .optional()
          .describe(
            'Query parameters, such as those that the records of the list are expanded by. `{id}` is the record’s ID.',
          ),
        body: z
          .record(ParameterName, z.json())
          .optional()
          .describe(
            'Body of a POST request. `{id}` is the record’s ID. If unset, the request is a GET.',
          ),
        record: DotPath.optional().describe(
          'Path of the record in the reply. If unset, the reply is the record.',
        ),
        locator: z
          .record(LocatorName, DotPlace)
          .optional()
          .describe(
            'Paths in a record of other values that the request contains, such as `{number}`. `{parent}` is the value of its parent in any case.',
          ),
      })
      .refine(
        ({ path, body }) => !body || (path !== undefined && JSON.stringify(body).includes('{id}')),
        'must contain {id} in the body, and declare a path',
      )
      .refine(
        ({ path, query, body }) =>
          path === undefined || /\{(?!\{|parent\})\w/.test(JSON.stringify([path, query, body])),
        'must contain {id}, or every record would be the same',
      )
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
