import { expect, it } from 'vitest'
import { createRooms } from './room.ts'

it('counts rarely far from a limit and always near it, and recounts later', () => {
  let now = 0
  const rooms = createRooms(() => now)
  let there = 0
  const countConnections = (more: number, allowed: number) => {
    const key = `${allowed} groups`
    let counts = 0
    for (const last = there + more; there < last; there++) {
      if (rooms.take(key)) continue
      rooms.counted(key, { count: there, allowed })
      counts += 1
    }
    return counts
  }

  const far = countConnections(1_000, 100_000)
  const near = countConnections(10, 1_015)
  there = 0
  countConnections(2, 100_000)
  now += 10_000

  expect(far).toBe(1)
  expect(near).toBe(10)
  expect(rooms.take('100000 groups')).toBe(false)
  expect(rooms.take('9 groups')).toBe(false)
})
