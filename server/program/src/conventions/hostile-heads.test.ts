import type { OperationDefinition } from '@platform/contract'
import { measureLongestTurn } from '@platform/testing/bystander'
import { measureSlowness } from '@platform/testing/machine-speed'
import { givenWorld, operations, type World } from '@platform/testing/world'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Longest time for which one request may hold the event loop, on an idle machine. */
const maxHoldMs = 50
/** Node accepts 16 KiB of URL and headers. */
const maxHeadLength = 14_000

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

const fill = (text: string, length = maxHeadLength) => text.repeat(Math.floor(length / text.length))

/** As many different names as fit, of two characters each. */
const manyNames = (() => {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'
  const names: string[] = []
  for (const one of letters) for (const two of letters) names.push(one + two)
  return names
})()

/** Measures again what was slow: a slow piece of work is slow every time, a garbage collection is not. */
async function measureHold(send: () => Promise<unknown>): Promise<number> {
  let leastMs = Infinity
  for (let time = 0; time < 4 && leastMs > maxHoldMs / 2; time++) {
    leastMs = Math.min(leastMs, (await measureLongestTurn(send)).longestMs)
  }
  return leastMs
}

function chooseCaller({ callers }: OperationDefinition) {
  const { owner, full, frontend } = world.tenant
  const names: readonly string[] = callers
  if (names.includes('frontend')) return { apiKey: frontend.key }
  return names.includes('full') ? { apiKey: full.key } : { token: owner.token }
}

const safe = operations.filter(({ changesAccess, method }) => !changesAccess && method !== 'DELETE')

async function findSlow(
  calls: { name: string; operation: OperationDefinition; send: () => Promise<unknown> }[],
) {
  const speed = measureSlowness()
  const holds: { call: string; ms: number }[] = []
  for (const { name, operation, send } of calls) {
    holds.push({ call: `${operation.id} ${name}`, ms: await measureHold(send) })
  }
  const limitMs = maxHoldMs * (await speed.stop())
  expect(holds.length).toBeGreaterThan(100)
  return holds.filter(({ ms }) => ms > limitMs)
}

const hostileValues = [fill('['), fill('a,'), fill('😀', 4_000)]

it('serves others beside hostile query strings of every operation', async () => {
  const calls = safe.flatMap((operation) => {
    const as = chooseCaller(operation)
    const known = Object.keys(operation.query?.shape ?? {})
    const queries: [string, Record<string, string>][] = [
      ['unknown names', Object.fromEntries(manyNames.map((name) => [name, '']))],
      ...known.flatMap((name) =>
        hostileValues.map((value, index): [string, Record<string, string>] => [
          `${name} ${index}`,
          { [name]: value },
        ]),
      ),
    ]
    return queries.map(([name, query]) => ({
      name,
      operation,
      send: () => world.send(operation, { query, as }),
    }))
  })

  expect(await findSlow(calls)).toEqual([])
})

it('names at most a hundred unknown parameters', async () => {
  const query = Object.fromEntries(manyNames.map((name) => [name, '']))
  const list = operations.find(({ id }) => id === 'listProviders')!

  const { status, body } = await world.send(list, { query, as: {} })

  expect(status).toBe(400)
  expect(body.issues).toHaveLength(100)
})

const headers: Record<string, string> = {
  accept: fill('a/b;q=0.1,'),
  'accept-encoding': fill('a;q=0.1,'),
  'accept-language': fill('de,'),
  authorization: `Bearer ${fill('a.')}`,
  baggage: fill('a=b,'),
  cookie: fill('a=%41; '),
  forwarded: fill('for=1.1.1.1,'),
  'idempotency-key': fill('k'),
  'if-match': fill('"a",'),
  'if-none-match': fill('W/"a",'),
  origin: `https://${fill('a.')}example`,
  traceparent: fill('00-'),
  tracestate: fill('a=b,'),
  'user-agent': fill('(a'),
  'x-api-key': fill('plat_full_'),
  'x-forwarded-for': fill('1.1.1.1,'),
  'x-forwarded-host': fill('a.'),
  'x-request-id': fill('a'),
}

it('serves others beside hostile headers of every kind of operation', async () => {
  const kinds = new Map(
    safe.map((operation) => [`${operation.method} ${operation.callers.join()}`, operation]),
  )
  const calls = [...kinds.values()].flatMap((operation) =>
    Object.entries(headers).map(([name, value]) => ({
      name,
      operation,
      send: () =>
        world.send(operation, {
          headers: { [name]: value },
          as: name === 'authorization' || name === 'x-api-key' ? {} : chooseCaller(operation),
        }),
    })),
  )

  expect(await findSlow(calls)).toEqual([])
})

/** Texts that are slow for expressions, schedules, paths and templates that do not end. */
const hostileTexts = [
  "$['a']".repeat(8_000),
  '*/1,'.repeat(12_000),
  '/~0~1'.repeat(10_000),
  '{{a.b || '.repeat(6_000),
  `0 0 1,${'2,'.repeat(20_000)}1 * *`,
  `${'a'.repeat(25_000)}@${'b.'.repeat(12_000)}`,
]

/** Returns a copy for each text in a body, with the text replaced. */
function* replaceTexts(value: unknown, text: string): Generator {
  if (typeof value === 'string') yield text
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  for (const [key, inner] of entries) {
    for (const replaced of replaceTexts(inner, text)) {
      const changed = { ...Object.fromEntries(entries), [key]: replaced }
      yield Array.isArray(value) ? Object.values(changed) : changed
    }
  }
}

it('serves others beside hostile texts in the body of every operation', async () => {
  const calls = safe.flatMap((operation) => {
    const body = operation.body && world.bodyOf(operation)
    const as = chooseCaller(operation)
    return hostileTexts.flatMap((text, index) =>
      [...replaceTexts(body, text)].map((hostile, place) => ({
        name: `text ${index} at ${place}`,
        operation,
        send: () => world.send(operation, { body: hostile, as }),
      })),
    )
  })

  expect(await findSlow(calls)).toEqual([])
})
