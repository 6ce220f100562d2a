import type { DestinationId, EventId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { readAttempts } from '@platform/delivery/notifications/history/attempts'

/** Returns when the destination had accepted each of these events; others are left out. */
export async function findAcceptTimes(
  db: Db,
  destinationId: DestinationId,
  eventIds: readonly EventId[],
): Promise<Map<EventId, Date>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['eventId', 'attempts'])
    .where('destinationId', '=', destinationId)
    .where('eventId', 'in', eventIds)
    .where('status', '=', 'delivered')
    .execute()
  return new Map(
    rows.flatMap(({ eventId, attempts }): [EventId, Date][] => {
      const last = readAttempts(attempts, eventId).findLast(({ succeeded }) => succeeded)
      return last ? [[eventId, new Date(Date.parse(last.time) + last.durationMs)]] : []
    }),
  )
}
