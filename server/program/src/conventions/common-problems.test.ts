import { readFile } from 'node:fs/promises'
import {
  ApiProblem,
  commonProblems,
  createApiKey,
  createOrg,
  createOrgInvite,
  createTopic,
  InputValidationProblem,
  problemTypes,
  updateProject,
  type OperationDefinition,
  type ProblemKind,
  type ProblemType,
} from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { placeOfProject } from '../../../kernel/src/access/permissions.ts'
import { givenTenant, publicUrl, testApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import {
  givenWorld,
  operations,
  type WorldReply,
  type WorldRequest,
  type World,
} from '@platform/testing/world'
import { getNth } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

/** Makes every operation of a list return the same problem. */
type Walk = (operations: OperationDefinition[]) => Promise<WorldReply[]>

const oneByOne =
  (provoke: (operation: OperationDefinition) => Promise<WorldReply>): Walk =>
  async (walked) => {
    const replies: WorldReply[] = []
    for (const operation of walked) replies.push(await provoke(operation))
    return replies
  }

/** Another API, with a function that sends a valid request for every operation. */
async function givenApi(options?: Parameters<typeof testApi>[1]) {
  const api = await testApi(await testDatabase(), options)
  const { owner } = await givenTenant(api)
  const send = oneByOne((operation) =>
    api.call(operation.method, world.urlOf(operation), {
      token: owner.token,
      body: world.bodyOf(operation),
    }),
  )
  const close = async () => {
    await api.close()
    await api.database.close()
  }
  return { api, owner, send, close }
}

const withBody = (body: string, contentType: string) =>
  oneByOne((operation) => world.send(operation, { body, headers: { 'content-type': contentType } }))

const walks: { [Kind in ProblemKind]?: Walk } = {
  'invalid-input': oneByOne((operation) => world.send(operation, makeInvalidInput(operation))),
  'malformed-json': withBody('{"a": tru', 'application/json'),
  'body-too-large': withBody(`"${'a'.repeat(5 * 1024 * 1024)}"`, 'application/json'),
  'unsupported-media-type': withBody('<a/>', 'text/xml'),
  'not-acceptable': oneByOne((operation) =>
    world.send(operation, { headers: { accept: 'text/html' } }),
  ),
  'permission-missing': oneByOne(async (operation) =>
    world.send(operation, await forbiddenTo(operation)),
  ),
  async 'origin-not-allowed'(walked) {
    const body = { label: 'UI library', scopes: ['frontend'], allowedOrigins: ['https://a.test'] }
    const { key } = (await world.must(createApiKey, { body })).body
    const headers = { origin: 'https://b.test' }
    return oneByOne((operation) => world.send(operation, { as: { apiKey: key }, headers }))(walked)
  },
  async 'network-not-allowed'(walked) {
    const body = { label: 'Server', scopes: ['full'], allowedNetworks: ['192.0.2.0/24'] }
    const { key } = (await world.must(createApiKey, { body })).body
    return oneByOne((operation) => world.send(operation, { as: { apiKey: key } }))(walked)
  },
  async 'frontend-keys-off'(walked) {
    const switchTo = (frontendKeys: string) =>
      world.must(updateProject, {
        body: { updateMask: ['frontendKeys'], project: { frontendKeys } },
      })
    await switchTo('off')
    const as = { apiKey: world.tenant.frontend.key }
    const replies = await oneByOne((operation) => world.send(operation, { as }))(walked)
    await switchTo('allowed')
    return replies
  },
  'project-not-found': oneByOne((operation) =>
    world.send(operation, {
      params: { projectIdOrName: 'made-up' },
      ...(!operation.path.includes('{projectIdOrName}') && {
        body: { ...(world.bodyOf(operation) as object), projectIdOrName: 'made-up' },
      }),
    }),
  ),
  'org-not-found': oneByOne((operation) =>
    world.send(operation, { params: { orgId: 'org_made_up' } }),
  ),
  async 'idempotency-key-reused'(walked) {
    // A key is stored with the tenant of its first request.
    const makeKey = (place: string) => ({ 'idempotency-key': `the same of ${place}` })
    await world.must(createOrg, { body: { label: 'First' }, headers: makeKey('nobody') })
    await world.must(createTopic, { body: { name: 'first' }, headers: makeKey('project') })
    const body = { email: 'first@guest.test' }
    await world.must(createOrgInvite, { body, headers: makeKey('org') })
    const getPlace = (operation: OperationDefinition) =>
      placeOfProject(operation) ? 'project' : operation.path.includes('{orgId}') ? 'org' : 'nobody'
    return oneByOne((operation) =>
      world.send(operation, { headers: makeKey(getPlace(operation)) }),
    )(walked)
  },
  async 'idempotency-key-in-use'(walked) {
    const headers = { 'idempotency-key': 'held' }
    // Its first request waits for a table that another session has locked.
    const holding = await world.api.database.connect()
    await holding.query('begin; lock table organizations in share row exclusive mode')
    const first = world.send(createOrg, { headers })
    await vi.waitFor(async () => {
      const waiting = sql`select pid from pg_locks where relation = 'organizations'::regclass
        and database = (select oid from pg_database where datname = current_database()) and not granted`
      expect((await waiting.execute(world.api.database.everything)).rows).toHaveLength(1)
    }, patiently)
    const replies = await oneByOne((operation) => world.send(operation, { headers }))(walked)
    await holding.query('commit')
    holding.release()
    expect((await first).status).toBe(201)
    return replies
  },
  'precondition-failed': oneByOne((operation) =>
    world.send(operation, { headers: { 'if-match': '"old"' } }),
  ),
  async 'too-many-requests'(walked) {
    const rateLimit = { requests: 1, windowSeconds: 3600 }
    const { api, owner, send, close } = await givenApi({ rateLimit })
    await api.call('GET', '/v1/my-info', { token: owner.token })
    await api.call('GET', '/v1/providers')
    const replies = await send(walked)
    await close()
    return replies
  },
  async internal(walked) {
    const { api, send, close } = await givenApi()
    await api.database.asOwner((owner) => owner.query('drop table builders cascade'))
    const replies = await send(walked)
    await close()
    return replies
  },
  async unavailable(walked) {
    const { api, send } = await givenApi()
    await api.signIn.close()
    await api.database.close()
    const replies = await send(walked)
    await api.http.close()
    return replies
  },
}

/** Problems that other tests cover for every operation, or for every request before routing. */
const provenElsewhere: { [Kind in ProblemKind]?: { file: string; test: string } } = {
  'credential-missing': {
    file: '../../../kernel/src/access/access.test.ts',
    test: 'rejects every operation without a credential',
  },
  'credential-invalid': {
    file: '../../../kernel/src/access/access.test.ts',
    test: 'is rejected by every operation: one %s',
  },
  'bearer-required': {
    file: '../../../kernel/src/access/access.test.ts',
    test: 'refuses every operation with $name',
  },
  'malformed-request': {
    file: '../../../kernel/src/http/server.test.ts',
    test: 'answers $name with a problem on the bare connection',
  },
  'request-timeout': {
    file: '../../../kernel/src/http/server.test.ts',
    test: 'limits the wait for a slow $slow',
  },
  'headers-too-large': {
    file: '../../../kernel/src/http/server.test.ts',
    test: 'answers $name with a problem on the bare connection',
  },
}

const kinds = new Set(operations.flatMap(commonProblems))

it('lists a test for exactly the common problems', () => {
  const proven = [...Object.keys(walks), ...Object.keys(provenElsewhere)]

  expect(proven.toSorted()).toEqual([...kinds].toSorted())
})

it.each(Object.entries(provenElsewhere))('has the test for %s', async (_kind, proof) => {
  const text = await readFile(new URL(proof.file, import.meta.url), 'utf8')

  expect(text).toContain(`'${proof.test}'`)
})

/** Problems that are caused here through the database. */
const ofDatabase = new Set(['internal', 'unavailable'])

it.each(Object.entries(walks))('every operation declares %s', async (kind, walk) => {
  const { status, title }: ProblemType = problemTypes[kind as ProblemKind]
  const walked = operations
    .filter((operation) => commonProblems(operation).includes(kind as ProblemKind))
    // Called with the secret of a connect link: connect-links.test.ts tests these.
    .filter(({ forLinks }) => !forLinks)
    // Operations without a credential read no table: server.test.ts tests these two for any route.
    .filter(({ callers }) => callers.length > 0 || !ofDatabase.has(kind))

  const replies = await walk(walked)

  expect(walked.length).toBeGreaterThan(0)
  expect(
    replies.map(({ status: answered, body }, index) => [
      getNth(walked, index).id,
      answered,
      body.type,
    ]),
  ).toEqual(walked.map(({ id }) => [id, status, `${publicUrl}/problems/${kind}`]))
  for (const { headers, body } of replies) {
    expect(headers['content-type']).toBe('application/problem+json')
    const isAboutInput = status === 400 || status === 422
    const problem = (isAboutInput ? InputValidationProblem : ApiProblem).parse(body)
    expect(problem).toMatchObject({
      status,
      title,
      detail: expect.stringMatching(/^\S.{10,}[.]$/s),
    })
  }
})

/** Input that the operation rejects. */
function makeInvalidInput({ body, query, path }: OperationDefinition): WorldRequest {
  if (body) return { body: [] }
  if ('pageSize' in (query?.shape ?? {})) return { query: { pageSize: '0' } }
  const [, param = ''] = /\{(\w+)\}/.exec(path) ?? []
  return param ? { params: { [param]: '\0' } } : { query: { domain: '\0' } }
}

/** A caller whose valid credential does not allow the operation. */
async function forbiddenTo({ callers }: OperationDefinition): Promise<WorldRequest> {
  if (callers.join() === 'builder') return { as: { token: await world.tenant.consumerToken() } }
  limitedKey ??= world
    .must(createApiKey, { body: { label: 'Proxy', scopes: ['proxy'] } })
    .then(({ body }) => body.key)
  return { as: { apiKey: await limitedKey } }
}

/** A key that no operation of the contract accepts. */
let limitedKey: Promise<string> | undefined
