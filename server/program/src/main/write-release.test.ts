import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { DestinationId, ProjectId } from '@platform/contract'
import { migrations, replacedMigrations } from '@platform/kernel/db/schema'
import { openDatabase, type Database } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import {
  asScript,
  findEmptyTables,
  findIds,
  planStatement,
  recordStatements,
  releasesFolder,
  statementsOnTables,
  writeRelease,
  type Release,
  type SentStatement,
} from '@platform/testing/release-fixture'
import { emptyDatabase, testDatabase } from '@platform/testing/test-database'
import { testPlatform } from '@platform/testing/test-platform'
import { givenTwoTenants } from '@platform/testing/two-tenants'
import rootPackage from '../../../../package.json' with { type: 'json' }
import { migrateAll } from './storage/open-database.ts'

// `npm run release -- --tag` writes the fixture to tools/testing/releases by WRITE_RELEASE=1.
// Otherwise it is written to a temporary folder: a new table without rows is noticed before a release.

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'release-fixture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('writes a fixture of this version that fills every table', async () => {
  const { connectionString, drop } = await emptyDatabase()
  onTestFinished(drop)
  const empty = await openDatabase(connectionString)
  onTestFinished(() => empty.close())
  const migrating = recordStatements()
  await migrateAll(empty)
  const schema = asScript(migrating.stop())

  const masterKey = randomBytes(32).toString('base64')
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const serving = recordStatements()
  const platform = await testPlatform({
    database: { ...database, close: async () => {} },
    contacts: 3,
    env: { PLATFORM_MASTER_KEY: masterKey },
  })
  const { call, projectId, apiKey } = platform
  await platform.connect()
  const { id } = await platform.install()
  await vi.waitFor(() => {
    expect(platform.messages.map(({ action }) => action)).toContain('read')
  }, patiently)
  const [webhook] = await call<{ id: DestinationId }[]>('GET', '/v1/{p}/destinations')
  const destinationId = must(webhook, 'webhook').id
  await call('PATCH', `/v1/{p}/destinations/${destinationId}`, {
    updateMask: ['disabled'],
    destination: { disabled: true },
  })
  await platform.connect('initech')
  const waiting = await vi.waitFor(async () => {
    const path = `/v1/{p}/deliveries?destinationId=${destinationId}&status=paused`
    const [first] = await call<{ eventId: string }[]>('GET', path)
    return must(first, 'paused delivery')
  }, patiently)
  const installations = '/v1/{p}/integrations/crm/installations'
  const paths = [
    ...['api-keys', 'provider-apps', 'integrations', 'destinations', 'topics'],
    ...['notification-event-topic-routes', 'topic-destination-routes', 'connections', 'deliveries'],
    ...['integrations/crm/installations', 'integrations/crm/revisions'],
  ].map((name) => `/v1/{p}/${name}`)
  const lists: Release['lists'] = []
  for (const path of [...paths, `${installations}/${id}/operations`]) {
    const reply = await call('GET', path)
    lists.push({ path, ids: findIds(reply) })
  }
  expect(lists.filter(({ ids }) => ids.length === 0)).toEqual([])
  await platform.close()
  const statements = statementsOnTables(serving.stop())
  const tenants = await givenTwoTenants({ database, masterKey })
  await tenants.api.close()
  await database.asOwner((owner) => owner.query(rowsWithoutTenants))
  await insertLoggedPage(database, { projectId, destinationId })
  await insertShortLived(database, { projectId, destinationId })

  const into = process.env['WRITE_RELEASE'] ? releasesFolder : await givenFolder()
  await writeRelease(database, {
    into,
    version: rootPackage.version,
    migrations: [...replacedMigrations, ...Object.keys(migrations)],
    schema,
    masterKey,
    apiKey,
    projectId,
    destinationId,
    waitingEventId: waiting.eventId,
    lists,
    statements: await keepPlannable(database, statements),
  })

  expect(await findEmptyTables(database)).toEqual([])
  expect(await readdir(join(into, rootPackage.version))).toHaveLength(3)
})

/** Rows of the tables without tenants that stayed empty: of sign-in and published packages. */
const rowsWithoutTenants = `
  insert into auth.passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
    select 'passkey', 'key', id, 'credential', 1, 'singleDevice', false from auth."user" limit 1;
  insert into auth."twoFactor" (id, secret, "backupCodes", "userId")
    select 'factor', 'secret', '[]', id from auth."user" limit 1;
  insert into auth."rateLimit" (id, key, count, "lastRequest") values ('limit', '127.0.0.1', 1, 1);
  insert into auth.password_guesses (account, guesses) values ('owner@acme.test', 1);
  insert into auth.ended_sessions (id) values ('session');
  insert into published_packages (name, version, manifest, integrity, shasum, tarball)
    values ('client', '0.0.1', '{}', 'sha512-', '', '')`

