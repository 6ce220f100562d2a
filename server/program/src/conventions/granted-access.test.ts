// @module-tag key-limits
import * as contract from '@platform/contract'
import { Capability, endUserCapabilities, getRequiredCapability } from '@platform/contract'
import { capabilitiesOfScopes } from '@platform/kernel/access'
import { must } from '@platform/kernel/values'
import { givenWorld, operations, type World } from '@platform/testing/world'
import { afterAll, beforeAll, expect, it } from 'vitest'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

const createKey = async (scopes: string[], limits: object = {}) => {
  const { body } = await world.must(contract.createApiKey, {
    body: { label: scopes.join(), scopes, ...limits },
  })
  return body as { id: string; key: string }
}

/** Bodies that ask for as much access as there is, besides those of the documentation. */
const greedy: Record<string, readonly object[]> = {
  createApiKey: [{ label: 'All', scopes: ['full'] }],
  updateApiKey: [{ updateMask: ['scopes'], apiKey: { scopes: ['full'] } }],
  updateJWTKey: [{ updateMask: ['active'], jwtKey: { active: true } }],
  setSupportAccess: [{ enabled: true }],
}

const changes = operations.filter(
  ({ method, callers }) =>
    method !== 'GET' && method !== 'DELETE' && (callers as readonly string[]).includes('full'),
)

/** Returns everything that allows somebody something, by what it allows. */
async function readGrants(): Promise<Map<string, readonly (Capability | 'only people')[]>> {
  const db = world.api.database.everything
  const grants = new Map<string, readonly (Capability | 'only people')[]>()
  for (const { id, active, scopes } of await db.selectFrom('apiKeys').selectAll().execute()) {
    if (active) grants.set(`${id} ${scopes.join()}`, capabilitiesOfScopes(scopes))
  }
  for (const { id, active } of await db.selectFrom('jwtKeys').selectAll().execute()) {
    if (active) grants.set(id, endUserCapabilities)
  }
  for (const { id, capabilities } of await db.selectFrom('agents').selectAll().execute()) {
    grants.set(`${id} ${capabilities.join()}`, ['only people'])
  }
  for (const { id, supportAccess } of await db.selectFrom('installations').selectAll().execute()) {
    if (supportAccess) grants.set(`support ${id}`, ['only people'])
  }
  for (const { id, role } of await db.selectFrom('memberships').selectAll().execute()) {
    grants.set(`${id} ${role}`, ['only people'])
  }
  return grants
}

/** Operations with a reading name that change something, by their parameters. */
const changingReads = operations.flatMap((operation) => {
  const [name, value = 'true'] = operation.changesWith?.split('=') ?? []
  return name ? [{ id: operation.id, operation, query: { [name]: value } }] : []
})

// Earlier than the others: they change what the connection needs.
it('audits reads that change something', async () => {
  const db = world.api.database.everything
  const count = async (action: string) =>
    (await db.selectFrom('auditLog').select('id').where('action', '=', action).execute()).length

  for (const { id, operation, query } of changingReads) {
    const before = await count(id)
    await world.must(operation, { query })
    expect(await count(id), id).toBe(before + 1)
  }
})

it.each(changes.map((operation) => [operation.id, operation] as const))(
  'grants by %s no more than the key has that calls it',
  async (id, operation) => {
    const scope = must(getRequiredCapability(operation), 'capability')
    const own = scope === 'read' ? ['read'] : ['read', scope]
    const { id: ownKey, key: apiKey } = await createKey(own)
    const { body: registered } = await world.must(contract.createJWTKey)
    await world.must(contract.updateJWTKey, {
      params: { keyId: registered.kid },
      body: { updateMask: ['active'], jwtKey: { active: false } },
    })
    const before = await readGrants()

    for (const body of [undefined, ...(greedy[id] ?? [])]) {
      const params: Record<string, string> =
        id === 'updateJWTKey' ? { keyId: String(registered.kid) } : {}
      await world.send(operation, { params, ...(body && { body }), as: { apiKey } })
    }

    const granted = [...(await readGrants())].filter(([name]) => !before.has(name))
    const more = granted.map(([name, allowed]) => [
      name,
      allowed.filter((one) => !own.includes(one)),
    ])
    await world.send(contract.deleteApiKey, { params: { apiKey: ownKey } })
    expect(more.filter(([, missing]) => must(missing, 'capabilities').length > 0)).toEqual([])
  },
)

