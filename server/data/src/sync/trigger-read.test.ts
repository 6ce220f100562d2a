import * as contract from '@platform/contract'
import { expect, it, onTestFinished } from 'vitest'
import { givenTenant, testApi } from '@platform/testing/test-api'
import { givenDatabase } from '@platform/testing/test-database'

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
              days: 30
`

it('starts a triggered read right after the installation, beside its backfill', async () => {
  const database = await givenDatabase()
  const api = await testApi(database)
  onTestFinished(() => api.close())
  const { project, full } = await givenTenant(api)
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    api.call(method, `/v1/projects/${project.id}/${path}`, { apiKey: full.key, body })
  await call('POST', 'destinations', {
    name: 'webhook',
    type: 'webhook',
    metadata: { url: 'https://acme.example/' },
  })
  await call('PUT', 'integrations:batch', { sourceYaml })
  await call('POST', 'connections:generate', {
    provider: 'hubspot',
    groupRef: 'globex',
    consumerRef: 'hank',
    oauth2AuthorizationCode: { accessToken: { token: 'token' } },
  })
  const { body: installation } = await call(
    'POST',
    'integrations/crm/installations?skipSampling=true',
    { groupRef: 'globex', config: { content: { read: { objects: { contacts: {} } } } } },
  )

  const triggered = await api.call(
    'POST',
    contract.triggerRead.path
      .replace('{projectIdOrName}', project.id)
      .replace('{integrationId}', 'crm')
      .replace('{objectName}', 'contacts'),
    { apiKey: full.key, body: { groupRef: 'globex' } },
  )

  const operations = await call(
    'GET',
    `integrations/crm/installations/${installation.id}/operations`,
  )
  expect(triggered.status).toBe(201)
  expect(operations.body.results).toHaveLength(2)
  expect(operations.body.results[0]).toMatchObject({ id: triggered.body.operationId })
})
