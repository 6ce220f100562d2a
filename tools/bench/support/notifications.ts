/** Starts notifications of one project in this process, on a PostgreSQL of their own. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createNotifications } from '../../../server/delivery/src/notifications/notifications.ts'
import { noTenantLimits } from '../../../server/kernel/src/access/tenant-limits.ts'
import { openDatabase } from '../../../server/kernel/src/db/database.ts'
import { newId } from '../../../server/kernel/src/db/new-id.ts'
import { createEgress } from '../../../server/kernel/src/egress/egress.ts'
import { watchProcesses } from '../../../server/kernel/src/jobs/processes.ts'
import { createSecrets, parseMasterKeys } from '../../../server/kernel/src/secrets/secrets.ts'
import { migrateAll } from '../../../server/program/src/main/storage/open-database.ts'
import { createSending } from '../../../server/sending/src/engine/create-sending.ts'
import { startChosenPostgres } from '../../testing/src/chosen-postgres.ts'

/** Also starts a receiver of webhooks, which answers after a time and calls `received`. */
export async function startBenchNotifications({
  answerAfterMs = 0,
  received = () => {},
}: {
  answerAfterMs?: number
  received?: () => void
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-notifications-'))
  const postgres = await startChosenPostgres(join(folder, 'postgres'))
  const database = await openDatabase(postgres.connectionString)
  await migrateAll(database)
  const log = pino({ level: 'warn' })
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
  const notifications = createNotifications({
    tenantLimits: noTenantLimits,
    ...{ database, egress, log, createSending },
    secrets: createSecrets(database, parseMasterKeys(randomBytes(32).toString('base64'))),
    settings: { isDevelopment: true },
  })
  const processes = await watchProcesses(database, log)
  await notifications.start(processes)

  const [projectId, orgId] = [newId('proj'), newId('org')]
  await database.everything
    .insertInto('organizations')
    .values({ id: orgId, label: 'Bench', defaultTeamId: newId('team') })
    .execute()
  await database.everything
    .insertInto('projects')
    .values({ id: projectId, orgId, name: 'bench', appName: 'Bench' })
    .execute()

  const receiver = createServer((request, reply) => {
    request.resume().on('end', () => {
      received()
      const answer = () => reply.writeHead(204).end()
      if (answerAfterMs > 0) setTimeout(answer, answerAfterMs)
      else answer()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')

  return {
    notifications,
    projectId,
    orgId,
    db: database.tenant(projectId),
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    async stop() {
      await notifications.stop()
      await processes.stop()
      await egress.close()
      receiver.close()
      receiver.closeAllConnections()
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a name that no other destination has. */
export const newDestinationName = () => `d-${randomBytes(4).toString('hex')}`
