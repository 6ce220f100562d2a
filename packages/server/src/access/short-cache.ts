import { LRUCache } from 'lru-cache'

/**
 * Remembers for a moment what was found, and that nothing was. A change made by this process is
 * forgotten at once (`clear`), one made by another process within `ttlMs`.
 */
export function shortCache<Value>(
  find: (key: string) => Promise<Value>,
  { ttlMs = 2000, max = 10_000 }: { ttlMs?: number; max?: number } = {},
) {
  const found = new LRUCache<string, Promise<Value>>({ max, ttl: ttlMs })
  return {
    get(key: string): Promise<Value> {
      const known = found.get(key)
      if (known) return known
      const finding = find(key)
      found.set(key, finding)
      finding.catch(() => found.delete(key))
      return finding
    },
    clear: () => found.clear(),
  }
}
