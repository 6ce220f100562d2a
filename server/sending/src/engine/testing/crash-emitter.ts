/**
 * The process that the crash test kills: it sends, and emits as fast as possible unless asked to be
 * quiet. It reports the IDs of accepted events to its parent.
 */
import { pino } from 'pino'
import type { EventId, ProjectId } from '@platform/contract'
import { noTenantLimits } from '@platform/kernel/access'
import { openDatabase } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { createEgress } from '@platform/kernel/egress'
import { watchProcesses } from '@platform/kernel/jobs/processes'
import { createSecrets, parseMasterKeys } from '@platform/kernel/secrets'
import { must, sleep } from '@platform/kernel/values'
import {
  openJetStreamLog,
  type JetStreamLogOptions,
} from '@platform/message-log-nats/jetstream-log'
import { createSending } from '../create-sending.ts'
import { createNotifications } from '../../../../delivery/src/notifications/notifications.ts'

export interface CrashEmitterOptions {
  connectionString: string
  masterKey: string
  projectId: ProjectId
  destination: string
  /** With `ends-uncommitted`, the process kills itself after it has appended a page to the log. */
  mode: 'loud' | 'quiet' | 'ends-uncommitted'
  /** If set, pages of record messages are emitted instead of events. */
  log?: JetStreamLogOptions | undefined
  /** How long each of the lanes waits after a message. Default: 5. */
  pauseMs?: number
}

const options = JSON.parse(must(process.argv[2], 'options')) as CrashEmitterOptions
const { projectId, destination, mode } = options
process.once('disconnect', () => process.exit())

const database = await openDatabase(options.connectionString)
const log = pino({ level: 'silent' })
const notifications = createNotifications({
  tenantLimits: noTenantLimits,
  database,
  secrets: createSecrets(database, parseMasterKeys(options.masterKey)),
  egress: createEgress({ allowCidrs: ['127.0.0.0/8'] }),
  log,
  createSending,
  settings: {
    isDevelopment: true,
    retryDelaysMs: Array.from({ length: 20 }, () => 300),
    ...(options.log && {
      messageLog: {
        log: await openJetStreamLog(options.log),
        streams: Array.from(
          { length: options.log.streams },
          (_, nth) => `${options.log?.name}-${nth}`,
        ),
        use: 'on' as const,
      },
    }),
  },
})
const { use: messageLog } = notifications.bodies
await notifications.start(await watchProcesses(database, log, { messageLog }))
process.send!({ ready: true })

const dataOfOne = (groupRef = 'acme') => ({
  projectId,
  connectionId: newId('conn'),
  provider: 'hubspot',
  groupRef,
  consumerRef: 'ana',
  consumerName: 'x'.repeat(500),
})

const emitEvent = async (lane: number): Promise<EventId[]> => [
  await inTransaction(database.tenant(projectId), (tx) =>
    notifications.emit(tx, {
      projectId,
      type: 'connection.deleted',
      data: dataOfOne(`acme-${lane}`),
    }),
  ),
]

/** Enough for a row together, unless one of them fails. */
const messagesPerPage = 8
/** In the process that ends uncommitted: the page whose transaction it does not begin. */
const lastPage = 20
let pages = 0

const emitPage = async (): Promise<EventId[]> => {
  const messages = await notifications.storeBodies({
    ...{ projectId, id: newId('op') },
    messages: Array.from({ length: messagesPerPage }, () => ({
      ...{ id: newId('evt'), body: JSON.stringify({ data: dataOfOne() }), recordIds: ['1'] },
    })),
  })
  if (++pages === lastPage && mode === 'ends-uncommitted') process.kill(process.pid, 'SIGKILL')
  return inTransaction(database.tenant(projectId), (tx) =>
    notifications.sendRecords(tx, {
      ...{ projectId, destination, action: 'read' as const, consumerRef: 'ana', messages },
      about: { groupRef: 'acme', groupName: 'acme' },
      recordsOf: 'contact',
    }),
  )
}

const emit = options.log ? emitPage : emitEvent

const emitOnce = async (lane: number) => {
  try {
    process.send!({ accepted: await emit(lane) })
  } catch {
    // Not accepted: the database is unavailable.
    await sleep(20)
  }
}

if (mode !== 'quiet') {
  for (let lane = 0; lane < 8; lane++) {
    void (async () => {
      for (;;) {
        await emitOnce(lane)
        await sleep(options.pauseMs ?? 5)
      }
    })()
  }
}
