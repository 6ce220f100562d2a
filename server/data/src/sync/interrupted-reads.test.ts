import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startPlatform } from '../../../program/src/main/platform.ts'
import { readSettings } from '../../../program/src/main/settings/settings.ts'
import { givenPlatform, manifest, type PlatformMessage } from '@platform/testing/test-platform'
import { getPort, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'
import { wakeReaders } from './turns/store.ts'

type Platform = Awaited<ReturnType<typeof givenPlatform>>

const listIds = (messages: PlatformMessage[], readType: string) =>
  messages
    .filter((message) => message.readType === readType)
    .flatMap(({ result }) => (result ?? []).map(({ raw }) => must(raw, 'raw')['Id'] as string))

const waitForMessage = (platform: Platform, type: string) =>
  vi.waitFor(() => {
    const found = platform.messages.find(({ notificationType }) => notificationType === type)
    if (!found) throw new Error(`${type} has not arrived`)
    return found
  }, patiently)

const selectOperations = ({ database, projectId }: Platform) =>
  database.tenant(projectId).selectFrom('operations').selectAll().orderBy('id').execute()

const findObject = async (platform: Platform, id: string) => {
  const installation = await platform.call<{
    healthStatus: string
    objects: Record<string, { state: string; retrying?: object; pausedReason?: string }>
  }>('GET', `/v1/{p}/integrations/crm/installations/${id}`)
  return installation.objects['Contact']
}

const runSchedule = ({ database, projectId }: Platform, installationId: `inst_${string}`) =>
  readOnSchedule(database.tenant(projectId), { projectId, installationId, objectName: 'Contact' })

it('resumes a backfill from its last page after new credentials', async () => {
  const platform = await givenPlatform({ contacts: 6_500 })
  await platform.connect()
  await platform.control.addFault({ effect: 'slow', delayMs: 400, match: { pathRegex: '/query' } })

  const { id } = await platform.install()
  await vi.waitFor(
    () => expect(listIds(platform.messages, 'backfill')).not.toHaveLength(0),
    patiently,
  )
  await platform.control.revokeTokens()
  await waitForMessage(platform, 'read.schedule.paused')
  const before = new Set(listIds(platform.messages, 'backfill'))
  await platform.control.clearFaults()
  await platform.connect()
  await waitForMessage(platform, 'read.backfill.done')

  const ids = listIds(platform.messages, 'backfill')
  const operations = await selectOperations(platform)
  expect(before.size).toBeGreaterThan(0)
  expect(before.size).toBeLessThan(6_500)
  expect(new Set(ids).size).toBe(6_500)
  expect(ids).toHaveLength(6_500)
  expect(operations.filter(({ readType }) => readType === 'backfill')).toHaveLength(1)
  expect(await findObject(platform, id)).toMatchObject({ state: 'active' })
})

it('shows a backfill as retrying during an outage, and completes it afterwards', async () => {
  const platform = await givenPlatform({ contacts: 25 })
  await platform.connect()
  await platform.control.addFault({ effect: 'unavailable', match: { pathRegex: '/query' } })

  const { id } = await platform.install()
  const away = await vi.waitFor(async () => {
    const object = await findObject(platform, id)
    expect(object).toMatchObject({ state: 'retrying' })
    return object
  }, patiently)
  await runSchedule(platform, id)
  await platform.control.clearFaults()
  await waitForMessage(platform, 'read.backfill.done')

  expect(away?.retrying).toMatchObject({
    since: expect.any(String),
    error: expect.stringContaining('503'),
    nextTryTime: expect.any(String),
  })
  const operations = await selectOperations(platform)
  expect(operations.map(({ readType, status }) => [readType, status])).toEqual([
    ['backfill', 'success'],
  ])
  expect(await findObject(platform, id)).not.toHaveProperty('retrying')
})

it('does not fail a backfill for one possibly temporary refusal', async () => {
  const platform = await givenPlatform({ contacts: 25 })
  await platform.connect()
  await platform.control.addFault({
    effect: 'permission-lost',
    times: 1,
    match: { pathRegex: '/query' },
  })

  await platform.install()
  await waitForMessage(platform, 'read.backfill.done')

  expect(listIds(platform.messages, 'backfill')).toHaveLength(25)
  expect(platform.messages.some((m) => m.notificationType === 'read.schedule.paused')).toBe(false)
})

it.each([-600, 600])(
  "misses no change with a provider's clock off by %i seconds",
  async (offset) => {
    const sourceYaml = manifest.replace(/ {10}backfill:[\s\S]*/, '')
    const platform = await givenPlatform({ contacts: 5, sourceYaml })
    await platform.control.clock(offset)
    await platform.connect()
    await platform.control.clearRequests()

    const { id } = await platform.install()
    const atInstallation = await platform.control.createRecord('Contact', { LastName: 'First' })
    await vi.waitFor(async () => {
      const [operation] = await selectOperations(platform)
      expect(operation?.status).toBe('success')
    }, patiently)
    const afterwards = await platform.control.createRecord('Contact', { LastName: 'Second' })
    await runSchedule(platform, id)
    await vi.waitFor(
      async () => expect(await selectOperations(platform)).toHaveLength(2),
      patiently,
    )

    await vi.waitFor(
      () =>
        expect(listIds(platform.messages, 'scheduled').toSorted()).toEqual(
          [atInstallation.id, afterwards.id].toSorted(),
        ),
      patiently,
    )
  },
)

describe("a read that waits for the provider's job", () => {
  const exporter = {
    displayName: 'Exporter',
    authType: 'none',
    defaults: { read: { records: 'rows', id: 'id', paging: { style: 'none', whole: true } } },
    objects: {
      people: { read: { path: '/people' }, fields: { name: 'string' } },
      leads: {
        fields: { id: 'string', name: 'string' },
        read: {
          method: 'POST',
          path: '/exports',
          job: {
            id: 'id',
            status: { path: '/exports/{job}', at: 'state', done: ['done'], everySeconds: 600 },
            pages: { path: '/exports/{job}/rows' },
          },
        },
      },
    },
    fields: { from: 'static' },
  }
  const object = (objectName: string) => `
        - objectName: ${objectName}
          destination: webhook
          requiredFields: [{ fieldName: name }]
          backfill: { defaultPeriod: { fullHistory: true } } # platform:ignore[large-backfill-risk]`
  const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: exports
    provider: exporter
    read:
      objects:${object('leads')}${object('people')}
`

  /** A provider whose job ends on demand. */
  async function givenExporter() {
    const calls: string[] = []
    let state = 'running'
    const server = createServer(({ method, url = '' }, response) => {
      calls.push(`${method} ${url}`)
      const reply = /^\/exports\/j\d+$/.test(url)
        ? { state }
        : method === 'POST'
          ? { id: `j${calls.filter((call) => call === 'POST /exports').length}` }
          : { rows: [{ id: 'r1', name: 'Ana' }] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const times = (call: string) => calls.filter((one) => one === call).length
    return {
      baseURL: `http://127.0.0.1:${getPort(server)}`,
      times,
      end: () => (state = 'done'),
    }
  }

  async function givenWaitingRead() {
    const provider = await givenExporter()
    const env = {
      PLATFORM_READS: '1',
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_PROVIDERS: JSON.stringify({ exporter: { ...exporter, baseURL: provider.baseURL } }),
    }
    const platform = await givenPlatform({
      contacts: 1,
      sourceYaml,
      env: { ...env, PLATFORM_ROLE: 'api' },
    })
    const startEngine = async () => {
      const engine = await startPlatform(
        readSettings({
          ...env,
          DATABASE_URL: platform.databaseUrl,
          PLATFORM_DEVELOPMENT: 'true',
          PLATFORM_ROLE: 'engine',
          PLATFORM_PORT: '0',
          PLATFORM_LOG_LEVEL: 'silent',
        }),
        { providerOverrides: platform.providerOverrides, stopWithinMs: 500 },
      )
      onTestFinished(() => engine.stop())
      return engine
    }
    const install = async (groupRef: string, objectName: string) => {
      await platform.call('POST', '/v1/{p}/connections:generate', {
        provider: 'exporter',
        groupRef,
        consumerRef: 'hank',
      })
      return platform.call<{ id: `inst_${string}` }>(
        'POST',
        '/v1/{p}/integrations/exports/installations?skipSampling=true',
        { groupRef, config: { content: { read: { objects: { [objectName]: {} } } } } },
      )
    }
    const db = platform.database.everything
    const turn = () => db.selectFrom('readTurns').selectAll().executeTakeFirst()
    const waitForTurn = () =>
      vi.waitFor(async () => {
        const found = must(await turn(), 'turn')
        expect(found.runner).toBeNull()
        expect(found.dueTime.getTime()).toBeGreaterThan(Date.now() + 60_000)
        return found
      }, patiently)
    const makeDue = async (change: { runner?: number } = {}) => {
      await db
        .updateTable('readTurns')
        .set({ dueTime: sql<Date>`now()`, ...change })
        .execute()
      await wakeReaders(platform.database.tenant(platform.projectId))
    }
    const operation = () => db.selectFrom('operations').selectAll().executeTakeFirstOrThrow()

    const engine = await startEngine()
    await install('globex', 'leads')
    await vi.waitFor(() => expect(provider.times('POST /exports')).toBe(1), patiently)
    await waitForTurn()
    const listStored = () => platform.messages.flatMap(({ result }) => result ?? [])
    return {
      provider,
      platform,
      engine,
      startEngine,
      install,
      waiting: waitForTurn,
      makeDue,
      operation,
      stored: listStored,
    }
  }

  it('keeps no slot, survives a restart and a kill, and starts the job once', async () => {
    const { provider, platform, engine, startEngine, install, waiting, makeDue, stored } =
      await givenWaitingRead()

    // The only slot is free for others.
    await install('initech', 'people')
    await vi.waitFor(
      () => expect(platform.messages.map(({ groupRef }) => groupRef)).toContain('initech'),
      patiently,
    )
    await engine.stop()
    // The turn of a process that was killed while it asked for the status.
    await makeDue({ runner: 987_654 })
    await startEngine()
    await vi.waitFor(() => expect(provider.times('GET /exports/j1')).toBe(1), patiently)
    await waiting()
    provider.end()
    await makeDue()
    await vi.waitFor(() => expect(stored()).toHaveLength(2), patiently)

    expect(provider.times('POST /exports')).toBe(1)
    expect(provider.times('GET /exports/j1/rows')).toBe(1)
  })

  it('ends with a reason if the job never ends', async () => {
    const { provider, platform, makeDue, operation } = await givenWaitingRead()
    const { cursor, id } = await operation()
    const began = Date.now() - 25 * 3_600_000
    await platform.database.everything
      .updateTable('operations')
      .set({ cursor: JSON.stringify({ ...JSON.parse(must(cursor, 'cursor')), began }) })
      .execute()

    await makeDue()
    const paused = await waitForMessage(platform, 'read.schedule.paused')
    const logs = await platform.call<{ message: { msg: string } }[]>(
      'GET',
      `/v1/{p}/operations/${id}/logs`,
    )

    const messages = logs.map(({ message: { msg } }) => msg)
    expect(provider.times('POST /exports')).toBe(1)
    expect(messages.filter((msg) => msg.startsWith('The provider is preparing'))).toHaveLength(1)
    expect(messages.filter((msg) => msg.startsWith('Read '))).toEqual([])
    expect(JSON.stringify(paused)).toContain('it did not end within 24 hours')
    expect(JSON.stringify(logs)).toContain('it did not end within 24 hours')
  })
})
