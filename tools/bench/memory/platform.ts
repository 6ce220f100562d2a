/** Starts a server like `serve`, with an attacking organization of four projects and another one. */
import { createApiKey } from '../../../server/tenancy/src/projects/api-keys.ts'
import { createProject } from '../../../server/tenancy/src/projects/projects.ts'
import { createTenant } from '../../../server/program/src/main/bootstrap.ts'
import { noTenantLimits } from '../../../server/kernel/src/access/tenant-limits.ts'
import { startBenchPlatform } from '../platform.ts'

const [port, goodPort] = process.argv.slice(2)
const baseURL = `http://127.0.0.1:${port}`
const list = {
  read: {
    path: '/books',
    records: '',
    id: 'id',
    paging: { style: 'page', param: 'page', start: 1, size: { param: 'limit', max: 20 } },
  },
  create: { path: '/books', recordId: 'id' },
  search: { in: 'query', names: { title: 'title' } },
}
const apiKey = {
  authType: 'apiKey',
  support: { proxy: true },
  apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Api-Key' } },
}
const platform = await startBenchPlatform({
  settings: {
    PLATFORM_PROVIDERS: JSON.stringify({
      library: { ...apiKey, baseURL, objects: { books: list } },
      meadow: { ...apiKey, baseURL: `http://127.0.0.1:${goodPort}`, objects: { books: list } },
    }),
    PLATFORM_RATE_LIMIT: '10000000',
    PLATFORM_LOG_LEVEL: 'silent',
  },
  providerOverrides: {},
})
const attacker = await createTenant(platform.database, {
  org: 'attacker',
  project: 'attacker',
  owner: 'owner@attacker.test',
})
const bystander = await createTenant(platform.database, {
  org: 'bystander',
  project: 'bystander',
  owner: 'owner@bystander.test',
})
const operator = { tenantLimits: noTenantLimits }
const attackers = [{ project: 'attacker', apiKey: attacker.apiKey }]
for (const name of ['second', 'third', 'fourth']) {
  const { id: projectId } = await createProject(operator, platform.database.everything, {
    orgId: attacker.orgId as `org_${string}`,
    name,
    appName: name,
  })
  const db = platform.database.tenant(projectId)
  const { key } = await createApiKey(operator, db, { projectId, label: 'Server', scopes: ['full'] })
  attackers.push({ project: name, apiKey: key })
}
process.send?.({
  url: platform.url,
  pid: process.pid,
  attackers,
  bystander: { project: 'bystander', apiKey: bystander.apiKey },
})
