import { sleep } from '@platform/kernel/values/sleep'
/**
 * The process that the crash test kills: it sends, and emits as fast as possible unless asked to be
 * quiet. It reports the ID of each accepted event to its parent.
 */
import { pino } from 'pino'
import type { ProjectId } from '@platform/contract'
import { noTenantLimits } from '@platform/kernel/access/tenant-limits'
import { openDatabase } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { createEgress } from '@platform/kernel/egress/egress'
import { watchProcesses } from '@platform/kernel/jobs/processes'
import { createSecrets, parseMasterKeys } from '@platform/kernel/secrets/secrets'
import { createNotifications } from '../notifications.ts'

const [connectionString, masterKey, projectId, mode] = process.argv.slice(2) as [
  string,
  string,
  ProjectId,
  'loud' | 'quiet',
]
process.once('disconnect', () => process.exit())

const database = await openDatabase(connectionString)
const log = pino({ level: 'silent' })
const notifications = createNotifications({
  tenantLimits: noTenantLimits,
  database,
  secrets: createSecrets(database, parseMasterKeys(masterKey)),
  egress: createEgress({ allowCidrs: ['127.0.0.0/8'] }),
  log,
  settings: { isDevelopment: true, retryDelaysMs: Array.from({ length: 20 }, () => 300) },
})
await notifications.start(await watchProcesses(database, log))
process.send!({ ready: true })

const emitOne = async () => {
  try {
    const id = await inTransaction(database.tenant(projectId), (tx) =>
      notifications.emit(tx, {
        projectId,
        type: 'connection.deleted',
        data: {
          projectId,
          connectionId: newId('conn'),
          provider: 'hubspot',
          groupRef: 'acme',
          consumerRef: 'ana',
          consumerName: 'x'.repeat(500),
        },
      }),
    )
    process.send!({ accepted: id })
  } catch {
    // Not accepted: the database is unavailable.
    await sleep(20)
  }
}

if (mode === 'loud') {
  for (let lane = 0; lane < 8; lane++) {
    void (async () => {
      for (;;) {
        await emitOne()
        await sleep(5)
      }
    })()
  }
}
