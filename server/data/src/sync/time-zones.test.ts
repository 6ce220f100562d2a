import type { Installation } from '@platform/contract'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { expect, it, vi } from 'vitest'

const makeManifest = (timezone: string) => `
specVersion: 1.0.0
integrations:
  - name: test
    provider: salesforce
    read:
      objects:
        - objectName: Account
          destination: webhook
          schedule: '30 2 * * *'
          ${timezone}
          requiredFields: [{ fieldName: Name }]
`

it('reads at the time of the zone of the manifest, of a new manifest and of the customer', async () => {
  const platform = await givenPlatform({ sourceYaml: makeManifest('timezone: Asia/Tokyo') })
  await platform.connect('globex')
  const { id } = await platform.call<Installation>(
    'POST',
    '/v1/{p}/integrations/test/installations?skipSampling=true',
    { groupRef: 'globex', config: { content: { read: { objects: { Account: {} } } } } },
  )
  const path = `/v1/{p}/integrations/test/installations/${id}`
  /** The hour of the next read, in UTC, whose zone is named beside it. */
  const findNext = async () => {
    const { objects } = await platform.call<Installation>('GET', path)
    const { nextRunTime = '', timezone } = must(objects['Account'], 'object')
    return [nextRunTime.slice(11, 14), timezone]
  }
  const expectNext = (hour: string, zone: string | undefined) =>
    vi.waitFor(async () => expect(await findNext()).toEqual([hour, zone]), {
      ...patiently,
      timeout: 40_000,
    })

  await expectNext('17:', 'Asia/Tokyo')
  await platform.call('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: makeManifest('timezone: Asia/Kolkata'),
  })
  await expectNext('21:', 'Asia/Kolkata')
  await platform.call('PATCH', `${path}?skipSampling=true`, {
    updateMask: ['config.content.read.objects.Account.timezone'],
    installation: { config: { content: { read: { objects: { Account: { timezone: 'UTC' } } } } } },
  })
  await expectNext('02:', undefined)
})
