import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenTenant } from '@platform/testing/test-api'
import {
  givenWorld,
  worldManifest,
  operations,
  type WorldReply,
  type WorldRequest,
  type World,
} from '@platform/testing/world'
import { getFirst, must, getNth } from '@platform/kernel/values'

let world: World
let rival: Awaited<ReturnType<typeof givenTenant>>
/** Names in requests of another tenant that refer to its own records. */
let own: Record<string, string>
let integrationId: string
beforeAll(async () => {
  world = await givenWorld()
  rival = await givenTenant(world.api)
  own = { projectIdOrName: rival.project.id, orgId: rival.org.id, integrationId: 'crm' }
  integrationId = (await world.must(contract.getIntegration)).body.id
  // Integrations with the same names; otherwise a record would not be found for lack of them.
  const as = { token: rival.owner.token }
  const webhook = { name: 'webhook', type: 'webhook', metadata: { url: world.silentUrl } }
  await world.must(contract.createDestination, { params: own, body: webhook, as })
  const body = { sourceYaml: worldManifest }
  await world.must(contract.batchUpsertIntegrations, { params: own, body, as })
})
afterAll(() => world.close())

const withCredential = operations.filter(({ callers }) => callers.length > 0)

/** Path parameters that name a tenant's record. */
const listRecordParams = ({ path }: OperationDefinition) =>
  [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !['projectIdOrName', 'orgId', 'provider', 'objectName'].includes(name))

/** Those of them that belong to one group of a project. */
const ofGroup = ['connectionId', 'connectSessionId', 'groupRef', 'installationId', 'operationId']

const listWalks = (only: (name: string) => boolean, callers = withCredential) =>
  callers.flatMap((operation) =>
    listRecordParams(operation)
      .filter(only)
      .map((name) => [operation.id, name, operation] as const),
  )

/** Sends the operation for a record of the first tenant, then for one that does not exist. */
async function compareReplies(operation: OperationDefinition, name: string, sent: WorldRequest) {
  const id = name.startsWith('integrationId')
    ? integrationId
    : must(world.idOf(operation, name), `ID for ${name}`)
  const missing = `${id.slice(0, -4)}zzzz`
  const about = (record: string) =>
    world.send(operation, { ...sent, params: { ...sent.params, [name]: record } })
  const [found, notFound] = [await about(id), await about(missing)]
  return { status: found.status, texts: [washReply(found, id), washReply(notFound, missing)] }
}

/** The reply without the parts that differ between requests. */
const washReply = ({ status, body }: WorldReply, id: string) =>
  JSON.stringify([status, { ...body, time: '', requestId: '', instance: '' }]).replaceAll(id, 'X')

it.each(listWalks(() => true))(
  '%s reveals nothing to another tenant about a record that its path names as %s',
  { tags: 'across-tenants' },
  async (_id, name, operation) => {
    const credentials = [
      { token: rival.owner.token },
      { apiKey: rival.full.key },
      { apiKey: rival.frontend.key },
      { token: await rival.consumerToken({ groupRef: 'globex', consumerRef: 'globex-hank' }) },
    ]
    const query = operation.query && 'groupRef' in operation.query.shape && { groupRef: 'globex' }

    for (const as of credentials) {
      const { status, texts } = await compareReplies(operation, name, {
        params: own,
        as,
        ...(query && { query }),
      })

      expect([401, 403, 404]).toContain(status)
      expect(texts[0]).toBe(texts[1])
    }
  },
)

it.each(
  listWalks(
    (name) => ofGroup.includes(name),
    withCredential.filter(({ callers }) => callers.includes('consumer')),
  ),
)(
  '%s reveals nothing to end users of another group about a record that its path names as %s',
  { tags: 'group-access' },
  async (_id, name, operation) => {
    const token = await world.tenant.consumerToken({ groupRef: 'initech', consumerRef: 'bill' })

    const { status, texts } = await compareReplies(operation, name, { as: { token } })

    expect([403, 404]).toContain(status)
    expect(texts[0]).toBe(texts[1])
  },
)

const ofFrontend = withCredential.filter(({ callers }) => callers.includes('frontend'))

/** The ID of a flow is known only to the client that started it, and the flow reveals nothing about its group. */
const isNamedByGroup = (name: string) => ofGroup.includes(name) && name !== 'connectSessionId'

it.each(listWalks(isNamedByGroup, ofFrontend))(
  '%s is allowed for a frontend key only with the group of %s in its path',
  { tags: 'group-access' },
  async (_id, name, operation) => {
    const as = { apiKey: world.tenant.frontend.key }
    const isInQuery = operation.query && 'groupRef' in operation.query.shape
    const body = operation.body && (world.bodyOf(operation) as object)

    const unnamed = await world.send(operation, { as, body: { ...body, groupRef: undefined } })
    const { status, texts } = await compareReplies(
      operation,
      name,
      isInQuery
        ? { as, query: { groupRef: 'initech' } }
        : { as, body: { ...body, groupRef: 'initech' } },
    )

    expect(unnamed.body.issues).toMatchObject([{ name: 'groupRef' }])
    expect(status).toBe(404)
    expect(texts[0]).toBe(texts[1])
  },
)

const namesGroup = withCredential.filter(
  ({ callers, query, body }) =>
    callers.includes('consumer') &&
    [query, body].some(
      (schema) => schema && 'shape' in schema && 'groupRef' in (schema.shape as object),
    ),
)

it.each(namesGroup.map((operation) => [operation.id, operation] as const))(
  '%s lets end users name only their own group and person',
  { tags: 'group-access' },
  async (_id, operation) => {
    const token = await world.tenant.consumerToken({ groupRef: 'initech', consumerRef: 'bill' })
    const body = operation.body && (world.bodyOf(operation) as object)
    const isInQuery = operation.query && 'groupRef' in operation.query.shape
    const naming = (names: Record<string, string>): WorldRequest =>
      isInQuery ? { query: names, body } : { body: { ...body, ...names } }

    const replies = [
      await world.send(operation, { ...naming({ groupRef: 'globex' }), as: { token } }),
      await world.send(operation, { ...naming({ groupRef: 'made-up' }), as: { token } }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([403, 403])
    expect(washReply(getFirst(replies), 'globex')).toBe(washReply(getNth(replies, 1), 'made-up'))
  },
)

it.each([
  contract.listConnections,
  contract.listInstallations,
  contract.listInstallationsForProject,
])('$id shows end users nothing of other groups', async (operation) => {
  const token = await world.tenant.consumerToken({ groupRef: 'initech', consumerRef: 'bill' })

  const { body: all } = await world.must(operation)
  const { body: seen } = await world.must(operation, { as: { token } })

  expect(all).not.toEqual([])
  expect(seen).toEqual([])
})

it('covers records of every kind and every operation with a group', () => {
  const kinds = new Set(listWalks(() => true).map(([, name]) => name))

  expect(kinds.size).toBeGreaterThan(18)
  expect([...kinds]).toEqual(expect.arrayContaining(ofGroup))
  expect(namesGroup.length).toBeGreaterThan(7)
})

it('changes nothing', async () => {
  const readable = operations.filter(
    (operation) =>
      operation.method === 'GET' &&
      listRecordParams(operation).length > 0 &&
      // The provider of the app sends it no webhooks.
      operation.id !== contract.getProviderAppWebhook.id,
  )

  for (const operation of readable) await world.must(operation)
})
