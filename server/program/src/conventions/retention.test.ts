// @module-tag tenant-limits
import type { InstallationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditJobs } from '../../../tenancy/src/audit/jobs.ts'
import type { Database } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { getRetention } from '../main/storage/retention.ts'
import { readSettings } from '../main/settings/settings.ts'
import { notePause, pauseQuery } from '@platform/installations/installations/installations'
import { installationJobs } from '../../../installations/src/installations/jobs.ts'
import { integrationJobs } from '../../../installations/src/integrations/jobs.ts'
import { givenNotifications, givenProject } from '../../../delivery/src/notifications/testing.ts'
import { operationJobs } from '../../../installations/src/operations/jobs.ts'
import { organizationJobs } from '../../../tenancy/src/organizations/jobs.ts'
import { testDatabase } from '@platform/testing/test-database'

const dayMs = 24 * 3600 * 1000
const retention = getRetention(readSettings({}))

let database: Database
let projects: ProjectId[]
beforeAll(async () => {
  database = await testDatabase()
  projects = [await givenProject({ database }), await givenProject({ database })]
  for (const projectId of projects) await givenTenant(projectId)
})
afterAll(() => database.close())

let count = 0
const makeId = <Prefix extends string>(prefix: Prefix, daysAgo: number) =>
  earliestId(prefix, Date.now() - daysAgo * dayMs + ++count)

const runStatement = (statement: ReturnType<typeof sql>) => statement.execute(database.everything)
const ids: Record<string, Record<string, string>> = {}

/** An installation with two years of history, part of which is in use. */
async function givenTenant(project: ProjectId) {
  const own: Record<string, string> = {
    oldest: makeId('rev', 700),
    installed: makeId('rev', 650),
    superseded: makeId('rev', 600),
    lately: makeId('rev', 500),
    live: makeId('rev', 300),
    unread: makeId('conf', 640),
    running: makeId('conf', 630),
    former: makeId('conf', 200),
    inForce: makeId('conf', 60),
    ended: makeId('op', 40),
    backfill: makeId('op', 600),
    runs: makeId('op', 50),
    recent: makeId('op', 20),
    integration: makeId('int', 700),
    installation: makeId('inst', 640),
    connection: makeId('conn', 640),
    logOfEnded: makeId('log', 40),
    logOfBackfill: makeId('log', 600),
    logOfRuns: makeId('log', 50),
    logOfRecent: makeId('log', 20),
  }
  ids[project] = own
  const revision = (id: string) => sql`(${id}, ${project}, ${own.integration}, '1.0.0', '{}')`
  await database.everything.transaction().execute(async (tx) => {
    await sql`insert into integrations (id, project_id, name, provider, latest_revision_id)
      values (${own.integration}, ${project}, 'crm', 'salesforce', ${own.live})`.execute(tx)
    await sql`insert into revisions (id, project_id, integration_id, spec_version, content) values
      ${sql.join(['oldest', 'installed', 'superseded', 'lately', 'live'].map((name) => revision(own[name]!)))}`.execute(
      tx,
    )
    await sql`insert into groups (project_id, group_ref, group_name)
      values (${project}, 'globex', 'Globex')`.execute(tx)
    await sql`insert into consumers (project_id, consumer_ref, consumer_name)
      values (${project}, 'hank', 'Hank')`.execute(tx)
    await sql`insert into connections (id, project_id, provider, group_ref, consumer_ref, auth_scheme,
        status, credentials)
      values (${own.connection}, ${project}, 'salesforce', 'globex', 'hank', 'none', 'working', '')`.execute(
      tx,
    )
    await sql`insert into installations (id, project_id, integration_id, group_ref, connection_id,
        config_id, created_by)
      values (${own.installation}, ${project}, ${own.integration}, 'globex', ${own.connection},
        ${own.inForce}, '')`.execute(tx)
    for (const [config, revisionId] of [
      ['unread', 'oldest'],
      ['running', 'installed'],
      ['former', 'lately'],
      ['inForce', 'lately'],
    ] as const) {
      await sql`insert into configs (id, project_id, installation_id, revision_id, content, created_by)
        values (${own[config]}, ${project}, ${own.installation}, ${own[revisionId]}, '{}', '')`.execute(
        tx,
      )
    }
    for (const [name, status, config] of [
      ['ended', 'success', 'unread'],
      ['backfill', 'success', 'unread'],
      ['runs', 'in_progress', 'running'],
      ['recent', 'failure', 'unread'],
    ] as const) {
      await sql`insert into operations (id, project_id, integration_id, installation_id, config_id,
          action_type, object_name, status)
        values (${own[name]}, ${project}, ${own.integration}, ${own.installation}, ${own[config]},
          'read', 'Contact', ${status})`.execute(tx)
      const log = `logOf${name[0]!.toUpperCase()}${name.slice(1)}`
      await sql`insert into operation_logs (id, project_id, operation_id, severity, message)
        values (${own[log]}, ${project}, ${own[name]}, 'info', '{}')`.execute(tx)
    }
    await sql`insert into installation_objects (installation_id, object_name, project_id,
        backfill_operation_id)
      values (${own.installation}, 'Contact', ${project}, ${own.backfill})`.execute(tx)
  })
}

