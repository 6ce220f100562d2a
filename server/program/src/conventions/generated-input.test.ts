// @module-tag declared-replies
import { METHODS, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import {
  ApiProblem,
  commonProblems,
  updateDestination,
  type OperationDefinition,
} from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenTenant, publicUrl } from '@platform/testing/test-api'
import { successes } from './successes.ts'
import { givenWorld, operations, type WorldRequest, type World } from '@platform/testing/world'

let world: World
let credentials: Record<string, Record<string, string>>
beforeAll(async () => {
  world = await givenWorld()
  // A port that rejects at once; otherwise each test would take a second.
  await world.must(updateDestination, {
    body: {
      updateMask: ['metadata.url'],
      destination: { metadata: { url: 'http://127.0.0.1:9/' } },
    },
  })
  const { owner, full, frontend, consumerToken } = world.tenant
  const stranger = await givenTenant(world.api)
  credentials = {
    builder: { authorization: `Bearer ${owner.token}` },
    key: { 'x-api-key': full.key },
    'frontend key': { 'x-api-key': frontend.key },
    'end user': { authorization: `Bearer ${await consumerToken({ groupRef: 'globex' })}` },
    "another tenant's key": { 'x-api-key': stranger.full.key },
    'key and token': { 'x-api-key': full.key, authorization: `Bearer ${owner.token}` },
    'made up': { authorization: 'Bearer made.up.token' },
    none: {},
  }
  await world.api.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

/**
 * Duration of the walk: short in CI, longer with `npm run test:walk`, which begins elsewhere each time. CI always sends
 * the same requests, so that no change fails because of another.
 */
const seconds = Number(process.env['WALK_SECONDS'] ?? 10)
const runs = seconds * 2
const msEach = (seconds * 1000) / operations.length
/** A failure prints the seed: `WALK_SEED` repeats the run. */
const effort = {
  seed: Number(
    process.env['WALK_SEED'] ?? (process.env['WALK_SECONDS'] ? Date.now() % 2 ** 31 : 1),
  ),
  interruptAfterTimeLimit: 60_000,
}

/** Any character; the unit `binary` of fast-check would first list all of them for two seconds. */
const anyCharacter = fc.nat({ max: 0x10f7ff }).map(
  // Without the halves of surrogate pairs.
  (n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800),
  (text) => {
    if (typeof text !== 'string' || !/^.$/su.test(text)) throw new Error('Not a character.')
    const code = text.codePointAt(0) ?? 0
    return code < 0xd800 ? code : code - 0x800
  },
)

const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom('\0', '*', '%', "' or 1=1 --", '../..', 'proj_', '__proto__', '😀', '\uD800'),
  fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '1e400', 'toString'),
  fc.constant('x'.repeat(3000)),
)
const oddValue = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, -1, 0, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], [null]),
  fc.jsonValue(),
)

/** The body with one value replaced, removed or added. */
function nearly(body: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(body)) {
    const items = body.map((item, at) => nearly(item).map((odd) => body.with(at, odd)))
    return fc.oneof(oddValue, fc.constant([...body, ...body]), ...items)
  }
  if (body === null || typeof body !== 'object') return oddValue
  const fields = Object.entries(body).flatMap(([name, value]) => [
    nearly(value).map((odd) => ({ ...body, [name]: odd })),
    fc.constant({ ...body, [name]: undefined }),
  ])
  const more = fc.dictionary(oddText, oddValue, { maxKeys: 2 })
  return fc.oneof(
    oddValue,
    more.map((added) => ({ ...body, ...added })),
    ...fields,
  )
}

const oddHeader = fc.constantFrom(
  'if-match',
  'accept',
  'x-request-id',
  'prefer',
  'range',
  'x-forwarded-for',
)
const oddHeaderValue = fc.oneof(
  fc.constantFrom('*', '"', 'W/"1"', 'text/html', 'a/b;q=x', ',', '1, 2', 'application/json;q=0'),
  fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,40}$/),
)

