import { getMyInfo, listAuditLog, type OperationDefinition } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { successes } from './successes.ts'
import { givenWorld, operations, type World } from '@platform/testing/world'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

/**
 * The destination of manifests and a read, which a paused object rejects, first; deletions last, from
 * the deepest path.
 */
function turn({ id, method, path }: OperationDefinition): number {
  if (id === 'createDestination' || id === 'triggerRead') return -1
  return method === 'DELETE' ? 1000 - path.length : 0
}
const inTurn = operations
  .toSorted((a, b) => turn(a) - turn(b))
  .map((operation) => [operation.id, operation] as const)

it.each(inTurn)('%s succeeds with the example body of the reference', async (id, operation) => {
  const sent = await successes[id]?.(world)

  const reply = await world.send(operation, { ...sent, headers: { 'x-request-id': `walk-${id}` } })

  expect([reply.status, reply.text]).toEqual([operation.success, reply.text])
  if (operation.reply === null) expect(reply.text).toBe('')
})

it('records every change in the organization’s audit log, and nothing else', async () => {
  const changing = operations
    .filter(({ method, showsRecords }) => method !== 'GET' || showsRecords)
    .filter(({ movesPosition }) => !movesPosition)
    .map(({ id }) => id)
  // A new organization has its own log.
  const { body: orgs } = await world.must(getMyInfo)
  const logs = await Promise.all(
    orgs.orgRoles.map(({ org }: any) =>
      world.must(listAuditLog, { params: { orgId: org.id }, query: { pageSize: '1000' } }),
    ),
  )

  const walked = logs.flatMap(({ body }) =>
    body.filter(({ requestId }: any) => requestId.startsWith('walk-')),
  )

  // A request to a provider that the caller composed has a record of its own, before it is sent.
  const actions = new Set(walked.map(({ action }) => action))
  expect([...actions].toSorted()).toEqual(changing.toSorted())
  for (const { action, requestId, actor, target } of walked) {
    expect([requestId, actor.kind]).toEqual([`walk-${action}`, 'builder'])
    expect(target).toMatch(/^\/((read|write|search)\/)?v1\//)
  }
  const done = Object.fromEntries(walked.map(({ action, after }) => [action, after]))
  for (const action of ['oauthConnect', 'oauthUpdate', 'customAuthConnect']) {
    const { connection, ...whom } = done[action]
    const provider = expect.any(String)
    expect([action, connection ?? whom]).toMatchObject([
      action,
      connection ? { provider, group: {} } : { provider, groupRef: expect.any(String) },
    ])
  }
  for (const action of ['triggerRead', 'writeRecords']) {
    expect([action, done[action]]).toMatchObject([action, { groupRef: expect.any(String) }])
  }
  const connected = logs
    .flatMap(({ body }) => body)
    .find(({ action }) => action === 'connectProvider')
  expect(connected).toMatchObject({
    actor: { kind: 'consumer', id: 'initech-hank', label: 'initech' },
    target: expect.stringMatching(/\/connections\/conn_\w+$/),
    after: { provider: 'salesforce' },
  })
})

it('keeps every secret out of the log', async () => {
  const { tenant, ids } = world
  const { rows } = await sql<{ line: string }>`
    select audit_log::text as line from audit_log`.execute(world.api.database.everything)
  const log = rows.map(({ line }) => line).join('\n')

  expect(rows.length).toBeGreaterThan(50)
  for (const name of ['a-long-secret', 'a-new-secret', 'the-access-token', 'the-refresh-token']) {
    expect(log).not.toContain(name)
  }
  expect(log).not.toMatch(/plat_(full|frontend)_[\w-]{20}|whsec_|eyJ|invited=/)
  expect(log).toContain(ids['destination'])
  expect(log).not.toContain(tenant.full.key)
})
