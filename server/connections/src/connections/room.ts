import { LRUCache } from 'lru-cache'
import { getNowMs, growingTo } from '@platform/kernel/values'

/** How long a count is cached, while other processes may create more. */
const countedForMs = 10_000

/**
 * Fraction of the remaining room that is used without counting, because other processes use it too.
 */
const part = 1 / 16

/**
 * How many more a tenant may create before they are counted again. Counting takes 0.1 s for 200,000
 * rows, and concurrent creations wait for it. Near a limit, every creation is counted.
 */
export function createRooms(now: () => number = getNowMs) {
  const rooms = new LRUCache<string, { left: number; until: number }>(growingTo(10_000))
  return {
    /** Reserves room for one; returns false if a count is needed. */
    take(key: string): boolean {
      const room = rooms.get(key)
      if (!room || room.left < 1 || room.until <= now()) return false
      room.left -= 1
      return true
    },
    /** Stores the counted remaining room and returns it. */
    counted(key: string, { count, allowed }: { count: number; allowed: number }): number {
      const left = Math.floor((allowed - count) * part)
      rooms.set(key, { left, until: now() + countedForMs })
      return count
    },
  }
}
