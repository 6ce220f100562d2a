import { parseExactly } from '@platform/connector'
import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { measureSlowness } from '@platform/testing/machine-speed'
import { BodyTooLargeError } from './decode-body.ts'
import { parseInSlices } from './parse-in-slices.ts'

/** The parsed value, or a note that the text is not JSON. */
const parseOutcome = async (parse: () => unknown) => {
  try {
    return { value: await parse() }
  } catch (error) {
    if (error instanceof SyntaxError) return 'no JSON'
    if (error instanceof BodyTooLargeError) return 'too large'
    throw error
  }
}

const anyText = fc.oneof(
  fc.json({ maxDepth: 6 }),
  fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value, undefined, 2)),
)
const anySlice = fc.integer({ min: 1, max: 60 })

it('parses like parseExactly, wherever the chunks end', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anySlice, async (text, sliceLength) => {
      expect(await parseInSlices(text, { sliceLength })).toEqual(parseExactly(text))
    }),
    { numRuns: 1000 },
  )
})

it('parses no more than 17 kB of a long text at once', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())

  await parseInSlices(`[${'{},'.repeat(100_000)}{}]`)

  const lengths = parse.mock.calls.map(([text]) => text.length)
  expect(lengths.length).toBeGreaterThan(10)
  expect(Math.max(...lengths)).toBeLessThan(17_000)
})

it('rejects what JSON.parse rejects', async () => {
  const oddCharacter = fc.constantFrom(...'[]{},:"\\ 0a\n'.split(''), '')
  await fc.assert(
    fc.asyncProperty(
      anyText,
      anySlice,
      fc.nat(),
      oddCharacter,
      fc.boolean(),
      async (text, sliceLength, place, character, replaces) => {
        const at = place % (text.length + 1)
        const broken = text.slice(0, at) + character + text.slice(replaces ? at + 1 : at)

        const sliced = await parseOutcome(() => parseInSlices(broken, { sliceLength }))

        expect(sliced).toEqual(await parseOutcome(() => parseExactly(broken)))
      },
    ),
    { numRuns: 3000 },
  )
})

it.each(['[0,1[2,3]]', '[0,-[2,3]]', '{"a":1,"b":2.{"c":3,"d":4}}'])(
  'rejects a number followed by a list or object: %s',
  async (text) => {
    for (let sliceLength = 1; sliceLength < text.length; sliceLength++) {
      await expect(parseInSlices(text, { sliceLength })).rejects.toThrow(SyntaxError)
    }
  },
)

it('keeps a key that is named like the prototype a key', async () => {
  const text = '{"a":[1,2,3,4],"__proto__":{"isAdmin":true,"b":[5,6,7]},"c":1}'

  const value = (await parseInSlices(text, { sliceLength: 2 })) as Record<string, unknown>

  expect(Object.keys(value)).toEqual(['a', '__proto__', 'c'])
  expect(value.isAdmin).toBeUndefined()
})

const record = { id: '1', properties: { a: 'b', c: null, d: 1, e: [true, {}] } }
const records = `{"results":[${Array.from({ length: 80_000 }, () => JSON.stringify(record)).join()}]}`

it.each([
  ['records', records, JSON.parse(records)],
  ['empty objects', `[${'{},'.repeat(2_600_000)}{}]`, 'too large'],
  [
    'nested lists',
    `[${Array(60_000)
      .fill('['.repeat(60) + ']'.repeat(60))
      .join()}]`,
    'too large',
  ],
  [
    'nested objects',
    `[${Array(20_000)
      .fill(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`)
      .join()}]`,
    'too large',
  ],
  ['keys', `{${Array.from({ length: 600_000 }, (_, n) => `"key${n}":1`).join()}}`, 'too large'],
  ['brackets', '['.repeat(8_000_000), 'no JSON'],
  ['a text', JSON.stringify({ a: '\\"'.repeat(2_000_000), b: [] }), expect.anything()],
])(
  'blocks the process for less than 100 ms while it parses megabytes of %s',
  { tags: 'bounded-replies' },
  async (_of, text, expected) => {
    const slowness = measureSlowness()

    const { outcome, longestMs } = await parseWithLongestTurn(text)
    // A slow slice is slow every time; a garbage collection is not.
    const shortestMs = longestMs < 100 ? longestMs : (await parseWithLongestTurn(text)).longestMs

    const limitMs = 100 * (await slowness.stop())
    expect(outcome).toEqual(typeof expected === 'string' ? expected : { value: expected })
    expect(shortestMs).toBeLessThan(limitMs)
  },
)

/** Parses beside a loop of turns, and returns the longest one in milliseconds of CPU time. */
async function parseWithLongestTurn(text: string) {
  let isDone = false
  let longest = 0
  const parsing = parseOutcome(() => parseInSlices(text)).finally(() => (isDone = true))
  while (!isDone) {
    const before = process.threadCpuUsage()
    await new Promise((resolve) => setImmediate(resolve))
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
  }
  return { outcome: await parsing, longestMs: longest / 1000 }
}

it.each([
  ['empty lists', `[${'[],'.repeat(150_000)}[]]`, 11],
  [
    'nested lists',
    `[${Array(2_000)
      .fill('['.repeat(60) + ']'.repeat(60))
      .join()}]`,
    6,
  ],
  [
    'records',
    JSON.stringify(Array.from({ length: 15_000 }, (_, id) => ({ id, name: 'A longer name' }))),
    1.5,
  ],
])('asks for the memory of %s before it uses it', async (_, text, megabytes) => {
  const asked: number[] = []

  await parseInSlices(text, { grow: async (bytes) => void asked.push(bytes) })

  expect(asked).toEqual(asked.toSorted((a, b) => a - b))
  const last = asked.at(-1)! / 1024 ** 2
  // The last slice is asked for with the next.
  expect(last).toBeGreaterThan(0.7 * megabytes)
  expect(last).toBeLessThan(1.1 * megabytes)
})
