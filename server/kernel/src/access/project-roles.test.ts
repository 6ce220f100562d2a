// @module-tag project-roles
import * as contract from '@platform/contract'
import type { OperationDefinition, ProjectRole } from '@platform/contract'
import { givenWorld, type World, type WorldReply } from '@platform/testing/world'
import { afterAll, beforeAll, expect, it } from 'vitest'

let world: World
let limited: { id: string; token: string }
beforeAll(async () => {
  world = await givenWorld()
  limited = await world.api.builder({ orgId: world.tenant.org.id })
})
afterAll(() => world.close())

const setRole = (body: object) =>
  world.send(contract.updateMembership, { params: { builderId: limited.id }, body })
const become = async (role: ProjectRole) => {
  const projectRoles = { [world.tenant.project.id]: role }
  const reply = await setRole({ role: 'limited', projectRoles })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body).toMatchObject({ role: 'limited', projectRoles })
}
const call = (operation: OperationDefinition, sent: Parameters<World['send']>[1] = {}) =>
  world.send(operation, { ...sent, as: { token: limited.token } })
const getKind = ({ status, body }: WorldReply) =>
  [
    status,
    String(body?.type ?? '')
      .split('/')
      .at(-1),
  ] as const
const denied = [403, 'permission-missing'] as const

it('shows a viewer no record, no message and no secret', async () => {
  await become('viewer')

  const shown = [
    await call(contract.listInstallations),
    await call(contract.listOperationsForProject),
    await call(contract.listEvents),
    await call(contract.getConnection),
  ]
  const hidden = [
    await call(contract.getEvent),
    await call(contract.searchRecords),
    await call(contract.sampleRecords),
    await call(contract.previewMapping),
    await call(contract.getConnection, { query: { includeCreds: 'true' } }),
    await call(contract.getDestination, { query: { includeSecrets: 'true' } }),
    await call(contract.listApiKeys),
    await call(contract.triggerRead),
    await call(contract.createTopic),
  ]

  expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(hidden.map(getKind)).toEqual(hidden.map(() => denied))
  expect(hidden[0]?.body.detail).toBe('The role viewer lacks the capability read:messages.')
})

it.each([
  {
    role: 'developer' as const,
    may: [contract.getEvent, contract.createTopic],
    mayNot: [contract.pauseInstallation, contract.createApiKey, contract.writeRecords],
  },
  {
    role: 'operator' as const,
    may: [contract.getEvent, contract.pauseInstallation],
    mayNot: [contract.batchUpsertIntegrations, contract.createApiKey, contract.writeRecords],
  },
])('allows the role $role what it is for', async ({ role, may, mayNot }) => {
  await become(role)

  for (const operation of may) {
    expect([operation.id, (await call(operation)).status]).not.toEqual([operation.id, 403])
  }
  for (const operation of mayNot) {
    expect([operation.id, ...getKind(await call(operation))]).toEqual([operation.id, ...denied])
  }
})

it('grants an admin of a project nothing in other projects or the organization', async () => {
  const other = await world.newProject()
  await become('admin')

  const own = await call(contract.createApiKey, { body: { label: 'Mine' } })
  const others = await call(contract.getProject, { params: other })
  const listed = await call(contract.listProjects)
  const info = await call(contract.getMyInfo)

  expect(own.status).toBe(201)
  expect(getKind(others)).toEqual([404, 'project-not-found'])
  expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([world.tenant.project.id])
  expect(Object.keys(info.body.projectRoles)).toEqual([world.tenant.project.id])
  expect(info.body.projectRoles[world.tenant.project.id]).toMatchObject({
    role: 'admin',
    capabilities: contract.Capability.options,
  })
  expect(getKind(await call(contract.updateOrg))).toEqual([403, 'owner-required'])
  expect(getKind(await call(contract.deleteProject))).toEqual([403, 'owner-required'])
  const created = await call(contract.createProject, {
    body: { orgId: world.tenant.org.id, name: 'mine', appName: 'Mine' },
  })
  expect(getKind(created)).toEqual(denied)
})

it('revokes roles in projects immediately, also with a change of the role', async () => {
  await become('admin')
  await setRole({ role: 'limited' })
  const without = [await call(contract.getProject), await call(contract.listProjects)]
  const inVain = await setRole({
    role: 'member',
    projectRoles: { [world.tenant.project.id]: 'admin' },
  })

  expect(getKind(without[0]!)).toEqual([404, 'project-not-found'])
  expect(without[1]?.body).toEqual([])
  expect(getKind(inVain)).toEqual([400, 'invalid-input'])
})

it('allows only owners to set roles in projects', async () => {
  await become('admin')
  const projectRoles = { [world.tenant.project.id]: 'admin' }

  const reply = await call(contract.updateMembership, {
    params: { builderId: limited.id },
    body: { role: 'limited', projectRoles },
  })

  expect(getKind(reply)).toEqual([403, 'owner-required'])
})

it('is rejected for a project of another organization, as for one that does not exist', async () => {
  const theirs = await world.api.project({
    orgId: (await world.api.org({ ownerId: world.tenant.owner.id })).id,
  })
  await setRole({ role: 'limited' })
  const setWith = (id: string) =>
    setRole({
      role: 'limited',
      projectRoles: { [world.tenant.project.id]: 'viewer', [id]: 'admin' },
    })

  const [refused, absent] = [await setWith(theirs.id), await setWith('proj_0000000000000000')]
  const reply = await call(contract.getProject, { params: { projectIdOrName: theirs.id } })
  const listed = await call(contract.listProjects)

  expect(getKind(refused)).toEqual([400, 'invalid-input'])
  expect(refused.body.issues).toMatchObject([
    { name: `projectRoles.${theirs.id}`, detail: `The organization has no project ${theirs.id}.` },
  ])
  expect(getKind(absent)).toEqual([400, 'invalid-input'])
  expect(getKind(reply)).toEqual([404, 'project-not-found'])
  expect(listed.body).toEqual([])
})
