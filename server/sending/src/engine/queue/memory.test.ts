import { expect, it } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import { collectGarbage } from '@platform/testing/collect-garbage'
import type { Message } from '../../../../delivery/src/notifications/message.ts'
import { createHeld } from './memory.ts'

const message = (): Message => ({
  event: { id: newId('evt'), projectId: newId('proj'), type: 'read', body: '{}' },
  destinationId: newId('dest'),
  attemptsUsed: 0,
  fromQueue: false,
  holder: 1,
})

it('returns the oldest held message after many', () => {
  const held = createHeld()
  const [second, first] = [message(), message()].toReversed() as [Message, Message]
  held.add(second)
  held.add(first)
  for (let number = 0; number < 10_000; number++) {
    const one = message()
    held.add(one)
    held.delete(one)
  }
  expect(held.oldest()).toBe(first.event.id)
  held.delete(first)
  expect(held.oldest()).toBe(second.event.id)
  held.delete(second)
  expect(held.oldest()).toBeUndefined()
})

it('ignores the end of forgotten work', () => {
  const held = createHeld()
  const [former, present] = [message(), message()]
  held.add(former)
  held.clear()
  held.add(present)
  held.delete(former)
  held.delete(former)
  expect(held.oldest()).toBe(present.event.id)
  for (let number = 0; number < 1_000; number++) held.add(message())
  expect(held.oldest()).toBe(present.event.id)
})

it('releases messages that have ended, also those held together with others', async () => {
  const held = createHeld()
  const over = Array.from({ length: 4 }, () => {
    const one = message()
    held.add(one)
    held.delete(one)
    return new WeakRef(one)
  })
  held.add(message())

  await collectGarbage()

  expect(over.map((one) => one.deref())).toEqual([undefined, undefined, undefined, undefined])
})
