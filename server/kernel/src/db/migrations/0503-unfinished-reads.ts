/**
 * Finds the unfinished reads of an object without those of others. An index, not part of the baseline's
 * `operations_unfinished`, which finds silent operations of all tenants.
 */
export const index = {
  name: 'operations_unfinished_reads',
  definition: `on operations (installation_id, object_name)
    where action_type = 'read' and status = 'in_progress'`,
}