const mostly = <T>(usual: T, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

/** Requests for an operation that are valid except for one part. */
function makeRequests(operation: OperationDefinition, right: WorldRequest) {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const filters = Object.keys(operation.query?.shape ?? {})
  const body = 'body' in right ? right.body : world.bodyOf(operation)
  const text = oddText.map((odd) => odd.toWellFormed())
  return fc.record({
    params: mostly({}, fc.dictionary(fc.constantFrom('x', ...names), text, { maxKeys: 1 })),
    query: fc.dictionary(fc.constantFrom('x', ...filters), text, { maxKeys: 2 }),
    body: body === undefined ? fc.constant(undefined) : mostly(body, nearly(body)),
    key: fc.option(fc.stringMatching(/^[\x20-\x7e]{1,30}$/)),
    by: mostly('builder', fc.constantFrom(...Object.keys(credentials))),
    headers: mostly({}, fc.dictionary(oddHeader, oddHeaderValue, { maxKeys: 1 })),
  })
}

/** Operations that delete nothing come first, so that records exist. */
const inTurn = operations
  .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  .map((operation) => [operation.id, operation] as const)

it.each(inTurn)('%s returns a declared reply to any input', async (id, operation) => {
  const right = (await successes[id]?.(world)) ?? {}
  const declared = [...(operation.problems ?? []), ...commonProblems(operation)]
  // Caused by the test itself, these would be defects.
  const allowed = declared.filter((kind) => kind !== 'internal' && kind !== 'unavailable')
  const endsAt = performance.now() + msEach
  let isFirst = true

  await fc.assert(
    fc.asyncProperty(
      makeRequests(operation, right),
      async ({ params, query, body, key, by, headers }) => {
        // However slow the machine is, one request is sent.
        if (!isFirst && performance.now() > endsAt) return
        isFirst = false
        const response = await world.api.http.inject({
          method: operation.method,
          url: world.urlOf(operation, {
            params: { ...right.params, ...params },
            query: { ...right.query, ...query },
          }),
          headers: {
            ...headers,
            ...credentials[by],
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(key !== null && { 'idempotency-key': key }),
          },
          ...(body !== undefined && { payload: JSON.stringify(body) }),
          signal: AbortSignal.timeout(60_000),
        })

        if (response.statusCode === operation.success) return
        expect(response.headers['content-type']).toBe('application/problem+json')
        const { type } = ApiProblem.parse(response.json())
        const kind = type.slice(`${publicUrl}/problems/`.length)
        // With the unusual name it is the path of another operation.
        const isElsewhere = Object.keys(params).length > 0 && /^(route|method)-not-/.test(kind)
        if (!isElsewhere) expect(allowed).toContain(kind)
      },
    ),
    { ...effort, numRuns: runs },
  )
})

/** Each path of the contract with its methods. */
const paths = [...new Set(operations.map(({ path }) => path))].map((path) => {
  // A verb after an ID could also be part of the ID.
  const alike = [path, path.replace(/(?<=\}):\w.*$/, '')]
  return { path, here: operations.filter((one) => alike.includes(one.path)) }
})
const methods = [...METHODS, 'FETCH']

it.each(paths)('$path rejects every other method', async ({ path: pattern, here }) => {
  const own = here.map(({ method }): string => method)
  const { port } = world.api.http.server.address() as AddressInfo
  const path = world.urlOf(here.find((one) => one.path === pattern)!)

  const replies = await Promise.all(
    methods
      .filter((method) => !own.includes(method) && method !== 'HEAD')
      .map(async (method) => {
        const by = Object.keys(credentials)[method.length % Object.keys(credentials).length]!
        return [
          method,
          await requestStatus({ port, path, method, headers: credentials[by]! }),
        ] as const
      }),
  )

  for (const [method, { status, allow }] of replies) {
    expect(status, `${method} ${path}`).toBe(method === 'OPTIONS' ? 204 : 405)
    expect(allow?.split(', ')).toEqual(expect.arrayContaining(own))
  }
})

const requestStatus = (options: RequestOptions) =>
  new Promise<{ status: number | undefined; allow: string | undefined }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', agent: false, ...options }, (reply) => {
      reply.resume()
      resolve({ status: reply.statusCode, allow: reply.headers.allow })
    })
    sent.on('connect', ({ statusCode, headers }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, allow: headers.allow })
    })
    sent.on('error', reject).end()
  })
