import type { Installation } from '@platform/contract'
import { providerStandIns } from '@platform/connectors/stand-in'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import * as sweeps from './sweep-store.ts'

const subscribeTo = (name: string, provider: string, objectName: string) => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          requiredFields:
            - fieldName: id
    subscribe:
      objects:
        - objectName: ${objectName}
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, watchFieldsAuto: all}
`
const manifest = `
specVersion: 1.0.0
integrations:${subscribeTo('drive', 'googleDrive', 'files')}${subscribeTo('code', 'github', 'repos/issues')}`

let standIns: Awaited<ReturnType<typeof providerStandIns>>
let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  standIns = await providerStandIns(['googleDrive', 'github'])
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: { PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides) },
  })
  for (const provider of ['googleDrive', 'github']) {
    const client = { clientId: `client of ${provider}`, clientSecret: 'secret', scopes: ['some'] }
    await platform.call('POST', '/v1/{p}/provider-apps', { provider, ...client })
  }
  for (const groupRef of ['globex', 'initech']) {
    await install('drive', 'googleDrive', { groupRef, objectName: 'files' })
  }
  await install('code', 'github', { groupRef: 'globex', objectName: 'repos/issues' })
})
beforeEach(() => {
  platform.messages.length = 0
})
afterAll(async () => {
  await platform.close()
  await standIns.close()
})

async function install(
  integration: string,
  provider: string,
  { groupRef, objectName }: { groupRef: string; objectName: string },
): Promise<void> {
  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider,
    groupRef,
    consumerRef: `hank of ${groupRef}`,
    oauth2AuthorizationCode: { accessToken: { token: `token of ${groupRef}` } },
  })
  const base = `/v1/{p}/integrations/${integration}/installations`
  const content = { provider, read: { objects: { [objectName]: {} } } }
  const { id } = await platform.call<{ id: string }>('POST', base, {
    groupRef,
    config: { content },
  })
  await vi.waitFor(async () => {
    const { subscription } = await platform.call<Installation>('GET', `${base}/${id}`)
    expect(subscription).toMatchObject({ state: 'active' })
  }, patiently)
}

const drive = () => standIns.of('googleDrive')

const listAnnouncements = () =>
  [...drive().webhooks!.registered.values()].map(({ url }) =>
    must(
      drive()
        .webhooks!.makeDeliveries('files', 'update', '1001')
        .find((one) => one.url === url),
      'delivery',
    ),
  )

type Delivery = ReturnType<typeof listAnnouncements>[number]

const send = ({ url, headers, body }: Delivery, change: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, ...change } as Record<string, string>,
    body,
  }).then(({ status }) => status)

const listChanges = () =>
  platform.messages
    .filter(({ action }) => action === 'subscribe')
    .flatMap(({ groupRef, result = [] }) => result.map((entry) => ({ ...entry, groupRef })))

const listSweeps = () =>
  platform.database.everything.selectFrom('changeSweeps').selectAll().execute()

describe('a provider that announces changes without naming records', () => {
  it('has its changes read once, for the announced account only', async () => {
    const [mine] = listAnnouncements()
    drive().change('files', '1003')

    const statuses = await Promise.all([send(must(mine, 'delivery')), send(must(mine, 'delivery'))])
    expect(statuses).toEqual([204, 204])
    await vi.waitFor(() => expect(listChanges()).toHaveLength(1), patiently)
    expect(listChanges()).toMatchObject([
      { id: '1003', subscribeEventType: 'update', providerEventType: 'reconciled' },
    ])
    await vi.waitFor(async () => expect(await listSweeps()).toEqual([]), patiently)

    expect(await send(must(mine, 'delivery'))).toBe(204)
    await vi.waitFor(async () => expect(await listSweeps()).toEqual([]), patiently)
    expect(listChanges()).toHaveLength(1)
    expect(new Set(listChanges().map(({ groupRef }) => groupRef)).size).toBe(1)
  })

  it('rejects announcements without its token, with that of a neighbour, and ignores the first message', async () => {
    const [mine, theirs] = listAnnouncements()
    const [delivery, other] = [must(mine, 'delivery'), must(theirs, 'delivery')]
    const token = String(other.headers['x-goog-channel-token'])

    expect(await send(delivery, { 'x-goog-channel-token': '' })).toBe(401)
    expect(await send(delivery, { 'x-goog-channel-token': token })).toBe(401)
    expect(await send({ ...delivery, url: other.url })).toBe(401)
    expect(await send(delivery, { 'x-goog-resource-state': 'sync' })).toBe(204)
    expect(await listSweeps()).toEqual([])
  })

  it('reads again if changes are announced while a read runs', async () => {
    const { projectId } = platform
    const { connectionId } = await platform.database.everything
      .selectFrom('subscriptions')
      .select('connectionId')
      .where('provider', '=', 'googleDrive')
      .executeTakeFirstOrThrow()
    const db = platform.database.tenant(projectId)
    const since = new Date('2026-03-01T11:00:00Z')
    const sweep = {
      ...{ connectionId: must(connectionId, 'connection'), objectName: 'other', projectId },
      reason: 'announced',
    }
    const find = async () => must(await sweeps.findSweep(db, sweep.connectionId, 'other'), 'sweep')

    await inTransaction(db, (tx) => sweeps.putAnnounced(tx, { ...sweep, since }))
    await sweeps.advanceSweep(db, await find(), { cursor: 'page 2' })
    const running = await find()
    const later = new Date(since.getTime() + 60_000)
    for (const time of [later, new Date(since.getTime() + 90_000)]) {
      await inTransaction(db, (tx) => sweeps.putAnnounced(tx, { ...sweep, since: time }))
    }

    expect(await find()).toEqual({ ...running, announcedSince: later })
    expect(await inTransaction(db, (tx) => sweeps.endSweep(tx, running, 'again'))).toBe('again')
    const again = await find()
    expect(again).toMatchObject({ since: later, cursor: null, announcedSince: null })
    // The former read has no effect anymore.
    expect(await inTransaction(db, (tx) => sweeps.endSweep(tx, running, 'again'))).toBeUndefined()
    expect(await inTransaction(db, (tx) => sweeps.endSweep(tx, again, 'again'))).toBe('ended')
    expect(await sweeps.findSweep(db, sweep.connectionId, 'other')).toBeUndefined()
  })
})

describe('a provider whose records are read by more than their IDs', () => {
  it('has changed records read by the values of their events', async () => {
    const github = standIns.of('github')
    const [delivery] = github.webhooks!.makeDeliveries('repos/issues', 'update', '1003')

    expect(await send(must(delivery, 'delivery'))).toBe(204)
    expect(await send(must(delivery, 'delivery'))).toBe(204)

    await vi.waitFor(() => expect(listChanges()).toHaveLength(1), patiently)
    expect(listChanges()).toMatchObject([
      { id: '1003', subscribeEventType: 'update', fields: { id: '1003' } },
    ])
  })
})
