import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { holdSlot, waitOutside } from './wait-outside.ts'

function givenSlot() {
  const log: string[] = []
  return { log, lend: () => void log.push('lent'), takeBack: () => void log.push('taken back') }
}

it('lends all held slots while an answer takes longer than usual', async () => {
  const [outer, inner, others] = [givenSlot(), givenSlot(), givenSlot()]
  const answer = Promise.withResolvers<string>()

  const waited = holdSlot(outer, () => holdSlot(inner, () => waitOutside(answer.promise)))
  holdSlot(others, () => {})
  await vi.waitFor(() => expect(inner.log).toEqual(['lent']), patiently)
  expect(outer.log).toEqual(['lent'])
  answer.resolve('late')

  expect(await waited).toBe('late')
  expect(outer.log).toEqual(['lent', 'taken back'])
  expect(inner.log).toEqual(['lent', 'taken back'])
  expect(others.log).toEqual([])
})

it('keeps slots while answers are quick', async () => {
  const slot = givenSlot()

  await holdSlot(slot, () => waitOutside(sleep(1)))
  await expect(holdSlot(slot, () => waitOutside(Promise.reject(new Error('no'))))).rejects.toThrow(
    'no',
  )

  expect(slot.log).toEqual([])
})

it('lends a slot once for concurrent waits, until the last one ends', async () => {
  const slot = givenSlot()
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isOneOver = false

  const work = holdSlot(slot, () =>
    Promise.all([
      waitOutside(one.promise).then(() => (isOneOver = true)),
      waitOutside(other.promise),
    ]),
  )
  await vi.waitFor(() => expect(slot.log).toEqual(['lent']), patiently)
  one.resolve()
  await vi.waitFor(() => expect(isOneOver).toBe(true), patiently)
  expect(slot.log).toEqual(['lent'])
  other.resolve()
  await work

  expect(slot.log).toEqual(['lent', 'taken back'])
})
