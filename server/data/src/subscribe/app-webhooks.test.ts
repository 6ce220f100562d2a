import { createHmac, randomUUID } from 'node:crypto'
import type { Installation, ProviderAppWebhook } from '@platform/contract'
import { providerStandIns } from '@platform/connectors/stand-in'
import { newId } from '@platform/kernel/db/new-id'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setUpSubscription } from './set-up/set-up.ts'

const providers = ['slack', 'notion', 'xero', 'quickbooks'] as const
type Provider = (typeof providers)[number]

const objects = {
  slack: 'conversations',
  notion: 'pages',
  xero: 'contacts',
  quickbooks: 'customer',
} satisfies Record<Provider, string>

const manifest = `
specVersion: 1.0.0
integrations:
${providers
  .map(
    (provider) => `
  - name: of-${provider}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objects[provider]}
          destination: webhook
          optionalFieldsAuto: all
    subscribe:
      objects:
        - objectName: ${objects[provider]}
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, watchFieldsAuto: all}
          ${provider === 'xero' ? '' : 'deleteEvent: {enabled: always}'}
`,
  )
  .join('')}`

let standIns: Awaited<ReturnType<typeof providerStandIns>>
let platform: Awaited<ReturnType<typeof testPlatform>>
const apps = {} as Record<Provider, `papp_${string}`>
const keys = {
  slack: { signingSecret: 'the-key-of-slack' },
  notion: {},
  xero: { webhookKey: 'the-key-of-xero' },
  quickbooks: { webhookVerifierToken: 'the-key-of-quickbooks' },
}

beforeAll(async () => {
  standIns = await providerStandIns(providers)
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: { PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides) },
  })
  for (const provider of providers) {
    const { id } = await platform.call<{ id: `papp_${string}` }>('POST', '/v1/{p}/provider-apps', {
      provider,
      clientId: `client of ${provider}`,
      clientSecret: 'secret',
      scopes: ['some'],
      metadata: { providerParams: keys[provider] },
    })
    apps[provider] = id
  }
})
beforeEach(() => {
  platform.messages.length = 0
})
afterAll(async () => {
  await platform.close()
  await standIns.close()
})

/** Connects an account and installs the integration; `account` is the provider's ID of it. */
async function install(provider: Provider, groupRef: string, account?: string) {
  const inMetadata = { quickbooks: 'realmId', xero: 'tenantId' }[provider as string]
  const { id: connectionId } = await platform.call<{ id: `conn_${string}` }>(
    'POST',
    '/v1/{p}/connections:generate',
    {
      provider,
      groupRef,
      consumerRef: `hank of ${groupRef}`,
      oauth2AuthorizationCode: { accessToken: { token: `token of ${groupRef}` } },
      ...(inMetadata &&
        account !== undefined && {
          providerMetadata: { [inMetadata]: { value: account, source: 'input' } },
        }),
    },
  )
  if (!inMetadata && account !== undefined) {
    // As a sign-in stores it.
    await platform.database.everything
      .updateTable('connections')
      .set({ providerWorkspaceRef: account })
      .where('id', '=', connectionId)
      .execute()
  }
  const { id } = await platform.call<{ id: `inst_${string}` }>(
    'POST',
    `/v1/{p}/integrations/of-${provider}/installations`,
    {
      groupRef,
      config: { content: { provider, read: { objects: { [objects[provider]]: {} } } } },
    },
  )
  return { id, connectionId }
}

const waitForState = (provider: Provider, id: string, state: string) =>
  vi.waitFor(async () => {
    const { subscription } = await platform.call<Installation>(
      'GET',
      `/v1/{p}/integrations/of-${provider}/installations/${id}`,
    )
    expect(subscription).toMatchObject({ state })
    return must(subscription, 'subscription')
  }, patiently)

const getWebhook = (provider: Provider) =>
  platform.call<ProviderAppWebhook>('GET', `/v1/{p}/provider-apps/${apps[provider]}/webhook`)

const sign = (text: string, key: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)

const signers: Record<Provider, (body: string, key: string) => Record<string, string>> = {
  slack: (body, key) => {
    const at = String(Math.floor(Date.now() / 1000))
    return {
      'x-slack-request-timestamp': at,
      'x-slack-signature': `v0=${sign(`v0:${at}:${body}`, key, 'hex')}`,
    }
  },
  notion: (body, key) => ({ 'x-notion-signature': `sha256=${sign(body, key, 'hex')}` }),
  xero: (body, key) => ({ 'x-xero-signature': sign(body, key, 'base64') }),
  quickbooks: (body, key) => ({ 'intuit-signature': sign(body, key, 'base64') }),
}

