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
  })

  const { stdout } = await given.runCli([
    ...['explain', 'salesforce-sync', '--group', 'acme'],
    ...['--base-url', baseUrl, '--api-key', 'key', '--project', 'crm'],
  ])

  expect(stdout.match(/The provider computes [^.]*/g)).toEqual(['The provider computes Score__c'])
  expect(stdout).toContain('read all records at regular times')
  expect(stdout).toContain('Left out after reading by the filter: Name contains.')
})
