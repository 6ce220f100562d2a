import type { ProviderEvent } from '@platform/connector'
import { isKept } from '@platform/kernel/values'

/**
 * In characters; an index entry of PostgreSQL takes 2,700 bytes, and no provider has IDs of this
 * length.
 */
const maxIdLength = 500
/** Maximum number of nested objects and lists; not every JSON parser supports more. */
const deepest = 100
const earliest = Date.UTC(1, 0, 1)
const latest = Date.UTC(9999, 11, 31)

/** Maximum size of all copies of one raw event, in characters of its JSON. */
const maxCopiedLength = 8 * 1024 ** 2

/**
 * Separates events that the database can store from others, with the reason. If the copies of a provider's
 * event for all its records would be too large, they are stored without it.
 */
export function sortByStorable<Item extends { event: ProviderEvent }>(
  items: readonly Item[],
): { storable: Item[]; unstorable: (Item & { reason: string })[] } {
  const storable: Item[] = []
  const unstorable: (Item & { reason: string })[] = []
  const shared = Map.groupBy(items, ({ event }) => event.rawEvent)
  for (const [rawEvent, copies] of shared) {
    const isDeep = isDeeperThan(rawEvent, deepest)
    const isLarge =
      !isDeep &&
      copies.length > 1 &&
      JSON.stringify(rawEvent).length * copies.length > maxCopiedLength
    for (const item of copies) {
      const reason = isDeep
        ? `it is nested deeper than ${deepest} levels`
        : reasonAgainst(item.event)
      if (reason !== undefined) unstorable.push({ ...item, reason })
      else storable.push(isLarge ? { ...item, event: { ...item.event, rawEvent: {} } } : item)
    }
  }
  return { storable, unstorable }
}

/** Returns why an event cannot be stored, but for its raw event; undefined if it can. */
function reasonAgainst(event: ProviderEvent): string | undefined {
  const { recordId, objectName, workspaceRef = '', association, time } = event
  const { from, to } = association ?? {}
  const names = { recordId, objectName, workspaceRef }
  const ends = [from?.id, from?.objectName, to?.id, to?.objectName].filter((id) => id !== undefined)
  const texts = [...Object.entries(names), ...ends.map((id) => ['association', id] as const)]
  for (const [name, text] of texts) {
    if (!isKept(text)) return `its ${name} contains NUL or a lone surrogate`
    if (text.length > maxIdLength) return `its ${name} is longer than ${maxIdLength} characters`
  }
  const ms = Date.parse(time)
  return ms >= earliest && ms <= latest ? undefined : 'its time is not between the years 1 and 9999'
}

function isDeeperThan(value: unknown, max: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > max) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}
