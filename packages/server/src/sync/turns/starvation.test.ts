import { expect, it, vi } from 'vitest'
import { givenPlatform, manifest } from '../../testing/test-platform.ts'
import { must } from '../../values/must.ts'

type Platform = Awaited<ReturnType<typeof givenPlatform>>
const patiently = { timeout: 60_000, interval: 20 }

const sourceYaml = `${manifest.trimEnd()}
        - objectName: Account
          destination: webhook
          requiredFields:
            - fieldName: Name
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`

/** Installs for a healthy tenant, and waits until its records are there. */
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
}, 120_000)

it('reads for a healthy tenant while ten long backfills are under way', async () => {
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
    timeout: 120_000,
    interval: 100,
  })

  // Each has had turns, and most are not done.
  expect(left.length).toBeGreaterThan(5)
  const contacts = platform.messages.filter((m) => m.objectName === 'person' && m.result)
  expect(contacts.reduce((sum, { result }) => sum + must(result, 'result').length, 0)).toBe(22_000)
}, 180_000)
