/** The whole platform, with one project whose groups write to a provider. */
import { givenBenchProject, salesforceOn, startBenchPlatform } from '../support/platform.ts'

const groups = ['globex', 'initech', 'umbrella', 'hooli']

const platform = await startBenchPlatform({
  settings: { PLATFORM_RATE_LIMIT: '100000000' },
  providerOverrides: salesforceOn(process.argv[2]),
})
const { call, connect, headers } = await givenBenchProject(platform, 'bench')
await call('POST', '/destinations', {
  name: 'webhook',
  type: 'webhook',
  metadata: { url: `http://127.0.0.1:${process.argv[2]}/` },
})
await call('PUT', '/integrations:batch', {
  sourceYaml: `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce${
      process.env['BENCH_READS']
        ? `
    read:
      objects: [{ objectName: Contact, destination: webhook, schedule: '0 0 1 1 *', requiredFields: [{ fieldName: LastName }] }]`
        : ''
    }
    write:
      objects: [{ objectName: Contact }]
`,
})
for (const groupRef of groups) {
  await connect(groupRef)
  await call('POST', '/integrations/crm/installations?skipSampling=true', {
    groupRef,
    config: { content: { write: { objects: { Contact: { objectName: 'Contact' } } } } },
  })
}
process.send?.({
  pid: process.pid,
  origin: platform.url,
  path: '/write/v1/projects/bench/integrations/crm/objects/Contact',
  headers,
  groups,
})
