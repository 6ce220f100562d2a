import { LRUCache } from 'lru-cache'

/**
 * Limits an `LRUCache` to a number of entries and lets its arrays grow. With `max` alone, it would
 * allocate 20 bytes per possible entry immediately: 1 MB for 50,000.
 */
export function growingTo(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}

interface ShortCacheOptions {
  ttlMs?: number
  max?: number
  /** Entries are removed when they expire. */
  isSecret?: boolean
}

/**
 * Caches results, including missing ones, for a short time. Changes by this process apply
 * immediately (`clear`), changes by other processes within `ttlMs`.
 */
function shortCache<Value, From = void>(
  find: (key: string, from: From) => Promise<Value>,
  { ttlMs = 2000, max = 10_000, isSecret = false }: ShortCacheOptions = {},
) {
  const found = new LRUCache<string, Promise<Value>>({
    ...growingTo(max),
    ttl: ttlMs,
    ttlAutopurge: isSecret,
  })
  return {
    /** `from` is the scope of the look-up if the key alone is not unique. */
    get(key: string, from: From): Promise<Value> {
      const known = found.get(key)
      if (known) return known
      const finding = find(key, from)
      found.set(key, finding)
      finding.catch(() => found.delete(key))
      return finding
    },
    clear: () => found.clear(),
  }
}

/** Short caches that are cleared together. */
export class ShortCaches {
  private readonly all: { clear(): void }[] = []

  open: typeof shortCache = (find, options) => {
    const cache = shortCache(find, options)
    this.all.push(cache)
    return cache
  }

  clear(): void {
    for (const cache of this.all) cache.clear()
  }
}
