import type { DestinationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants } from '../../db/database.ts'

export interface HourCount {
  projectId: ProjectId
  destinationId: DestinationId
  /** When it began, in ms. */
  hour: number
  outcome: 'delivered' | 'retried' | 'failed'
  withinMs: number
  attempts: number
}

/** Adds to what is counted by now, but for destinations that are gone. */
export const addToHours = (db: AcrossTenants, counts: readonly HourCount[]) =>
  sql`
    insert into delivery_hours as known (project_id, destination_id, hour, outcome, within_ms, attempts)
    select d.project_id, d.id, to_timestamp(c.hour / 1000), c.outcome, c.within_ms, c.attempts
      from unnest(
        ${counts.map(({ projectId }) => projectId)}::text[],
        ${counts.map(({ destinationId }) => destinationId)}::text[],
        ${counts.map(({ hour }) => hour)}::float8[],
        ${counts.map(({ outcome }) => outcome)}::text[],
        ${counts.map(({ withinMs }) => withinMs)}::int[],
        ${counts.map(({ attempts }) => attempts)}::bigint[]
      ) as c (project_id, destination_id, hour, outcome, within_ms, attempts)
      join destinations d on d.id = c.destination_id and d.project_id = c.project_id
     -- In one order everywhere, so that processes wait for each other instead of locking up.
     order by d.id, c.hour, c.outcome, c.within_ms
    on conflict (destination_id, hour, outcome, within_ms) do update
       set attempts = known.attempts + excluded.attempts`.execute(db)

/** Forgets hours from before; answers how many. */
export async function removeHours(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from delivery_hours where ctid = any(array(
    select ctid from delivery_hours where hour < ${before} limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
