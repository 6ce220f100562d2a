import { setImmediate as nextTurn } from 'node:timers/promises'
import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { endUserLimits, usualLimits } from '@platform/kernel/http/body-limits'
import { maxMessageValues } from '../mcp/protocol.ts'
import { measureSlowness } from '@platform/testing/machine-speed'
import { givenWorld, operations, worldManifest, type World } from '@platform/testing/world'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

/** Longest time for which one request may hold the event loop, on an idle machine. */
const maxHoldMs = 50

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

type Kind = 'wrong' | 'right' | 'unknown' | 'brackets'
const kinds: Kind[] = ['wrong', 'right', 'unknown', 'brackets']

const withBody = operations.filter(({ body }) => body !== undefined)

/** Returns the weakest caller of an operation, who is the least trusted. */
function chooseCaller({ callers }: OperationDefinition) {
  const { owner, full, frontend } = world.tenant
  const names: readonly string[] = callers
  if (names.includes('frontend')) {
    return { as: { apiKey: frontend.key }, maxValues: endUserLimits.maxValues }
  }
  const as = names.includes('full') ? { apiKey: full.key } : { token: owner.token }
  return { as, maxValues: usualLimits.maxValues }
}

/** Fills every list, map and text of a schema with as many values as the caller may send. */
function fill(schema: z.core.$ZodType | undefined, values: number, kind: Kind): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  ) {
    return fill(schema.unwrap(), values, kind)
  }
  if (schema instanceof z.ZodPipe) return fill(schema.in, values, kind)
  if (schema instanceof z.ZodIntersection) {
    const sides = [schema.def.left, schema.def.right].map((side) => fill(side, values / 2, kind))
    return Object.assign({}, ...sides)
  }
  if (schema instanceof z.ZodUnion) {
    const forms = schema.options.map((form) => fill(form, values, kind))
    return forms.find((form) => typeof form === 'object') ?? forms[0]
  }
  if (schema instanceof z.ZodObject) {
    const members = Object.entries<z.core.$ZodType>(schema.shape)
    const large = members.filter(([, member]) => isContainer(member))
    const each = (values - members.length) / Math.max(1, large.length)
    const filled = members.map(([name, member]) => [name, fill(member, each, kind)])
    return Object.fromEntries(filled)
  }
  if (schema instanceof z.ZodRecord) {
    const { valueType } = schema
    const count = isContainer(valueType) ? 4 : Math.min(values, usualLimits.maxMembers - 1)
    return Object.fromEntries(
      Array.from({ length: Math.max(1, count) }, (_, index) => [
        `name-${index}`,
        fill(valueType, values / Math.max(1, count) - 2, kind),
      ]),
    )
  }
  if (schema instanceof z.ZodArray) {
    const { element } = schema
    const size = isContainer(element) ? JSON.stringify(fill(element, 1, kind)).split(',').length : 1
    const count = Math.max(1, Math.floor(values / (size + 1)))
    return Array.from({ length: count }, () => fill(element, 1, kind))
  }
  if (kind === 'wrong') return schema instanceof z.ZodNumber ? 'x' : 1
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return 1
  return 'x'
}

function isContainer(schema: z.core.$ZodType): boolean {
  const value = fill(schema, 1, 'right')
  return typeof value === 'object' && value !== null
}

function makeBody(operation: OperationDefinition, kind: Kind, maxValues: number): unknown {
  // Some members of the schema itself and their containers count too.
  const values = Math.floor(maxValues * 0.9)
  const right = world.bodyOf(operation) as object | undefined
  if (kind === 'unknown') {
    const names = Array.from({ length: usualLimits.maxMembers - 100 }, (_, index) => `x${index}`)
    return { ...right, ...Object.fromEntries(names.map((name) => [name, 1])) }
  }
  if (kind === 'brackets') {
    const texts = Object.entries({ ...right }).filter(([, value]) => typeof value === 'string')
    return { ...right, ...Object.fromEntries(texts.map(([name]) => [name, '['.repeat(50_000)])) }
  }
  return fill(operation.body, values, kind)
}

/** CPU time of this thread: other processes of a busy machine do not count. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Returns the longest piece of work in one turn of the event loop while the request is served. */
async function measureLongestHold(send: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let isDone = false
  const sending = send().finally(() => (isDone = true))
  for (let before = readCpuMs(); !isDone; before = readCpuMs()) {
    await nextTurn()
    longestMs = Math.max(longestMs, readCpuMs() - before)
  }
  await sending
  return longestMs
}

