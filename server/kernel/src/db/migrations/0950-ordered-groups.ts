/** Finds the first message of each customer that is queued for a destination ordered by customer. */
export const index = {
  name: 'queued_deliveries_keys',
  definition: 'on queued_deliveries (destination_id, (records[1]), turn) where turn is not null',
}
