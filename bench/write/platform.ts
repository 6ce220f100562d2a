/** The whole platform as `serve` starts it, with one project whose groups write to a provider. */
import { newId } from '../../packages/server/src/db/new-id.ts'
import { createTenant } from '../../packages/server/src/main/bootstrap.ts'
import { startPlatform } from '../../packages/server/src/main/platform.ts'
import { readSettings } from '../../packages/server/src/main/settings.ts'

const [providerPort] = process.argv.slice(2)
const groups = ['globex', 'initech', 'umbrella', 'hooli']

const platform = await startPlatform(
  readSettings({
    DATABASE_URL: process.env['DATABASE_URL'],
    PLATFORM_MASTER_KEY: process.env['PLATFORM_MASTER_KEY'],
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_PORT: '0',
    PLATFORM_RATE_LIMIT: '100000000',
    PLATFORM_LOG_LEVEL: 'error',
  }),
  {
    providerOverrides: {
      salesforce: { baseURL: `http://127.0.0.1:${providerPort}`, modules: null, metadata: null },
    },
  },
)
const { everything } = platform.database
const tenant = await createTenant(platform.database, {
  org: 'Bench',
  project: 'bench',
  owner: 'owner@bench.test',
})
const projectId = tenant.projectId as `proj_${string}`
const headers = { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' }

async function call(method: string, path: string, body: object): Promise<void> {
  const reply = await fetch(`${platform.url}/v1/projects/bench${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(await reply.text())
}
await call('PUT', '/integrations:batch', {
  sourceYaml: `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    write:
      objects: [{ objectName: Contact }]
`,
})
for (const groupRef of groups) {
  const ends = Date.now() + 86_400_000
  const tokens = { accessToken: groupRef, issuedAt: Date.now(), expiresAt: ends }
  const credentials = await platform.services.secrets.seal(
    projectId,
    JSON.stringify({ kind: 'authorizationCode', tokens }),
  )
  await everything
    .insertInto('groups')
    .values({ projectId, groupRef, groupName: groupRef })
    .execute()
  await everything
    .insertInto('consumers')
    .values({ projectId, consumerRef: groupRef, consumerName: groupRef })
    .execute()
  await everything
    .insertInto('connections')
    .values({
      projectId,
      id: newId('conn'),
      provider: 'salesforce',
      groupRef,
      consumerRef: groupRef,
      authScheme: 'oauth2/authorizationCode',
      status: 'working',
      credentials,
      providerMetadata: '{}',
      accessExpireTime: new Date(ends),
    })
    .execute()
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
// A profiler writes its file only when the process ends by itself.
process.once('SIGTERM', () => void platform.stop().then(() => process.exit(0)))
