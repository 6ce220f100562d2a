import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { providerStandIns } from '@platform/connectors/stand-in'
import type { KeptRecords } from '@platform/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { readOnSchedule } from '@platform/testing/read-on-schedule'
import { bundlePrograms } from '@platform/testing/bundled-programs'
import { serverFlags } from '@platform/testing/server-flags'

const objectName = 'agents'
const manifest = `
specVersion: 1.0.0
integrations:
  - name: inbox
    provider: dixa
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          deleted: true
          requiredFields: [{ fieldName: displayName }]
          backfill: { defaultPeriod: { fullHistory: true } }
          keepRecords: true
`

it('delivers and lists each change and deletion once while engines are killed during reads', async () => {
  const masterKey = randomBytes(32).toString('base64')
  const standIns = await providerStandIns(['dixa'], { count: 60 })
  onTestFinished(() => standIns.close())
  const platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: {
      PLATFORM_ROLE: 'api',
      PLATFORM_MASTER_KEY: masterKey,
      PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides),
    },
  })
  onTestFinished(() => platform.close())
  const { projectId } = platform
  const tenant = platform.database.tenant(projectId)
  let engines: ChildProcess[] = []
  onTestFinished(() => killAll())
  const kept = standIns.of('dixa').listKept(objectName)

  await platform.call('POST', '/v1/{p}/connections:generate', {
    provider: 'dixa',
    groupRef: 'globex',
    consumerRef: 'hank',
    apiKey: 'secret-of-globex',
  })
  const { id: installationId } = await platform.call<{ id: `inst_${string}` }>(
    'POST',
    '/v1/{p}/integrations/inbox/installations?skipSampling=true',
    { groupRef: 'globex', config: { content: { read: { objects: { [objectName]: {} } } } } },
  )

  const { serve, env: envOfBundle } = await bundlePrograms()
  start(2)
  const backfill = await waitForReadEnd(1)
  for (const place of [5, 30, 59]) must(kept[place], 'record').fields['displayName'] = 'renamed'
  const gone = kept.splice(10, 3).map(({ id }) => id)
  await readAgain()
  await killOnPage(9)
  start(1)
  const changed = await waitForReadEnd(2)
  await readAgain()
  const later = await waitForReadEnd(3)
  const listed = await platform.call<KeptRecords>(
    'GET',
    `/v1/{p}/integrations/inbox/installations/${installationId}/objects/${objectName}/records?includeDeleted=true`,
  )

  const ids = Array.from({ length: 60 }, (_, n) => String(1001 + n))
  expect(deliveriesPerRecord(backfill)).toEqual(new Map(ids.map((id) => [id, 1])))
  expect(deliveriesPerRecord(changed)).toEqual(
    new Map([5, 30, 59].map((place) => [must(ids[place], 'ID'), 1])),
  )
  expect(deliveriesPerRecord(later)).toEqual(new Map(gone.map((id) => [id, 1])))

  expect(listed).not.toHaveProperty('incomplete')
  const live = listed.results.filter(({ deleted }) => !deleted)
  expect(new Map(live.map(({ id, record }) => [id, record?.fields]))).toEqual(
    new Map(kept.map(({ id, fields }) => [id, { displayName: fields['displayName'] }])),
  )
  expect(new Set(listed.results.flatMap(({ id, deleted }) => (deleted ? id : [])))).toEqual(
    new Set(gone),
  )

  function start(count: number) {
    const env = {
      ...process.env,
      ...envOfBundle,
      DATABASE_URL: platform.databaseUrl,
      PLATFORM_MASTER_KEY: masterKey,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_PUBLIC_URL: must(platform.url, 'address'),
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_PROVIDERS: JSON.stringify({
        ...platform.providerOverrides,
        ...standIns.overrides,
      }),
    }
    engines = Array.from({ length: count }, () =>
      spawn(process.execPath, [...serverFlags, serve, '--role=engine'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env,
      }),
    )
  }

  async function killAll() {
    const living = engines.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode)
    await Promise.all(
      living.map((engine) => {
        engine.kill('SIGKILL')
        return once(engine, 'exit')
      }),
    )
  }

  /** Kills every engine when one requests this page. */
  async function killOnPage(pages: number) {
    let asked = 0
    await new Promise<void>((resolve) => {
      standIns.disturb('dixa', ({ path }) => {
        if (path !== '/v1/agents' || ++asked !== pages) return undefined
        for (const engine of engines) engine.kill('SIGKILL')
        resolve()
        return undefined
      })
    })
    standIns.disturb('dixa', undefined)
    await killAll()
  }

  function readAgain() {
    return readOnSchedule(tenant, { projectId, installationId, objectName })
  }

  /** ID of the last read, after this number of reads have ended and their messages have arrived. */
  async function waitForReadEnd(count: number) {
    const read = await vi.waitFor(async () => {
      const reads = await tenant
        .selectFrom('operations')
        .select(['id', 'recordsProcessed'])
        .where('installationId', '=', installationId)
        .where('status', '=', 'success')
        .orderBy('id')
        .execute()
      expect(reads).toHaveLength(count)
      return must(reads.at(-1), 'read')
    }, patiently)
    await vi.waitFor(
      () => expect(messagesOfRead(read.id).length).toBeGreaterThanOrEqual(read.recordsProcessed),
      patiently,
    )
    return read.id
  }

  /** Records with the message that delivered them; a message that is sent again keeps its ID. */
  function messagesOfRead(operationId: string) {
    return platform.messages
      .filter((message) => message.operationId === operationId)
      .flatMap((message) =>
        (message.result ?? []).map((entry) => ({
          recordId: String(entry.id ?? entry.raw?.['id']),
          messageId: platform.idOf(message),
        })),
      )
  }

  function deliveriesPerRecord(operationId: string): Map<string, number> {
    const byRecord = Map.groupBy(messagesOfRead(operationId), ({ recordId }) => recordId)
    const times = [...byRecord].map(
      ([id, sent]) => [id, new Set(sent.map(({ messageId }) => messageId)).size] as const,
    )
    return new Map(times.toSorted(([one], [other]) => Number(one) - Number(other)))
  }
})