async function send(
  provider: Provider,
  body: unknown,
  { key, url }: { key?: string | undefined; url?: string } = {},
) {
  const text = JSON.stringify(body)
  const target = url ?? (await getWebhook(provider)).url
  const reply = await fetch(target, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && signers[provider](text, key)),
    },
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

const makeQuickbooksEvent = (id: string, account = 'acme', type = 'qbo.customer.updated.v1') => ({
  specversion: '1.0',
  id: randomUUID(),
  source: 'intuit.test',
  type,
  datacontenttype: 'application/json',
  time: new Date().toISOString(),
  intuitentityid: id,
  intuitaccountid: account,
  data: {},
})

const makeNotionEvent = (id: string, workspace: string, type = 'page.content_updated') => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  workspace_id: workspace,
  type,
  entity: { id, type: 'page' },
})

const listReceived = () =>
  platform.messages
    .filter(({ action }) => action === 'subscribe')
    .flatMap(({ groupRef, result }) => (result ?? []).map(({ id }) => `${groupRef} ${id}`))

const countStored = async () =>
  (await platform.database.everything.selectFrom('changeEvents').select('key').execute()).length

describe('webhooks that Slack sends to one URL of the app', () => {
  it('wait with a remedy until Slack has checked the URL, and then become active', async () => {
    const { id } = await install('slack', 'globex', 'T1')
    const failed = await waitForState('slack', id, 'failed')
    const { url, state } = await getWebhook('slack')
    expect(failed).toMatchObject({ error: expect.stringContaining(url) })
    expect(state).toBe('waiting')
    const check = { token: 'x', challenge: '3eZbrw1aBm2rZgRNFdxV', type: 'url_verification' }

    expect(await send('slack', check)).toMatchObject({ status: 401 })
    expect(await send('slack', check, { key: 'another' })).toMatchObject({ status: 401 })
    expect(await getWebhook('slack')).toMatchObject({
      state: 'waiting',
      rejectedTime: expect.any(String),
    })
    const answer = await send('slack', check, { key: 'the-key-of-slack' })

    expect(answer).toMatchObject({ status: 200, text: '3eZbrw1aBm2rZgRNFdxV' })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await getWebhook('slack')).state).toBe('receiving')
    await waitForState('slack', id, 'active')
  })

  it('remain received whatever strangers send to the URL', async () => {
    const before = await getWebhook('slack')
    const check = { token: 'x', challenge: 'of-a-stranger', type: 'url_verification' }

    await send('slack', check)
    await send('slack', check, { key: 'of-a-stranger' })
    await fetch(before.url, { method: 'POST', body: '{"verification_token":"secret"}' })

    expect(await getWebhook('slack')).toEqual({ ...before, rejectedTime: expect.any(String) })
    expect(before.state).toBe('receiving')
  })

  it('are delivered to the workspace of the event with its record', async () => {
    const wrap = (event: object, team: string) => ({
      team_id: team,
      event,
      type: 'event_callback',
      event_id: randomUUID(),
      event_time: Math.floor(Date.now() / 1000),
    })
    const rename = { type: 'channel_rename', channel: { id: '1002', name: 'new' } }
    const dropped = (await getWebhook('slack')).droppedEvents
    const once = wrap(rename, 'T1')

    for (const body of [once, once, wrap(rename, 'T2')]) {
      expect((await send('slack', body, { key: 'the-key-of-slack' })).status).toBe(200)
    }

    await vi.waitFor(() => expect(listReceived()).toEqual(['globex 1002']), patiently)
    expect((await getWebhook('slack')).droppedEvents).toBe(dropped + 1)
  })
})

