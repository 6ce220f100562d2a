import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { getRequiredCapability } from '@platform/contract'
import { givenTenant } from '@platform/testing/test-api'
import { givenCustomerDelivery } from '../../../delivery/src/notifications/provocations.ts'
import {
  givenWorld,
  operations,
  type World,
  type WorldReply,
  type WorldRequest,
} from '@platform/testing/world'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFirst } from '@platform/kernel/values'

let world: World
let rival: Awaited<ReturnType<typeof givenTenant>>
/** An integration beside that of the records, with a name and an ID of its own. */
let other: { id: string; name: string }
let ofCustomer: Record<string, string>
beforeAll(async () => {
  world = await givenWorld()
  rival = await givenTenant(world.api)
  const content = { name: 'beside', provider: 'salesforce', proxy: { enabled: true } }
  const { body } = await world.must(contract.createIntegration, {
    body: {
      ...{ name: content.name, provider: content.provider },
      latestRevision: { specVersion: '1.0.0', content },
    },
  })
  other = body
  ofCustomer = await givenCustomerDelivery(world)
})
afterAll(() => world.close())

const withCredential = operations.filter(({ callers }) => callers.length > 0)
const ofProject = withCredential.filter(({ path }) => path.includes('{projectIdOrName}'))
const isCalledBy = ({ callers }: OperationDefinition, kind: string) =>
  (callers as readonly string[]).includes(kind)

const listCases = (some: readonly OperationDefinition[]) =>
  some.map((operation) => [operation.id, operation] as const)

/** The reply without what differs between requests, and without the names that were sent. */
const washReply = ({ status, body }: WorldReply, ...names: readonly string[]) =>
  names.reduce(
    (text, name) => text.replaceAll(name, 'X'),
    JSON.stringify([status, { ...body, time: '', requestId: '', instance: '' }]),
  )

const listPathParams = ({ path }: OperationDefinition) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Names of records in paths that belong to one customer of a project. */
const namesOfCustomers = [
  'approvalId',
  'connectionId',
  'connectSessionId',
  'connectLinkId',
  'groupRef',
  'installationId',
  'operationId',
]
const isOfCustomers = ({ path }: OperationDefinition) => path.includes('/customer-destinations/')

/** Names in the path of an operation that belong to one customer, and what they name. */
const listNamesOfCustomer = (operation: OperationDefinition): [name: string, id: string][] =>
  listPathParams(operation).flatMap((name): [string, string][] => {
    const id = isOfCustomers(operation) ? ofCustomer[name] : undefined
    if (id !== undefined) return [[name, id]]
    const own = namesOfCustomers.includes(name) ? world.idOf(operation, name) : undefined
    return own === undefined ? [] : [[name, own]]
  })

const toMissing = (id: string) => `${id.slice(0, -4)}zzzz`

/** Sends the operation about records of a customer, and about ones that do not exist. */
async function compareRecords(operation: OperationDefinition, sent: WorldRequest) {
  const named = listNamesOfCustomer(operation)
  const replies: string[] = []
  let status = 0
  for (const toId of [(id: string) => id, toMissing]) {
    const params = Object.fromEntries(named.map(([name, id]) => [name, toId(id)]))
    const reply = await world.send(operation, { ...sent, params: { ...params, ...sent.params } })
    status ||= reply.status
    replies.push(washReply(reply, ...Object.values(params)))
  }
  return { status, replies }
}

const withRecords = withCredential.filter(
  (operation) =>
    isCalledBy(operation, 'consumer') &&
    (isOfCustomers(operation) ||
      listPathParams(operation).some((name) => namesOfCustomers.includes(name))),
)

const allClaims = { approverRoles: ['finance', 'sales'], managesDestinations: true }

describe('end users with all claims', () => {
  it.each(listCases(withRecords))(
    '%s treats records of another group as missing',
    async (_id, operation) => {
      const token = await world.tenant.consumerToken({
        ...{ groupRef: 'initech', consumerRef: 'bill' },
        ...allClaims,
      })

      const { status, replies } = await compareRecords(operation, { as: { token } })

      expect([403, 404]).toContain(status)
      expect(getFirst(replies)).toBe(replies[1])
    },
  )

  it('lists nothing of another group', async () => {
    const token = await world.tenant.consumerToken({
      ...{ groupRef: 'initech', consumerRef: 'bill' },
      ...allClaims,
    })
    const lists = ofProject.filter(
      (operation) =>
        operation.method === 'GET' &&
        isCalledBy(operation, 'consumer') &&
        listNamesOfCustomer(operation).length === 0,
    )
    const ofGlobex = [
      'approvalId',
      'connectionId',
      'connectLinkId',
      'installationId',
      'operationId',
    ].flatMap((name) => world.ids[name] ?? [])
    const leaks: string[] = []
    for (const operation of lists) {
      const { status, text } = await world.send(operation, { as: { token } })
      const shown = status < 300 ? text : ''
      const found = [...ofGlobex, ...Object.values(ofCustomer)].filter((id) => shown.includes(id))
      if (found.length > 0) leaks.push(`${operation.id}: ${found.join()}`)
    }

    expect(lists.length).toBeGreaterThan(5)
    expect(leaks).toEqual([])
  })
})

