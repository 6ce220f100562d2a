import { requireDefined } from '../require-defined.ts'

/** Returns a number from 0 to 2³²−1 that depends only on its arguments (murmur3's finalizer). */
export function hash(salt: number, index: number): number {
  let h = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Returns a fraction from 0 (inclusive) to 1 (exclusive). */
export const fraction = (salt: number, index: number): number => hash(salt, index) / 0x1_0000_0000

export function pick<T>(list: readonly T[], salt: number, index: number): T {
  return requireDefined(list[hash(salt, index) % list.length])
}

/** Returns a generator of numbers between 0 and 1 that repeats for the same seed. */
export function dice(seed: number): () => number {
  let throws = 0
  return () => fraction(seed, throws++)
}
