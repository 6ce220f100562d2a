/** Starts a server like `serve`, with an attacking organization of four projects and another one. */
import { createApiKey } from '../../../server/tenancy/src/projects/api-keys.ts'
import { createProject } from '../../../server/tenancy/src/projects/projects.ts'
import { createTenant } from '../../../server/program/src/main/bootstrap.ts'
import { noTenantLimits } from '../../../server/kernel/src/access/tenant-limits.ts'
import { startBenchPlatform } from '../support/platform.ts'

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
/** Tokens of a kind of reply. */
const tokens = (kind: string) => ({
  authType: 'oauth2',
  baseURL,
  oauth2Opts: {
    grantType: 'clientCredentials',
    tokenURL: `${baseURL}/tokens/${kind}`,
    explicitScopesRequired: false,
    explicitWorkspaceRequired: false,
  },
  objects: { books: list },
})
/** Records that a job exports to a file of this kind. */
const exporting = (kind: string) => ({
  fields: { id: 'string' },
  read: {
    ...{ method: 'POST', path: '/exports', records: '', id: 'id' },
    job: {
      id: 'export.id',
      status: { path: '/exports/{job}', at: 'status', done: ['done'] },
      pages: { path: `/exports/{job}/${kind}`, format: 'csv', rangeBytes: 8_000_000 },
    },
  },
})
const platform = await startBenchPlatform({
  settings: {
    PLATFORM_PROVIDERS: JSON.stringify({
      library: { ...apiKey, baseURL, objects: { books: list } },
      ledger: {
        ...apiKey,
        baseURL,
        objects: {
          rows: exporting('rows'),
          cells: exporting('cells'),
          ids: { fields: { id: 'string' }, read: { path: '/lists/ids', records: '', id: 'id' } },
        },
      },
      largeTokens: tokens('large'),
      slowTokens: tokens('slow'),
      meadow: { ...apiKey, baseURL: `http://127.0.0.1:${goodPort}`, objects: { books: list } },
    }),
    PLATFORM_RATE_LIMIT: '10000000',
    PLATFORM_SSO_ISSUER: baseURL,
    PLATFORM_SSO_CLIENT_ID: 'platform',
    PLATFORM_SSO_CLIENT_SECRET: 'secret',
    PLATFORM_TOKEN_ISSUER: baseURL,
    PLATFORM_TOKEN_AUDIENCE: 'platform',
    PLATFORM_TOKEN_JWKS_URL: `${baseURL}/jwks`,
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
const attackers = [{ project: 'attacker', projectId: attacker.projectId, apiKey: attacker.apiKey }]
for (const name of ['second', 'third', 'fourth']) {
  const { id: projectId } = await createProject(operator, platform.database.everything, {
    orgId: attacker.orgId as `org_${string}`,
    name,
    appName: name,
  })
  const db = platform.database.tenant(projectId)
  const { key } = await createApiKey(operator, db, { projectId, label: 'Server', scopes: ['full'] })
  attackers.push({ project: name, projectId, apiKey: key })
}
process.send?.({
  url: platform.url,
  pid: process.pid,
  attackers,
  bystander: {
    project: 'bystander',
    projectId: bystander.projectId,
    apiKey: bystander.apiKey,
  },
})
