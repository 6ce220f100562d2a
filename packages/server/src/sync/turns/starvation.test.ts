import { expect, it, vi } from 'vitest'
import { givenPlatform, manifest } from '../../testing/test-platform.ts'

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

/** How long it takes from the installation until the records of a healthy tenant are there. */
async function timeOfRead(platform: Platform, groupRef: string): Promise<number> {
  const beganAt = performance.now()
  await platform.install(groupRef, { Account: {} })
  await vi.waitFor(
    () =>
      expect(
        platform.messages.some((m) => m.groupRef === groupRef && m.objectName === 'Account'),
      ).toBe(true),
    patiently,
  )
  return performance.now() - beganAt
}

const inLine = ({ database }: Platform) =>
  database.everything.selectFrom('readTurns').selectAll().execute()

it('reads for a healthy tenant while the accounts of a dozen others hang', async () => {
  const platform = await givenPlatform({ sourceYaml })
  const hanging = Array.from({ length: 12 }, (_, n) => `hanging-${n}`)
  for (const groupRef of ['before', 'after', ...hanging]) await platform.connect(groupRef)
  const alone = await timeOfRead(platform, 'before')
  await platform.control.addFault({ effect: 'hang', match: { pathRegex: 'FROM.Contact' } })

  for (const groupRef of hanging) await platform.install(groupRef)
  await vi.waitFor(async () => {
    const turns = await inLine(platform)
    expect(turns.filter(({ runner }) => runner !== null)).toHaveLength(12)
  }, patiently)
  const beside = await timeOfRead(platform, 'after')

  expect(beside).toBeLessThan(1.5 * alone + 500)
}, 120_000)

it('reads for a healthy tenant while ten long backfills are under way', async () => {
  const platform = await givenPlatform({
    contacts: 2_200,
    sourceYaml,
    env: { PLATFORM_READS: '2' },
  })
  const busy = Array.from({ length: 10 }, (_, n) => `busy-${n}`)
  for (const groupRef of ['before', 'after', ...busy]) await platform.connect(groupRef)
  const alone = await timeOfRead(platform, 'before')

  for (const groupRef of busy) await platform.install(groupRef)
  const beside = await timeOfRead(platform, 'after')
  const left = await inLine(platform)
  await vi.waitFor(async () => expect(await inLine(platform)).toEqual([]), {
    timeout: 120_000,
    interval: 100,
  })

  expect(left.length).toBeGreaterThan(0)
  expect(beside).toBeLessThan(1.5 * alone + 2_500)
  const contacts = platform.messages.filter((m) => m.objectName === 'person' && m.result)
  expect(contacts.reduce((sum, { result }) => sum + result!.length, 0)).toBe(22_000)
}, 180_000)
