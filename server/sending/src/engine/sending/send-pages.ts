import type { EventId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { getFirst, must } from '@platform/kernel/values'
import type { Columns, Message } from '@platform/delivery/notifications/message'
import { insertPage, mayBePage } from '@platform/delivery/notifications/message-log/message-pages'

/**
 * Divides messages in memory, to one destination, into pages by their entry in the log. Messages of
 * entries with fewer are in none and get rows.
 */
export function divideIntoPages(held: readonly Message[], min: number): Message[][] {
  if (held.length < min) return []
  return [...Map.groupBy(held, ({ event }) => event.logPlace)].flatMap(([place, ofEntry]) => {
    const ids = ofEntry.map(({ event }) => event.id)
    if (place === undefined || ids.length < min || !mayBePage(ids)) return []
    const { destinationId, holder } = getFirst(ofEntry)
    const page = { destinationId, ids, holder }
    for (const message of ofEntry) message.page = page
    return [ofEntry]
  })
}

/** Inserts pages in the transaction of their messages. */
export async function insertPages(
  tx: Db,
  pages: readonly Message[][],
  {
    subject,
    recordsIn,
  }: {
    /** Without the number of records. */
    subject: Columns
    recordsIn: ReadonlyMap<EventId, number | undefined>
  },
): Promise<void> {
  for (const messages of pages) {
    const { page, event } = getFirst(messages)
    const { projectId, type, traceparent, logPlace } = event
    const { ids, ...rest } = must(page, 'page of the message')
    await insertPage(tx, {
      ...{ ...rest, ids, projectId, type, traceparent },
      ...{ groupRef: subject.groupRef, about: subject.rest },
      logPlace: must(logPlace, 'place of the message'),
      numRecords: ids.map((id) => recordsIn.get(id) ?? null),
    })
  }
}