describe('webhooks of Notion', () => {
  const acme = randomUUID()
  const token = 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl'

  it('name the key that is missing, and show the token that Notion sent', async () => {
    const { id } = await install('notion', 'globex', acme)
    const failed = await waitForState('notion', id, 'failed')
    expect(failed).toMatchObject({ error: expect.stringContaining('verificationToken') })

    expect((await send('notion', { verification_token: token })).status).toBe(200)

    expect(await getWebhook('notion')).toMatchObject({ state: 'waiting', verificationToken: token })
    const [sealed] = await platform.database.everything
      .selectFrom('appWebhookTokens')
      .select('token')
      .where('providerAppId', '=', apps.notion)
      .execute()
    expect(must(sealed?.token, 'token').toString('latin1')).not.toContain(token)
    // The token alone proves nothing: the builder has not confirmed it.
    const event = makeNotionEvent('1001', acme)
    expect((await send('notion', event, { key: token })).status).toBe(401)

    const saveToken = () =>
      platform.call('PATCH', `/v1/{p}/provider-apps/${apps.notion}`, {
        updateMask: ['metadata'],
        providerApp: { metadata: { providerParams: { verificationToken: token } } },
      })
    await saveToken()
    expect((await send('notion', event, { key: token })).status).toBe(200)
    await waitForState('notion', id, 'active')

    // A set-up that runs while the app is saved knows the former one.
    await platform.database.everything
      .updateTable('subscribedInstallations')
      .set({ status: 'pending' })
      .where('installationId', '=', id)
      .execute()
    await saveToken()
    await waitForState('notion', id, 'active')
  })

  it('are verified by the confirmed token, whatever strangers send to the URL', async () => {
    const stranger = 'secret_of_a_stranger'
    expect((await send('notion', { verification_token: stranger })).status).toBe(200)

    // Neither does it replace the token in use, nor does it prove anything.
    const event = makeNotionEvent('1001', acme)
    expect((await send('notion', event, { key: stranger })).status).toBe(401)
    expect((await send('notion', event, { key: token })).status).toBe(200)
    const settled = await getWebhook('notion')
    expect(settled).toMatchObject({ verificationTokens: [], ignoredTokenTime: expect.any(String) })
    expect(settled).not.toHaveProperty('verificationToken')
  })

  it('shows every token of a new set-up, of which a flood leaves the first and the latest', async () => {
    const reset = await platform.call<ProviderAppWebhook>(
      'POST',
      `/v1/{p}/provider-apps/${apps.notion}/webhook:reset`,
    )
    expect(reset).toMatchObject({ verificationTokens: [], tokensAcceptedUntil: expect.any(String) })
    expect(reset).not.toHaveProperty('ignoredTokenTime')
    const deliver = (name: string) => send('notion', { verification_token: name })

    for (const name of ['genuine', 'stranger', 'genuine']) await deliver(name)
    const { verificationTokens, verificationToken } = await getWebhook('notion')
    expect(verificationTokens).toMatchObject([{ token: 'genuine' }, { token: 'stranger' }])
    expect(verificationToken).toBe('genuine')
    await Promise.all(Array.from({ length: 50 }, (_, index) => deliver(`flood-${index}`)))
    await deliver('latest')
    const flooded = (await getWebhook('notion')).verificationTokens.map((one) => one.token)
    expect(flooded.length).toBeLessThanOrEqual(20)
    expect(flooded.slice(0, 2)).toEqual(['genuine', 'stranger'])
    expect(flooded).toContain('latest')

    // Deliveries of the set-up in use go on meanwhile, and leave the tokens of the new one.
    const event = makeNotionEvent('1001', acme)
    expect((await send('notion', event, { key: token })).status).toBe(200)
    expect((await getWebhook('notion')).verificationTokens).toHaveLength(flooded.length)
    await platform.database.everything
      .updateTable('appWebhooks')
      .set({ tokensUntil: new Date(0), deliveryTime: new Date(0) })
      .where('providerAppId', '=', apps.notion)
      .execute()
    expect((await send('notion', event, { key: token })).status).toBe(200)
    expect((await getWebhook('notion')).verificationTokens).toEqual([])
  })

  it('reach only the workspace of the event', async () => {
    const globexApp = await getWebhook('notion')
    const { id } = await install('notion', 'initech', randomUUID())
    await waitForState('notion', id, 'active')

    for (const [recordId, type] of [
      ['1003', 'page.created'],
      ['1004', 'page.properties_updated'],
      ['gone', 'page.deleted'],
    ] as const) {
      const event = makeNotionEvent(recordId, acme, type)
      expect((await send('notion', event, { key: token })).status).toBe(200)
    }

    await vi.waitFor(
      // Messages of the test before can still arrive.
      () =>
        expect(listReceived().filter((one) => one !== 'globex 1001')).toEqual([
          'globex 1003',
          'globex 1004',
          'globex gone',
        ]),
      patiently,
    )
    const foreign = globexApp.url.replace(platform.projectId, newId('proj'))
    const event = makeNotionEvent('1005', acme)
    expect((await send('notion', event, { key: token, url: foreign })).status).toBe(401)
  })

  it('hides the token from callers that cannot change provider apps', async () => {
    await platform.call('POST', `/v1/{p}/provider-apps/${apps.notion}/webhook:reset`)
    await send('notion', { verification_token: 'genuine' })
    const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
      label: 'reader',
      scopes: ['read'],
    })
    const reply = await fetch(
      `${platform.url}/v1/projects/${platform.projectId}/provider-apps/${apps.notion}/webhook`,
      { headers: { 'x-api-key': key } },
    )

    expect(reply.status).toBe(200)
    const webhook = await reply.json()
    expect(webhook).not.toHaveProperty('verificationToken')
    expect(webhook.verificationTokens).toEqual([{ receivedTime: expect.any(String) }])
  })
})

