import { LRUCache } from 'lru-cache'
import { growingTo } from '../values/growing.ts'

/** What was counted is known for so long: other processes make some meanwhile. */
const countedForMs = 10_000

/** So small a part of what there is room for is taken without counting, as others take of it too. */
const part = 1 / 16

/**
 * How many more a tenant may have before they are counted again: to count takes a tenth of a second where
 * there are 200,000, and whoever makes one at the same time waits for it. Near a limit each is counted.
 */
export function createRooms(now: () => number = Date.now) {
  const rooms = new LRUCache<string, { left: number; until: number }>(growingTo(10_000))
  return {
    /** Takes the place of one; false where they must be counted. */
    take(key: string): boolean {
      const room = rooms.get(key)
      if (!room || room.left < 1 || room.until <= now()) return false
      room.left -= 1
      return true
    },
    /** Keeps what was counted of those that there may be, and answers it. */
    counted(key: string, { count, allowed }: { count: number; allowed: number }): number {
      const left = Math.floor((allowed - count) * part)
      rooms.set(key, { left, until: now() + countedForMs })
      return count
    },
  }
}
