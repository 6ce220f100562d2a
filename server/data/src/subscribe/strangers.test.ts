// @module-tag limits-before-bodies
import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { Installation } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import { bystander } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields:
            - fieldName: lastname
    subscribe:
      objects:
        - objectName: contacts
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
`

const allowance = 200

it('limits strangers before reading their body, and accepts the provider at the same URL', async () => {
  const platform = await givenPlatform({
    contacts: 1,
    sourceYaml,
    env: { PLATFORM_ANONYMOUS_RATE_LIMIT: String(allowance) },
  })
  const { call, connect, install, hubspot, messages } = platform
  await connect('globex', 'hubspot')
  const { id } = await install('globex', { contacts: {} })
  await vi.waitFor(async () => {
    const path = `/v1/{p}/integrations/crm/installations/${id}`
    expect(await call<Installation>('GET', path)).toMatchObject({
      subscription: { state: 'active' },
    })
  }, patiently)
  const hear = async () => {
    const lastname = randomUUID()
    await hubspot.createRecord('contacts', { lastname, email: `${lastname}@lind.example` })
    await vi.waitFor(() => {
      const delivered = messages.filter(({ action }) => action === 'subscribe')
      expect(JSON.stringify(delivered)).toContain(lastname)
    }, patiently)
  }
  const url = `${platform.url}/subscribe/v1/projects/${newId('proj')}/providers/hubspot/apps/${newId('papp')}`
  let refused = 0
  /** Sends the headers of a request without its body. */
  const begin = () => {
    const begun = httpRequest(url, { method: 'POST', agent: false })
    begun.setHeader('content-length', 1024 * 1024)
    begun.on('error', () => {})
    begun.on('response', ({ statusCode }) => {
      if (statusCode === 429) refused++
    })
    begun.flushHeaders()
    return begun
  }
  await hear()

  const { done: begun } = await bystander(hear, async () => {
    const all = Array.from({ length: 2 * allowance }, begin)
    await vi.waitFor(() => expect(refused).toBeGreaterThan(allowance / 2), patiently)
    return all
  })
  for (const one of begun) one.destroy()

  await hear()

  expect(refused).toBeGreaterThan(allowance / 2)
})
