/**
 * Messages a second by the `ordering` of a destination, in pairs with `none`: a webhook that answers after a given
 * time, or the stream of a `pull` destination. Each message has a record of its own, of one of 50 customers.
 * `node tools/bench/ordering.ts [pairs] [messages] [answer after ms]`
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DestinationId, DestinationOrdering } from '@platform/contract'
import { pino } from 'pino'
import { createSending } from '../../server/sending/src/engine/create-sending.ts'
import { createNotifications } from '../../server/delivery/src/notifications/notifications.ts'
import { createDestination } from '../../server/delivery/src/notifications/set-up/destinations.ts'
import { noTenantLimits } from '../../server/kernel/src/access/tenant-limits.ts'
import { openDatabase } from '../../server/kernel/src/db/database.ts'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { inTransaction } from '../../server/kernel/src/db/transaction.ts'
import { createEgress } from '../../server/kernel/src/egress/egress.ts'
import { watchProcesses } from '../../server/kernel/src/jobs/processes.ts'
import { createSecrets, parseMasterKeys } from '../../server/kernel/src/secrets/secrets.ts'
import { sleep } from '../../server/kernel/src/values/sleep.ts'
import { migrateAll } from '../../server/program/src/main/storage/open-database.ts'
import { startChosenPostgres } from '../testing/src/chosen-postgres.ts'

const pairs = Number(process.argv[2] ?? 3)
const messages = Number(process.argv[3] ?? 1_000)
const answerAfterMs = Number(process.argv[4] ?? 0)
const groups = 50
const perTransaction = 20

const folder = await mkdtemp(join(tmpdir(), 'bench-ordering-'))
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
const db = database.tenant(projectId)

const receiver = createServer((request, reply) => {
  request.resume().on('end', () => setTimeout(() => reply.writeHead(204).end(), answerAfterMs))
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

const send = (destination: DestinationId, first: number) =>
  inTransaction(db, async (tx) => {
    for (let nth = first; nth < first + perTransaction; nth++)
      await notifications.sendRecords(tx, {
        ...{ projectId, destination, action: 'read', recordsOf: 'contact' },
        about: { groupRef: `group-${nth % groups}` },
        messages: [{ body: { action: 'read', text: 'x'.repeat(1000) }, recordIds: [String(nth)] }],
      })
  })

/** Returns messages a second. */
async function measure(type: 'webhook' | 'pull', ordering: DestinationOrdering): Promise<number> {
  const common = { projectId, name: `d-${randomBytes(4).toString('hex')}`, ordering }
  const { id } = await createDestination(
    notifications,
    db,
    type === 'pull' ? { ...common, type, metadata: {} } : { ...common, type, metadata: { url } },
  )
  const began = performance.now()
  for (let first = 0; first < messages; first += perTransaction) await send(id, first)
  for (;;) {
    const { count } = await db
      .selectFrom('deliveries')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('destinationId', '=', id)
      .where('status', '=', 'delivered')
      .executeTakeFirstOrThrow()
    if (count >= messages) break
    await sleep(20)
  }
  return (messages / (performance.now() - began)) * 1000
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

for (const type of ['webhook', 'pull'] as const) {
  await measure(type, 'none')
  for (const ordering of ['record', 'group', 'strict'] as const) {
    const found: { ordered: number; none: number }[] = []
    for (let pair = 0; pair < pairs; pair++) {
      const order = pair % 2 === 0 ? (['none', ordering] as const) : ([ordering, 'none'] as const)
      const rates = new Map<DestinationOrdering, number>()
      for (const one of order) rates.set(one, await measure(type, one))
      found.push({ ordered: rates.get(ordering)!, none: rates.get('none')! })
    }
    console.log(
      `${type} ${ordering}: ${Math.round(median(found.map(({ ordered }) => ordered)))}/s, none ` +
        `${Math.round(median(found.map(({ none }) => none)))}/s, ratio ` +
        median(found.map(({ ordered, none }) => ordered / none)).toFixed(2),
    )
  }
}
await notifications.stop()
await processes.stop()
await egress.close()
receiver.close()
receiver.closeAllConnections()
await database.close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
