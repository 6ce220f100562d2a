import { totalmem } from 'node:os'

/** Half of what there is: the database, and what is no heap, have the other. */
const heapShare = 0.5
const mostHeapMegabytes = 4096

/**
 * How much memory V8 may take, and how soon it gives back what it does not use. The heap grows by a
 * fifth between two collections, where it would double: reading a million records then takes little
 * more than reading ten thousand, and is as fast.
 */
export function memoryFlags(): string[] {
  const bytes = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const heap = Math.min(mostHeapMegabytes, Math.floor((bytes * heapShare) / 1024 ** 2))
  return [
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=8',
    '--heap-growing-percent=20',
    '--expose-gc',
  ]
}

/** What is asked of the C library: it keeps memory for each of many threads, of which few ask. */
const surroundings = { MALLOC_ARENA_MAX: '2' }

/**
 * Begins the process anew with these flags, unless it has them: V8 takes them only at its start, and
 * so every way of starting comes by them. What the operator gives is left as it is.
 *
 * A process that talks with its parent stays as it is, for the channel would not survive.
 */
export function beginWithMemoryFlags(): void {
  const given = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)]
  const nameOf = (flag: string) => flag.replace(/=.*/, '').replaceAll('_', '-')
  const names = new Set(given.map(nameOf))
  const missing = memoryFlags().filter((flag) => !names.has(nameOf(flag)))
  if (missing.length === 0 || process.channel || !process.execve) return
  const words = [...missing, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...words], {
    ...surroundings,
    ...process.env,
  })
}

/** Gives back what only starting took, which an idle server would keep for hours. */
export function giveBackMemoryOfStart(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
