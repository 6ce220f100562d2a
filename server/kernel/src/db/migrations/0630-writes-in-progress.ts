/** Finds the writes of an installation that were sent and not answered: their changes may come back. */
export const index = {
  name: 'writes_in_progress',
  definition: 'on writes (installation_id, operation_id) where cardinality(sending) > 0',
}
