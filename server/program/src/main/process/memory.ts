import { availableParallelism, totalmem } from 'node:os'

/** Half of the memory; the database and non-heap memory use the other half. */
const heapShare = 0.5
const maxHeapMegabytes = 4096
/** Number of threads that Node lets V8 use, regardless of the cores. */
const usualThreads = 4

/**
 * Returns V8 flags for heap size and garbage collection. The heap grows by a quarter between
 * collections instead of doubling: reading a million records then needs about 1.2 times the memory
 * of ten thousand, with a third 1.3 times. With less, collecting costs more than it saves: see
 * docs/decisions/0007-delivery.md.
 * New objects get up to 16 MB. With 8 MB, an engine with a hundred reads used a tenth more CPU time,
 * because the objects of a read that waits for its provider were copied by several collections.
 * Garbage collection leaves one core free: with four threads on two cores, events and PostgreSQL
 * waited for up to 100 ms.
 * No object is pretenured because earlier objects of the same allocation site grew old, as all do
 * at start. A pretenured message lives for milliseconds but stays, with everything it references,
 * until a full collection.
 */
export function memoryFlags(
  processes = 1,
  bytes = Math.min(process.constrainedMemory() || Infinity, totalmem()),
): string[] {
  const heap = Math.min(maxHeapMegabytes, Math.floor((bytes * heapShare) / processes / 1024 ** 2))
  const threads = Math.floor((availableParallelism() - 1) / processes)
  return [
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=16',
    '--heap-growing-percent=25',
    `--v8-pool-size=${Math.min(usualThreads, Math.max(1, threads))}`,
    '--no-allocation-site-pretenuring',
    '--expose-gc',
  ]
}

/** Returns the flags of a child process: those of this one, with its share of the memory. */
export function memoryFlagsOfChild(processes: number): string[] {
  const own = memoryFlags()
  const given = process.execArgv.filter((flag) => !own.includes(flag))
  return [...given, ...missingFrom(given, memoryFlags(processes))]
}

const surroundings = {
  /** The C library keeps an arena of memory per thread, but few threads allocate much. */
  MALLOC_ARENA_MAX: '2',
  /** Half of them resolve names; each slowly resolved name blocks one. */
  UV_THREADPOOL_SIZE: '16',
}

/**
 * Restarts the process with these flags unless it has them: V8 reads them only at start, and this
 * covers every way of starting. Flags set by the operator are kept. A process with a parent is not
 * restarted, because the channel would not survive.
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

/** Returns the flags that the operator does not set, including in `NODE_OPTIONS`. */
function missingFrom(given: readonly string[], flags: readonly string[]): string[] {
  const toFlagName = (flag: string) => flag.replace(/=.*/, '').replaceAll('_', '-')
  const all = [...given, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)]
  const names = new Set(all.map(toFlagName))
  return flags.filter((flag) => !names.has(toFlagName(flag)))
}

/** Releases memory that only the start needed and an idle server would keep for hours. */
export function giveBackMemoryOfStart(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
