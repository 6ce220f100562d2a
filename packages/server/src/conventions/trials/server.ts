import { changed, changesChannel, startTelling } from '../../db/changes.ts'
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { AcrossTenants } from '../../db/database.ts'
import { earliestId, newId } from '../../db/new-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import * as downloads from '../../downloads/downloads.ts'
import { extendLeases, keepLeases, once, removeExpiredReplies } from '../../http/idempotency.ts'
import { removeQuietCallers, takeShared } from '../../http/rate-limit.ts'
import { createHttpServer } from '../../http/server.ts'
import { dequeue, enqueue } from '../../jobs/enqueue.ts'
import { countFailingJobs, reviveJobs } from '../../jobs/failing-jobs.ts'
import { watchProcesses } from '../../jobs/processes.ts'
import { healthRoutes } from '../../main/health.ts'
import { createSetupToken, isGoodForSetup, setUp } from '../../main/setup.ts'
import * as npm from '../../npm/store.ts'
import { rotateKeys } from '../../secrets/rotate-keys.ts'
import { createSecrets, parseMasterKeys } from '../../secrets/secrets.ts'
import { serverSecret } from '../../secrets/server-secret.ts'
import * as turns from '../../sync/turns/store.ts'
import type { Services } from '../../services.ts'
import type { TwoTenants } from '../two-tenants.ts'
import {
  type Tried,
  type Trial,
  reads,
  changes,
  serves,
  past,
  future,
  silent,
  type Alive,
  aliveProcess,
  holdTurn,
} from './trial.ts'

