// @module-tag races
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { givenDatabase } from '@platform/testing/test-database'
import { kindOfViolation } from './to-problem.ts'

/** Unique keys that requests cannot violate, with the reason. */
const neverRaced: Record<string, string> = {
  app_webhook_tokens_pkey: 'Inserted with ON CONFLICT.',
  app_webhooks_pkey: 'Inserted with ON CONFLICT.',
  api_keys_former_hash_idx: 'The hash of a random key.',
  api_keys_hash_key: 'The hash of a random secret.',
  builders_idp_provider_idp_ref_key: 'Inserted with ON CONFLICT.',
  calculated_fields_pkey: 'Inserted with ON CONFLICT.',
  change_events_pkey: 'Inserted with ON CONFLICT.',
  change_sweeps_pkey: 'Inserted with ON CONFLICT.',
  branding_pkey: 'Inserted with ON CONFLICT.',
  connect_links_hash_key: 'The hash of a random secret.',
  approvals_link_hash_key: 'The hash of a random secret.',
  approvals_operation_id_key: 'The ID of an operation that was just created.',
  connect_sessions_state_hash_key: 'The hash of a random state.',
  consumers_pkey: 'Inserted with ON CONFLICT.',
  customer_destination_settings_pkey: 'Inserted with ON CONFLICT.',
  custom_fields_connection_id_object_name_field_name_key: 'Inserted with ON CONFLICT.',
  data_keys_pkey: 'Inserted with ON CONFLICT.',
  deliveries_pkey: 'Of an event that is new.',
  delivery_hours_pkey: 'Inserted with ON CONFLICT.',
  agent_tokens_pkey: 'The hash of a random token.',
  downloads_pkey: 'Random, and its parts are numbered by one process.',
  event_types_pkey: 'Inserted with ON CONFLICT.',
  engine_processes_holder_key: 'A number that only this process has, or inserted with ON CONFLICT.',
  engine_processes_pkey: 'A sequence, and no request inserts it.',
  events_pkey: 'Of an event that is new.',
  field_leases_pkey: 'Inserted with ON CONFLICT.',
  groups_pkey: 'Inserted with ON CONFLICT.',
  held_results_pkey: 'A sequence.',
  idempotency_keys_pkey: 'Inserted with ON CONFLICT.',
  installation_hours_pkey: 'Inserted with ON CONFLICT.',
  installation_objects_pkey: 'Inserted with ON CONFLICT.',
  jwt_keys_pkey: 'Random.',
  known_fields_pkey: 'Inserted with ON CONFLICT.',
  known_labels_pkey: 'Inserted with ON CONFLICT.',
  kysely_migration_pkey: 'Migrations alone, one process at a time.',
  log_entries_pkey: 'Inserted with ON CONFLICT.',
  log_streams_pkey: 'Inserted with ON CONFLICT.',
  message_pages_pkey: 'Of messages that are new.',
  provider_budgets_pkey: 'Inserted with ON CONFLICT.',
  kept_limits_pkey: 'Inserted with ON CONFLICT.',
  kept_objects_installation_id_object_name_key: 'Inserted with ON CONFLICT.',
  kept_objects_pkey: 'A sequence.',
  kept_records_pkey: 'Inserted with ON CONFLICT.',
  kept_removals_pkey: 'Inserted with ON CONFLICT.',
  published_packages_pkey: 'Inserted with ON CONFLICT.',
  pull_consumers_pkey: 'Inserted with ON CONFLICT.',
  pull_leases_pkey: 'Inserted with ON CONFLICT.',
  pull_messages_pkey: 'Numbered while the row of the stream is locked.',
  pull_streams_pkey: 'Inserted with ON CONFLICT.',
  queued_deliveries_pkey: 'Of an event that is new, or of a delivery that the statement locks.',
  rate_limit_buckets_pkey: 'Inserted with ON CONFLICT.',
  read_turns_pkey: 'Inserted with ON CONFLICT.',
  record_versions_pkey: 'Inserted with ON CONFLICT.',
  refresh_leases_pkey: 'Inserted with ON CONFLICT.',
  sending_leases_pkey: 'Inserted with ON CONFLICT.',
  senders_pkey: 'A sequence, and no request inserts it.',
  server_secrets_pkey: 'Inserted with ON CONFLICT.',
  setup_links_pkey: 'The hash of a random token.',
  snapshot_records_pkey: 'Inserted with ON CONFLICT.',
  setup_reports_pkey: 'Inserted with ON CONFLICT.',
  subscribed_installations_pkey: 'Inserted with ON CONFLICT.',
  subscriptions_connection_id_idx: 'Inserted with ON CONFLICT.',
  subscriptions_provider_app_id_idx: 'Inserted with ON CONFLICT.',
  upsert_keys_pkey: 'Inserted with ON CONFLICT.',
  usage_months_pkey: 'Inserted with ON CONFLICT.',
  watched_schemas_pkey: 'Inserted with ON CONFLICT.',
  written_records_pkey: 'Inserted with ON CONFLICT.',
  writes_pkey: 'Of an operation that is new.',
}

it('maps every constraint that concurrent requests can violate to a problem', async () => {
  const database = await givenDatabase()

  const { rows } = await sql<{ name: string; isOfRandomId: boolean }>`
    select conname as name, false as is_of_random_id
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
    union all
    select c.relname, i.indisprimary and a.attname = 'id' and i.indnkeyatts = 1
      and a.atttypid = 'text'::regtype
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and not c.relispartition and c.relnamespace = 'public'::regnamespace
  `.execute(database.everything)
  const raced = rows.filter(({ isOfRandomId, name }) => !isOfRandomId && !neverRaced[name])

  expect(rows.length).toBeGreaterThan(80)
  expect(raced.filter(({ name }) => !kindOfViolation(name))).toEqual([])
})

it('lists only existing foreign keys without a problem', async () => {
  const database = await givenDatabase()
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
  `.execute(database.everything)
  const there = new Set(rows.map(({ name }) => name))

  const listed = Object.keys(neverRaced)

  expect(listed.filter((name) => !there.has(name) || kindOfViolation(name))).toEqual([])
})
