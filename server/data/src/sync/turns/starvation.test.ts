// @module-tag provider-share
import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startPlatform } from '../../../../program/src/main/platform.ts'
import { readSettings } from '../../../../program/src/main/settings/settings.ts'
import { givenPlatform, manifest } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

type Platform = Awaited<ReturnType<typeof givenPlatform>>

const sourceYaml = `${manifest.trimEnd()}
        - objectName: Account
          destination: webhook
          requiredFields:
            - fieldName: Name
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`

/** Installs for a healthy tenant, and waits for its records. */
async function readFor(platform: Platform, groupRef: string): Promise<void> {
  await platform.install(groupRef, { Account: {} })
  await vi.waitFor(
    () =>
      expect(
        platform.messages.some((m) => m.groupRef === groupRef && m.objectName === 'Account'),
      ).toBe(true),
    patiently,
  )
}

const inLine = ({ database }: Platform) =>
  database.everything.selectFrom('readTurns').selectAll().execute()

it('reads for a healthy tenant while the accounts of a dozen others hang', async () => {
  const platform = await givenPlatform({ sourceYaml })
  const hanging = Array.from({ length: 12 }, (_, n) => `hanging-${n}`)
  for (const groupRef of ['healthy', ...hanging]) await platform.connect(groupRef)
  await platform.control.addFault({ effect: 'hang', match: { pathRegex: 'FROM.Contact' } })

  for (const groupRef of hanging) await platform.install(groupRef)
  await vi.waitFor(async () => {
    const turns = await inLine(platform)
    expect(turns.filter(({ runner }) => runner !== null)).toHaveLength(12)
  }, patiently)
  await readFor(platform, 'healthy')
  const stillHanging = await inLine(platform)

  expect(stillHanging.filter(({ runner }) => runner !== null).length).toBeGreaterThanOrEqual(12)
})

it('reads for one account while two dozen others of the project hang, with one slot', async () => {
  const platform = await givenPlatform({ sourceYaml, env: { PLATFORM_READS: '1' } })
  const hanging = Array.from({ length: 24 }, (_, n) => `hanging-${n}`)
  for (const groupRef of ['healthy', ...hanging]) await platform.connect(groupRef)
  await platform.control.addFault({ effect: 'hang', match: { pathRegex: 'FROM.Contact' } })

  for (const groupRef of hanging) await platform.install(groupRef)
  await vi.waitFor(async () => {
    const turns = await inLine(platform)
    expect(turns.filter(({ runner }) => runner !== null)).toHaveLength(24)
  }, patiently)
  await readFor(platform, 'healthy')

  expect((await inLine(platform)).length).toBeGreaterThanOrEqual(24)
})

it('reads for a healthy tenant during ten long backfills', async () => {
  const platform = await givenPlatform({
    contacts: 2_200,
    sourceYaml,
    env: { PLATFORM_READS: '2' },
  })
  const busy = Array.from({ length: 10 }, (_, n) => `busy-${n}`)
  for (const groupRef of ['healthy', ...busy]) await platform.connect(groupRef)
  await platform.control.addFault({
    effect: 'slow',
    delayMs: 2_000,
    match: { pathRegex: 'FROM.Contact|/query/' },
  })

  for (const groupRef of busy) await platform.install(groupRef)
  await readFor(platform, 'healthy')
  const left = await inLine(platform)
  await vi.waitFor(async () => expect(await inLine(platform)).toEqual([]), {
    timeout: 300_000,
    interval: 100,
  })

  // Each has had turns, and most are unfinished.
  expect(left.length).toBeGreaterThan(5)
  const contacts = platform.messages.filter((m) => m.objectName === 'person' && m.result)
  expect(contacts.reduce((sum, { result }) => sum + must(result, 'result').length, 0)).toBe(22_000)
})

it('scales concurrent reads with processes, in equal shares', async () => {
  const env = { PLATFORM_READS: '1', PLATFORM_MASTER_KEY: randomBytes(32).toString('base64') }
  const platform = await givenPlatform({ contacts: 4_400, sourceYaml, env })
  const busy = Array.from({ length: 10 }, (_, n) => `busy-${n}`)
  for (const groupRef of busy) await platform.connect(groupRef)
  const second = await startPlatform(
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
  onTestFinished(() => second.stop())
  // Shorter than an answer for which a read gives up its slot.
  await platform.control.addFault({
    effect: 'slow',
    delayMs: 150,
    match: { pathRegex: 'FROM.Contact|/query/' },
  })
  for (const groupRef of busy) await platform.install(groupRef)

  // A read that has waited long for an answer lets another begin beside it.
  await vi.waitFor(async () => {
    const runners = (await inLine(platform)).flatMap(({ runner }) => runner ?? [])
    const counts = Map.groupBy(runners, (runner) => runner).values()
    expect([...counts].map(({ length }) => length)).toEqual([1, 1])
  }, patiently)
})
