import { expect, it, vi } from 'vitest'
import { startPlatform } from '../../../../program/src/main/platform.ts'
import { readSettings } from '../../../../program/src/main/settings/settings.ts'
import { givenPlatform } from '@platform/testing/test-platform'
import { getFirst, getLast } from '@platform/kernel/values'
import { measureSlowness } from '@platform/testing/machine-speed'
import { patiently } from '@platform/testing/patiently'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: email
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`
const windowMs = 2_000
const callsInWindow = 20
const groups = Array.from({ length: 12 }, (_, index) => `group-${index}`)

it('reads for a dozen installations of one portal at its limit without a rejected call', async () => {
  const env = { PLATFORM_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
  const platform = await givenPlatform({ contacts: 600, sourceYaml, env })
  const second = await startPlatform(
    readSettings({
      ...env,
      DATABASE_URL: platform.databaseUrl,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_ROLE: 'engine',
      PLATFORM_LOG_LEVEL: 'silent',
    }),
    { providerOverrides: platform.providerOverrides },
  )
  for (const groupRef of groups) await platform.connect(groupRef, 'hubspot')
  await platform.hubspot.settings({
    hubspotCallsPerTenSeconds: callsInWindow,
    hubspotTenSecondsMs: windowMs,
  })
  await platform.hubspot.clearRequests()

  const slowness = measureSlowness()
  await Promise.all(groups.map((groupRef) => platform.install(groupRef, { contacts: {} })))
  await vi.waitFor(() => {
    const done = platform.messages.filter(
      ({ notificationType }) => notificationType === 'read.backfill.done',
    )
    expect(done).toHaveLength(groups.length)
  }, patiently)
  await second.stop()
  const calls = (await platform.hubspot.requests()).filter(({ url }) => url.startsWith('/crm/'))
  const took = Date.parse(getLast(calls).at) - Date.parse(getFirst(calls).at)
  const allowed = (calls.length / callsInWindow) * windowMs

  expect(calls.filter(({ status }) => status === 429)).toEqual([])
  expect(calls.length).toBeGreaterThan(60)
  // What this machine does besides is in it, and its last call may miss a window; how exact the
  // governor is, is tested separately.
  expect(took).toBeLessThan((allowed * 1.3 + windowMs) * (await slowness.stop()))
})
