import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { kill, startVictim } from '../testing/src/killed-server.ts'
import { expectWithin } from '../testing/src/machine-speed.ts'
import { patiently } from '../testing/src/patiently.ts'
import { givenPlatform } from '../testing/src/test-platform.ts'

const contacts = 3000
const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: hubspot-sync
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields: [{ fieldName: hs_object_id }, { fieldName: email }]
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`

it('lets a second engine take over the read of one that was killed, within 10 seconds', async () => {
  const masterKey = randomBytes(32).toString('base64')
  const platform = await givenPlatform({
    ...{ contacts, sourceYaml },
    env: { PLATFORM_ROLE: 'api', PLATFORM_MASTER_KEY: masterKey },
  })
  const startEngine = async () => {
    const engine = await startVictim(platform, { masterKey, role: 'engine' })
    onTestFinished(() => kill(engine))
    return engine
  }
  const first = await startEngine()
  await platform.connect('globex', 'hubspot')
  await platform.hubspot.addFault({
    effect: 'slow',
    delayMs: 1_000,
    match: { pathRegex: '/crm/objects/2026-09/contacts' },
  })
  const collectReceived = () =>
    new Set(
      platform.messages.flatMap(({ result = [] }) =>
        result.map(({ fields }) => String(fields?.['hs_object_id'])),
      ),
    )

  await platform.call('POST', '/v1/{p}/integrations/hubspot-sync/installations', {
    groupRef: 'globex',
    config: { createdBy: 'journey', content: { read: { objects: { contacts: {} } } } },
  })
  await vi.waitFor(() => expect(collectReceived().size).toBeGreaterThan(0), patiently)
  await startEngine()
  await kill(first)
  const before = collectReceived().size
  await platform.hubspot.clearFaults()
  await expectWithin(10_000, () => expect(collectReceived().size).toBeGreaterThan(before + 100))
  await vi.waitFor(() => expect(collectReceived().size).toBe(contacts), patiently)

  expect(before).toBeLessThan(contacts)
})