/** Requests of the provider's API that change nothing, although they are no GET. */
const isReading = (url: string) => /\/(token|introspect|userinfo)\b|\/query|\/search/.test(url)

/** Returns what an account of a customer was changed by. */
async function listChangesAtAccounts(): Promise<string[]> {
  const requests = await world.control.requests()
  return requests
    .filter(({ method, url }) => method !== 'GET' && !isReading(url))
    .map(({ method, url }) => `${method} ${url}`)
}

const mayChangeAccounts: readonly Capability[] = ['write:records', 'proxy']

it('changes no customer’s account for keys without a permission that names it', async () => {
  const scopes = Capability.options.filter((one) => !mayChangeAccounts.includes(one))
  const calls = operations.filter(
    ({ method, callers }) => method !== 'DELETE' && (callers as readonly string[]).includes('full'),
  )
  const found: Record<string, string[]> = {}
  const { id, key: apiKey } = await createKey(scopes)
  for (const operation of calls) {
    await world.control.clearRequests()
    await world.send(operation, { as: { apiKey } })
    const sent = await listChangesAtAccounts()
    if (sent.length > 0) found[operation.id] = sent
  }

  await world.must(contract.deleteApiKey, { params: { apiKey: id } })
  expect(found).toEqual({})
  // The operation reaches the account with the permission.
  await world.send(contract.upsertMetadataForInstallation)
  expect(await listChangesAtAccounts()).not.toEqual([])
})

it.each(changingReads)(
  'changes by $id only with the permission to change',
  async ({ operation, query }) => {
    const read = must(getRequiredCapability(operation), 'capability')
    const { id, key: apiKey } = await createKey([read, 'read:secrets'])

    const changed = await world.send(operation, { query, as: { apiKey } })
    const seen = await world.send(operation, { as: { apiKey } })

    await world.must(contract.deleteApiKey, { params: { apiKey: id } })
    expect(changed.status).toBe(403)
    expect(seen.status).toBe(200)
  },
)

it('registers JWT keys for a key that may do what end users may', async () => {
  const scopes = ['manage:jwt-keys', ...endUserCapabilities]
  const all = await createKey(scopes)
  const nearby = await createKey(scopes, { allowedNetworks: ['127.0.0.0/8'] })
  const lesser = await createKey(['manage:jwt-keys'])
  const register = (apiKey: string) => world.send(contract.createJWTKey, { as: { apiKey } })
  const stop = (keyId: string, as: { apiKey: string }) =>
    world.send(contract.updateJWTKey, {
      params: { keyId },
      body: { updateMask: ['active'], jwtKey: { active: false } },
      as,
    })

  const { status, body } = await register(all.key)
  const missing = await register(lesser.key)
  const unlimited = await register(nearby.key)
  const stopped = await stop(String(body.kid), { apiKey: lesser.key })

  expect(status).toBe(201)
  expect(missing.status).toBe(403)
  expect(missing.body.detail).toMatch(/act as any end user.* It lacks .*write:records/)
  expect(unlimited.status).toBe(403)
  expect(stopped.status).toBe(200)
})

it('counts as capabilities of end users all that their operations require', () => {
  const ofEndUsers = operations.filter(({ callers }) =>
    (callers as readonly string[]).includes('consumer'),
  )

  const required = ofEndUsers.map(getRequiredCapability).filter((one) => one !== undefined)

  // Their agents also search and write records, and whoever adds a destination receives its messages.
  expect(new Set([...required, 'write:records', 'read:messages'])).toEqual(
    new Set(endUserCapabilities),
  )
})