/** The shortest of several: a collection of garbage is no work of the request. */
async function measureHold(send: () => Promise<unknown>): Promise<number> {
  let ms = await measureLongestHold(send)
  for (let again = 0; again < 6 && ms > maxHoldMs; again++) {
    ms = Math.min(ms, await measureLongestHold(send))
  }
  return Math.round(ms)
}

describe('agents', () => {
  interface Agent {
    path: string
    as: { token?: string; apiKey?: string }
    maxValues: number
  }
  const endUser = async (): Promise<Agent> => ({
    path: '/mcp/v1',
    as: {
      token: await world.tenant.consumerToken({ groupRef: 'globex', consumerRef: 'globex-hank' }),
    },
    maxValues: endUserLimits.maxValues,
  })
  const server = (path: string): Agent => ({
    path,
    as: { apiKey: world.tenant.full.key },
    maxValues: maxMessageValues,
  })

  const post = ({ path, as }: Agent, method: string, params: object = {}) =>
    world.api.call('POST', path, {
      ...as,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method, params },
    })

  const countUp = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
  const nest = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

  /** What an argument is filled with, from the number of values that its caller may send. */
  const fillings: [string, (maxValues: number) => unknown][] = [
    ['members', () => countUp(usualLimits.maxMembers - 100)],
    ['objects', (maxValues) => Array.from({ length: maxValues / 2 - 100 }, () => ({ x: 1 }))],
    ['numbers', (maxValues) => Array.from({ length: maxValues - 100 }, (_, index) => index)],
    ['brackets', () => '['.repeat(50_000)],
    ['levels', () => nest(50)],
  ]

  beforeAll(async () => {
    const tools = `    tools:
      objects:
        - objectName: Contact
          actions: [describe, sample, search, create, update]
          callsPerHour: 100000
`
    await world.must(contract.batchUpsertIntegrations, {
      body: { sourceYaml: `${worldManifest}${tools}` },
    })
  })

  it.each([
    ['an end user', '/mcp/v1', endUser],
    ['a server', '/mcp/v1', async () => server('/mcp/v1?groupRef=globex')],
    ['a project', '/mcp/v1/project', async () => server('/mcp/v1/project')],
  ])('of %s hold up nobody by arguments of their tools at %s', async (_, _path, makeAgent) => {
    const agent = await makeAgent()
    const listed = await post(agent, 'tools/list')
    expect(listed.status, listed.text).toBe(200)
    const { tools } = listed.body.result as {
      tools: { name: string; inputSchema: { properties?: object } }[]
    }
    const speed = measureSlowness()
    const holds: { call: string; ms: number }[] = []
    for (const { name, inputSchema } of tools) {
      const properties = Object.keys(inputSchema.properties ?? {})
      for (const [filled, fillOne] of fillings) {
        const wide = fillOne(agent.maxValues)
        const argumentsOf = [
          wide,
          ...properties.map((property) => ({ ...nameAll(properties), [property]: wide })),
        ]
        for (const [at, given] of argumentsOf.entries()) {
          const call = `${name} ${filled} ${properties[at - 1] ?? 'as arguments'}`
          const ms = await measureHold(() =>
            post(agent, 'tools/call', { name, arguments: given as object }),
          )
          holds.push({ call, ms })
        }
      }
    }
    const limitMs = maxHoldMs * (await speed.stop())

    expect(holds.length).toBeGreaterThan(20)
    expect(holds.filter(({ ms }) => ms > limitMs)).toEqual([])
  })

  const nameAll = (properties: string[]) =>
    Object.fromEntries(properties.map((name) => [name, 'x']))

  it.each([
    ['60,000 members', countUp(60_000), 413],
    ['200,000 fields', { where: countUp(4), list: Array.from({ length: 200_000 }, () => 1) }, 413],
    ['2,000 levels', { where: nest(2_000) }, 400],
  ])('are rejected with %s before the message is parsed', async (_, given, status) => {
    const agents = [await endUser(), server('/mcp/v1?groupRef=globex'), server('/mcp/v1/project')]
    const speed = measureSlowness()
    const found: number[] = []
    const holds: number[] = []
    for (const agent of agents) {
      holds.push(
        await measureHold(async () => {
          const reply = await post(agent, 'tools/call', { name: 'x', arguments: given })
          found.push(reply.status)
        }),
      )
    }
    const limitMs = maxHoldMs * (await speed.stop())

    expect(new Set(found)).toEqual(new Set([status]))
    expect(holds.filter((ms) => ms > limitMs)).toEqual([])
  })

  it('of end users may send less than servers', async () => {
    const long = { where: { LastName: 'x'.repeat(110_000) } }
    const wide = { list: Array.from({ length: 12_000 }, () => 1) }
    const readStatus = async (agent: Agent, given: object) =>
      (await post(agent, 'tools/call', { name: 'crm_search_Contact', arguments: given })).status
    const [ofUser, ofServer] = [await endUser(), server('/mcp/v1?groupRef=globex')]

    expect([await readStatus(ofUser, long), await readStatus(ofUser, wide)]).toEqual([413, 413])
    expect([await readStatus(ofServer, long), await readStatus(ofServer, wide)]).toEqual([200, 200])
  })
})

