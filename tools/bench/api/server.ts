/** The API as it is served, with a project, a key and a record to read. */
import { noTenantLimits } from '../../../server/kernel/src/access/tenant-limits.ts'
import { openDatabase } from '../../../server/kernel/src/db/database.ts'
import { createTopic } from '../../../server/delivery/src/notifications/set-up/topics.ts'
import { givenTenant, testApi } from '../../testing/src/test-api.ts'

const database = await openDatabase(process.env['DATABASE_URL']!)
const api = await testApi(database, {
  rateLimit: { requests: 1e9, windowSeconds: 60 },
  areRepliesChecked: false,
  // Without limits: thousands of one kind of record would be counted one after the other.
  tenantLimits: noTenantLimits,
})
const { project, full } = await givenTenant(api)
const topic = await createTopic(api, database.tenant(project.id), {
  projectId: project.id,
  name: 'changes',
})
await api.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = api.http.server.address() as { port: number }
process.send?.({ port, projectId: project.id, key: full.key, topicId: topic.id })
// A profiler writes its file only when the process exits by itself.
process.on('SIGTERM', () => process.exit(0))
