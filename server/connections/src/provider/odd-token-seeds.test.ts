import { once } from 'node:events'
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { ProviderError, type ConnectorWriteResult } from '@platform/connector'
import type { Connection } from '@platform/contract'
import { getPort, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { listSeeds, pickBy, randomFrom } from '@platform/testing/seeded'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openProvider } from './open-provider.ts'
import { backdateFailures } from './testing/backdate-failures.ts'
import { createTokenOrchard, type TokenOrchard } from './testing/odd-tokens/token-orchard.ts'

/**
 * Token replies that are odd by seed, beside reads, writes and requested refreshes. A living grant
 * never ends and a dead one is reported once; each read is whole or not a success; no refresh token is
 * lost; and there are no more refreshes than causes for them.
 */
const seeds = listSeeds(24)
const steps = 12

let orchard: TokenOrchard
const server = createServer((request, response) => {
  void readText(request).then((body) => {
    const reply = orchard.answer(request, body)
    if (reply === 'cut') response.destroy()
    else response.writeHead(reply.status, reply.headers).end(reply.body)
  })
})

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${getPort(server)}`
  const entry = {
    displayName: 'Orchard',
    authType: 'oauth2',
    baseURL: origin,
    trustedDomains: ['http://127.0.0.1'],
    oauth2Opts: {
      grantType: 'authorizationCode',
      authURL: `${origin}/authorize`,
      tokenURL: `${origin}/token`,
      explicitScopesRequired: false,
      explicitWorkspaceRequired: false,
    },
    objects: {
      trees: {
        read: {
          path: '/trees',
          records: 'trees',
          id: 'id',
          paging: { style: 'cursor', from: 'next', param: 'cursor' },
        },
        fields: { id: 'string', name: 'string' },
        create: { method: 'POST', path: '/trees', recordId: 'id' },
      },
    },
  }
  platform = await testPlatform({
    env: { PLATFORM_PROVIDERS: JSON.stringify({ orchard: entry }) },
  })
  await platform.call('POST', '/v1/{p}/provider-apps', {
    provider: 'orchard',
    clientId: 'client-of-the-orchard',
    clientSecret: 'secret-of-the-orchard',
  })
})
afterAll(async () => {
  await platform.close()
  server.close()
})

type Id = `conn_${string}`
const connect = (groupRef: string) =>
  platform.call<Connection & { id: Id }>('POST', '/v1/{p}/connections:generate', {
    provider: 'orchard',
    groupRef,
    consumerRef: 'hank',
    oauth2AuthorizationCode: {
      accessToken: { token: 'imported-access-token' },
      refreshToken: { token: 'stored-refresh-token' },
      scopes: ['trees'],
    },
  })
const renew = (id: Id) =>
  platform.call<Connection>('GET', `/v1/{p}/connections/${id}?refresh=force`)
const show = (id: Id) => platform.call<Connection>('GET', `/v1/{p}/connections/${id}`)
const db = () => platform.database.tenant(platform.projectId)
const countMessages = (id: Id, type: string) =>
  platform.messages.filter(
    ({ notificationType, data }) =>
      notificationType === type && data && 'connectionId' in data && data.connectionId === id,
  ).length

const backdate = (id: Id, hours: number) => backdateFailures(db(), id, hours)

/** Reads all trees; undefined if the read fails. */
async function read(id: Id): Promise<string[] | undefined> {
  try {
    const { client, entry } = await openProvider(platform.services, db(), id)
    const connector = must(entry.connector, 'connector')
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await connector.read(client, {
        objectName: 'trees',
        fieldNames: ['id'],
        cursor,
      })
      ids.push(...page.records.map((record) => record.id))
      cursor = page.next
    } while (cursor !== undefined)
    return ids
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

async function create(id: Id, name: string): Promise<'written' | 'refused' | 'unknown'> {
  try {
    const { client, entry } = await openProvider(platform.services, db(), id)
    const writing = must(entry.connector?.writing, 'writing')
    const records = [{ fields: { name } }]
    const [result] = await writing.write(client, { type: 'create', objectName: 'trees', records })
    const { success, ...rest }: ConnectorWriteResult = must(result, 'result')
    if (success) return 'written'
    return 'error' in rest && rest.error.isOutcomeUnknown ? 'unknown' : 'refused'
  } catch (error) {
    if (error instanceof ProviderError) return error.isOutcomeUnknown ? 'unknown' : 'refused'
    throw error
  }
}

const counts = { read: 0, written: 0, failed: 0 }

it.each(seeds)('seed %i: a living grant works and a dead one is reported', async (seed) => {
  const random = randomFrom(seed)
  const pick = pickBy(random)
  orchard = createTokenOrchard(random)
  const { id } = await connect(`group-${seed}`)
  const share = pick([0, 0.2, 0.6])
  orchard.setOddness(share, { mayReject: true })

  for (let step = 0; step < steps; step++) {
    const requestsBefore = orchard.tokenRequests
    const refreshedBefore = countMessages(id, 'connection.refreshed')
    let pages = 1 + Math.ceil(orchard.trees.length / 7)
    switch (pick(['read', 'read', 'create', 'renew', 'many', 'expire', 'outage'])) {
      case 'read': {
        const existing = orchard.trees.map((tree) => tree.id)
        const ids = await read(id)
        counts[ids ? 'read' : 'failed']++
        if (ids) expect(ids).toEqual(existing)
        break
      }
      case 'create': {
        const name = `tree of step ${step}`
        const outcome = await create(id, name)
        const held = orchard.trees.filter((tree) => 'name' in tree && tree.name === name).length
        counts[outcome === 'written' ? 'written' : 'failed']++
        if (outcome !== 'unknown')
          expect([outcome, held]).toEqual([outcome, outcome === 'written' ? 1 : 0])
        break
      }
      case 'renew':
        await renew(id)
        break
      case 'many': {
        // A refresh in between ends the access token that others have just got.
        orchard.expireAccess()
        orchard.setMidway(false)
        const existing = orchard.trees.map((tree) => tree.id)
        const reads = Array.from({ length: 4 }, () => read(id))
        const all = await Promise.all([...reads, renew(id).then(() => read(id))])
        orchard.setMidway(true)
        pages *= 5
        for (const ids of all) if (ids) expect(ids).toEqual(existing)
        break
      }
      case 'expire':
        orchard.expireAccess()
        break
      case 'outage':
        // Hours without a usable answer; what rejects in other words passes within moments.
        orchard.setOddness(1, { mayReject: false })
        orchard.expireAccess()
        await read(id)
        await backdate(id, 5)
        await read(id)
        orchard.setOddness(share, { mayReject: true })
        pages *= 2
        break
    }
    const after = await show(id)
    expect(after.status, `step ${step}: ${JSON.stringify(after.health)}`).not.toBe(
      'bad_credentials',
    )
    expect(orchard.lostTokens).toEqual([])
    // At most before a call, after its rejection, and once more for both encodings of a client.
    expect(orchard.tokenRequests - requestsBefore).toBeLessThanOrEqual(2 * pages + 1)
    expect(countMessages(id, 'connection.refreshed') - refreshedBefore).toBeLessThanOrEqual(
      2 * pages + 1,
    )
  }

  orchard.setOddness(0, { mayReject: false })
  const before = orchard.tokenRequests
  await renew(id)
  expect(orchard.presented.slice(before)).toHaveLength(1)
  expect(orchard.lostTokens).toEqual([])
  expect(await show(id)).toMatchObject({ status: 'working' })
  expect(await read(id)).toEqual(orchard.trees.map((tree) => tree.id))

  const errorsBefore = countMessages(id, 'connection.error')
  orchard.endGrant()
  expect(await read(id)).toBeUndefined()
  await backdate(id, 4)
  await renew(id)
  expect(await show(id)).toMatchObject({
    status: 'bad_credentials',
    health: { state: 'needsSignIn' },
  })
  const requestsOfDead = orchard.tokenRequests
  for (let use = 0; use < 3; use++) expect(await read(id)).toBeUndefined()
  expect(orchard.tokenRequests).toBe(requestsOfDead)
  await vi.waitFor(
    () => expect(countMessages(id, 'connection.error') - errorsBefore).toBe(1),
    patiently,
  )
})

it('succeeds often enough for these checks to mean something', () => {
  if (seeds.length < 20) return
  expect(counts.read).toBeGreaterThan(counts.failed / 2)
  expect(counts.written).toBeGreaterThan(10)
})
