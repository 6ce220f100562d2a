import type { InstallationActivity, InstallationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { recordsByDay } from './list-store.ts'
import { getFirst } from '@platform/kernel/values'

const shownDays = 7
const dayMs = 24 * 60 * 60 * 1000

/** Returns how many records of each object were read on each of the last days, including today. */
export async function readActivity(
  db: Db,
  { installationId, now }: { installationId: InstallationId; now: Date },
): Promise<InstallationActivity> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  const days = Array.from({ length: shownDays }, (_, index) =>
    new Date(today - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const rows = await recordsByDay(db, installationId, new Date(getFirst(days)))

  const byObject = Map.groupBy(
    rows.filter(({ objectName }) => objectName !== null),
    ({ objectName }) => objectName,
  )
  return {
    objects: Object.fromEntries(
      [...byObject].map(([objectName, ofObject]) => [
        objectName,
        {
          days: days.map((date) => ({
            date,
            records: Number(ofObject.find((row) => row.date === date)?.records ?? 0),
          })),
        },
      ]),
    ),
  }
}