/** Returns the statements that can be planned without the types of their values. */
async function keepPlannable(database: Database, statements: SentStatement[]) {
  const client = await database.dedicated()
  const known: SentStatement[] = []
  for (const statement of statements) {
    // Some need the types of their values, which a plan without values does not have.
    const isPlanned = await planStatement(client, statement).then(
      () => true,
      () => false,
    )
    if (isPlanned) known.push(statement)
  }
  await client.end()
  return known
}

/** Rows that exist only while something happens, soon after it, or rarely. */
async function insertShortLived(
  { everything }: Database,
  { projectId, destinationId }: { projectId: ProjectId; destinationId: DestinationId },
): Promise<void> {
  const expireTime = new Date(Date.now() + 12_000)
  await everything
    .insertInto('fieldLeases')
    .values({ projectId, account: 'salesforce', objectName: 'Contact', holder: '1', expireTime })
    .execute()
  await sql`
    insert into record_versions (destination_id, record_key, project_id, version_time, read_from, read_until)
    values (${destinationId}, 1, ${projectId}, now(), now(), now())`.execute(everything)
  await sql`
    insert into customer_destination_settings (project_id, types, max_per_group, event_types)
    values (${projectId}, '{webhook}', 1, '{read}')`.execute(everything)
  await sql`
    insert into event_types (project_id, name) values (${projectId}, 'custom.paid')`.execute(
    everything,
  )
  await sql`
    insert into sending_leases (destination_id, project_id, holder)
    values (${destinationId}, ${projectId}, 1)`.execute(everything)
  await sql`
    insert into calculated_fields (project_id, connection_id, object_name, field_names)
    select project_id, id, 'Contact', '["Age__c"]' from connections
     where project_id = ${projectId} limit 1`.execute(everything)
  await sql`
    insert into written_records
      (installation_id, object_name, record_id, project_id, writes, expire_time)
    select id, 'contact', '1', project_id, '[]', now() + interval '1 day' from installations
     where project_id = ${projectId} limit 1`.execute(everything)
  await sql`
    insert into app_webhooks (provider_app_id, project_id)
    select id, project_id from provider_apps where project_id = ${projectId} limit 1`.execute(
    everything,
  )
  await sql`
    insert into app_webhook_tokens (provider_app_id, project_id, fingerprint, token)
    select provider_app_id, project_id, '', '' from app_webhooks limit 1`.execute(everything)
  await sql`
    insert into approvals (id, project_id, operation_id, installation_id, integration_id, integration_name,
      provider, group_ref, object_name, raw_object_name, type, record_count, state, requested_by, expire_time)
    select ${newId('apr')}, o.project_id, o.id, i.id, i.integration_id, 'crm',
           'salesforce', i.group_ref, 'contact', 'Contact', 'update', 1, 'expired', 'api-key:1', now()
      from operations o join installations i on i.id = o.installation_id
     where o.project_id = ${projectId} limit 1`.execute(everything)
  await sql`
    insert into pull_leases (destination_id, consumer, position, project_id, lease_id, held_until)
    select destination_id, name, 1, project_id, '', now() from pull_consumers limit 1`.execute(
    everything,
  )
  await sql`
    insert into setup_reports (project_id, provider, cause)
    values (${projectId}, 'hubspot', 'missing')`.execute(everything)
}

/** A delivered page of the message log, which a database without the log keeps. */
async function insertLoggedPage(
  { everything }: Database,
  { projectId, destinationId }: { projectId: ProjectId; destinationId: DestinationId },
): Promise<void> {
  const eventIds = [newId('evt'), newId('evt')] as const
  const logPlace = 'log-0/1'
  const unset = { groupRef: null, consumerRef: null }
  await everything
    .insertInto('logEntries')
    .values({ place: logPlace, projectId, ...unset })
    .execute()
  const attempt = JSON.stringify({ at: Date.now(), ms: 5, status: 204 })
  await everything
    .insertInto('messagePages')
    .values({
      ...{ destinationId, projectId, logPlace, type: 'read', holder: null },
      ...{ firstId: eventIds[0], lastId: eventIds[1], eventIds: [...eventIds] },
      ...{ groupRef: null, about: null, traceparent: null, numRecords: null },
      attempts: `${attempt}\n${attempt}\n`,
    })
    .execute()
}
