import { expect, it } from 'vitest'
import { collectGarbage } from '@platform/testing/collect-garbage'
import { pickBy, randomFrom } from '@platform/testing/seeded'
import { must } from '@platform/kernel/values'
import { WaitingQueue } from './destination-queues.ts'

it('returns waiting items in order of arrival', () => {
  const pick = pickBy(randomFrom(7))
  const line = new WaitingQueue<number>()
  const expected: number[] = []
  for (let came = 0; came < 2_000; came++) {
    line.push(came)
    expected.push(came)
    if (pick([true, false, false])) {
      const count = pick([0, 1, 2, 5, 40])
      expect(line.take(count)).toEqual(expected.splice(0, count))
    }
    expect(line.length).toBe(expected.length)
    expect(line.at(0)).toBe(expected[0])
    expect(line.at(3)).toBe(expected[3])
  }
  expect(line.takeAll()).toEqual(expected)
  expect(line.take(1)).toEqual([])
})

it('releases taken items while others wait', async () => {
  const line = new WaitingQueue<object>()
  for (let count = 0; count < 10; count++) line.push({ count })
  const taken = line.take(4).map((item) => new WeakRef(item))
  const waiting = new WeakRef(must(line.at(0), 'item in the line'))
  await collectGarbage()
  expect(taken.map((item) => item.deref())).toEqual([undefined, undefined, undefined, undefined])
  expect(waiting.deref()).toEqual({ count: 4 })
})
