import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import {
  WebhookRefusedError,
  type IncomingWebhook,
  type PushSubscribing,
  type SubscribingApp,
} from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../index.ts'
import { requireValue } from '../../require-value.ts'
import { getEntryFile } from '../catalogue.ts'

/** A delivery of all accounts as the vendor's document shows it. */
interface Documented {
  provider: string
  source: string
  /** Name of the key in the provider app; absent if it is the client secret. */
  param?: string
  /** Key in the provider app, if it is not the one that signs. */
  publicKey?: string
  body: unknown
  /** Headers that prove it at 2026-03-01T11:00:00Z. */
  sign: (body: string, secret: string) => Record<string, string>
  events: { objectName: string; type: string; recordId: string; workspaceRef: string }[]
  time: string
  isTimed?: true
}

const hmac = (text: string, secret: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(text).digest(encoding)
const sentAt = String(Date.parse('2026-03-01T11:00:00Z') / 1000)
const now = new Date('2026-03-01T11:00:30Z')
const url = 'https://platform.test/subscribe/v1/projects/p/providers/x/apps/a'
const secret = 'the-signing-key'

const signSlack = (body: string, key: string) => ({
  'x-slack-request-timestamp': sentAt,
  'x-slack-signature': `v0=${hmac(`v0:${sentAt}:${body}`, key, 'hex')}`,
})
const wrapSlack = (event: object) => ({
  token: 'z26uFbvR1xHJEdHE1OQiO6t8',
  team_id: 'T123ABC456',
  api_app_id: 'A123ABC456',
  event,
  type: 'event_callback',
  event_id: 'Ev123ABC456',
  event_time: Number(sentAt) - 10,
})
const slack = {
  provider: 'slack',
  param: 'signingSecret',
  sign: signSlack,
  time: '2026-03-01T10:59:50.000Z',
  isTimed: true as const,
}
const signZoom = (body: string, key: string) => ({
  'x-zm-request-timestamp': sentAt,
  'x-zm-signature': `v0=${hmac(`v0:${sentAt}:${body}`, key, 'hex')}`,
})
const signNotion = (body: string, key: string) => ({
  'x-notion-signature': `sha256=${hmac(body, key, 'hex')}`,
})

// HighLevel's private key is its own, so the provider app has the public key of this pair.
const pairs = {
  [secret]: generateKeyPairSync('ed25519'),
  'another key': generateKeyPairSync('ed25519'),
}
const highLevel = {
  provider: 'highLevelStandard',
  param: 'webhookPublicKey',
  publicKey: pairs[secret].publicKey.export({ format: 'pem', type: 'spki' }),
  sign: (body: string, key: string) => ({
    'x-ghl-signature': sign(
      null,
      Buffer.from(body),
      pairs[key as keyof typeof pairs].privateKey,
    ).toString('base64'),
  }),
  time: '2026-03-01T11:00:00.000Z',
  isTimed: true as const,
}

const documented: Documented[] = [
  {
    ...highLevel,
    source:
      'GoHighLevel/highlevel-api-docs docs/webhook events/ContactUpdate.md (2026-06-19); marketplace.gohighlevel.com/docs/webhook/WebhookIntegrationGuide: timestamp and webhookId in every payload, Ed25519 in X-GHL-Signature',
    body: {
      type: 'ContactUpdate',
      timestamp: '2026-03-01T11:00:00.000Z',
      webhookId: 'abc123xyz',
      locationId: 've9EPM428h8vShlRW1KT',
      id: 'nmFmQEsNgz6AVpgLVUJ0',
      firstName: 'John',
      dateAdded: '2021-11-26T12:41:02.193Z',
    },
    events: [
      {
        objectName: 'contacts',
        type: 'update',
        recordId: 'nmFmQEsNgz6AVpgLVUJ0',
        workspaceRef: 've9EPM428h8vShlRW1KT',
      },
    ],
  },
  {
    ...highLevel,
    source: 'GoHighLevel/highlevel-api-docs docs/webhook events/OpportunityDelete.md (2026-06-19)',
    body: {
      type: 'OpportunityDelete',
      timestamp: '2026-03-01T11:00:00.000Z',
      webhookId: 'abc124xyz',
      locationId: 've9EPM428h8vShlRW1KT',
      id: 'wWhVuzqpRuOA1ZVWi4FC',
      contactId: 'cJAWDskpkJHbRbhAT7bs',
    },
    events: [
      {
        objectName: 'opportunities',
        type: 'delete',
        recordId: 'wWhVuzqpRuOA1ZVWi4FC',
        workspaceRef: 've9EPM428h8vShlRW1KT',
      },
    ],
  },
  {
    provider: 'square',
    source: 'square/connect-api-specification api.json, CustomerCreatedEvent (2025-08-19)',
    param: 'webhookSignatureKey',
    body: {
      merchant_id: 'G7MMEBVW021Q4',
      type: 'customer.created',
      event_id: 'e12b5591-e0b6-4967-810a-307c7efcb1a7',
      created_at: '2022-11-09T21:23:25Z',
      data: { type: 'customer', id: 'QPTXM8PQNX3Q726ZYHPMNP46XC', object: {} },
    },
    sign: (body, key) => ({ 'x-square-hmacsha256-signature': hmac(url + body, key, 'base64') }),
    events: [
      {
        objectName: 'customers',
        type: 'create',
        recordId: 'QPTXM8PQNX3Q726ZYHPMNP46XC',
        workspaceRef: 'G7MMEBVW021Q4',
      },
    ],
    time: '2022-11-09T21:23:25.000Z',
  },
  {
    provider: 'square',
    // In this sample, the ID of the payment differs from that of the data.
    source: 'square/connect-api-specification api.json, PaymentCreatedEvent (2025-08-19)',
    param: 'webhookSignatureKey',
    body: {
      merchant_id: '6SSW7HV8K2ST5',
      type: 'payment.created',
      event_id: '13b867cf-db3d-4b1c-90b6-2f32a9d78124',
      created_at: '2020-02-06T21:27:30.792Z',
      data: {
        type: 'payment',
        id: 'KkAkhdMsgzn59SM8A89WgKwekxLZY',
        object: { payment: { id: 'hYy9pRFVxpDsO1FB05SunFWUe9JZY', status: 'APPROVED' } },
      },
    },
    sign: (body, key) => ({ 'x-square-hmacsha256-signature': hmac(url + body, key, 'base64') }),
    events: [
      {
        objectName: 'payments',
        type: 'create',
        recordId: 'hYy9pRFVxpDsO1FB05SunFWUe9JZY',
        workspaceRef: '6SSW7HV8K2ST5',
      },
    ],
    time: '2020-02-06T21:27:30.792Z',
  },
  {
    provider: 'intercom',
    source: 'https://developers.intercom.com/docs/webhooks and its topics of 2.16',
    body: {
      type: 'notification_event',
      app_id: 'a86dr8yl',
      id: 'notif_ccd8a4d0-f965-11e3-a367-c779cae3e1b3',
      topic: 'company.created',
      created_at: 1_392_731_331,
      delivery_attempts: 1,
      data: { type: 'notification_event_data', item: { type: 'company', id: '531ee472cce572a6' } },
    },
    sign: (body, key) => ({
      'x-hub-signature': `sha1=${createHmac('sha1', key).update(body).digest('hex')}`,
    }),
    events: [
      {
        objectName: 'companies',
        type: 'create',
        recordId: '531ee472cce572a6',
        workspaceRef: 'a86dr8yl',
      },
    ],
    time: '2014-02-18T13:48:51.000Z',
  },
  {
    provider: 'frontOAuth',
    source: 'https://dev.frontapp.com/docs/application-webhooks (2026-10-20) and reference/events',
    param: 'webhookSigningKey',
    body: {
      type: 'tag_added',
      authorization: { id: 'cmp_abc' },
      payload: {
        id: 'evt_55c8c149',
        type: 'tag',
        emitted_at: 1_453_770_984.123,
        conversation: { id: 'cnv_55c8c149' },
      },
    },
    sign: (body, key) => ({
      'x-front-request-timestamp': `${sentAt}000`,
      'x-front-signature': hmac(`${sentAt}000:${body}`, key, 'base64'),
    }),
    events: [
      {
        objectName: 'conversations',
        type: 'update',
        recordId: 'cnv_55c8c149',
        workspaceRef: 'cmp_abc',
      },
    ],
    time: '2016-01-26T01:16:24.123Z',
    isTimed: true,
  },
  {
    provider: 'zoom',
    source: 'https://developers.zoom.us/docs/api/meetings/events and /docs/api/webhooks',
    param: 'webhookSecretToken',
    body: {
      event: 'meeting.created',
      event_ts: 1_626_230_691_572,
      payload: {
        account_id: 'AAAAAABBBB',
        object: { uuid: '4444AAAiAAAAAiAiAiiAii==', id: 1_234_567_890, host_id: 'x1yCzABCDEfg' },
      },
    },
    sign: signZoom,
    events: [
      {
        objectName: 'meetings',
        type: 'create',
        recordId: '1234567890',
        workspaceRef: 'AAAAAABBBB',
      },
    ],
    time: '2021-07-14T02:44:51.572Z',
    isTimed: true,
  },
  {
    ...slack,
    source: 'https://docs.slack.dev/reference/events/channel_created',
    body: wrapSlack({
      type: 'channel_created',
      channel: { id: 'C024BE91L', name: 'fun', created: 1360782804, creator: 'U024BE7LH' },
    }),
    events: [
      {
        objectName: 'conversations',
        type: 'create',
        recordId: 'C024BE91L',
        workspaceRef: 'T123ABC456',
      },
    ],
  },
  {
    ...slack,
    source: 'https://docs.slack.dev/reference/events/channel_archive',
    body: wrapSlack({ type: 'channel_archive', channel: 'C024BE91L', user: 'U024BE7LH' }),
    events: [
      {
        objectName: 'conversations',
        type: 'update',
        recordId: 'C024BE91L',
        workspaceRef: 'T123ABC456',
      },
    ],
  },
  {
    ...slack,
    source: 'https://docs.slack.dev/reference/events/team_join',
    body: wrapSlack({ type: 'team_join', user: { id: 'U024BE7LH', name: 'ann' } }),
    events: [
      { objectName: 'users', type: 'create', recordId: 'U024BE7LH', workspaceRef: 'T123ABC456' },
    ],
  },
  {
    ...slack,
    source: 'https://docs.slack.dev/reference/events/app_uninstalled',
    body: wrapSlack({ type: 'app_uninstalled' }),
    events: [],
  },
  {
    provider: 'notion',
    source: 'makenotion/notion-sdk-js src/webhooks.ts and src/api-endpoints/webhooks.ts',
    param: 'verificationToken',
    body: {
      id: '367cba44-b6f3-4c92-81e7-6a2e9659efd4',
      timestamp: '2024-12-05T23:55:34.285Z',
      workspace_id: '13950b26-c203-4f3b-b97d-93ec06319565',
      workspace_name: 'Quantify Labs',
      subscription_id: '29d75c0d-5546-4414-8459-7b7a92f1fc4b',
      integration_id: '0ef2e755-4912-8096-91c1-00376a88a5ca',
      type: 'page.content_updated',
      authors: [{ id: 'c7c11cca-1d73-471d-9b6e-bdef51470190', type: 'person' }],
      attempt_number: 1,
      api_version: '2025-09-03',
      entity: { id: '153104cd-477e-809d-8dc4-ff2d96ae3090', type: 'page' },
      data: { parent: { id: '13950b26-c203-4f3b-b97d-93ec06319565', type: 'space' } },
    },
    sign: signNotion,
    events: [
      {
        objectName: 'pages',
        type: 'update',
        recordId: '153104cd-477e-809d-8dc4-ff2d96ae3090',
        workspaceRef: '13950b26-c203-4f3b-b97d-93ec06319565',
      },
    ],
    time: '2024-12-05T23:55:34.285Z',
  },
  {
    provider: 'xero',
    source: 'XeroAPI/Xero-OpenAPI xero-webhooks.yaml 12.0.2, example of a 200',
    param: 'webhookKey',
    body: {
      events: [
        {
          resourceUrl:
            'https://api.xero.com/api.xro/2.0/Contacts/717f2bfc-c6d4-41fd-b238-3f2f0c0cf777',
          resourceId: '717f2bfc-c6d4-41fd-b238-3f2f0c0cf777',
          eventDateUtc: '2024-06-21T01:15:39.902',
          eventType: 'UPDATE',
          eventCategory: 'CONTACT',
          tenantId: 'c2cc9b6e-9458-4c7d-93cc-f02b81b0594f',
          tenantType: 'ORGANISATION',
        },
      ],
      lastEventSequence: 1,
      firstEventSequence: 1,
      entropy: 'S0m3r4Nd0mt3xt',
    },
    sign: (body, key) => ({ 'x-xero-signature': hmac(body, key, 'base64') }),
    events: [
      {
        objectName: 'contacts',
        type: 'update',
        recordId: '717f2bfc-c6d4-41fd-b238-3f2f0c0cf777',
        workspaceRef: 'c2cc9b6e-9458-4c7d-93cc-f02b81b0594f',
      },
    ],
    time: '2024-06-21T01:15:39.902Z',
  },
  {
    provider: 'quickbooks',
    source: 'https://blogs.a.intuit.com/2025/11/12/upcoming-change-to-webhooks-payload-structure',
    param: 'webhookVerifierToken',
    body: [
      {
        specversion: '1.0',
        id: '88cd52aa-33b6-4351-9aa4-47572edbd068',
        source: 'intuit.dsnBgbseACLLRZNxo2dfc4evmEJdxde58xeeYcZliOU=',
        type: 'qbo.account.created.v1',
        datacontenttype: 'application/json',
        time: '2025-09-10T21:31:25.179851517Z',
        intuitentityid: '1234',
        intuitaccountid: '310687',
        data: {},
      },
    ],
    sign: (body, key) => ({ 'intuit-signature': hmac(body, key, 'base64') }),
    events: [{ objectName: 'account', type: 'create', recordId: '1234', workspaceRef: '310687' }],
    time: '2025-09-10T21:31:25.179Z',
  },
  {
    provider: 'quickbooks',
    source: 'https://developer.intuit.com/app/developer/qbo/docs/develop/webhooks (Merge)',
    param: 'webhookVerifierToken',
    body: [
      {
        specversion: '1.0',
        id: '0e9a1c1e-5f6b-4f0e-8d0b-6f4f2c1a7b11',
        source: 'intuit.dsnBgbseACLLRZNxo2dfc4evmEJdxde58xeeYcZliOU=',
        type: 'qbo.customer.merged.v1',
        datacontenttype: 'application/json',
        time: '2025-12-04T15:25:05Z',
        intuitentityid: '123',
        intuitaccountid: '310687',
        data: { deletedid: '27' },
      },
    ],
    sign: (body, key) => ({ 'intuit-signature': hmac(body, key, 'base64') }),
    events: [{ objectName: 'customer', type: 'update', recordId: '123', workspaceRef: '310687' }],
    time: '2025-12-04T15:25:05.000Z',
  },
]

function findAppWebhooks(provider: string) {
  const subscribing = requireValue(requireValue(catalogue[provider]).connector).subscribing
  if (subscribing?.delivery !== 'push' || !subscribing.ofApp) throw new Error('It is of no app.')
  return { subscribing, ofApp: subscribing.ofApp }
}

const makeApp = (param: string | undefined, key = secret): SubscribingApp => ({
  clientId: 'app',
  clientSecret: param === undefined ? key : 'the client secret',
  metadata: param === undefined ? {} : { [param]: key },
})

const makeIncoming = (
  body: string,
  headers: Record<string, string> = {},
  method = 'POST',
): IncomingWebhook => ({ method, url, headers, rawBody: Buffer.from(body) })

const parse = (
  subscribing: PushSubscribing,
  { param, publicKey }: Documented,
  incoming: IncomingWebhook,
  at = now,
) => subscribing.parse(incoming, { app: makeApp(param, publicKey) }, at)

const getRejection = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error instanceof WebhookRefusedError ? error.status : error
  }
  return 'accepted'
}

