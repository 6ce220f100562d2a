import { createClient, type Client } from '@platform/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from './support/connect.ts'
import { eventually } from './support/program.ts'
import { startQuickstartProcess } from './support/quickstart.ts'

// The steps of the README over HTTP, on fresh data: each depends on the previous one.

let running: Awaited<ReturnType<typeof startQuickstartProcess>>
let client: Client
const group = { groupRef: 'globex', consumerRef: 'hank' }

beforeAll(async () => {
  running = await startQuickstartProcess({ isFirst: true })
  const { baseUrl, apiKey } = running.quickstart
  client = createClient({ baseUrl, apiKey })
})
afterAll(() => running.stop())

interface Inbox {
  messages: { type: string; isVerified: boolean; numRecords: number }[]
}
const inbox = async () =>
  ((await (await fetch(running.quickstart.webhookInboxUrl)).json()) as Inbox).messages

const params = () => ({ projectIdOrName: running.quickstart.projectName })

it('writes quickstart.json only once it is ready', { tags: 'database-outage' }, () => {
  expect(running.statusBefore).toBe(503)
})

it('prints what to open, and no error', () => {
  const printed = running.program.output()

  expect(printed).toContain(running.quickstart.demoUrl)
  expect(printed).not.toContain('Error')
})

it('creates a demo project with installable integrations', async () => {
  const integrations = await client.get('/v1/projects/{projectIdOrName}/integrations', {
    params: params(),
  })

  expect(integrations.map(({ name }) => name).toSorted()).toEqual([
    'hubspot-sync',
    'salesforce-sync',
  ])
})

it('connects a CRM by OAuth and sends a signed webhook', async () => {
  await connect(client, { ...params(), provider: 'salesforce', ...group })

  const connected = await eventually(async () =>
    (await inbox()).find(({ type }) => type === 'connection.created'),
  )
  expect(connected).toMatchObject({ isVerified: true })
})

it('rejects an installation with unknown fields and names each', async () => {
  const installing = client.post(
    '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
    {
      params: { ...params(), integrationId: 'salesforce-sync' },
      body: installation({ Nickname__c: true, Shoe_Size__c: true }),
    },
  )

  await expect(installing).rejects.toMatchObject({
    status: 400,
    problem: {
      issues: [
        { name: 'config.content.read.objects.Contact.selectedFields.Nickname__c' },
        { name: 'config.content.read.objects.Contact.selectedFields.Shoe_Size__c' },
      ],
    },
  })
})

it('installs the integration and delivers all existing records', async () => {
  const { id } = await client.post(
    '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
    {
      params: { ...params(), integrationId: 'salesforce-sync' },
      body: installation({ Title: true }),
    },
  )

  await eventually(async () => (await inbox()).some(({ type }) => type === 'read.backfill.done'))
  const progress = await client.get(
    '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}/backfill-progress',
    {
      params: {
        ...params(),
        integrationId: 'salesforce-sync',
        installationId: id,
        objectName: 'Contact',
      },
    },
  )
  const messages = (await inbox()).filter(({ type }) => type === 'read')
  const records = messages.reduce((sum, { numRecords }) => sum + numRecords, 0)
  expect(records).toBe(progress.recordsProcessed)
  expect(records).toBe(progress.recordsEstimatedTotal)
  expect(records).toBeGreaterThan(1000)
  expect(messages.every(({ isVerified }) => isVerified)).toBe(true)
})

it('rejects a second installation of the same group', async () => {
  const again = client.post(
    '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
    { params: { ...params(), integrationId: 'salesforce-sync' }, body: installation({}) },
  )

  await expect(again).rejects.toMatchObject({ status: 409, kind: 'installation-exists' })
})

it('reads only changes when triggered', async () => {
  const { operationId } = await client.post(
    '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}',
    {
      params: { ...params(), integrationId: 'salesforce-sync', objectName: 'Contact' },
      body: {
        groupRef: group.groupRef,
        mode: 'async',
        sinceTimestamp: new Date(Date.now() - 60 * 86_400_000).toISOString(),
      },
    },
  )

  await eventually(async () => (await inbox()).some(({ type }) => type === 'read.triggered.done'))
  const operation = await client.get('/v1/projects/{projectIdOrName}/operations/{operationId}', {
    params: { ...params(), operationId },
  })
  expect(operation.status).toBe('success')
  expect(operation.metadata?.progress?.recordsProcessed).toBeGreaterThan(0)
})

it('deletes the connection when uninstalling', async () => {
  const [installed] = await client.get(
    '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
    {
      params: { ...params(), integrationId: 'salesforce-sync' },
      query: { groupRef: group.groupRef },
    },
  )

  await client.delete(
    '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}',
    {
      params: {
        ...params(),
        integrationId: 'salesforce-sync',
        installationId: installed!.id,
      },
    },
  )

  await eventually(async () => {
    const types = (await inbox()).map(({ type }) => type)
    return types.includes('installation.deleted') && types.includes('connection.deleted')
  })
  const connections = await client.get('/v1/projects/{projectIdOrName}/connections', {
    params: params(),
    query: { groupRef: group.groupRef },
  })
  expect(connections).toEqual([])
})

it('restricts a consumer to its group and rejects invalid input with problems', async () => {
  const { baseUrl, projectName, frontendApiKey } = running.quickstart
  const url = `${baseUrl}/v1/projects/${projectName}/installations`

  const replies = await Promise.all([
    fetch(url),
    fetch(url, { headers: { 'x-api-key': 'wrong' } }),
    fetch(url, { headers: { 'x-api-key': frontendApiKey } }),
    fetch(`${baseUrl}/v1/nothing`),
    fetch(`${baseUrl}/v1/oauth-connect`, {
      method: 'POST',
      headers: { 'x-api-key': frontendApiKey, 'content-type': 'application/json' },
      body: '{"half":',
    }),
    fetch(`${baseUrl}/v1/oauth-connect`, {
      method: 'POST',
      headers: { 'x-api-key': frontendApiKey, 'content-type': 'text/csv' },
      body: 'a,b',
    }),
  ])

  expect(replies.map(({ status }) => status)).toEqual([401, 401, 400, 404, 400, 415])
  for (const reply of replies) {
    expect(reply.headers.get('content-type')).toBe('application/problem+json')
    expect(await reply.json()).toMatchObject({
      type: expect.stringContaining('/problems/'),
      status: reply.status,
    })
  }
})

const installation = (selectedFields: Record<string, boolean>) => ({
  groupRef: group.groupRef,
  config: {
    createdBy: 'journey',
    content: {
      read: {
        objects: {
          Contact: { selectedFields, selectedFieldMappings: { leadSource: 'LeadSource' } },
        },
      },
    },
  },
})
