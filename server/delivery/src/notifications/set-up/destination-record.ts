import type { Destination, DestinationSettings, Health, LastDay } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Secrets } from '@platform/kernel/secrets'
import { getFirst, getHealth, getNowMs, must } from '@platform/kernel/values'
import { formerKeyUntil, type SigningKeys } from '@platform/sinks/webhook/signing'
import { lastDays } from './last-day.ts'
import type { DestinationRow } from './routing.ts'
import { readOrdering } from './ordering.ts'
import { openMetadata } from './sealed-headers.ts'

/** Converts destinations to their wire format with one more query, regardless of their number. */
export async function toDestinations(
  secrets: Secrets,
  db: Db,
  rows: readonly DestinationRow[],
): Promise<Destination[]> {
  const days = await lastDays(
    db,
    rows.map(({ id }) => id),
  )
  return Promise.all(rows.map((row) => withDay(secrets, row, must(days.get(row.id), row.id))))
}

export const toDestination = async (
  secrets: Secrets,
  db: Db,
  row: DestinationRow,
): Promise<Destination> => getFirst(await toDestinations(secrets, db, [row]))

const withDay = async (
  secrets: Secrets,
  row: DestinationRow,
  lastDay: LastDay,
): Promise<Destination> => ({
  id: row.id,
  name: row.name,
  projectId: row.projectId,
  ...(await openSettings(secrets, row)),
  status: row.status,
  health: healthOfDestination(row, lastDay),
  lastDay,
  ordering: readOrdering(row),
  ...(row.disabledReason !== null && { disabledReason: row.disabledReason }),
  ...(row.disabledTime && { disabledTime: row.disabledTime.toISOString() }),
  formerKeyUntil:
    row.signing === null
      ? undefined
      : formerKeyUntil(await signingKeys(secrets, row), getNowMs())?.toISOString(),
  createTime: row.createTime.toISOString(),
  ...(row.updateTime && { updateTime: row.updateTime.toISOString() }),
})

export function healthOfDestination(
  row: DestinationRow,
  { retrying }: Pick<LastDay, 'retrying'>,
): Health {
  const { status, disabledReason, disabledTime, failingSince, failingBecause } = row
  const isDisabled = status === 'disabled'
  return getHealth({
    failed: isDisabled && failingSince !== null && { since: failingSince, reason: disabledReason },
    stopped: isDisabled && { since: disabledTime, reason: disabledReason },
    retried: (failingSince !== null || retrying > 0) && {
      since: failingSince,
      reason: failingBecause,
    },
  })
}

/** The metadata matches the type, because it was validated before it was stored. */
const openSettings = async (secrets: Secrets, row: DestinationRow) =>
  ({ type: row.type, metadata: await openMetadata(secrets, row) }) as DestinationSettings

/** Opens the keys with which messages to the destination are signed. */
export const signingKeys = async (secrets: Secrets, { projectId, signing }: DestinationRow) =>
  JSON.parse(await secrets.open(projectId, signing!)) as SigningKeys
