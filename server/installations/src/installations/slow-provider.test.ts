// @module-tag provider-share
import { once } from 'node:events'
import { createServer } from 'node:http'
import { catalogue, overlayCatalogue } from '@platform/connectors'
import { salesforceAt } from '@platform/sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { migrateJobs } from '@platform/kernel/jobs/worker'
import { bystander } from '@platform/testing/bystander'
import { givenTenant, testApi } from '@platform/testing/test-api'
import { givenDatabase } from '@platform/testing/test-database'
import { getPort } from '@platform/kernel/values'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: log
          schedule: '*/30 * * * *'
          requiredFields:
            - fieldName: Email
          optionalFields:
            - fieldName: Title
`

/** A provider that answers after two seconds. */
async function givenSlowProvider() {
  let asked = 0
  const server = createServer((_request, reply) => {
    asked++
    setTimeout(() => {
      reply
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ totalSize: 0, done: true, records: [] }))
    }, 2_000)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${getPort(server)}`
  return { url, asked: () => asked }
}

it('serves others immediately while a hundred requests wait for a provider', async () => {
  const provider = await givenSlowProvider()
  const database = await givenDatabase()
  await migrateJobs(database)
  const api = await testApi(database, {
    catalogue: overlayCatalogue(catalogue, salesforceAt(provider.url)),
  })
  onTestFinished(() => api.close())
  const { project, full } = await givenTenant(api)
  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const url = `/v1/projects/${project.id}${path}`
    return api.call(method, url, { apiKey: full.key, body, headers })
  }
  await call('POST', '/destinations', { name: 'log', type: 'log', metadata: {} })
  expect(await call('PUT', '/integrations:batch', { sourceYaml: manifest })).toMatchObject({
    status: 200,
  })
  const installations = '/integrations/crm/installations'
  const content = { read: { objects: { Contact: { selectedFields: { Title: true } } } } }
  const install = (groupRef: string, query = '') =>
    call(
      'POST',
      `${installations}${query}`,
      { groupRef, config: { content: query ? {} : content } },
      { 'idempotency-key': groupRef },
    )
  const groups = Array.from({ length: 100 }, (_, index) => `group-${index}`)
  for (const groupRef of groups) {
    const { status } = await call('POST', '/connections:generate', {
      provider: 'salesforce',
      groupRef,
      consumerRef: 'hank',
      oauth2AuthorizationCode: { accessToken: { token: 'x' } },
    })
    expect(status).toBe(201)
  }
  const installed: Awaited<ReturnType<typeof install>>[] = []
  for (const groupRef of groups.slice(50)) {
    const reply = await install(groupRef, '?skipSampling=true')
    expect(reply).toMatchObject({ status: 201 })
    installed.push(reply)
  }

  const change = () => [
    ...groups.slice(0, 50).map((groupRef) => install(groupRef)),
    ...installed.map(({ body, headers }) =>
      call(
        'PATCH',
        `${installations}/${body.id}`,
        { updateMask: ['config.content'], installation: { config: { content } } },
        { 'if-match': String(headers.etag) },
      ),
    ),
  ]
  const {
    done: replies,
    limitMs,
    medianMs,
  } = await bystander(
    () => call('GET', '/destinations'),
    () => Promise.all(change()),
  )

  expect(replies.filter(({ status }) => status >= 300)).toEqual([])
  expect(provider.asked()).toBe(100)
  expect(medianMs).toBeLessThan(limitMs)
})
