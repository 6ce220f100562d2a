import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { measureSlowness } from '@platform/testing/machine-speed'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'

const few = 3_000
const many = 300_000
const turns = 3

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read: { objects: [{ objectName: Contact, destination: webhook, requiredFields: [{ fieldName: LastName }], backfill: { defaultPeriod: { fullHistory: true } } }] }
  - name: hub
    provider: hubspot
    read: { objects: [{ objectName: contacts, destination: webhook, requiredFields: [{ fieldName: lastname }], backfill: { defaultPeriod: { fullHistory: true } } }] }
`

type Platform = Awaited<ReturnType<typeof testPlatform>>
let platforms: { small: Platform; large: Platform }
beforeAll(async () => {
  platforms = {
    small: await testPlatform({ contacts: few, sourceYaml: manifest }),
    large: await testPlatform({ contacts: many, sourceYaml: manifest }),
  }
})
afterAll(async () => {
  await platforms.small.close()
  await platforms.large.close()
})

const targets = [
  { integration: 'crm', provider: 'salesforce', objectName: 'Contact', control: 'control' },
  { integration: 'hub', provider: 'hubspot', objectName: 'contacts', control: 'hubspot' },
] as const
type Target = (typeof targets)[number]
const [, hubspot] = targets

/** Milliseconds from an installation to its first message, and the provider's share of them. */
async function toFirstMessage(
  platform: Platform,
  { integration, provider, objectName, control }: Target,
  groupRef: string,
) {
  await platform.connect(groupRef, provider)
  platform.messages.length = 0
  await platform[control].clearRequests()
  const path = `/v1/{p}/integrations/${integration}/installations`
  const begunAt = performance.now()
  const { id } = await platform.call<{ id: string }>('POST', `${path}?skipSampling=true`, {
    groupRef,
    config: { content: { read: { objects: { [objectName]: {} } } } },
  })
  await vi.waitFor(
    () => expect(platform.messages.some(({ readType }) => readType === 'backfill')).toBe(true),
    { ...patiently, interval: 2 },
  )
  const ms = performance.now() - begunAt
  const asked = await platform[control].requests()
  await platform.call('DELETE', `${path}/${id}`)
  return { ms, ofProvider: asked.reduce((sum, { durationMs }) => sum + durationMs, 0) }
}

it.each(targets)(
  'delivers the first of many records at $provider within ten seconds',
  async (target) => {
    const slowness = measureSlowness()

    const { ms } = await toFirstMessage(platforms.large, target, `first-${target.provider}`)

    expect(ms).toBeLessThan(10_000 * (await slowness.stop()))
  },
)

// Not at Salesforce: the sandbox sorts all records first, in the process of the test.
it('delivers the first of many records as soon as the first of few', async () => {
  const ours: Record<'small' | 'large', number[]> = { small: [], large: [] }
  for (let turn = 0; turn < turns; turn++) {
    for (const size of ['small', 'large'] as const) {
      const { ms, ofProvider } = await toFirstMessage(platforms[size], hubspot, `turn-${turn}`)
      ours[size].push(Math.max(1, ms - ofProvider))
    }
  }

  // A hundred times the records: what depends on their number is far above, and a busy machine below.
  expect(Math.min(...ours.large) / Math.min(...ours.small)).toBeLessThan(5)
})
