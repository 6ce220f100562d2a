// @module-tag key-limits
import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseReceiveToken } from '@platform/client/receive'
import { givenTenant, publicUrl } from '@platform/testing/test-api'
import { givenWorld, worldManifest, type World, type WorldReply } from '@platform/testing/world'
import { must } from '../values/index.ts'
import { hashApiKey } from './credential.ts'
import { isInNetworks, isWithinNetworks } from './key-grant.ts'

let world: World
beforeAll(async () => {
  world = await givenWorld()
  const [, crm = ''] = worldManifest.split('integrations:\n')
  const other = crm.replace('name: crm', 'name: other')
  await world.must(contract.batchUpsertIntegrations, {
    body: { sourceYaml: `specVersion: 1.0.0\nintegrations:\n${crm}${other}` },
  })
})
afterAll(() => world.close())

const create = (body: object, as?: { apiKey: string }) =>
  world.send(contract.createApiKey, { body: { label: 'Limited', ...body }, ...(as && { as }) })

async function createKey(
  body: object,
): Promise<{ id: string; key: string; [name: string]: unknown }> {
  const reply = await create(body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

const getKind = ({ status, body }: WorldReply) =>
  [
    status,
    String(body?.type ?? '')
      .split('/')
      .at(-1),
  ] as const
const denied = [403, 'permission-missing'] as const
const callWith = (
  apiKey: string,
  operation: OperationDefinition = contract.getProject,
  sent: Parameters<World['send']>[1] = {},
) => world.send(operation, { ...sent, as: { apiKey } })

describe('a key with capabilities', () => {
  it('shows them, and rejects invalid combinations', async () => {
    const { scopes, allowedNetworks, unused } = await createKey({ scopes: ['read', 'observe'] })
    const wrong = await Promise.all([
      create({ scopes: ['full', 'read'] }),
      create({ scopes: ['frontend', 'read'] }),
      create({ scopes: [] }),
      create({ scopes: ['everything'] }),
      create({ scopes: ['read'], allowedOrigins: ['https://app.example.com'] }),
      create({ scopes: ['frontend'], integrationIds: ['crm'] }),
      create({ scopes: ['read'], integrationIds: ['crm', 'nowhere'] }),
      create({ scopes: ['read'], allowedNetworks: ['10.0.0.1'] }),
    ])

    expect({ scopes, allowedNetworks, unused }).toEqual({
      scopes: ['read', 'observe'],
      allowedNetworks: [],
      unused: false,
    })
    expect(wrong.map(getKind)).toEqual(wrong.map(() => [400, 'invalid-input']))
  })

  it('names the missing capability', async () => {
    const { key } = await createKey({ label: 'Monitoring', scopes: ['observe'] })

    const { body } = await callWith(key, contract.writeRecords)

    expect(body.detail).toBe('The API key “Monitoring” lacks the capability write:records.')
  })

  it('reads secrets only with the capability', async () => {
    const [reader, trusted] = await Promise.all([
      createKey({ scopes: ['read'] }),
      createKey({ scopes: ['read', 'read:secrets'] }),
    ])
    const look = (key: string) =>
      callWith(key, contract.getConnection, { query: { includeCreds: 'true' } })

    expect(getKind(await look(reader.key))).toEqual(denied)
    expect((await look(trusted.key)).status).toBe(200)
  })

  it('belongs to one project', async () => {
    const { key } = await createKey({ scopes: ['read'] })
    const globex = await givenTenant(world.api)

    const reply = await callWith(key, contract.getProject, {
      params: { projectIdOrName: globex.project.id },
    })

    expect(getKind(reply)).toEqual([404, 'project-not-found'])
  })
})

describe('a key that manages keys', () => {
  const scopes = ['manage:keys', 'read']

  it('creates none that allows more than itself', async () => {
    const { key: apiKey } = await createKey({ scopes })
    const by = { apiKey }

    expect((await create({ scopes: ['read'] }, by)).status).toBe(201)
    for (const more of [['full'], ['frontend'], ['read', 'deploy'], ['manage:jwt-keys']]) {
      const reply = await create({ scopes: more }, by)
      expect([more, ...getKind(reply)]).toEqual([more, ...denied])
    }
  })

  it('cannot widen, rotate, activate or delete one that allows more', async () => {
    const { key: apiKey, id } = await createKey({ scopes })
    const full = await createKey({ scopes: ['full'] })
    const update = (apiKeyId: string, change: object) =>
      callWith(apiKey, contract.updateApiKey, {
        params: { apiKey: apiKeyId },
        body: { updateMask: Object.keys(change), apiKey: change },
      })

    const replies = [
      await update(id, { scopes: ['full'] }),
      await update(full.id, { label: 'Mine' }),
      await update(full.id, { active: true }),
      await callWith(apiKey, contract.rotateApiKey, { params: { apiKey: full.id }, body: {} }),
      await callWith(apiKey, contract.deleteApiKey, { params: { apiKey: full.id } }),
    ]

    expect(replies.map(getKind)).toEqual(replies.map(() => denied))
    expect((await update(id, { scopes: ['manage:keys'] })).status).toBe(200)
    expect((await callWith(full.key)).status).toBe(200)
  })

  it('passes on its networks and its expiry', async () => {
    const expireTime = new Date(Date.now() + 3600_000).toISOString()
    const own = { scopes, expireTime, allowedNetworks: ['127.0.0.0/8'] }
    const { key: apiKey, id } = await createKey(own)
    const by = { apiKey }
    const later = new Date(Date.now() + 7200_000).toISOString()
    const within = { scopes: ['read'], expireTime, allowedNetworks: ['127.0.0.1/32'] }

    const wider = [
      await create({ ...within, allowedNetworks: [] }, by),
      await create({ ...within, allowedNetworks: ['127.0.0.1/32', '0.0.0.0/0'] }, by),
      await create({ ...within, allowedNetworks: ['::/0'] }, by),
      await create({ ...within, expireTime: later }, by),
      await create({ scopes: ['read'], allowedNetworks: ['127.0.0.1/32'] }, by),
      await callWith(apiKey, contract.updateApiKey, {
        params: { apiKey: id },
        body: { updateMask: ['expireTime'], apiKey: { expireTime: null } },
      }),
    ]

    expect(wider.map(getKind)).toEqual(wider.map(() => denied))
    expect((await create(within, by)).status).toBe(201)
  })
})

describe('a key of some networks', () => {
  it('is rejected from others, whatever its scope, and without a hint at its own', async () => {
    const allowedNetworks = ['192.0.2.0/24']
    for (const scopes of [['full'], ['frontend'], ['read']]) {
      const { key } = await createKey({ scopes, allowedNetworks })
      const reply = await callWith(key)
      expect(getKind(reply)).toEqual([403, 'network-not-allowed'])
      expect(reply.text).not.toContain('192.0.2')
    }
  })

  it('is accepted from its own, and from anywhere once they are removed', async () => {
    const { key, id } = await createKey({ scopes: ['read'], allowedNetworks: ['127.0.0.1/32'] })
    const bind = (allowedNetworks: string[]) =>
      world.must(contract.updateApiKey, {
        params: { apiKey: id },
        body: { updateMask: ['allowedNetworks'], apiKey: { allowedNetworks } },
      })

    const statuses = [(await callWith(key)).status]
    await bind(['192.0.2.0/24'])
    statuses.push((await callWith(key)).status)
    await bind([])
    statuses.push((await callWith(key)).status)

    expect(statuses).toEqual([200, 403, 200])
  })

  it.each([
    [['10.0.0.0/8'], '10.1.2.3', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['10.0.0.0/8'], '::ffff:11.1.2.3', false],
    [['2001:db8::/32'], '2001:db8:1::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['192.0.2.7/32', '10.0.0.0/8'], '192.0.2.7', true],
  ])('%j has %s: %s', (networks, ip, expected) => {
    expect(isInNetworks(networks, ip)).toBe(expected)
  })

  it.each([
    ['10.0.0.0/8', '10.1.0.0/16', true],
    ['10.1.0.0/16', '10.0.0.0/8', false],
    ['10.0.0.0/8', '::ffff:10.0.0.0/104', false],
    ['::/0', '10.0.0.0/8', false],
    ['2001:db8::/32', '2001:db8:1::/48', true],
  ])('%s contains %s: %s', (wider, network, expected) => {
    expect(isWithinNetworks([wider], network)).toBe(expected)
  })
})

describe('a key limited to an integration', () => {
  const ofCrm: OperationDefinition[] = []
  const lists = [
    contract.listIntegrations,
    contract.listInstallationsForProject,
    contract.listOperationsForProject,
    contract.listLogs,
  ]
  beforeAll(() => {
    ofCrm.push(contract.getIntegration, contract.listInstallations, contract.getInstallation)
  })

  it('sees only what belongs to it', async () => {
    const scopes = ['read', 'observe']
    const [mine, other] = await Promise.all([
      createKey({ scopes, integrationIds: ['crm'] }),
      createKey({ scopes, integrationIds: ['other'] }),
    ])

    for (const operation of ofCrm) {
      expect([operation.id, (await callWith(mine.key, operation)).status]).toEqual([
        operation.id,
        200,
      ])
      expect([operation.id, ...getKind(await callWith(other.key, operation))]).toEqual([
        operation.id,
        ...denied,
      ])
    }
    for (const operation of lists) {
      const shown = (await callWith(mine.key, operation)).body as { name?: string }[]
      const rest = (await callWith(other.key, operation)).body as { name?: string }[]
      expect([operation.id, shown.length]).not.toEqual([operation.id, 0])
      expect(rest.map(({ name }) => name)).toEqual(
        operation === contract.listIntegrations ? ['other'] : [],
      )
    }
    for (const operation of [contract.getOperation, contract.listOperationLogs]) {
      expect((await callWith(mine.key, operation)).status).toBe(200)
      expect(getKind(await callWith(other.key, operation))).toEqual([404, 'operation-not-found'])
    }
  })

  it('returns the same problem for an unknown integration', async () => {
    const { key } = await createKey({ scopes: ['read'], integrationIds: ['other'] })
    const look = async (integrationIdOrName: string) => {
      const reply = await callWith(key, contract.getIntegration, {
        params: { integrationIdOrName },
      })
      return [...getKind(reply), reply.body.detail.replace(integrationIdOrName, 'X')]
    }

    expect(await look('crm')).toEqual(await look('nowhere'))
  })

  it('cannot do anything with the project as a whole, such as create keys or destinations', async () => {
    const scopes = contract.Capability.options
    const { key } = await createKey({ scopes, integrationIds: ['crm'] })
    const wholes = world.api.api.operations.filter(
      ({ path, callers, suitsLimitedKeys }) =>
        callers.includes('full') && !path.includes('{integrationId') && !suitsLimitedKeys,
    )
    expect(wholes.length).toBeGreaterThan(50)

    for (const operation of wholes) {
      const reply = await callWith(key, operation)
      expect([operation.id, ...getKind(reply)]).toEqual([operation.id, ...denied])
    }
  })

  it('is shown with the IDs of its integrations', async () => {
    const { integrationIds } = await createKey({ scopes: ['read'], integrationIds: ['other'] })
    const { body } = await world.must(contract.getIntegration, {
      params: { integrationIdOrName: 'other' },
    })

    expect(integrationIds).toEqual([body.id])
  })
})

describe('a key limited to a destination', () => {
  const inbox = () => must(world.idOf(contract.pullMessages, 'destination'), 'inbox')
  const createReceiveKey = () => createKey({ scopes: ['read:messages'], destination: inbox() })
  const createInbox = async (name: string) =>
    (await world.must(contract.createDestination, { body: { name, type: 'pull', metadata: {} } }))
      .body.id as string

  it('is part of one token, with the address, the project and the destination', async () => {
    const created = await createReceiveKey()

    const token = parseReceiveToken(String(created['receiveToken']))

    expect(created['destinationId']).toBe(inbox())
    expect(token).toEqual({
      baseUrl: publicUrl,
      project: world.tenant.project.id,
      destination: inbox(),
      apiKey: created.key,
    })
    const { body } = await world.must(contract.getApiKey, { params: { apiKey: created.id } })
    expect(body.destinationId).toBe(inbox())
    expect(JSON.stringify(body)).not.toMatch(/prcv_|receiveToken/)
  })

  it('fetches from this destination alone, and does nothing else in the project', async () => {
    const { key } = await createReceiveKey()
    const other = await createInbox('other-inbox')
    const own = { destination: inbox() }
    expect((await callWith(key, contract.pullMessages, { params: own })).status).toBe(200)

    for (const operation of world.api.api.operations) {
      if (!(operation.callers as readonly string[]).includes('full')) continue
      const params: Record<string, string> = operation.path.includes('{destination}')
        ? { destination: other }
        : {}
      const reply = await callWith(key, operation, { params })
      expect([operation.id, ...getKind(reply)]).toEqual([operation.id, ...denied])
    }
    // Names can be given to another destination later.
    const { body } = await world.must(contract.getDestination, { params: own })
    const byName = await callWith(key, contract.pullMessages, {
      params: { destination: body.name },
    })
    expect(getKind(byName)).toEqual(denied)
    const made = await callWith(key, contract.pullMessages, { params: { destination: 'made-up' } })
    expect(made.body.detail.replace('made-up', body.name)).toBe(byName.body.detail)
  })

  it('cannot be rotated by a process of an earlier version, which would forget the limit', async () => {
    const { id, key } = await createReceiveKey()
    const params = { destination: inbox() }
    const rotate = sql`
      update api_keys set hash = 'limited:'::bytea || substring(hash from 11), former_hash = hash
       where id = ${id}`

    await expect(rotate.execute(world.api.database.everything)).rejects.toThrow('api_keys_mark')

    expect((await callWith(key, contract.pullMessages, { params })).status).toBe(200)
  })

  it('only reads messages, of a destination that a receiver can have', async () => {
    const logs = await world.must(contract.createDestination, {
      body: { name: 'logs', type: 'log', metadata: { endpointUrl: 'https://logs.acme.example' } },
    })
    const wrong = await Promise.all([
      create({ scopes: ['full'], destination: inbox() }),
      create({ scopes: ['read:messages', 'observe'], destination: inbox() }),
      create({ scopes: ['read:messages'], destination: inbox(), integrationIds: ['crm'] }),
      create({ scopes: ['read:messages'], destination: 'nowhere' }),
      create({ scopes: ['read:messages'], destination: logs.body.id }),
    ])
    const { id } = await createReceiveKey()
    wrong.push(
      await world.send(contract.updateApiKey, {
        params: { apiKey: id },
        body: { updateMask: ['scopes'], apiKey: { scopes: ['full'] } },
      }),
    )

    expect(wrong.map(getKind)).toEqual(wrong.map(() => [400, 'invalid-input']))
  })

  it('is created only by those who may choose where its messages are sent', async () => {
    const { key: apiKey } = await createKey({ scopes: ['manage:keys', 'read:messages'] })

    const reply = await create({ scopes: ['read:messages'], destination: inbox() }, { apiKey })

    expect(getKind(reply)).toEqual(denied)
  })

  it('is deleted with its destination', async () => {
    const destination = await createInbox('brief-inbox')
    const { key, id } = await createKey({ scopes: ['read:messages'], destination })
    const look = () => callWith(key, contract.pullMessages, { params: { destination } })
    expect((await look()).status).toBe(200)

    await world.must(contract.deleteDestination, { params: { destination } })

    expect(getKind(await look())).toEqual([401, 'credential-invalid'])
    const shown = await world.send(contract.getApiKey, { params: { apiKey: id } })
    expect(getKind(shown)).toEqual([404, 'api-key-not-found'])
  })

  it('has a new token after its rotation, and the former is accepted for a while', async () => {
    const { id, key } = await createReceiveKey()

    const { body } = await world.must(contract.rotateApiKey, { params: { apiKey: id } })

    const { apiKey: next } = parseReceiveToken(body.receiveToken)
    expect(next).not.toBe(key)
    for (const one of [key, next]) {
      const reply = await callWith(one, contract.pullMessages, {
        params: { destination: inbox() },
      })
      expect(reply.status).toBe(200)
    }
  })

  it('is unknown to servers that know limits of integrations only', async () => {
    const { key } = await createReceiveKey()
    const earlier = [hashApiKey(key), Buffer.concat([Buffer.from('limited:'), hashApiKey(key)])]

    const found = await world.api.database.everything
      .selectFrom('apiKeys')
      .select('scopes')
      .where('hash', 'in', earlier)
      .execute()

    expect(found).toEqual([])
  })
})

describe('a process of an earlier version', () => {
  /** Its query, copied from its store. */
  const findsKey = async (key: string) =>
    (await world.api.database.everything
      .selectFrom('apiKeys')
      .select('scopes')
      .where('hash', '=', hashApiKey(key))
      .where('active', '=', true)
      .executeTakeFirst()) !== undefined

  it('rejects a key with limits that it does not know', async () => {
    const known = await Promise.all([
      createKey({ scopes: ['full'] }),
      createKey({ scopes: ['frontend'] }),
    ])
    const unknown = await Promise.all([
      createKey({ scopes: ['read'] }),
      createKey({ scopes: ['full'], allowedNetworks: ['127.0.0.0/8'] }),
      createKey({ scopes: ['full'], integrationIds: ['crm'] }),
      createKey({ scopes: ['frontend'], allowedNetworks: ['127.0.0.0/8'] }),
    ])

    const found = await Promise.all([...known, ...unknown].map(({ key }) => findsKey(key)))
    expect(found).toEqual([true, true, false, false, false, false])
    for (const { key } of unknown) expect((await callWith(key)).status).toBe(200)
  })

  it('rejects a key while it has limits, and accepts it again afterwards', async () => {
    const { id, key } = await createKey({ scopes: ['full'] })
    const narrow = (scopes: string[]) =>
      world.must(contract.updateApiKey, {
        params: { apiKey: id },
        body: { updateMask: ['scopes'], apiKey: { scopes } },
      })

    await narrow(['read'])
    const whileLimited = [await findsKey(key), (await callWith(key)).status] as const
    await narrow(['full'])

    expect(whileLimited).toEqual([false, 200])
    expect([await findsKey(key), (await callWith(key)).status]).toEqual([true, 200])
  })
})

describe('rotation', () => {
  const rotate = (apiKey: string, body: object = {}) =>
    world.must(contract.rotateApiKey, { params: { apiKey }, body })

  it('accepts both secrets during the overlap and shows whether the former one is still used', async () => {
    const before = await createKey({ scopes: ['read'] })
    const { body: after } = await rotate(before.id, { overlapHours: 1 })
    const statuses = [await callWith(before.key), await callWith(after.key)].map((r) => r.status)
    const { body: shown } = await world.must(contract.getApiKey, {
      params: { apiKey: before.id },
    })

    expect(statuses).toEqual([200, 200])
    expect(after.key).not.toBe(before.key)
    expect(after).toMatchObject({ id: before.id, maskedKey: `plat_scoped_…${after.key.slice(-4)}` })
    expect(Date.parse(shown.formerKeyUntil) - Date.now()).toBeLessThanOrEqual(3600_000)
    expect(shown).toMatchObject({
      formerKeyLastUseTime: expect.any(String),
      lastUseTime: expect.any(String),
    })
    expect(shown.key).toBeUndefined()
  })

  it('rejects the former secret at the end of the overlap, or at once', async () => {
    const first = await createKey({ scopes: ['full'] })
    const { body: second } = await rotate(first.id, { overlapHours: 2 })
    await world.api.database.everything
      .updateTable('apiKeys')
      .set({ formerUntil: new Date(Date.now() - 1000) })
      .where('id', '=', second.id)
      .execute()
    world.api.access.forget()
    const afterOverlap = [await callWith(first.key), await callWith(second.key)]
    const { body: third } = await rotate(first.id, { overlapHours: 0 })
    const atOnce = [await callWith(second.key), await callWith(third.key)]

    expect(afterOverlap.map(({ status }) => status)).toEqual([401, 200])
    expect(atOnce.map(({ status }) => status)).toEqual([401, 200])
  })

  it('leaves no secret of a key that is deactivated, narrowed or limited by another name', async () => {
    const before = await createKey({ scopes: ['full'] })
    const { body: after } = await rotate(before.id)
    const change = (apiKey: object) =>
      world.must(contract.updateApiKey, {
        params: { apiKey: before.id },
        body: { updateMask: Object.keys(apiKey), apiKey },
      })
    const both = async (operation?: OperationDefinition) =>
      (await Promise.all([before.key, after.key].map((key) => callWith(key, operation)))).map(
        ({ status }) => status,
      )

    await change({ scopes: ['read'] })
    const narrowed = [await both(), await both(contract.listApiKeys)]
    await change({ active: false })

    expect(narrowed).toEqual([
      [200, 200],
      [403, 403],
    ])
    expect(await both()).toEqual([401, 401])
  })
})

it('marks keys that were not used for 90 days', async () => {
  const { id } = await createKey({ scopes: ['read'] })
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3600_000)
  const findUnused = async (times: { createTime: Date; lastUseTime: Date | null }) => {
    await world.api.database.everything
      .updateTable('apiKeys')
      .set(times)
      .where('id', '=', id as never)
      .execute()
    return (await world.must(contract.getApiKey, { params: { apiKey: id } })).body.unused
  }

  expect(await findUnused({ createTime: ago(91), lastUseTime: null })).toBe(true)
  expect(await findUnused({ createTime: ago(91), lastUseTime: ago(89) })).toBe(false)
  expect(await findUnused({ createTime: ago(200), lastUseTime: ago(91) })).toBe(true)
  expect(await findUnused({ createTime: ago(89), lastUseTime: null })).toBe(false)
})
