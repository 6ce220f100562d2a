import type { Installation } from '@platform/contract'
import { providerStandIns } from '@platform/connectors/stand-in'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findCalledOrigin } from './routes.ts'
import { targetURLOf } from './set-up/target-url.ts'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: boards
    provider: monday
    read:
      objects:
        - objectName: items
          destination: webhook
          requiredFields:
            - fieldName: name
    subscribe:
      objects:
        - objectName: items
          destination: webhook
          inheritFieldsAndMapping: true
          updateEvent: {enabled: always, watchFieldsAuto: all}
`
const hooksUrl = 'https://hooks.acme.example'

it('subscribes with the address for webhooks', async () => {
  const standIns = await providerStandIns(['monday'])
  onTestFinished(() => standIns.close())
  const platform = await givenPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: {
      PLATFORM_PROVIDERS: JSON.stringify(standIns.overrides),
      PLATFORM_HOOKS_URL: `${hooksUrl}/`,
    },
  })
  await platform.call('POST', '/v1/{p}/connections:generate', {
    ...{ provider: 'monday', groupRef: 'globex', consumerRef: 'hank', apiKey: 'secret' },
  })
  const base = '/v1/{p}/integrations/boards/installations'
  const content = { provider: 'monday', read: { objects: { items: {} } } }
  const config = { groupRef: 'globex', config: { content } }
  const { id } = await platform.call<{ id: string }>('POST', base, config)
  await vi.waitFor(async () => {
    const { subscription } = await platform.call<Installation>('GET', `${base}/${id}`)
    expect(subscription).toMatchObject({ state: 'active' })
  }, patiently)
  const [registered] = standIns.of('monday').webhooks!.registered.values()
  expect(registered?.url).toMatch(new RegExp(`^${hooksUrl}/subscribe/v1/projects/`))
})

it('shows the address for webhooks of a provider app', () => {
  const app = { projectId: 'proj_1', provider: 'slack', providerAppId: 'papp_1' } as const

  expect(targetURLOf({ hooksUrl }, app)).toBe(
    `${hooksUrl}/subscribe/v1/projects/proj_1/providers/slack/apps/papp_1`,
  )
})

it('verifies webhooks at the address that was called, if it is one of the two', () => {
  const services = { publicUrl: 'https://acme.example:8443', hooksUrl }

  expect(findCalledOrigin(services, 'hooks.acme.example')).toBe(hooksUrl)
  expect(findCalledOrigin(services, 'acme.example:8443')).toBe('https://acme.example:8443')
  expect(findCalledOrigin(services, 'thief.example')).toBe(hooksUrl)
})
