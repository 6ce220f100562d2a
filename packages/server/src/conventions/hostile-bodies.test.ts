import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OperationDefinition } from '@platform/contract'
import { endUserLimits, usualLimits } from '@platform/kernel/http/body-limits'
import { measureSlowness } from '@platform/testing/machine-speed'
import { givenWorld, operations, type World } from '@platform/testing/world'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it.each(kinds)('serves others beside %s bodies of every operation', async (kind) => {
  const speed = measureSlowness()
  const holds: { operation: string; ms: number }[] = []
  for (const operation of withBody) {
    const { as, maxValues } = chooseCaller(operation)
    const body = makeBody(operation, kind, maxValues)
    const send = () => world.send(operation, { body, as })
    let ms = await measureLongestHold(send)
    // A collection of garbage is no work of the request.
    if (ms > maxHoldMs) ms = Math.min(ms, await measureLongestHold(send))
    if (ms > maxHoldMs) ms = Math.min(ms, await measureLongestHold(send))
    holds.push({ operation: operation.id, ms: Math.round(ms) })
  }
  const limitMs = maxHoldMs * (await speed.stop())

  expect(holds.length).toBeGreaterThan(40)
  expect(holds.filter(({ ms }) => ms > limitMs)).toEqual([])
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
