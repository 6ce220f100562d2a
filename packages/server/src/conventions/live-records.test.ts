// @module-tag live-records
import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenWorld, type WorldRequest, type World } from '@platform/testing/world'

let world: World
let admin: { id: string; token: string }
beforeAll(async () => {
  world = await givenWorld()
  admin = await world.api.builder({ orgId: world.tenant.org.id, role: 'admin' })
})
afterAll(() => world.close())

/** Whatever shows records of a customer's account as they are now. */
const looks: { operation: OperationDefinition; sent: WorldRequest }[] = [
  {
    operation: contract.searchRecords,
    sent: {
      query: { groupRef: 'globex' },
      body: {
        objectName: 'Contact',
        fieldFilters: [{ fieldName: 'LastName', operator: 'eq', value: 'Ivanova' }],
      },
    },
  },
  {
    operation: contract.sampleRecords,
    sent: { query: { groupRef: 'globex', fieldNames: 'LastName' } },
  },
]
const byOperation = looks.map(({ operation, sent }) => [operation.id, operation, sent] as const)

const recordsOf = (action: string) =>
  world.api.database.everything
    .selectFrom('auditLog')
    .select(['orgId', 'actorKind', 'actorId', 'target', 'after'])
    .where('action', '=', action)
    .orderBy('time')
    .execute()

it.each(byOperation)('%s is denied to members', async (_id, operation, sent) => {
  const { status, body } = await world.send(operation, {
    ...sent,
    as: { token: world.member.token },
  })

  expect([status, body.type]).toEqual([403, expect.stringMatching(/permission-missing$/)])
})

it.each(byOperation)(
  '%s is recorded with the caller and the customer, and without the records',
  async (id, operation, sent) => {
    const callers = [
      { token: world.tenant.owner.token },
      { token: admin.token },
      { apiKey: world.tenant.full.key },
    ]

    for (const as of callers) await world.must(operation, { ...sent, as })

    const recorded = await recordsOf(id)
    expect(recorded.map(({ actorKind, actorId }) => [actorKind, actorId])).toEqual([
      ['builder', world.tenant.owner.id],
      ['builder', admin.id],
      ['api-key', world.tenant.full.id],
    ])
    for (const { orgId, target, after } of recorded) {
      expect(orgId).toBe(world.tenant.org.id)
      expect(target).toBe(world.urlOf(operation, sent).split('?', 1)[0])
      expect(after).toEqual({ groupRef: 'globex', objectName: 'Contact' })
    }
  },
)

it('allows members everything without live records', async () => {
  const as = { token: world.member.token }

  const replies = await Promise.all(
    [contract.listInstallations, contract.listOperations, contract.triggerRead].map((operation) =>
      world.send(operation, {
        as,
        ...(operation.method === 'POST' && { body: { groupRef: 'globex' } }),
      }),
    ),
  )

  expect(replies.filter(({ status }) => status >= 400)).toEqual([])
})

it('does not record end users who view records of their own account', async () => {
  const token = await world.tenant.consumerToken({ groupRef: 'globex', consumerRef: 'hank' })
  const before = await recordsOf('sampleRecords')

  await world.must(contract.sampleRecords, {
    query: { groupRef: 'globex', fieldNames: 'LastName' },
    as: { token },
  })

  expect(await recordsOf('sampleRecords')).toEqual(before)
})