describe.each(documented)('$provider sends as $source shows', (one) => {
  const { subscribing } = findAppWebhooks(one.provider)
  const text = JSON.stringify(one.body)
  const signed = makeIncoming(text, one.sign(text, secret))

  it('is read as changes of the account', () => {
    const events = parse(subscribing, one, signed)

    expect(events).toMatchObject(one.events)
    expect(events).toHaveLength(one.events.length)
    expect(events.every(({ time }) => time === one.time)).toBe(true)
    // A repeated delivery has the same IDs.
    expect(parse(subscribing, one, signed).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  it('is rejected with 401 if anything of the proof is wrong', () => {
    const wrongs = [
      makeIncoming(text),
      makeIncoming(text, one.sign(text, 'another key')),
      makeIncoming(`${text} `, one.sign(text, secret)),
      makeIncoming('{', one.sign(text, secret)),
    ]

    const rejections = wrongs.map((wrong) => getRejection(() => parse(subscribing, one, wrong)))
    expect(rejections).toEqual([401, 401, 401, 401])
    expect(getRejection(() => subscribing.parse(signed, { app: makeApp('other') }, now))).toBe(401)
    if (one.isTimed) {
      const late = new Date(now.getTime() + 86_400_000)
      expect(getRejection(() => parse(subscribing, one, signed, late))).toBe(401)
    }
  })
})

it('compares every app webhook of the catalogue with a document', () => {
  const declared = Object.entries(catalogue).flatMap(([name, entry]) => {
    const { appWebhooks, like } = requireValue(getEntryFile(entry))
    const original = like === undefined ? undefined : catalogue[like]
    return appWebhooks && !(original && getEntryFile(original)?.appWebhooks) ? [name] : []
  })

  expect(new Set(documented.map(({ provider }) => provider))).toEqual(new Set(declared))
})

it('is set up by steps of the provider, which name its key and its events', () => {
  for (const [name, entry] of Object.entries(catalogue)) {
    const { appWebhooks, app, objects = {} } = requireValue(getEntryFile(entry))
    expect(app?.webhookSteps !== undefined, name).toBe(appWebhooks !== undefined)
    if (!appWebhooks || !app?.webhookSteps) continue
    const steps = app.webhookSteps.join(' ')
    const { verify } = appWebhooks
    if ('param' in verify && verify.param) {
      expect(steps).toContain(`\`${verify.param}\``)
      const params = entry.info.providerAppMetadata?.providerParams ?? []
      expect(params.map((one) => one.name)).toContain(verify.param)
    }
    if (['quickbooks', 'quickbooksSandbox', 'xero'].includes(name)) continue
    for (const { events = {} } of Object.values(objects)) {
      for (const event of [events.create ?? [], events.update ?? [], events.delete ?? []].flat()) {
        expect(steps, name).toContain(`\`${event}\``)
      }
    }
  }
})

describe('checks of the URL', () => {
  it('answers Slack’s url_verification with its challenge, if it is signed', () => {
    const { ofApp } = findAppWebhooks('slack')
    // https://docs.slack.dev/reference/events/url_verification
    const body = JSON.stringify({
      token: 'Jhj5dZrVaK7ZwHHjRyZWjbDl',
      challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
      type: 'url_verification',
    })
    const app = makeApp('signingSecret')

    const answer = ofApp.answer(makeIncoming(body, signSlack(body, secret)), app, now)

    expect(answer).toMatchObject({
      isProved: true,
      reply: { body: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P' },
    })
    expect(getRejection(() => ofApp.answer(makeIncoming(body), app, now))).toBe(401)
    const stranger = makeIncoming(body, signSlack(body, 'another'))
    expect(getRejection(() => ofApp.answer(stranger, app, now))).toBe(401)
  })

  it('verifies the signature that Slack publishes as an example', () => {
    const { subscribing } = findAppWebhooks('slack')
    // https://docs.slack.dev/authentication/verifying-requests-from-slack
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
    const headers = {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    }
    const parseAt = (key: string) =>
      getRejection(() =>
        subscribing.parse(
          makeIncoming(body, headers),
          { app: makeApp('signingSecret', key) },
          new Date(1_531_420_620_000),
        ),
      )

    // The example is a form, which is rejected only after its signature was verified.
    expect(parseAt('8f742231b10e8888abcd99yyyzzz85a5')).toBe(400)
    expect(parseAt('8f742231b10e8888abcd99yyyzzz85a6')).toBe(401)
  })

  it('answers Zoom’s validation with a hash, but signs nothing that could be a delivery', () => {
    const { ofApp } = findAppWebhooks('zoom')
    const app = makeApp('webhookSecretToken')
    const ask = (plainToken: unknown, event = 'endpoint.url_validation', key?: string) => {
      const body = JSON.stringify({ event, payload: { plainToken }, event_ts: 1 })
      const headers = key === undefined ? {} : signZoom(body, key)
      return ofApp.answer(makeIncoming(body, headers), app, now)
    }

    // https://developers.zoom.us/docs/api/webhooks/#validate-your-webhook-endpoint
    const answer = requireValue(ask('qgg8vlvZRS6UYooatFL8Aw'))
    expect(JSON.parse(answer.reply.body)).toEqual({
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: hmac('qgg8vlvZRS6UYooatFL8Aw', secret, 'hex'),
    })
    expect(answer.isProved).toBe(false)
    expect(ask('abc', undefined, secret)).toMatchObject({ isProved: true })
    expect(getRejection(() => ask('abc', undefined, 'another'))).toBe(401)
    // The reply would be the signature of a forged delivery.
    expect(ask(`v0:${sentAt}:{"event":"meeting.deleted"}`)).toBeUndefined()
    expect(ask('abc', 'meeting.created')).toBeUndefined()
    expect(getRejection(() => ofApp.answer(makeIncoming('{}'), app, now))).toBe('accepted')
  })

  it('verifies the signature that Square publishes as an example', () => {
    const { subscribing } = findAppWebhooks('square')
    // square/square-nodejs-sdk, and the samples of developer.squareup.com/docs/webhooks/step3validate
    const parseAt = (target: string) =>
      subscribing.parse(
        {
          method: 'POST',
          url: target,
          headers: {
            'x-square-hmacsha256-signature': '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=',
          },
          rawBody: Buffer.from('{"hello":"world"}'),
        },
        { app: makeApp('webhookSignatureKey', 'asdf1234') },
        now,
      )

    expect(parseAt('https://example.com/webhook')).toEqual([])
    expect(getRejection(() => parseAt('https://example.com/other'))).toBe(401)
  })

  it('answers the HEAD request by which Intercom checks the URL', () => {
    const { ofApp } = findAppWebhooks('intercom')
    const app = makeApp(undefined)

    expect(ofApp.answer(makeIncoming('', {}, 'HEAD'), app, now)).toMatchObject({ isProved: false })
    expect(ofApp.answer(makeIncoming('', {}, 'GET'), app, now)).toBeUndefined()
  })

  it('takes Notion’s verification token, but none from a signed event', () => {
    const { ofApp } = findAppWebhooks('notion')
    // https://developers.notion.com/reference/webhooks
    const token = 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl'
    const body = JSON.stringify({ verification_token: token })
    const app = makeApp('verificationToken')

    expect(ofApp.answer(makeIncoming(body), app, now)).toMatchObject({ token, isProved: false })
    expect(ofApp.answer(makeIncoming(body, signNotion(body, secret)), app, now)).toBeUndefined()
    const odd = JSON.stringify({ verification_token: '<b>\n' })
    expect(ofApp.answer(makeIncoming(odd), app, now)).toBeUndefined()
  })

  it('accepts the correctly signed requests of Xero’s intent to receive, and no others', () => {
    const { subscribing, ofApp } = findAppWebhooks('xero')
    // https://developer.xero.com/documentation/guides/webhooks/configuring-your-server/
    const text = JSON.stringify({
      events: [],
      lastEventSequence: 0,
      firstEventSequence: 0,
      entropy: 'S0m3r4Nd0mt3xt',
    })
    const app = makeApp('webhookKey')
    const send = (body: string, key: string) =>
      subscribing.parse(
        makeIncoming(body, { 'x-xero-signature': hmac(body, key, 'base64') }),
        { app },
        now,
      )

    expect(ofApp.answer(makeIncoming(text), app, now)).toBeUndefined()
    expect(send(text, secret)).toEqual([])
    expect(send(text.replace('[]', 'null'), secret)).toEqual([])
    expect(getRejection(() => send(text, 'another key'))).toBe(401)
  })
})

it('reports which accounts a delivery of several companies is of', () => {
  const one = requireValue(documented.find(({ provider }) => provider === 'quickbooks'))
  const { subscribing } = findAppWebhooks('quickbooks')
  const [event] = one.body as object[]
  const body = JSON.stringify([
    event,
    { ...event, id: '2', intuitaccountid: '999', type: 'qbo.invoice.void.v1' },
    { ...event, id: '3', type: 'qbo.preferences.updated.v1' },
  ])

  expect(parse(subscribing, one, makeIncoming(body, one.sign(body, secret)))).toMatchObject([
    { workspaceRef: '310687', objectName: 'account' },
    { workspaceRef: '999', objectName: 'invoice', type: 'update' },
  ])
})

it('rejects events without an account, and keeps the others', () => {
  const one = requireValue(documented.find(({ provider }) => provider === 'quickbooks'))
  const { subscribing } = findAppWebhooks('quickbooks')
  const [event] = one.body as object[]
  const body = JSON.stringify([event, { ...event, id: '2', intuitaccountid: null }])
  let refusal: unknown
  try {
    parse(subscribing, one, makeIncoming(body, one.sign(body, secret)))
  } catch (error) {
    refusal = error
  }

  expect(refusal).toMatchObject({ status: 400, events: [{ workspaceRef: '310687' }] })
})
