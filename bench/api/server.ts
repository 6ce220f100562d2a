/** The API as it is served, with a project, a key and a record to read. */
import { randomBytes } from 'node:crypto'
import { unlimited } from '../../packages/server/src/access/tenant-limits.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { createProviderApp } from '../../packages/server/src/projects/provider-apps.ts'
import { givenTenant, testApi } from '../../packages/server/src/testing/test-api.ts'
import { catalogue } from '@platform/connectors'

const database = await openDatabase(process.env['DATABASE_URL']!, { maxConnections: 20 })
const api = await testApi(database, {
  rateLimit: { requests: 1e9, windowSeconds: 60 },
  areRepliesChecked: false,
  // Thousands of one kind of record: what only so many may be of takes turns to count them.
  tenantLimits: unlimited,
})
const { project, full } = await givenTenant(api)
const app = await createProviderApp(
  { secrets: api.secrets, catalogue, tenantLimits: api.tenantLimits },
  database.tenant(project.id),
  {
    projectId: project.id,
    body: {
      provider: 'salesforce',
      clientId: 'client',
      clientSecret: randomBytes(24).toString('hex'),
    },
  },
)
await api.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = api.http.server.address() as { port: number }
process.send?.({ port, projectId: project.id, key: full.key, appId: app.id })
// A profiler writes its file only when the process ends by itself.
process.on('SIGTERM', () => process.exit(0))
