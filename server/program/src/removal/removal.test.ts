import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Connection } from '@platform/contract'
import { sandboxApps } from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { manifest, testPlatform } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'

interface InUse {
  type: string
  status: number
  causes: string[]
  remedy: string
  context: { userCount: number; users: { type: string; id: string }[] }
}

let platform: Awaited<ReturnType<typeof testPlatform>>
let records: object
let connectionId: string
let id: string

const contacts = async () =>
  (
    await platform.call<{
      objects: Record<string, { state: string; pausedFor?: string; pausedReason?: string }>
    }>('GET', `/v1/{p}/integrations/crm/installations/${id}`)
  ).objects['Contact']

const waitForMessages = (notificationType: string) =>
  vi.waitFor(
    () =>
      expect(platform.messages.map((message) => message.notificationType)).toContain(
        notificationType,
      ),
    patiently,
  )

const readsAgain = () =>
  vi.waitFor(async () => expect(await contacts()).toMatchObject({ state: 'active' }), patiently)

/** Deletes it with force, and returns the counts in the reply. */
async function force(path: string) {
  const response = await fetch(`${platform.url}/v1/projects/test/${path}?force=true`, {
    method: 'DELETE',
    headers: { 'x-api-key': platform.apiKey },
  })
  const became = [...response.headers].filter(([name]) => name.startsWith('platform-'))
  return { status: response.status, became: Object.fromEntries(became) }
}

/** An installation that reads into its own destination; events go to the webhook. */
beforeAll(async () => {
  platform = await testPlatform({ contacts: 3 })
  const { metadata } = await platform.call<{ metadata: object }>(
    'GET',
    '/v1/{p}/destinations/webhook',
  )
  records = { name: 'records', type: 'webhook', metadata }
  await platform.call('POST', '/v1/{p}/destinations', records)
  for (const name of ['changes', 'fields']) {
    await platform.call('POST', '/v1/{p}/destinations', { ...records, name })
  }
  const sourceYaml = `${manifest.replace('destination: webhook', 'destination: records')}
    subscribe:
      objects:
        - objectName: Contact
          destination: changes
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
    watchSchema:
      destination: fields
      allObjects: {fieldDeleted: {enabled: always}}
`
  await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml })
  connectionId = (await platform.connect()).id
  id = (await platform.install()).id
  await waitForMessages('read.backfill.done')
  // A delivery counts as canceled until its outcome is recorded.
  await vi.waitFor(async () => {
    const { everything } = platform.database
    const pending = everything.selectFrom('deliveries').where('status', '=', 'pending')
    expect(await pending.select('eventId').execute()).toEqual([])
  }, patiently)
})
afterAll(() => platform.close())
beforeEach(() => {
  platform.messages.length = 0
})

it('rejects deleting a destination in use, and pauses its readers on a forced deletion', async () => {
  const unpause = (body: object) =>
    platform.call<InUse>('POST', `/read/v1/{p}/integrations/crm/installations/${id}:unpause`, body)

  const refused = await platform.call<InUse>('DELETE', '/v1/{p}/destinations/records')
  const untouched = await contacts()
  const forced = await force('destinations/records')
  await waitForMessages('read.schedule.paused')
  const paused = await contacts()
  const refusals = [await unpause({ objects: ['Contact'] }), await unpause({})]
  await platform.call('POST', '/v1/{p}/destinations', records)
  await readsAgain()

  expect(refused).toMatchObject({ status: 409, type: expect.stringMatching(/in-use$/) })
  expect(refused.context).toEqual({ userCount: 1, users: [{ type: 'installation', id }] })
  expect(refused.causes).toEqual([`globex reads Contact into it (crm, ${id}).`])
  expect(refused.remedy).toContain('force=true')
  expect(untouched).toMatchObject({ state: 'active' })
  expect(forced).toEqual({
    status: 204,
    became: { 'platform-paused-installations': '1', 'platform-canceled-deliveries': '0' },
  })
  expect(paused).toMatchObject({
    state: 'paused',
    ...{ pausedFor: 'destination', health: { state: 'failing' } },
  })
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ type: expect.stringMatching(/object-paused$/) })
    expect(refusal.remedy).toContain('Create the destination records')
  }
})

it('rejects renaming a destination in use, and pauses its readers if forced', async () => {
  const rename = (from: string, name: string, query = '') =>
    platform.call<InUse & { name?: string }>('PATCH', `/v1/{p}/destinations/${from}${query}`, {
      updateMask: ['name'],
      destination: { name },
    })

  const refused = await rename('records', 'moved')
  const untouched = await contacts()
  const same = await rename('records', 'records')
  const forced = await rename('records', 'moved', '?force=true')
  await vi.waitFor(
    async () => expect(await contacts()).toMatchObject({ pausedFor: 'destination' }),
    patiently,
  )
  const unused = await rename('moved', 'records')
  await readsAgain()

  expect(refused).toMatchObject({
    ...{ status: 409, type: expect.stringMatching(/in-use$/) },
    causes: [`globex reads Contact into it (crm, ${id}).`],
    remedy: expect.stringContaining('force=true'),
  })
  expect(untouched).toMatchObject({ state: 'active' })
  expect([same.name, forced.name, unused.name]).toEqual(['records', 'moved', 'records'])
})

it.each([
  ['changes', 'sends changes of Contact to it'],
  ['fields', 'sends schema changes to it'],
])('rejects deleting the destination of %s with the reason', async (name, does) => {
  const refused = await platform.call<InUse>('DELETE', `/v1/{p}/destinations/${name}`)

  expect(refused).toMatchObject({ status: 409, type: expect.stringMatching(/in-use$/) })
  expect(refused.causes).toEqual([`globex ${does} (crm, ${id}).`])
})

