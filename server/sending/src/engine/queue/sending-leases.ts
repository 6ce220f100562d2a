import type { DestinationId, ProjectId } from '@platform/contract'
import type pg from 'pg'
import { getNowMs } from '@platform/kernel/values'

/*
 * A destination with a limit of its own is sent to by one process at a time, which therefore keeps the
 * limit exactly. The process that first finds messages for it gets the lease, and has it until it ends: what
 * it sent at last counts against the limit of the next holder.
 */

/** The lease of this process to send to a destination. */
export interface SendingLease {
  /** Before, messages of the former holder may still count against the limit of a second. */
  notBefore: number
}

/** Period of the limit. */
export const limitPeriodMs = 1_000
/** How long the lease of another process is not asked for again. */
const refusedForMs = 1_000

export interface SendingLeases {
  /** Returns the lease if this process has it. */
  find(destinationId: DestinationId): SendingLease | undefined
  /** Returns those of the destinations for which this process has the lease, claimed if it is free. */
  claim(
    client: pg.ClientBase,
    destinations: readonly { destinationId: DestinationId; projectId: ProjectId }[],
  ): Promise<ReadonlySet<DestinationId>>
}

export function createSendingLeases(holder: () => number): SendingLeases {
  const leases = new Map<DestinationId, SendingLease & { holder: number }>()
  const refusedUntil = new Map<DestinationId, number>()

  const find = (destinationId: DestinationId) => {
    const lease = leases.get(destinationId)
    // Others have taken over what this process held under a former number.
    return lease?.holder === holder() ? lease : undefined
  }
  return {
    find,
    async claim(client, destinations) {
      const now = getNowMs()
      const wanted = destinations.filter(
        ({ destinationId: id }) => !find(id) && (refusedUntil.get(id) ?? 0) <= now,
      )
      if (wanted.length > 0) {
        refusedUntil.clear()
        const own = holder()
        const claimed = await claimLeases(client, own, wanted)
        for (const { destinationId } of wanted) {
          const former = claimed.get(destinationId)
          if (former === undefined) refusedUntil.set(destinationId, now + refusedForMs)
          else {
            const notBefore = former === null ? 0 : getNowMs() + limitPeriodMs
            leases.set(destinationId, { notBefore, holder: own })
          }
        }
      }
      return new Set(destinations.flatMap(({ destinationId: id }) => (find(id) ? [id] : [])))
    },
  }
}

/** Claims free leases; returns the number of the former holder of each that was claimed. */
export async function claimLeases(
  client: pg.ClientBase,
  holder: number,
  wanted: readonly { destinationId: DestinationId; projectId: ProjectId }[],
): Promise<ReadonlyMap<DestinationId, number | null>> {
  const { rows } = await client.query<{ destination_id: DestinationId; former: number | null }>({
    name: 'claim-sending-leases',
    text: `with former as (
        select l.destination_id, l.holder from sending_leases l where l.destination_id = any($2::text[])),
      claimed as (
        insert into sending_leases as l (destination_id, project_id, holder)
        select w.destination_id, w.project_id, $1 from unnest($2::text[], $3::text[]) w (destination_id, project_id)
        on conflict (destination_id) do update set holder = excluded.holder
         where l.holder = excluded.holder or not exists (
           select from engine_processes p where p.holder = l.holder and p.ended_time is null)
        returning destination_id)
      select c.destination_id, f.holder as former from claimed c left join former f using (destination_id)`,
    values: [
      holder,
      wanted.map(({ destinationId }) => destinationId),
      wanted.map(({ projectId }) => projectId),
    ],
  })
  return new Map(rows.map((row) => [row.destination_id, row.former]))
}
