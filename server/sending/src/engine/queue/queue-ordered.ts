import { textArray } from '@platform/delivery/notifications/binary-array'
import type { Emission } from './hot-store.ts'

/** Inserts deliveries that wait for earlier ones, in the given order. */
export const queueOrdered = `with o as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
      o (destination_id, event_id, project_id, type, keys, place)),
  d as (insert into deliveries (destination_id, event_id, project_id, type, holder)
    select destination_id, event_id, project_id, type, null from o)
  insert into queued_deliveries (destination_id, event_id, project_id, due_time, records, turn)
    select destination_id, event_id, project_id, now(), string_to_array(keys, ',')::int[],
           nextval('queued_deliveries_turn')
      from (select * from o order by place) o`

/** Returns the deliveries that wait for earlier ones. */
export const listOrdered = (emissions: readonly Emission[]) =>
  emissions.flatMap(({ event, deliveries }) =>
    deliveries.flatMap(({ destinationId, keys }) => (keys ? [{ event, destinationId, keys }] : [])),
  )

export const orderedParameters = (ordered: ReturnType<typeof listOrdered>) => [
  textArray(ordered.map(({ destinationId }) => destinationId)),
  textArray(ordered.map(({ event }) => event.id)),
  textArray(ordered.map(({ event }) => event.projectId)),
  textArray(ordered.map(({ event }) => event.type)),
  textArray(ordered.map(({ keys }) => keys.join(','))),
]
