/**
 * Bounds an `LRUCache` to so many entries and lets its lists grow up to there. By `max` alone each
 * would take the memory of a full one at once, 20 bytes an entry: 1 MB for 50,000.
 */
export function growingTo(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