describe('members of the group without claims', () => {
  const needsClaim = withRecords.filter(
    (operation) => isOfCustomers(operation) || operation.path.includes('{approvalId}'),
  )

  it.each(listCases(needsClaim))('%s reveals nothing to them', async (_id, operation) => {
    const token = await world.tenant.consumerToken({
      groupRef: 'globex',
      consumerRef: 'globex-ann',
    })

    const { status, replies } = await compareRecords(operation, { as: { token } })

    expect(status).toBe(403)
    expect(getFirst(replies)).toBe(replies[1])
  })
})

describe('another tenant', () => {
  it.each(listCases(ofProject))(
    '%s reveals no project that its path names by name or ID',
    { tags: 'across-tenants' },
    async (_id, operation) => {
      const credentials = [
        { token: rival.owner.token },
        { apiKey: rival.full.key },
        { apiKey: rival.frontend.key },
        { token: await rival.consumerToken({ groupRef: 'globex', ...allClaims }) },
      ]
      const { id, name } = world.tenant.project
      for (const as of credentials) {
        for (const project of [id, name]) {
          const missing = toMissing(project)
          const isByGroup = operation.query && 'groupRef' in operation.query.shape
          const sent = { as, ...(isByGroup && { query: { groupRef: 'globex' } }) }
          const found = await world.send(operation, {
            ...sent,
            params: { projectIdOrName: project },
          })
          const notFound = await world.send(operation, {
            ...sent,
            params: { projectIdOrName: missing },
          })

          expect([401, 403, 404]).toContain(found.status)
          expect(washReply(found, project)).toBe(washReply(notFound, missing))
        }
      }
    },
  )
})

describe('keys', () => {
  const createKey = async (body: object) => {
    const { body: created } = await world.must(contract.createApiKey, {
      body: { label: 'foreign', ...body },
    })
    return created as { id: string; key: string }
  }

  it('of the permission to read carry out nothing that needs another', async () => {
    const { key: apiKey } = await createKey({ scopes: ['read'] })
    const more = ofProject.filter((operation) => {
      const needed = getRequiredCapability(operation)
      return needed !== undefined && needed !== 'read' && !operation.optionalCallers
    })
    const done: string[] = []
    for (const operation of more) {
      const { status } = await world.send(operation, { as: { apiKey } })
      if (![401, 403].includes(status)) done.push(`${operation.id} ${status}`)
    }

    expect(more.length).toBeGreaterThan(80)
    expect(done).toEqual([])
  })

  it('that have expired or were made up carry out nothing, and are answered alike', async () => {
    const { id, key: apiKey } = await createKey({ scopes: ['full'] })
    await world.api.database
      .tenant(world.tenant.project.id)
      .updateTable('apiKeys')
      .set({ expireTime: sql`now() - interval '1 minute'` })
      .where('id', '=', id as never)
      .execute()
    const done: string[] = []
    for (const operation of withCredential) {
      const expired = await world.send(operation, { as: { apiKey } })
      const madeUp = await world.send(operation, { as: { apiKey: toMissing(apiKey) } })
      if (expired.status !== 401 || madeUp.status !== 401)
        done.push(`${operation.id} ${expired.status} ${madeUp.status}`)
    }

    expect(done).toEqual([])
  })

  it('of another integration neither use nor reveal records of this one', async () => {
    const { key: apiKey } = await createKey({ scopes: ['full'], integrationIds: [other.id] })
    const leaks: string[] = []
    const ids = [...namesOfCustomers, 'revisionId'].flatMap((name) =>
      name === 'groupRef' ? [] : (world.ids[name] ?? []),
    )
    const sentBy = (operation: OperationDefinition, name: string): WorldRequest => ({
      as: { apiKey },
      params: { integrationId: name, integrationIdOrName: name },
      ...(operation.query &&
        'groupRef' in operation.query.shape && { query: { groupRef: 'globex' } }),
    })
    // Last, since they may delete the integration of the key.
    const calls = ofProject.toSorted(
      (one, another) => Number(one.method === 'DELETE') - Number(another.method === 'DELETE'),
    )
    for (const operation of calls) {
      for (const name of [other.name, other.id, 'crm']) {
        const { status, text } = await world.send(operation, sentBy(operation, name))
        const found = ids.filter((id) => status < 300 && text.includes(id))
        if (found.length > 0) leaks.push(`${operation.id} by ${name}: ${status} ${found.join()}`)
      }
    }

    expect(leaks).toEqual([])
    const { getInstallation, getConnection, getApproval, getOperation } = contract
    for (const operation of [getInstallation, getConnection, getApproval, getOperation])
      await world.must(operation)
  })
})
