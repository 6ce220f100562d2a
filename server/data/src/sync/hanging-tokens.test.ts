// @module-tag connection-share
import type { Connection, Operation } from '@platform/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { median } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'

const accounts = 200
const sourceYaml = `
specVersion: 1.0.0
integrations:
${[
  ['crm', 'salesforce', 'Contact', 'LastName'],
  ['hub', 'hubspot', 'contacts', 'email'],
]
  .map(
    ([name, provider, objectName, fieldName]) => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          requiredFields: [{ fieldName: ${fieldName} }]
`,
  )
  .join('')}`

it(`renews tokens and reads of a project while the token endpoint hangs for ${accounts} accounts of another`, async () => {
  const platform = await testPlatform({ contacts: 3, sourceYaml })
  onTestFinished(() => platform.close())
  const other = await platform.anotherTenant('other')
  const { id: connectionId } = await other.connect('globex', 'hubspot')
  await other.call('POST', '/v1/{p}/integrations/hub/installations?skipSampling=true', {
    groupRef: 'globex',
    config: { content: { read: { objects: { contacts: {} } } } },
  })
  const renewAndRead = async () => {
    const start = performance.now()
    const renewed = await other.call<Connection>(
      'GET',
      `/v1/{p}/connections/${connectionId}?refresh=force`,
    )
    const { operationId } = await other.call<{ operationId: string }>(
      'POST',
      '/read/v1/{p}/integrations/hub/objects/contacts',
      { groupRef: 'globex' },
    )
    await vi.waitFor(
      async () => {
        const path = `/v1/{p}/operations/${operationId}`
        expect((await other.call<Operation>('GET', path)).status).toBe('success')
      },
      { ...patiently, interval: 20 },
    )
    expect(renewed.health.state).toBe('healthy')
    return performance.now() - start
  }
  const measure = async () => {
    const took: number[] = []
    for (let nth = 0; nth < 5; nth++) took.push(await renewAndRead())
    return Math.round(median(took))
  }
  const before = await measure()

  await platform.control.addFault({ effect: 'hang', match: { pathRegex: '/oauth2/token' } })
  const expiresAt = new Date(Date.now() - 60_000).toISOString()
  await Promise.all(
    Array.from({ length: 8 }, async (_, lane) => {
      for (let nth = lane; nth < accounts; nth += 8) {
        const groupRef = `hanging-${nth}`
        await platform.call('POST', '/v1/{p}/connections:generate', {
          ...{ provider: 'salesforce', groupRef, consumerRef: 'peter' },
          oauth2AuthorizationCode: {
            accessToken: { token: 'spent', expiresAt },
            refreshToken: { token: `refresh-${nth}` },
          },
        })
        await platform.call('POST', '/v1/{p}/integrations/crm/installations?skipSampling=true', {
          ...{ groupRef, config: { content: { read: { objects: { Contact: {} } } } } },
        })
        await platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', { groupRef })
      }
    }),
  )
  const countHanging = async () => (await platform.control.faults())[0]?.applied ?? 0
  await vi.waitFor(async () => expect(await countHanging()).toBeGreaterThan(10), patiently)
  const during = await measure()
  const hanging = await countHanging()
  await platform.control.clearFaults()

  console.log(`renewed and read in ${before} ms, in ${during} ms beside ${hanging} that hang`)
  expect(hanging).toBeGreaterThan(10)
})