/** Reads of several objects, named for their outcome, each followed by a later one. */
async function givenScheduledReads(project: ProjectId) {
  const own = ids[project]!
  const insert = async (
    objectName: string,
    { daysAgo = 3.5, status = 'success', records = 0, severity = 'info', type = 'scheduled' } = {},
  ) => {
    const id = makeId('op', daysAgo)
    await runStatement(sql`insert into operations (id, project_id, integration_id, installation_id, config_id,
        action_type, object_name, status, read_type, records_processed)
      values (${id}, ${project}, ${own.integration}, ${own.installation}, ${own.inForce}, 'read',
        ${objectName}, ${status}, ${type}, ${records})`)
    await runStatement(sql`insert into operation_logs (id, project_id, operation_id, severity, message)
      values (${makeId('log', daysAgo)}, ${project}, ${id}, ${severity}, '{}')`)
  }
  await insert('removed')
  await insert('changed', { records: 1 })
  await insert('warned', { severity: 'warning' })
  await insert('failed', { status: 'failure' })
  await insert('recent', { daysAgo: 2.9 })
  await insert('latest', { daysAgo: 3.4 })
  for (const objectName of ['removed', 'changed', 'warned', 'failed', 'recent']) {
    await insert(objectName, { daysAgo: 0, type: 'triggered' })
  }
}

/** The names of the remaining rows of each tenant in a table. */
async function selectLeft(table: string) {
  const { rows } = await sql<{ id: string; projectId: string }>`
    select id, project_id from ${sql.table(table)} order by id`.execute(database.everything)
  return projects.map((project) =>
    rows
      .filter(({ projectId }) => projectId === project)
      .map(({ id }) => Object.entries(ids[project]!).find(([, known]) => known === id)?.[0]),
  )
}
const ofBoth = (...names: string[]) => [names, names]

