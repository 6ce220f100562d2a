import type { CatalogueEntry } from '@platform/connector'
import type { ProjectId, WebhookMessage } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Db } from '@platform/kernel/db/database'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { findInstallation } from '@platform/installations/installations/installations'
import { contentOfRevision } from '@platform/installations/integrations/revision-content'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import type { Emitter } from '../../../delivery/src/notifications/emitter.ts'
import type { Services } from '@platform/kernel/services'
import { createAgenda, pickBy, randomFrom, listSeeds } from '@platform/testing/seeded'
import { givenTenant, testApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { must } from '@platform/kernel/values'
import { syncJobs } from './jobs.ts'
import { startDueReads } from './object/due-reads.ts'
import { readObject } from './read.ts'
import { pauseObjects, unpauseObjects } from './object/requests.ts'
import { createProvider, type SimulatedProvider } from './testing/simulated-provider.ts'
import {
  simulateDatabase,
  type SimulatedDatabase,
  type Views,
} from './testing/simulated-database.ts'
import * as turns from './turns/store.ts'
import type { TurnEnd } from './turns/readers.ts'

/*
 * Reads in a simulated world: a virtual clock, a provider that behaves by the seed, two engines
 * that are killed or taken for dead between any two transactions, and people who pause and resume.
 * The database is real. `SIMULATION_SEED=17 vitest run …` repeats one seed; `SIMULATION_SEEDS=1000` goes
 * through so many, from `SIMULATION_FIRST_SEED` on.
 */

const seeds = listSeeds(6)
const minute = 60_000
const day = 86_400_000

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: everything
          destination: webhook
          schedule: '*/10 * * * *'
          requiredFields: [{ fieldName: version }]
          backfill: { defaultPeriod: { fullHistory: true } } # platform:ignore[large-backfill-risk]
        - objectName: lately
          destination: webhook
          schedule: '*/10 * * * *'
          deleted: true
          requiredFields: [{ fieldName: version }]
          backfill: { defaultPeriod: { days: 7 } }
        - objectName: from-now-on
          destination: webhook
          schedule: '*/10 * * * *'
          requiredFields: [{ fieldName: version }]
`
const objectNames = ['everything', 'lately', 'from-now-on'] as const

let clock = { now: () => Date.now(), wait: (_ms: number): Promise<void> => Promise.resolve() }
// Pauses pass in simulated time.
vi.mock('../../../kernel/src/values/database-clock.ts', () => ({
  getNowMs: () => Date.now(),
  getNow: (inMs = 0) => new Date(Date.now() + inMs),
  hearDatabaseTime: () => {},
}))
vi.mock('../../../kernel/src/values/sleep.ts', () => ({ sleep: (ms: number) => clock.wait(ms) }))

let database: Awaited<ReturnType<typeof testDatabase>>
let api: Awaited<ReturnType<typeof testApi>>
let simulated: SimulatedDatabase
let projectId: ProjectId
let salesforce: CatalogueEntry
const connectionId = newId('conn')
/** The offset of its schedule depends on its ID: each world has its own, identical in every run. */
const makeInstallationId = (seed: number) => earliestId('inst', seed)
let installationId = makeInstallationId(0)

beforeAll(async () => {
  database = await testDatabase()
  api = await testApi(database)
  salesforce = must(api.services.catalogue['salesforce'], 'salesforce')
  const tenant = await givenTenant(api)
  projectId = tenant.project.id
  const path = `/v1/projects/${projectId}`
  const apiKey = tenant.full.key
  const destination = { name: 'webhook', type: 'webhook', metadata: { url: 'https://x.test/' } }
  await api.call('POST', `${path}/destinations`, { apiKey, body: destination })
  const deployed = await api.call('PUT', `${path}/integrations:batch`, {
    apiKey,
    body: { sourceYaml },
  })
  expect(deployed.status, deployed.text).toBeLessThan(300)
  await connect()
  simulated = await simulateDatabase(database, () => clock.now())
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await simulated.close()
  await api.close()
  await database.close()
})

const groupRef = 'globex'
const consumerRef = 'hank'

async function connect(): Promise<void> {
  await inTransaction(database.everything, async (tx) => {
    await tx.insertInto('groups').values({ projectId, groupRef, groupName: groupRef }).execute()
    await tx
      .insertInto('consumers')
      .values({ projectId, consumerRef, consumerName: consumerRef })
      .execute()
    await tx
      .insertInto('connections')
      .values({
        id: connectionId,
        projectId,
        provider: 'salesforce',
        groupRef,
        consumerRef,
        authScheme: 'oauth2AuthorizationCode',
        status: 'working',
        credentials: Buffer.alloc(0),
        providerMetadata: JSON.stringify({ workspace: { value: 'globex', source: 'input' } }),
      } as never)
      .execute()
  })
}

/** Uninstalls the integration of the previous world, and installs it again. */
async function install(seed: number): Promise<void> {
  const db = database.everything
  const integration = await db.selectFrom('integrations').selectAll().executeTakeFirstOrThrow()
  // Cached from here on, so that no world needs a statement for it.
  await contentOfRevision(database.tenant(projectId), integration.latestRevisionId)
  const configId = newId('conf')
  const createTime = new Date(0)
  installationId = makeInstallationId(seed)
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('installations').execute()
    await tx.updateTable('connections').set({ status: 'working' }).execute()
    await tx
      .insertInto('installations')
      .values({
        id: installationId,
        projectId,
        integrationId: integration.id,
        groupRef,
        connectionId,
        configId,
        createdBy: 'hank',
        createTime,
      })
      .execute()
    await tx
      .insertInto('configs')
      .values({
        id: configId,
        createTime,
        projectId,
        installationId,
        revisionId: integration.latestRevisionId,
        createdBy: 'hank',
        content: JSON.stringify({
          read: { objects: Object.fromEntries(objectNames.map((name) => [name, {}])) },
        }),
      })
      .execute()
  })
}

interface Job {
  name: string
  payload: never
}

interface Engine {
  key: number
  db: Views
  services: Services
  isDead: boolean
  /** Its work in progress, for the engine that takes over. */
  job: Job | undefined
}

/** Events of a world, and broken guarantees. */
interface History {
  history: string[]
  violations: string[]
}

async function simulate(seed: number): Promise<History> {
  const random = randomFrom(seed)
  const pick = pickBy(random)
  const beganAt = Date.UTC(2030, 0, 1)
  const { now, later, next } = createAgenda(beganAt)
  const wait = (ms: number) => new Promise<void>((resolve) => void later(resolve, ms))
  const violations: string[] = []
  clock = { now, wait }
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: beganAt })
  vi.spyOn(Math, 'random').mockImplementation(random)
  await forgetFormerWorld()
  await install(seed)

  const provider = createProvider({ random, now, wait })
  for (const name of objectNames) {
    for (let count = 3 + random() * 12; count > 0; count--) provider.add(name, random() * 14 * day)
  }

  const jobs: Job[] = []
  let woken = Promise.withResolvers<void>()
  const wake = () => {
    woken.resolve()
    woken = Promise.withResolvers()
  }
  /** Engines no longer work; only the final checks run. */
  let isOver = false
  const recordViolation = (who: string) => (error: unknown) => {
    violations.push(`${who}: ${error instanceof Error ? error.stack : String(error)}`)
  }

  let keys = 0
  const startEngine = () => {
    const key = ++keys
    const engine: Engine = {
      key,
      isDead: false,
      job: undefined,
      db: simulated.usedBy({ step }),
      services: {
        ...api.services,
        notifications,
        catalogue: {
          salesforce: { ...salesforce, connector: provider.connectorFor(step) },
        },
      },
    }
    let stepsLeft = provider.mood() === 'healthy' && isCalm ? Infinity : 1 + random() * 300
    /** An engine works in several places concurrently, and dies in all of them. */
    const lives = async (ms: number) => {
      if (!engine.isDead && !isOver) await wait(ms)
      if (engine.isDead || isOver) await new Promise(() => {})
    }
    async function step(): Promise<void> {
      await lives(random() * 3)
      if (--stepsLeft > 0 || isCalm) return
      if (random() < 0.7) {
        engine.isDead = true
        later(
          () => void replace(engine).catch(recordViolation('who takes over')),
          3_000 + random() * 6_000,
        )
        return lives(0)
      }
      // Others consider it dead, but it continues.
      stepsLeft = 1 + random() * 300
      void takeOver(engine).catch(recordViolation('who takes over'))
      await lives(random() * 20_000)
    }
    void work(engine).catch(recordViolation(`engine ${key}`))
  }
  let isCalm = false
  const replace = async (engine: Engine) => {
    await takeOver(engine)
    startEngine()
  }
  const observer = simulated.usedBy({ step: () => wait(1) })
  const takeOver = async ({ key, job }: Engine) => {
    if (job) jobs.push(job)
    await turns.releaseTurns(observer.everything, [key])
    wake()
  }

  const work = async (engine: Engine) => {
    const { db, services, key } = engine
    const view = { ...database, everything: db.everything, tenant: () => db.tenant }
    const handlers = syncJobs(view, services)
    while (!isOver) {
      if (await isReadDue(observer.tenant)) await startDueReads(services, view)
      jobs.push(...(await dueJobs(observer.tenant)))
      engine.job = jobs.shift()
      if (engine.job) {
        const { name, payload } = engine.job
        if (Object.hasOwn(handlers, name)) await handlers[name as keyof typeof handlers](payload)
        engine.job = undefined
        wake()
        continue
      }
      const claimed = await turns.claimTurns(db.everything, {
        runner: key,
        places: 3,
        listProjectsAtLimit: { projects: [], connections: [] },
        lent: [],
      })
      if (claimed.length === 0) {
        const dueTime = await nextDueTime(observer.tenant)
        await Promise.race([
          wait(Math.max(1, Math.min(dueTime - now(), 10 * minute))),
          woken.promise,
        ])
        continue
      }
      // Reads are taken over together, and end together if they end at the same time.
      const ordered = claimed.toSorted((a, b) => (a.operationId < b.operationId ? -1 : 1))
      await Promise.all(ordered.map((turn) => useTurn(engine, turn)))
    }
  }
  const useTurn = async ({ services, db, key }: Engine, turn: turns.Turn) => {
    const end: TurnEnd = await readObject(services, db.tenant, {
      ...turn,
      runner: key,
      stopping: new AbortController().signal,
      mayGoOn: () => random() < 0.8,
      waitFor: (answer) => answer,
    })
    if (end.do === 'end') await turns.endTurn(db.tenant, { ...turn, runner: key })
    if (end.do === 'wait') {
      const dueTime = end.until ?? new Date()
      await turns.releaseTurn(db.tenant, { ...turn, runner: key, dueTime })
    }
    wake()
  }

  const people = simulated.usedBy({ step: () => wait(1) }).tenant
  const services = { ...api.services, notifications }
  const say = async (name: 'installation-saved' | 'connection-works-again') => {
    const payload = { projectId, installationId, connectionId }
    await inTransaction(people, (tx) => enqueue(tx, name, payload))
    wake()
  }
  const mend = async () => {
    await say('connection-works-again')
    await unpauseObjects(services, people, {
      installation: await theInstallation(people),
      by: 'somebody',
    })
    wake()
  }
  const somebodyActs = async () => {
    const installation = await theInstallation(people)
    const objects = [pick(objectNames)]
    const [state] = await people
      .selectFrom('installationObjects')
      .select('pausedFor')
      .where('objectName', '=', objects[0]!)
      .execute()
    if (!state) return
    if (state.pausedFor !== null)
      await unpauseObjects(services, people, { installation, objects, by: 'somebody' })
    else if (random() < 0.3)
      await pauseObjects(services, people, { installation, objects, by: 'somebody' })
    wake()
  }

  void say('installation-saved').catch(recordViolation('who installs'))
  startEngine()
  startEngine()
  const calmAt = provider.behaveBy(8, 12 * minute)
  for (let at = random() * minute; beganAt + at < calmAt; at += random() * 3 * minute) {
    later(() => (random() < 0.5 ? provider.changeOne() : provider.add(pick(objectNames))), at)
  }
  for (let at = 5 * minute; beganAt + at < calmAt; at += random() * 15 * minute) {
    later(() => void somebodyActs().catch(recordViolation('somebody')), at)
    later(() => {
      if (provider.mood() !== 'refuses the credentials')
        void say('connection-works-again').catch(recordViolation('who signs in again'))
    }, at + minute)
  }
  await runFor(calmAt - beganAt)

  isCalm = true
  provider.rest()
  void mend().catch(recordViolation('who mends'))
  await runFor(25 * minute)
  // No new reads start; those in progress end.
  await simulated.client.query(`
    delete from graphile_worker._private_jobs;
    update installation_objects set next_run_time = null`)
  await runFor(2 * minute)
  isOver = true

  violations.push(...(await findViolations(provider, beganAt)))
  return { history: await describeHistory(), violations }

  /** Runs the world for this time. */
  async function runFor(ms: number) {
    let isReached = false
    later(() => (isReached = true), ms)
    while (!isReached && next()) {
      vi.setSystemTime(now())
      await simulated.rests()
    }
  }
}

const theInstallation = async (db: Db) =>
  must(await findInstallation(db, installationId), 'installation')

/** Removes and returns due jobs; the engine that runs a job, or takes it over, keeps it. */
async function dueJobs(db: Db): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with due as (
      delete from graphile_worker._private_jobs where run_at <= now() returning task_id, payload)
    select t.identifier as name, d.payload
      from due d join graphile_worker._private_tasks t on t.id = d.task_id
     order by t.identifier, d.payload::text`.execute(db)
  return rows
}

