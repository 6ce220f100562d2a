/**
 * Limits an `LRUCache` to a number of entries and lets its arrays grow. With `max` alone, it would
 * allocate 20 bytes per possible entry immediately: 1 MB for 50,000.
 */
export function growingTo(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
