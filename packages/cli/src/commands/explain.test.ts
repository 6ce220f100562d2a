import { expect, it } from 'vitest'
import * as given from '../testing/given.ts'

const base = '/v1/projects/crm'
const installation = {
  ...{ id: 'inst_1', integrationId: 'int_1', group: { groupRef: 'acme', groupName: 'Acme' } },
  ...{ health: { state: 'healthy' }, objects: {} },
}

it('explains the installation of a customer by the names of integration and customer', async () => {
  const installed = [installation]
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/integrations/salesforce-sync`]: { body: { id: 'int_1' } },
    [`GET ${base}/integrations/int_1/installations`]: { body: installed },
    [`GET ${base}/integrations/int_1/installations/inst_1`]: { body: installation },
    [`GET ${base}/logs`]: { body: [] },
    [`GET ${base}/deliveries`]: { body: [] },
  })
  const explain = (...args: string[]) =>
    given.runCli([
      ...['explain', ...args],
      ...['--base-url', baseUrl, '--api-key', 'key', '--project', 'crm'],
    ])

  const ofAcme = await explain('salesforce-sync', '--group', 'acme')
  installed.pop()
  const ofNobody = await explain('salesforce-sync', '--group', 'nobody')
  const ofNoCustomer = await explain('salesforce-sync')

  expect(ofAcme.stdout).toContain('inst_1  Acme')
  expect(asked.map(({ url }) => url)).toContain(
    `${base}/integrations/int_1/installations?groupRef=acme&instance=`,
  )
  expect([ofNobody.exitCode, ofNobody.stderr]).toEqual([
    1,
    expect.stringContaining('nobody has not installed salesforce-sync.'),
  ])
  expect([ofNoCustomer.exitCode, ofNoCustomer.stderr]).toEqual([
    2,
    expect.stringContaining('--group <groupRef>'),
  ])
})

it('names destinations that do not accept messages of the installation', async () => {
  const delivery = { status: 'retrying', lastError: 'It answered 500.' }
  const failing = [
    { ...delivery, destinationId: 'dest_1', nextAttemptTime: '2026-01-15T09:31:00Z' },
    { ...delivery, destinationId: 'dest_1', lastError: 'It answered 502.' },
  ]
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/find`]: { body: [{ id: 'inst_1', integrationId: 'int_1' }] },
    [`GET ${base}/integrations/int_1/installations/inst_1`]: { body: installation },
    [`GET ${base}/logs`]: { body: [] },
    [`GET ${base}/deliveries`]: {
      body: [...failing, { destinationId: 'dest_2', status: 'paused' }],
    },
    [`GET ${base}/destinations`]: {
      body: [
        { id: 'dest_1', name: 'webhook' },
        { id: 'dest_2', name: 'queue' },
      ],
    },
  })
  const explain = async (...args: string[]) => {
    const target = ['--base-url', baseUrl, '--api-key', 'key', '--project', 'crm']
    return (await given.runCli(['explain', 'inst_1', ...args, ...target])).stdout
  }

  const text = await explain()
  const json = JSON.parse(await explain('--json'))

  expect(text).toContain(
    'Messages are not delivered to webhook. It answered 500. Next attempt 2026-01-15T09:31:00Z.',
  )
  expect(text).toContain('the destination queue is disabled')
  expect(text).not.toMatch(/502|No current errors/)
  expect(json.undelivered).toMatchObject([
    { destination: 'webhook', status: 'retrying', lastError: 'It answered 500.' },
    { destination: 'queue', status: 'paused' },
  ])
  const queries = asked.filter(({ url }) => url.includes('/deliveries?')).map(({ url }) => url)
  expect(queries.filter((url) => url.includes('status=failing'))).toHaveLength(2)
  expect(queries.every((url) => url.includes('installationId=inst_1'))).toBe(true)
})

it('warns of computed fields, whose changes a read may miss, and shows filters', async () => {
  const health = { state: 'healthy' }
  const objects = {
    Contact: { state: 'active', health, calculatedFields: ['Score__c'] },
    Account: {
      state: 'active',
      health,
      filter: {
        setBy: 'integration',
        conditions: [{ fieldName: 'Name', operator: 'contains', appliedBy: 'platform' }],
      },
    },
  }
  const { baseUrl } = await given.platform({
    [`GET ${base}/integrations/salesforce-sync`]: { body: { id: 'int_1' } },
    [`GET ${base}/integrations/int_1/installations`]: { body: [installation] },
    [`GET ${base}/integrations/int_1/installations/inst_1`]: { body: { ...installation, objects } },
    [`GET ${base}/logs`]: { body: [] },
    [`GET ${base}/deliveries`]: { body: [] },
  })

  const { stdout } = await given.runCli([
    ...['explain', 'salesforce-sync', '--group', 'acme'],
    ...['--base-url', baseUrl, '--api-key', 'key', '--project', 'crm'],
  ])

  expect(stdout.match(/The provider computes [^.]*/g)).toEqual(['The provider computes Score__c'])
  expect(stdout).toContain('read all records at regular times')
  expect(stdout).toContain('Left out after reading by the filter: Name contains.')
})
