import { expect, it } from 'vitest'
import { gatherCalls } from './gather-calls.ts'

/** Doubles numbers in batches, and rejects each batch that contains 13. */
function givenBatches({
  withinMs = 0,
  atMost = 100,
  error = new Error('no 13'),
}: { withinMs?: number; atMost?: number; error?: Error } = {}) {
  const batches: (readonly number[])[] = []
  const double = gatherCalls({
    withinMs,
    atMost,
    async carryOut(numbers: readonly number[]) {
      batches.push(numbers)
      if (numbers.includes(13)) throw error
      return numbers.map((number) => 2 * number)
    },
  })
  return { batches, double }
}

it.each([0, 20])('carries out calls together that arrive within %d ms', async (withinMs) => {
  const { batches, double } = givenBatches({ withinMs })

  const results = await Promise.all([1, 2, 3].map(double))
  const later = await double(4)

  expect([...results, later]).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([[1, 2, 3], [4]])
})

it('starts a batch of the greatest size at once, and the rest after it', async () => {
  const { batches, double } = givenBatches({ atMost: 2 })

  const results = await Promise.all([1, 2, 3, 4, 5].map(double))

  expect(results).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1, 2], [3, 4], [5]])
})

it('repeats a failed batch call by call, so that only the cause fails', async () => {
  const { batches, double } = givenBatches()

  const results = await Promise.allSettled([double(1), double(13), double(3)])

  expect(results).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: new Error('no 13') },
    { status: 'fulfilled', value: 6 },
  ])
  expect(batches).toEqual([[1, 13, 3], [1], [13], [3]])
})

it('repeats no batch while the database is unavailable', async () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const { batches, double } = givenBatches({ error })

  const results = await Promise.allSettled([double(1), double(13)])

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(batches).toHaveLength(1)
})