/** Time of the next thing to do. */
async function nextDueTime(db: Db): Promise<number> {
  const { rows } = await sql<{ due: Date | null }>`
    select least(
      (select min(due_time) from read_turns where runner is null),
      (select min(run_at) from graphile_worker._private_jobs),
      (select min(next_run_time) from installation_objects)) as due`.execute(db)
  return rows[0]?.due?.getTime() ?? Infinity
}

async function isReadDue(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from installation_objects where next_run_time <= now() limit 1`.execute(db)
  return rows.length > 0
}

const keep = (tx: Db, body: object) =>
  sql`insert into simulated.sent (body) values (${JSON.stringify(body)}::jsonb)`.execute(tx)

/** Messages count as sent with their transaction; another simulation covers their delivery. */
const notifications: Emitter = {
  async emit(tx, event) {
    await keep(tx, { ...event, at: clock.now() })
    return newId('evt')
  },
  emitOwn: () => Promise.reject(new Error('reads send no events of builders')),
  async sendRecords(tx, { messages }) {
    for (const { id, body } of messages) await keep(tx, { id, ...JSON.parse(String(body)) })
    return []
  },
  // One reader delivers no two versions at the same time.
  findSuperseded: async () => new Set(),
  findAcceptTimes: async () => new Map(),
  findLater: async () => new Set(),
  storeBodies: async ({ messages }) => messages,
  waitForRoom: () => Promise.resolve(),
}

async function forgetFormerWorld(): Promise<void> {
  await simulated.client.query(`
    delete from graphile_worker._private_jobs;
    delete from operations;
    delete from installation_objects;
    delete from simulated.sent`)
}

/** Everything sent and logged in the world, in order. Random IDs are numbered by their first appearance. */
async function describeHistory(): Promise<string[]> {
  const names = new Map<string, string>()
  const findName = (id: string) => {
    if (!names.has(id)) names.set(id, `${id.replace(/_.*/, '')}_${names.size}`)
    return must(names.get(id), 'name')
  }
  const { rows } = await simulated.client.query<{ line: string }>(`
    select body::text as line from (select key, body from simulated.sent order by key) s
    union all
    select create_time || ' ' || (message ->> 'msg') from (
      select l.* from operation_logs l order by id) l`)
  return rows.map(({ line }) => line.replace(/\b[a-z]+_[0-9a-z]{26}\b/g, findName))
}

type Sent = Partial<WebhookMessage> & {
  id?: string
  type?: string
  at?: number
  data?: { objectName?: string }
}
interface Version {
  id: string
  version: number
  stampedAt: number
  isDeleted: boolean
}

/** Broken guarantees, once the world is idle. */
async function findViolations(provider: SimulatedProvider, beganAt: number): Promise<string[]> {
  const violations: string[] = []
  const query = async <Row extends object>(text: string): Promise<Row[]> =>
    (await simulated.client.query<Row>(text)).rows
  const sent = (await query<{ body: Sent }>('select body from simulated.sent order by key')).map(
    ({ body }) => body,
  )
  const operations = await query<{
    id: string
    objectName: string
    readType: string
    status: string
    createTime: Date
    beganAnew: boolean
  }>(`select o.id, object_name as "objectName", read_type as "readType", status,
        create_time as "createTime", exists (select from operation_logs l
          where l.operation_id = o.id and l.message ->> 'msg' like '%from the start%') as "beganAnew"
       from operations o order by o.id`)
  for (const { state, name } of await query<{ state: string; name: string }>(
    `select 'stands in line' as state, operation_id as name from read_turns
      union all select 'is paused for ' || paused_for || ': ' || paused_reason, object_name
        from installation_objects where paused_for is not null
      union all select 'is retrying', object_name
        from installation_objects where retrying_since is not null
      union all select 'goes on', id from operations where status = 'in_progress'`,
  )) {
    violations.push(`${name} ${state}`)
  }

  const ids = sent.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) violations.push('sent two messages of one ID')

  for (const objectName of objectNames) {
    const reads = operations.filter((operation) => operation.objectName === objectName)
    const says = (words: string) => violations.push(`${objectName}: ${words}`)
    const backfills = reads.filter(({ readType }) => readType === 'backfill')
    const done = sent.filter(
      ({ type, data }) => type === 'read.backfill.done' && data?.objectName === objectName,
    )
    const expected = objectName === 'from-now-on' ? 0 : 1
    if (backfills.length !== expected) says(`${backfills.length} backfills`)
    if (done.length !== expected) says(`reported its backfill ${done.length} times`)
    for (const { status } of backfills) if (status !== 'success') says(`a backfill of ${status}`)
    const early = reads.filter(
      ({ readType, createTime }) =>
        readType === 'scheduled' && createTime.getTime() < (done[0]?.at ?? 0),
    )
    if (early.length > 0) says(`${early.length} scheduled reads before its backfill was done`)

    const versions = new Map<string, Version[]>()
    for (const message of sent) {
      if (message.objectName !== objectName) continue
      const read = must(message.operationId, 'operation')
      const of = (message.result ?? []).map(({ raw }) => raw as unknown as Version)
      versions.set(read, [...(versions.get(read) ?? []), ...of])
    }
    const nameVersion = ({ id, version }: Version) => `version ${version} of ${id}`
    const seen = new Set<string>()
    for (const { id, status, beganAnew } of reads) {
      const keys = (versions.get(id) ?? []).map(nameVersion)
      if (!beganAnew && new Set(keys).size < keys.length) says(`${id} sent a version twice`)
      if (status !== 'success') continue
      for (const key of new Set(keys)) {
        if (seen.has(key)) says(`sent ${key} again`)
        seen.add(key)
      }
    }

    const all = [...versions.values()].flat()
    const delivered = new Set(all.map(nameVersion))
    const known = new Set(all.map(({ id }) => id))
    const installedAt = Math.min(...reads.map(({ createTime }) => createTime.getTime()))
    const theirs = { everything: -Infinity, lately: beganAt - 7 * day, 'from-now-on': beganAt }
    const from = theirs[objectName] + provider.skewMs
    const settlingMs = installedAt - beganAt + 2_000
    for (const version of all) {
      if (version.stampedAt < from - 2 * minute)
        says(`sent ${nameVersion(version)}, which is too old`)
    }
    for (const record of provider.records) {
      if (record.objectName !== objectName || delivered.has(nameVersion(record))) continue
      const isWanted = record.isDeleted ? objectName === 'lately' && known.has(record.id) : true
      if (isWanted && record.stampedAt > from + settlingMs) says(`missed ${nameVersion(record)}`)
    }
  }
  return violations
}

/** What happened in the first worlds, by their seeds. */
const histories = new Map<number, string[]>()
const maxRepeated = 3

it(`misses nothing in ${seeds.length} simulated worlds`, { timeout: 36_000_000 }, async () => {
  for (const seed of seeds) {
    const { violations, history } = await simulate(seed)
    expect(violations, `SIMULATION_SEED=${seed}`).toEqual([])
    if (histories.size < maxRepeated) histories.set(seed, history)
  }
})

it('repeats a simulation by its seed, wherever its rows lie', async () => {
  simulated.reverseChangedRows()
  for (const [seed, history] of histories) {
    expect((await simulate(seed)).history, `SIMULATION_SEED=${seed}`).toEqual(history)
  }
})