describe('webhooks of Xero', () => {
  const check = { events: [], lastEventSequence: 0, firstEventSequence: 0, entropy: 'S0m3r4Nd0' }

  it('answers the intent to receive without a body, before anybody subscribes', async () => {
    expect((await send('xero', check, { key: 'another' })).status).toBe(401)
    const reply = await send('xero', check, { key: 'the-key-of-xero' })

    expect(reply).toMatchObject({ status: 200, text: '' })
    expect(reply.headers.get('set-cookie')).toBeNull()
    expect((await getWebhook('xero')).state).toBe('receiving')
  })
})

describe('webhooks of QuickBooks', () => {
  const key = 'the-key-of-quickbooks'

  it('reach no company whose records the connection cannot read', async () => {
    expect((await send('quickbooks', [], { key })).status).toBe(200)
    const mine = await install('quickbooks', 'globex', 'acme')
    await waitForState('quickbooks', mine.id, 'active')
    // An end user enters the company of a stranger.
    const theirs = await install('quickbooks', 'initech', 'foreign')
    await waitForState('quickbooks', theirs.id, 'failed')

    const body = [
      makeQuickbooksEvent('1001'),
      makeQuickbooksEvent('1002', 'foreign'),
      makeQuickbooksEvent('1002', 'foreign', 'qbo.customer.deleted.v1'),
    ]
    expect((await send('quickbooks', body, { key })).status).toBe(200)

    await vi.waitFor(() => expect(listReceived()).toEqual(['globex 1001']), patiently)
    expect((await getWebhook('quickbooks')).droppedEvents).toBe(2)
  })

  it('stay with the account that was proved when an end user enters another', async () => {
    const { connectionId } = must(
      await platform.database.everything
        .selectFrom('subscribedInstallations')
        .select('connectionId')
        .where('account', '=', 'acme')
        .executeTakeFirst(),
      'link',
    )
    await platform.call('PATCH', `/v1/{p}/connections/${connectionId}`, {
      updateMask: ['providerMetadata'],
      connection: { providerMetadata: { realmId: { value: 'foreign', source: 'input' } } },
    })
    await lookAfter('quickbooks')
    const before = await countStored()

    const gone = makeQuickbooksEvent('1003', 'foreign', 'qbo.customer.deleted.v1')
    expect((await send('quickbooks', [gone], { key })).status).toBe(200)

    expect(await countStored()).toBe(before)
    await platform.call('PATCH', `/v1/{p}/connections/${connectionId}`, {
      updateMask: ['providerMetadata'],
      connection: { providerMetadata: { realmId: { value: 'acme', source: 'input' } } },
    })
    await lookAfter('quickbooks')
  })

  it('are rejected without a trace if the signature, the app or the project is wrong', async () => {
    const { url } = await getWebhook('quickbooks')
    const body = [makeQuickbooksEvent('1004')]
    const before = await countStored()
    const wrong = (change: (url: string) => string) =>
      send('quickbooks', body, { key, url: change(url) })

    const statuses = [
      await send('quickbooks', body),
      await send('quickbooks', body, { key: 'another' }),
      await wrong((one) => one.replace(apps.quickbooks, apps.xero)),
      await wrong((one) => one.replace(apps.quickbooks, `papp_${'0'.repeat(26)}`)),
      await wrong((one) => one.replace(apps.quickbooks, '%00')),
      await wrong((one) => one.replace(platform.projectId, `proj_${'0'.repeat(26)}`)),
      await wrong((one) => one.replace('/quickbooks/', '/salesforce/')),
    ].map(({ status }) => status)

    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401])
    expect((await fetch(url)).status).toBe(401)
    expect(await countStored()).toBe(before)
    const large = 'x'.repeat(1024 * 1024 + 1)
    expect((await send('quickbooks', large, { key })).status).toBe(413)
  })
})

async function lookAfter(provider: Provider) {
  const { id: subscriptionId, projectId } = await platform.database.everything
    .selectFrom('subscriptions')
    .selectAll()
    .where('providerAppId', '=', apps[provider])
    .executeTakeFirstOrThrow()
  await setUpSubscription(platform.services, platform.database.tenant(projectId), {
    subscriptionId,
  })
}