/** Statements across tenants about what is the server’s own: jobs, secrets, requests, downloads, packages. */
export const serverTrials: Record<string, Trial> = {
  'downloads/downloads.ts findDownload': reads(
    async ({ database, theirs }, { id, signature }: { id: `dl_${string}`; signature: string }) => {
      await expect(
        downloads.openDownload(services, database, { id: theirs.ids.download, signature }),
      ).rejects.toMatchObject({ kind: 'download-not-found' })
      const { parts } = await downloads.openDownload(services, database, { id, signature })
      return JSON.parse((await Array.fromAsync(parts)).join(''))
    },
    async ({ database, mine: { projectId } }) => {
      const body = '{"of":"mine"}'
      const db = database.tenant(projectId)
      const eventId = newId('evt')
      await db.insertInto('events').values({ projectId, id: eventId, type: 'read', body }).execute()
      const url = new URL(
        await downloads.storeDownload(services, db, { projectId, eventId, body }),
        'http://x',
      )
      const id = url.pathname.split('/').at(-1) as `dl_${string}`
      return { id, signature: url.searchParams.get('signature')! }
    },
  ),
  'downloads/downloads.ts deleteExpiredDownloads': changes(
    ({ all }) =>
      downloads.deleteExpiredDownloads(all, { before: earliestId('evt', +past + 1), atMost: 10 }),
    ({ all, mine }) =>
      all
        .updateTable('downloads')
        .set({ eventId: earliestId('evt', +past) })
        .where('id', '=', mine.ids.download)
        .execute()
        .then(() => {}),
  ),
  'http/idempotency.ts keyStore': serves(async ({ all, api, mine }) => {
    const request = {
      key: 'the same',
      scope: mine.owner.id,
      projectId: undefined,
      method: 'POST',
      url: '/v1/orgs',
      body: {},
    }
    const work = {
      prepare: undefined,
      carryOut: async () => 'done',
      conclude: undefined,
      toReply: (result: unknown) => ({ body: JSON.stringify(result), headers: {} }),
    }
    await api.secrets.ready('server')
    const own = { secrets: api.secrets, leases: keepLeases(all) }
    const first = await once(all, own, request, work)
    const again = await once(all, own, request, work)
    expect([first.replayed, again.replayed]).toEqual([false, true])
    return again
  }),
  'http/idempotency.ts extendLeases': changes(
    ({ all }, mine: { scope: string; keyHash: Buffer }[]) => extendLeases(all, mine),
    async ({ all, mine }) => {
      const concluding = all
        .updateTable('idempotencyKeys')
        .set({ leaseExpireTime: past })
        .where('projectId', '=', mine.projectId)
      return concluding.returning(['scope', 'keyHash']).execute()
    },
  ),
  'http/idempotency.ts removeExpiredReplies': changes(
    ({ all }) => removeExpiredReplies(all, { keepDays: 1, atMost: 10 }),
    ({ all, mine }) =>
      all
        .updateTable('idempotencyKeys')
        .set({ createTime: past })
        .where('projectId', '=', mine.projectId)
        .execute()
        .then(() => {}),
  ),
  'http/rate-limit.ts takeShared': serves(async ({ all, mine }) => {
    const rows = await takeShared(all, [{ caller: mine.full.id, taken: 3 }], {
      requests: 10,
      perMs: 0,
    })
    expect(rows).toEqual([{ caller: mine.full.id, tokens: 7 }])
  }),
  'http/rate-limit.ts removeQuietCallers': serves(({ all }) => removeQuietCallers(all, 10)),
  'jobs/enqueue.ts enqueue': changes(({ all, mine: { projectId, ids } }) =>
    inTransaction(all, (tx) =>
      enqueue(
        tx,
        'refresh-connection',
        { projectId, connectionId: ids.connection },
        { key: `refresh-connection:${ids.connection}`, runAt: past },
      ),
    ),
  ),
  'jobs/enqueue.ts dequeue': changes(({ all, mine }) =>
    inTransaction(all, (tx) => dequeue(tx, `refresh-connection:${mine.ids.connection}`)),
  ),
  'jobs/failing-jobs.ts countFailingJobs': serves(async ({ database }) => {
    await expect(countFailingJobs(database.everything)).resolves.toBe(0)
  }),
  'jobs/failing-jobs.ts reviveJobs': serves(async ({ database, mine, theirs }) => {
    for (const { projectId } of [mine, theirs]) {
      const payload = { projectId, connectionId: newId('conn') }
      await enqueue(database.everything, 'deliver-changes', payload, {
        key: `given up by ${projectId}`,
        maxAttempts: 25,
        runAt: future,
      })
    }
    const given = sql`key like 'given up by %'`
    await sql`update graphile_worker._private_jobs set attempts = 25 where ${given}`.execute(
      database.everything,
    )
    await reviveJobs(database.everything)
    const { rows } = await sql<{ isAvailable: boolean }>`
      delete from graphile_worker._private_jobs where ${given} returning max_attempts > attempts as is_available
    `.execute(database.everything)
    expect(rows).toEqual([{ isAvailable: true }, { isAvailable: true }])
  }),
  'jobs/processes.ts register': serves(async ({ database }) => {
    const processes = await watchProcesses(database, ['tried'], silent)
    await processes.stop()
  }),
  'jobs/processes.ts beat': serves(async ({ all, database }) => {
    const beats = () => all.selectFrom('engineProcesses').select('beatTime').execute()
    const processes = await watchProcesses(database, ['beating'], silent)
    const [first] = await beats()
    await vi.waitFor(async () => expect(await beats()).not.toEqual([first]))
    await processes.stop()
  }),
  'jobs/processes.ts takeOverFromDead': changes(
    async ({ all, database, mine }, alive: Alive) => {
      const watching = await watchProcesses(database, ['watching'], silent)
      watching.onEnded({
        async release(tx, keys) {
          await turns.releaseTurnsOf(tx, keys)
        },
        released() {},
      })
      try {
        await vi.waitFor(async () => expect(await runnerOf(all, mine)).toBeNull())
      } finally {
        await watching.stop()
        await alive.stop()
      }
    },
    async ({ all, database, mine, theirs }) => {
      const alive = await aliveProcess(database)
      const dead = await all
        .insertInto('engineProcesses')
        .values({ workerIds: ['dead'] })
        .returning('key')
        .executeTakeFirstOrThrow()
      await holdTurn(all, mine, dead.key)
      await holdTurn(all, theirs, alive.key)
      return alive
    },
  ),
  'main/live.ts liveRoutes': serves(async ({ database, mine }) => {
    const client = await database.dedicated()
    const told = new Promise<string | undefined>((resolve) =>
      client.on(
        'notification',
        ({ payload }) => payload?.includes(mine.project.id) && resolve(payload),
      ),
    )
    await client.query(`listen ${changesChannel}`)
    const telling = startTelling(database, (error) => expect(error).toBeUndefined())
    changed('deliveries', mine.project.id)
    expect(await told).toBe(`deliveries:${mine.project.id}`)
    telling.stop()
    await client.end()
  }),
  'main/health.ts askDatabase': serves(async ({ database }) => {
    const http = createHttpServer()
    const parts = { metrics: async () => '', isReady: () => true, metricsToken: undefined }
    healthRoutes(http, { database, ...parts })
    const { json } = await http.inject('/readyz')
    expect(json()).toEqual({ status: 'ok' })
    await http.close()
  }),
  'main/setup.ts createSetupToken': serves(async ({ database }) => {
    expect(await createSetupToken(database)).toBeUndefined()
  }),
  'main/setup.ts isGoodForSetup': serves(async ({ database }) => {
    expect(await isGoodForSetup(database, 'made-up')).toBe(false)
  }),
  'main/setup.ts setUp': serves(async ({ database }) => {
    const owner = { email: 'eve@evil.test', password: 'a long password', name: 'Eve', org: 'Evil' }
    expect(await setUp(database, 'made-up', owner)).toBe('link-not-good')
  }),
  'main/setup.ts hasOwner': serves(
    async ({ database }) => {
      expect(await isGoodForSetup(database, 'left over')).toBe(false)
    },
    ({ all }) =>
      all
        .insertInto('setupLinks')
        .values({ tokenHash: hash('sha256', 'left over', 'buffer'), expireTime: future })
        .execute()
        .then(() => {}),
  ),
  'npm/store.ts keepPackage': serves(({ all }) =>
    npm.keepPackage(all, { ...packument, manifest: '{}', tarball: Buffer.from('t') }),
  ),
  'npm/store.ts replacePackage': serves(({ all }) =>
    npm.replacePackage(all, { ...packument, manifest: '{}', tarball: Buffer.from('t') }),
  ),
  'npm/store.ts findVersions': serves(({ all }) => npm.findVersions(all, packument.name)),
  'npm/store.ts findTarball': serves(({ all }) => npm.findTarball(all, packument)),
  'secrets/rotate-keys.ts checkMasterKeys': serves(rewrapping, toMilliseconds),
  'secrets/rotate-keys.ts findStale': serves(rewrapping, toMilliseconds),
  'secrets/rotate-keys.ts rewrap': serves(rewrapping, toMilliseconds),
  'secrets/secrets.ts loadDataKey': serves(async ({ api, mine, theirs }) => {
    const sealed = await api.secrets.seal(mine.projectId, 'a secret')
    await expect(api.secrets.open(theirs.projectId, sealed)).rejects.toThrow('')
    expect(await api.secrets.open(mine.projectId, sealed)).toBe('a secret')
  }),
  'secrets/server-secret.ts serverSecret': serves(async ({ all, database }) => {
    const secret = await serverSecret(database, masterKeys(), 'tried')
    expect(await serverSecret(database, masterKeys(), 'tried')).toBe(secret)
    await all.deleteFrom('serverSecrets').where('name', '=', 'tried').execute()
  }),
}

