import type { UndoneMessage } from './lease-store.ts'

/**
 * Returns the messages that may be leased, in order: those that nobody holds, and of each record only
 * the earliest, so that its versions are handled one after the other.
 */
export function chooseLeasable(
  undone: readonly UndoneMessage[],
  { limit, maxSize }: { limit: number; maxSize: number },
): UndoneMessage[] {
  const chosen: UndoneMessage[] = []
  const waiting = new Set<number>()
  let size = 0
  for (const message of undone) {
    const records = message.records ?? []
    const isBlocked = message.isHeld || records.some((record) => waiting.has(record))
    for (const record of records) waiting.add(record)
    if (isBlocked) continue
    size += message.size
    if (chosen.length > 0 && size > maxSize) break
    chosen.push(message)
    if (chosen.length === limit) break
  }
  return chosen
}