// Later than the others: bodies of some operations disable keys.
it.each(kinds)('serves others beside %s bodies of every operation', async (kind) => {
  const speed = measureSlowness()
  const holds: { operation: string; ms: number }[] = []
  for (const operation of withBody) {
    const { as, maxValues } = chooseCaller(operation)
    const body = makeBody(operation, kind, maxValues)
    const send = () => world.send(operation, { body, as })
    holds.push({ operation: operation.id, ms: await measureHold(send) })
  }
  const limitMs = maxHoldMs * (await speed.stop())

  expect(holds.length).toBeGreaterThan(40)
  expect(holds.filter(({ ms }) => ms > limitMs)).toEqual([])
})

describe('bodies that are no JSON', () => {
  const boundary = 'x-y-z'
  const parts = `--${boundary}\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n`.repeat(
    60_000,
  )
  const multipart = {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${parts}--${boundary}--\r\n`,
  }
  const form = (bytes: number) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=&b%5B%5D=%41&'.repeat(bytes / 15),
  })

  it('are rejected by every operation without being read', async () => {
    const speed = measureSlowness()
    const holds: { operation: string; ms: number }[] = []
    const statuses = new Set<number>()
    for (const operation of withBody) {
      const { as } = chooseCaller(operation)
      for (const { body, headers } of [multipart, form(3_000_000)]) {
        const ms = await measureHold(async () => {
          statuses.add((await world.send(operation, { body, headers, as })).status)
        })
        holds.push({ operation: operation.id, ms })
      }
    }
    const limitMs = maxHoldMs * (await speed.stop())

    expect([...statuses].toSorted()).toEqual([413, 415])
    expect(holds.filter(({ ms }) => ms > limitMs)).toEqual([])
  })

  it.each([
    '/mcp/v1',
    '/mcp/v1/project',
    '/oauth/token',
    '/oauth/register',
    '/oauth/revoke',
    '/auth/sign-in/email',
    '/callbacks/v1/oauth/choose/x',
    '/callbacks/v1/oauth/begin/x',
  ])('hold up nobody at %s', async (path) => {
    const speed = measureSlowness()
    const holds: number[] = []
    for (const { body, headers } of [multipart, form(3_000_000), form(60_000), form(15_000)]) {
      const send = () => world.api.call('POST', path, { body, headers })
      holds.push(await measureHold(async () => expect((await send()).status).toBeLessThan(500)))
    }
    const limitMs = maxHoldMs * (await speed.stop())

    expect(holds.filter((ms) => ms > limitMs)).toEqual([])
  })
})

it('rejects long and wide bodies of end users, and accepts those of servers', async () => {
  const create = operations.find(({ id }) => id === 'createInstallation')
  if (!create) throw new Error('The operation is missing.')
  const { full, frontend } = world.tenant
  const select = (fields: number) => ({
    groupRef: 'acme',
    config: {
      content: {
        read: {
          objects: Object.fromEntries(
            Array.from({ length: 4 }, (_, object) => [
              `Object${object}`,
              {
                selectedFields: Object.fromEntries(
                  Array.from({ length: fields / 4 }, (_unused, index) => [`f${index}`, 1]),
                ),
              },
            ]),
          ),
        },
      },
    },
  })
  const readStatus = async (body: object, apiKey: string) =>
    (await world.send(create, { body, as: { apiKey } })).status

  expect(await readStatus(select(12_000), frontend.key)).toBe(413)
  expect(await readStatus({ ...select(4), groupRef: 'x'.repeat(110_000) }, frontend.key)).toBe(413)
  expect(await readStatus(select(8_000), frontend.key)).toBe(400)
  expect(await readStatus(select(12_000), full.key)).toBe(400)
  expect(await readStatus(select(30_000), full.key)).toBe(413)
})
