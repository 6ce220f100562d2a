import { availableParallelism, totalmem } from 'node:os'

/** Half of what there is: the database, and what is no heap, have the other. */
const heapShare = 0.5
const mostHeapMegabytes = 4096
/** What Node has V8 use, however many cores there are. */
const usualThreads = 4

/**
 * How much memory V8 may take, and how soon it gives back what it does not use. The heap grows by a
 * quarter between two collections, where it would double: reading a million records then takes about 1.2
 * times the memory of ten thousand, and by a third 1.3 times. By less, collecting costs more than that
 * saves: see docs/decisions/0007-delivery.md.
 *
 * While the heap is collected its threads leave a core to the rest: four on two cores had events,
 * and PostgreSQL beside them, wait for up to 100 ms.
 *
 * Nothing is made among old objects because others made at the same place grew old: at the start all
 * do. A message made there lives for milliseconds, but it and all it names would stay until the whole
 * heap is collected.
 */
export function memoryFlags(processes = 1): string[] {
  const bytes = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const heap = Math.min(mostHeapMegabytes, Math.floor((bytes * heapShare) / processes / 1024 ** 2))
  const threads = Math.floor((availableParallelism() - 1) / processes)
  return [
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=8',
    '--heap-growing-percent=25',
    `--v8-pool-size=${Math.min(usualThreads, Math.max(1, threads))}`,
    '--no-allocation-site-pretenuring',
    '--expose-gc',
  ]
}

/** The flags of one of several processes under this one: those of this one, but its share of the memory. */
export function memoryFlagsOfChild(processes: number): string[] {
  const own = memoryFlags()
  const given = process.execArgv.filter((flag) => !own.includes(flag))
  return [...given, ...missingFrom(given, memoryFlags(processes))]
}

const surroundings = {
  /** The C library keeps memory for each of many threads, of which few ask. */
  MALLOC_ARENA_MAX: '2',
  /** Half of them look up names: of a tenant's names that resolve slowly, each blocks one of them. */
  UV_THREADPOOL_SIZE: '16',
}

/**
 * Begins the process anew with these flags, unless it has them: V8 takes them only at its start, and
 * so every way of starting comes by them. What the operator gives is left as it is.
 *
 * A process that talks with its parent stays as it is, for the channel would not survive.
 */
export function beginWithMemoryFlags(): void {
  const missing = missingFrom(process.execArgv, memoryFlags())
  if (missing.length === 0 || process.channel || !process.execve) return
  const words = [...missing, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...words], {
    ...surroundings,
    ...process.env,
  })
}

/** The flags that the operator does not give, by `NODE_OPTIONS` neither. */
function missingFrom(given: readonly string[], flags: readonly string[]): string[] {
  const nameOf = (flag: string) => flag.replace(/=.*/, '').replaceAll('_', '-')
  const all = [...given, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)]
  const names = new Set(all.map(nameOf))
  return flags.filter((flag) => !names.has(nameOf(flag)))
}

/** Gives back what only starting took, which an idle server would keep for hours. */
export function giveBackMemoryOfStart(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