it('rejects deleting a destination that a manifest names', async () => {
  const remove = () => platform.call<InUse>('DELETE', '/v1/{p}/destinations/later')
  const deploy = (destination: string) =>
    platform.call<{ name: string; id: string; latestRevision: { id: string } }[]>(
      'PUT',
      '/v1/{p}/integrations:batch',
      {
        sourceYaml: manifest
          .replace('name: crm', 'name: planned')
          .replace('destination: webhook', `destination: ${destination}`),
      },
    )
  await platform.call('POST', '/v1/{p}/destinations', { ...records, name: 'later' })
  const planned = (await deploy('later')).find(({ name }) => name === 'planned')!

  const refused = await remove()
  await deploy('webhook')
  const removed = await remove()

  expect(refused).toMatchObject({
    ...{ status: 409, detail: expect.stringContaining('No installation sends to later yet') },
    context: { userCount: 1, users: [{ type: 'integration', id: planned.id }] },
    causes: [expect.stringContaining(`refers to it (${planned.latestRevision.id})`)],
  })
  expect(removed).toBe('')
})

it('rejects deleting a provider app in use, and stops its connections on a forced deletion', async () => {
  const apps = await platform.call<{ id: string; provider: string }[]>(
    'GET',
    '/v1/{p}/provider-apps',
  )
  const app = apps.find(({ provider }) => provider === 'salesforce')!
  const readStatus = async () =>
    (await platform.call<{ status: string }>('GET', `/v1/{p}/connections/${connectionId}`)).status

  const refused = await platform.call<InUse>('DELETE', `/v1/{p}/provider-apps/${app.id}`)
  const before = await readStatus()
  const forced = await force(`provider-apps/${app.id}`)
  await waitForMessages('connection.error')
  await waitForMessages('read.schedule.paused')
  const [stopped, paused] = [await readStatus(), await contacts()]
  const { health } = await platform.call<Connection>('GET', `/v1/{p}/connections/${connectionId}`)
  await platform.call('POST', '/v1/{p}/provider-apps', {
    provider: 'salesforce',
    ...sandboxApps.salesforce,
    scopes: ['api', 'refresh_token'],
  })
  await readsAgain()

  expect(refused).toMatchObject({ status: 409, type: expect.stringMatching(/in-use$/) })
  expect(refused.context.users).toEqual([{ type: 'connection', id: connectionId }])
  expect(refused.causes).toEqual([`globex is connected with it (${connectionId}).`])
  expect(forced).toEqual({ status: 204, became: { 'platform-stopped-connections': '1' } })
  expect([before, stopped]).toEqual(['working', 'bad_credentials'])
  // Nobody can sign in without an app, so the builder has to act.
  expect(health).toMatchObject({
    state: 'failing',
    reason: expect.stringContaining('Add a provider app'),
  })
  expect(paused).toMatchObject({
    pausedFor: 'credentials',
    pausedReason: expect.stringContaining('provider app of salesforce'),
  })
  expect(await readStatus()).toBe('working')
})

it('rejects deleting an installed integration, and uninstalls it on a forced deletion', async () => {
  const refused = await platform.call<InUse>('DELETE', '/v1/{p}/integrations/crm')
  const kept = await contacts()
  const forced = await force('integrations/crm')
  const gone = await platform.call('GET', '/v1/{p}/integrations/crm')

  expect(refused).toMatchObject({ status: 409, type: expect.stringMatching(/in-use$/) })
  expect(refused.context).toEqual({ userCount: 1, users: [{ type: 'installation', id }] })
  expect(refused.causes).toEqual([`globex has it installed (${id}).`])
  expect(kept).toMatchObject({ state: 'active' })
  expect(forced).toEqual({ status: 204, became: { 'platform-uninstalled': '1' } })
  expect(gone).toMatchObject({ status: 404 })
})

it('rejects deleting a JWT key in use until it is deactivated', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const register = async () =>
    (
      await platform.call<{ kid: string }>('POST', '/v1/{p}/jwt-keys', {
        label: 'backend',
        algorithm: 'ES256',
        publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
      })
    ).kid
  const [kid, unusedKid, lostKid] = [await register(), await register(), await register()]
  const asEndUser = async (by = kid) => {
    const token = await new SignJWT({ groupRef: 'globex', consumerRef: 'hank' })
      .setProtectedHeader({ alg: 'ES256', kid: by })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${platform.url}/v1/projects/test/integrations`, { headers })).status
  }

  const accepted = await asEndUser()
  const lost = [await asEndUser(lostKid), await force(`jwt-keys/${lostKid}`)]
  const unused = await platform.call('DELETE', `/v1/{p}/jwt-keys/${unusedKid}`)
  const refused = await platform.call<InUse>('DELETE', `/v1/{p}/jwt-keys/${kid}`)
  await platform.call('DELETE', '/v1/{p}/groups/globex')
  const forgotten = await platform.call<InUse>('DELETE', `/v1/{p}/jwt-keys/${kid}`)
  const stillAccepted = await asEndUser()
  await platform.call('PATCH', `/v1/{p}/jwt-keys/${kid}`, {
    updateMask: ['active'],
    jwtKey: { active: false },
  })
  const inactive = await platform.call('DELETE', `/v1/{p}/jwt-keys/${kid}`)

  expect([accepted, stillAccepted, await asEndUser()]).toEqual([200, 200, 401])
  expect(lost).toEqual([200, { status: 204, became: {} }])
  expect(await asEndUser(lostKid)).toBe(401)
  expect([unused, inactive]).toEqual(['', ''])
  expect(refused).toMatchObject({ status: 409, context: { users: [{ id: 'globex' }] } })
  expect(forgotten).toMatchObject({ status: 409, context: { users: [] } })
  expect(JSON.stringify(forgotten)).not.toContain('globex')
})
