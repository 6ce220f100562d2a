import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { openapiDocument } from '@platform/contract/openapi'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
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
/** By kind, the ID of a record of the other tenant. */
let ofRival: Record<string, string>
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
  ofRival = await givenRecords(as)
})
afterAll(() => world.close())

async function givenRecords(as: WorldRequest['as']): Promise<Record<string, string>> {
  const { everything } = world.api.database
  const projectId = rival.project.id
  const get = async (operation: OperationDefinition, sent: WorldRequest = {}) =>
    (await world.must(operation, { params: own, as, ...sent })).body
  const [destination] = await get(contract.listDestinations)
  const topic = await get(contract.createTopic, { body: { name: 'theirs' } })
  const integration = await get(contract.getIntegration, {
    params: { ...own, integrationIdOrName: 'crm' },
  })
  const app = { provider: 'salesforce', clientId: 'theirs', clientSecret: 'theirs' }
  const providerApp = await get(contract.createProviderApp, { body: app })
  const ids = {
    conn: newId('conn'),
    inst: newId('inst'),
    conf: newId('conf'),
    op: newId('op'),
    evt: newId('evt'),
  }
  const from = { projectId, groupRef: 'theirs', consumerRef: 'them' }
  await inTransaction(everything, async (tx) => {
    await tx
      .insertInto('groups')
      .values({ projectId, groupRef: 'theirs', groupName: 'Theirs' })
      .execute()
    await tx
      .insertInto('consumers')
      .values({ projectId, consumerRef: 'them', consumerName: 'Theirs' })
      .execute()
    await tx
      .insertInto('connections')
      .values({
        ...from,
        id: ids.conn,
        provider: 'salesforce',
        providerAppId: providerApp.id,
        authScheme: 'oauth2/authorizationCode',
        status: 'working',
        credentials: Buffer.alloc(40),
        providerMetadata: '{}',
      })
      .execute()
    await tx
      .insertInto('installations')
      .values({
        id: ids.inst,
        projectId,
        integrationId: integration.id,
        groupRef: 'theirs',
        connectionId: ids.conn,
        configId: ids.conf,
        createdBy: 'them',
      })
      .execute()
    await tx
      .insertInto('configs')
      .values({
        id: ids.conf,
        projectId,
        installationId: ids.inst,
        revisionId: integration.latestRevision.id,
        content: '{}',
        createdBy: 'them',
      })
      .execute()
    await tx
      .insertInto('operations')
      .values({
        id: ids.op,
        projectId,
        integrationId: integration.id,
        installationId: ids.inst,
        configId: ids.conf,
        actionType: 'read',
        objectName: 'Contact',
        readType: 'triggered',
        status: 'success',
      })
      .execute()
    await tx
      .insertInto('events')
      .values({ projectId, id: ids.evt, type: 'connection.created', body: '{}' })
      .execute()
  })
  const { headers } = await world.must(contract.oauthConnect, {
    as: { apiKey: rival.full.key },
    body: { ...from, projectIdOrName: projectId, projectId: undefined, provider: 'salesforce' },
  })
  return {
    ...ids,
    dest: destination.id,
    top: topic.id,
    int: integration.id,
    rev: integration.latestRevision.id,
    papp: providerApp.id,
    csn: String(headers['x-connect-session']),
    org: rival.org.id,
    proj: projectId,
  }
}

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

/** Parameters of queries and members of bodies that name a record by its ID, and the kind of the record. */
const kindOfName: Record<string, string> = {
  destination: 'dest',
  destinationId: 'dest',
  topicId: 'top',
  integrationId: 'int',
  integrationIds: 'int',
  revisionId: 'rev',
  connectionId: 'conn',
  installationId: 'inst',
  operationId: 'op',
  eventId: 'evt',
  providerAppId: 'papp',
  sessionId: 'csn',
  parentId: 'org',
  projectId: 'proj',
  orgId: 'org',
  projectIdOrName: 'proj',
}

/** Names that look like those of IDs, and name nothing of a tenant. An owner may add every person. */
const noRecords =
  /^(?:clientId|awsKeyId|leaseId|pageToken|id|accessToken|refreshToken|awsSessionToken|sasToken|includeRefreshToken|externalId|warehouseId|recordId|requestId|associationTypeId|builderId)$/

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Returns the paths of all members whose name looks like that of an ID. */
function listIdMembers(schema: JsonSchema, at: readonly string[] = []): string[][] {
  if (at.length > 6) return []
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = resolveSchema(schema)
  const inForms = [...anyOf, ...oneOf, ...allOf].flatMap((form) => listIdMembers(form, at))
  const inItems = items ? listIdMembers(items, [...at, '0']) : []
  const direct = Object.entries(properties).flatMap(([name, member]) => [
    ...(isIdName(name) ? [[...at, name, ...('items' in resolveSchema(member) ? ['0'] : [])]] : []),
    ...listIdMembers(member, [...at, name]),
  ])
  const all = [...direct, ...inItems, ...inForms]
  return [...new Map(all.map((path) => [path.join('.'), path])).values()]
}

const document = openapiDocument() as unknown as {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: JsonSchema }> } }>
  >
  components: { schemas: Record<string, JsonSchema> }
}
const resolveSchema = (schema: JsonSchema): JsonSchema =>
  schema.$ref
    ? must(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], schema.$ref)
    : schema

const isIdName = (name: string) =>
  (name in kindOfName || /(?:Id|Ids|IdOrName|Token)$/.test(name)) && !noRecords.test(name)

