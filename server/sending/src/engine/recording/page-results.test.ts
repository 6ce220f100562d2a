import { expect, it, vi } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import type { Result } from '../queue/hot-store.ts'
import { createPageResults } from './page-results.ts'

const projectId = newId('proj')
const destinationId = newId('dest')

function givenPage(messages: number) {
  const ids = Array.from({ length: messages }, () => newId('evt'))
  return { destinationId, ids, holder: 1 }
}

const makeDelivered = ({ ids }: ReturnType<typeof givenPage>, nth: number): Result => ({
  message: {
    event: { id: ids[nth]!, projectId, type: 'read', body: '{}' },
    ...{ destinationId, attemptsUsed: 1, fromQueue: false, holder: 1 },
  },
  ...{ status: 'delivered', attempt: `${nth}\n`, attemptsUsed: 1, dueTime: null },
})

it('writes a page as its messages are delivered, and moves it to rows if that takes long', () => {
  vi.useFakeTimers()
  const moved: number[] = []
  const results = createPageResults({
    ready() {},
    unpack: (_page, rest) => moved.push(rest.length),
    inRows: (rest) => moved.push(rest.length),
  })
  const [fast, slow] = [givenPage(3), givenPage(12)]

  results.add(fast, makeDelivered(fast, 2))
  vi.advanceTimersByTime(250)
  const [first] = results.take()
  expect(first).toMatchObject({ attempts: '\n\n2\n', isComplete: false })
  results.add(fast, makeDelivered(fast, 0))
  results.failed([first!])
  results.add(fast, makeDelivered(fast, 1))
  const [second, ...others] = results.take()
  expect(second).toMatchObject({ attempts: '0\n1\n2\n', isComplete: true })
  expect([second?.results.length, others]).toEqual([3, []])
  vi.advanceTimersByTime(10_000)
  expect([results.take(), moved]).toEqual([[], []])

  let writes = 0
  for (let nth = 0; nth < 11; nth++) {
    results.add(slow, makeDelivered(slow, nth))
    vi.advanceTimersByTime(250)
    writes += results.take().length
  }
  vi.useRealTimers()
  expect(writes).toBe(8)
  expect(moved).toEqual([1, 1, 1])
})
