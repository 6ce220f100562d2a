const manyNumbers = Array.from({ length: 1_000_000 }, (_, n) => n)

/**
 * Returns the processor time of the work, as a multiple of what a JSON text of a million numbers
 * needs in the same process: some 50 ms on a current machine.
 */
export function measureWork(work: () => void): number {
  const usedMs = measureCpuMs(work)
  return usedMs / measureCpuMs(() => JSON.parse(JSON.stringify(manyNumbers)))
}

/** Processor time, so that a busy machine counts for nothing. */
function measureCpuMs(act: () => void): number {
  const before = process.threadCpuUsage()
  act()
  return process.threadCpuUsage(before).user / 1000
}