const findKind = (path: readonly string[]) =>
  must(kindOfName[path.findLast((name) => name !== '0') ?? ''], `kind of ${path.join('.')}`)

/** Every place outside of paths in which a request names a record by its ID. */
const named = withCredential.flatMap((operation) => {
  const { path, method, query } = operation
  const { requestBody } = must(document.paths[path]?.[method.toLowerCase()], path)
  const schema = requestBody?.content['application/json']?.schema
  const parameters = Object.keys(query?.shape ?? {}).filter(isIdName)
  return [
    ...parameters.map((name) => ({ operation, at: [name], isInQuery: true })),
    ...(schema ? listIdMembers(schema) : []).map((at) => ({ operation, at, isInQuery: false })),
  ].map((place) => [operation.id, place.at.join('.'), place] as const)
})

/** Sets a member in a copy of the body. */
function setAt(body: unknown, [name, ...rest]: readonly string[], value: string): unknown {
  if (name === undefined) return value
  if (name === '0') return [setAt(undefined, rest, value)]
  const members = typeof body === 'object' && body !== null ? body : {}
  const before = Object.entries(members).find(([key]) => key === name)?.[1]
  return { ...members, [name]: setAt(before, rest, value) }
}

const send = (
  { operation, at, isInQuery }: (typeof named)[number][2],
  id: string,
  sent: WorldRequest,
) =>
  world.send(operation, {
    ...sent,
    ...(isInQuery
      ? { query: { ...sent.query, [at.join('.')]: id } }
      : { body: withMask(setAt(world.bodyOf(operation), at, id), at) }),
  })

/** Without it, the member of a PATCH would be ignored. */
const withMask = (body: unknown, [, ...path]: readonly string[]): unknown =>
  typeof body === 'object' && body !== null && 'updateMask' in body && path.length > 0
    ? { ...body, updateMask: [path.filter((name) => name !== '0').join('.')] }
    : body

/** The reply without what each change of the same record changes. */
const washChange = (reply: WorldReply, id: string) =>
  washReply(reply, id)
    .replaceAll(/"(?:create|update)Time":"[^"]*"/g, '')
    .replaceAll(/"conf_\w+"/g, '')

it.each(named)(
  '%s neither uses nor reveals a record of another tenant that it names as %s',
  { tags: 'across-tenants' },
  async (_id, _name, place) => {
    const id = must(ofRival[findKind(place.at)], 'record of the rival')
    const missing = `${id.slice(0, -4)}zzzz`
    const as = { token: world.tenant.owner.token }

    await send(place, missing, { as })
    const found = await send(place, id, { as })
    const notFound = await send(place, missing, { as })

    expect(washChange(found, id)).toBe(washChange(notFound, missing))
    if (found.status < 300) expect(JSON.stringify(found.body)).not.toContain(id)
  },
)

it.each(
  named.filter(
    ([, , { operation, at }]) =>
      operation.callers.includes('consumer') &&
      ['conn', 'inst', 'op', 'csn'].includes(findKind(at)),
  ),
)(
  '%s neither uses nor reveals a record of another group that it names as %s',
  { tags: 'group-access' },
  async (_id, _name, place) => {
    const ofGlobex: Record<string, string | undefined> = {
      conn: world.ids['connectionId'],
      inst: world.ids['installationId'],
      op: world.ids['operationId'],
      csn: world.ids['connectSessionId'],
    }
    const id = must(ofGlobex[findKind(place.at)], 'record of the group')
    const missing = `${id.slice(0, -4)}zzzz`
    const token = await world.tenant.consumerToken({ groupRef: 'initech', consumerRef: 'bill' })
    const names = { groupRef: 'initech', consumerRef: 'bill' }
    const isQueried = place.operation.query && 'groupRef' in place.operation.query.shape
    const sendTo = (record: string) => {
      const body = { ...(world.bodyOf(place.operation) as object), ...names }
      return world.send(place.operation, {
        as: { token },
        ...(isQueried && { query: { groupRef: 'initech' } }),
        ...(place.isInQuery
          ? { query: { groupRef: 'initech', [place.at.join('.')]: record } }
          : { body: setAt(body, place.at, record) }),
      })
    }

    const [found, notFound] = [await sendTo(id), await sendTo(missing)]

    expect(washReply(found, id)).toBe(washReply(notFound, missing))
  },
)

it('pages by the token of another tenant through its own records only', async () => {
  const as = { token: rival.owner.token }
  for (const name of ['one', 'two', 'three'])
    await world.must(contract.createTopic, { params: own, body: { name }, as })
  const theirs = await world.must(contract.listTopics, {
    params: own,
    query: { pageSize: '1' },
    as,
  })
  const pageToken = /pageToken=([^&>]+)/.exec(String(theirs.headers['link']))?.[1]

  const seen = await world.send(contract.listTopics, {
    query: { pageToken: decodeURIComponent(must(pageToken, 'token')) },
  })

  expect(JSON.stringify(seen.body)).not.toContain(rival.project.id)
})

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
      operation.id !== contract.getProviderAppWebhook.id &&
      // The delivery went to a destination of the builder.
      operation.id !== contract.listCustomerAttempts.id,
  )

  for (const operation of readable) {
    // People see these records only if the customer allows it.
    const isForServers = operation.id === contract.listKeptRecords.id
    await world.must(operation, isForServers ? { as: { apiKey: world.tenant.full.key } } : {})
  }
})