describe('rows that have ended expire, rows in use do not', () => {
  it('operations and their logs, except running ones and backfills', async () => {
    await operationJobs(database, retention)['expire-operations']()

    expect(await selectLeft('operations')).toEqual(ofBoth('backfill', 'runs', 'recent'))
    expect(await selectLeft('operation_logs')).toEqual(ofBoth('logOfRuns', 'logOfRecent'))
  })

  it.each(['expire-empty-reads', 'expire-operations'] as const)(
    'scheduled reads that found nothing, except the latest of each object: %s',
    async (job) => {
      for (const project of projects) await givenScheduledReads(project)

      await operationJobs(database, retention)[job]()

      const { rows } = await runStatement(sql`select object_name, count(*)::int from operations
        where read_type = 'scheduled' group by 1 order by 1`)
      expect(rows).toEqual(
        ['changed', 'failed', 'latest', 'recent', 'warned'].map((objectName) => ({
          objectName,
          count: projects.length,
        })),
      )
      await runStatement(sql`delete from operations where read_type = 'scheduled'`)
    },
  )

  it('configurations, except current ones and those of running operations', async () => {
    await installationJobs(database, retention)['expire-configs']()

    // The former one was in force until 60 days ago.
    expect(await selectLeft('configs')).toEqual(ofBoth('running', 'former', 'inForce'))
  })

  it('revisions, except the latest and installed ones', async () => {
    await integrationJobs(database, retention)['expire-revisions']()

    // The revision before the current one was in use until 300 days ago.
    expect(await selectLeft('revisions')).toEqual(ofBoth('installed', 'lately', 'live'))
  })

  it('audit log records, which cannot be deleted earlier', async () => {
    const record = (daysAgo: number) =>
      runStatement(sql`
      insert into audit_log (id, time, org_id, actor_kind, actor_id, action, target, request_id)
      values (${makeId('aud', daysAgo)}, now() - ${daysAgo}::int * interval '1 day', 'org_a', 'nobody',
        '-', ${String(daysAgo)}, '/', 'r')`)
    for (const daysAgo of [0, 20, 364, 366, 3000]) await record(daysAgo)

    await auditJobs(database, retention)['expire-audit-log']()

    const { rows } = await runStatement(sql`select action from audit_log order by time desc`)
    expect(rows).toEqual(['0', '20', '364'].map((action) => ({ action })))
    const impatient = auditJobs(database, { auditLog: 5 })
    await expect(impatient['expire-audit-log']()).rejects.toThrow('append-only')
    await expect(database.asOwner((owner) => owner.query('delete from audit_log'))).rejects.toThrow(
      'append-only',
    )
    await expect(database.asOwner((owner) => owner.query('truncate audit_log'))).rejects.toThrow(
      'append-only',
    )
    const kept = await runStatement(
      sql`select from audit_log where time > now() - interval '30 days'`,
    )
    expect(kept.rows).toHaveLength(2)
  })

  it('ended invites, and no pending ones', async () => {
    await runStatement(sql`insert into organizations (id, label, default_team_id)
      values ('org_a', 'A', 'team_a')`)
    const invite = (
      name: string,
      status: string,
      { ends, changed }: { ends: number; changed?: number },
    ) =>
      runStatement(sql`insert into invites (id, org_id, invited_email, status, expire_time, update_time)
        values (${`inv_${name}`}, 'org_a', ${name}, ${status},
          now() + ${ends}::int * interval '1 day', now() - ${changed ?? null}::int * interval '1 day')`)
    await invite('waits', 'pending', { ends: 5 })
    await invite('expired', 'pending', { ends: -40 })
    await invite('expired-lately', 'pending', { ends: -20 })
    await invite('revoked', 'revoked', { ends: 5, changed: 40 })
    await invite('revoked-lately', 'revoked', { ends: -20, changed: 20 })
    await invite('accepted', 'accepted', { ends: -33, changed: 35 })

    await organizationJobs(database, retention)['expire-invites']()

    const { rows } = await runStatement(
      sql`select invited_email as name from invites order by name`,
    )
    expect(rows).toEqual(['expired-lately', 'revoked-lately', 'waits'].map((name) => ({ name })))
  })

  it('pauses of an installation, except the latest', async () => {
    const [projectId] = projects
    const installationId = ids[projectId!]!['installation'] as InstallationId
    const pause = (daysAgo: number) => ({
      ...{ id: makeId('pau', daysAgo), projectId: projectId!, installationId },
      ...{ action: 'paused' as const, createdBy: 'ana' },
    })
    const db = database.tenant(projectId!)
    const lately = Array.from({ length: 600 }, () => pause(1))
    await db
      .insertInto('pauses')
      .values([pause(100), ...lately])
      .execute()

    const objects = ['Contact', 'Account', 'Contact']
    await inTransaction(db, (tx) =>
      notePause(tx, {
        projectId: projectId!,
        installationId,
        objects,
        action: 'resumed',
        createdBy: 'bo',
      }),
    )

    const rows = await pauseQuery(db, installationId).orderBy('id', 'desc').execute()
    expect(rows).toHaveLength(500)
    expect(rows.slice(0, 3).map(({ objectName }) => objectName)).toEqual([
      'Account',
      'Contact',
      null,
    ])
    expect(rows.at(-1)?.id).toBe(lately[102]?.id)
  })

  it('finished destinations and replays with their messages', async () => {
    const [projectId] = projects
    const destination = (id: string, deletedDaysAgo: number | null) =>
      runStatement(sql`
      insert into destinations (id, project_id, name, type, metadata, delete_time)
      values (${id}, ${projectId}, ${id}, 'log', '{}',
        now() - ${deletedDaysAgo}::int * interval '1 day')`)
    const replay = (id: string, status: string, daysAgo: number) =>
      runStatement(sql`
      insert into replays (id, project_id, filter, status, total, per_second, create_time)
      values (${id}, ${projectId}, '{}', ${status}, 1, 1, now() - ${daysAgo}::int * interval '1 day')`)
    await destination('dest_used', null)
    await destination('dest_old', 40)
    await destination('dest_lately', 20)
    await destination('dest_waited_for', 40)
    await runStatement(sql`insert into deliveries (destination_id, event_id, project_id, type)
      values ('dest_waited_for', ${earliestId('evt', Date.now())}, ${projectId}, 'connection.created')`)
    await replay('rpl_done', 'done', 40)
    await replay('rpl_lately', 'done', 20)
    await replay('rpl_canceled', 'canceled', 40)

    await givenNotifications({ database })

    const selectIds = async (table: string) =>
      (await runStatement(sql`select id from ${sql.table(table)} order by id`)).rows.map(
        (row) => (row as { id: string }).id,
      )
    expect(await selectIds('destinations')).toEqual(['dest_lately', 'dest_used', 'dest_waited_for'])
    expect(await selectIds('replays')).toEqual(['rpl_lately'])
  })
})