const services = { publicUrl: '', downloadKey: Buffer.alloc(32) } as Services
const masterKeys = () => parseMasterKeys(Buffer.alloc(32, 7).toString('base64'))
const packument = { name: '@platform/tried', version: '1.0.0', integrity: 'i', shasum: 's' }

const runnerOf = async (all: AcrossTenants, { ids }: TwoTenants['mine']) => {
  const row = await all
    .selectFrom('readTurns')
    .select('runner')
    .where('operationId', '=', ids.operation)
    .executeTakeFirstOrThrow()
  return row.runner
}

/** The times of the keys, as they are when they have been read and written again. */
async function toMilliseconds({ all }: Tried): Promise<void> {
  await sql`update data_keys set create_time = date_trunc('milliseconds', create_time)`.execute(all)
}

/** What a project's key has sealed still opens once another master key wraps it. */
async function rewrapping({ all, database, mine, theirs }: Tried) {
  const wrapped = () => all.selectFrom('dataKeys').selectAll().orderBy('projectId').execute()
  const before = await wrapped()
  await all.deleteFrom('dataKeys').execute()
  await all.deleteFrom('serverSecrets').execute()
  const old = masterKeys()
  const both = parseMasterKeys(
    `${Buffer.alloc(32, 8).toString('base64')},${Buffer.alloc(32, 7).toString('base64')}`,
  )
  const sealed = await Promise.all(
    [mine, theirs].map(({ projectId, name }) => createSecrets(database, old).seal(projectId, name)),
  )

  expect(await rotateKeys(database, both)).toEqual({ rotated: 2, left: 0 })

  const secrets = createSecrets(database, parseMasterKeys(Buffer.alloc(32, 8).toString('base64')))
  expect(await secrets.open(mine.projectId, sealed[0]!)).toBe('mine')
  expect(await secrets.open(theirs.projectId, sealed[1]!)).toBe('theirs')
  await all.deleteFrom('dataKeys').execute()
  await all.insertInto('dataKeys').values(before).execute()
}
