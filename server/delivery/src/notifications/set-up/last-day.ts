import type { DestinationId, LastDay } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import * as store from './store.ts'

/** Returns statistics of the last 24 hours for each destination. */
export async function lastDays(
  db: Db,
  ids: readonly DestinationId[],
): Promise<Map<DestinationId, LastDay>> {
  const [hours, undelivered] = await Promise.all([
    store.attemptsOfLastDay(db, ids),
    store.countUndelivered(db, ids),
  ])
  return new Map(
    ids.map((id) => {
      const own = hours.filter(({ destinationId }) => destinationId === id)
      const succeeded = sumAttempts(own.filter(({ outcome }) => outcome === 'delivered'))
      const failed = sumAttempts(own) - succeeded
      return [
        id,
        {
          succeeded,
          failed,
          ...(own.length > 0 && { successRate: succeeded / (succeeded + failed) }),
          ...(undelivered.get(id) ?? { retrying: 0, paused: 0 }),
        },
      ]
    }),
  )
}

const sumAttempts = (rows: readonly { attempts: number }[]) =>
  rows.reduce((sum, { attempts }) => sum + attempts, 0)
