import type { DestinationId } from '@platform/contract'
import type { Logger } from 'pino'
import { notifyChange } from '@platform/kernel/db/changes'
import type { Database } from '@platform/kernel/db/database'
import type { Processes } from '@platform/kernel/jobs/processes'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Secrets } from '@platform/kernel/secrets/secrets'
import { attemptLine, type AttemptRecord } from '../history/attempts.ts'
import { destinationChanged as routesChanged } from '../set-up/destinations.ts'
import { startFeeder, type Feeder } from './feeder.ts'
import type { ClaimedMessage, Result } from './hot-store.ts'
import { createBodyLoader, divideByBody } from './load-bodies.ts'
import type { Message } from '../message.ts'
import type { MessageBodies } from '../message-log/bodies.ts'
import { createMemory } from './memory.ts'
import type { Metrics } from './metrics.ts'
import type { Policy } from './next-step.ts'
import { createHours } from './hours.ts'
import { reconcile } from './reconcile.ts'
import { createRecorder } from './recorder.ts'
import { startReplays } from '../history/replays.ts'
import type { DestinationRow, Routing } from '../set-up/routing.ts'
import {
  backInQueue,
  createSender,
  defaultSenderSettings,
  type SenderPorts,
  type SenderSettings,
  type SenderTarget,
  type Verdict,
} from './sender.ts'
import { register } from './senders.ts'
import { createTargets } from './targets.ts'
import { traceAttempt } from './trace-attempt.ts'
import type { SinkContext } from '../sinks/sink.ts'
import * as store from '../set-up/store.ts'
import { getNowMs } from '@platform/kernel/values/database-clock'

/** The sending part of a process. */
export interface Engine {
  /** Returns the number under which deliveries may be held from the start. */
  holder(): number
  /** Reports whether this process takes the message, so that no other needs to claim it. */
  reserve(message: Message): boolean
  /** Reports whether the destination's room in memory is nearly used up. */
  isCrowded(destinationId: DestinationId): boolean
  /** Call it after the transaction of the messages has committed. */
  accept(messages: readonly Message[]): void
  /**
   * Call it if the commit failed or its outcome is unknown: the tables show which messages exist.
   */
  reconcile(messages: readonly Message[]): void
  wake(): void
  stop(): Promise<void>
}

export interface EngineParts {
  database: Database
  processes: Processes
  secrets: Secrets
  routing: Routing
  sinkContext: SinkContext
  metrics: Metrics
  log: Logger
  policy: Policy
  bodies: MessageBodies
  limits?: Partial<SenderSettings>
  /** Notifies the other destinations that one was disabled. */
  announceDisabled(
    tx: Parameters<typeof store.disableDestination>[0],
    row: DestinationRow,
  ): Promise<void>
}

export async function startEngine(parts: EngineParts): Promise<Engine> {
  const { database, routing, log, metrics, bodies } = parts
  const memory = createMemory()
  let feeder: Feeder | undefined
  const targets = createTargets(parts)
  const hours = createHours(database, log)

  const recorder = createRecorder(database, log, (results) => {
    sender.release(memory.recorded(results.map(({ message }) => message)))
    metrics.recorded(results)
    for (const { message } of results) notifyChange('deliveries', message.event.projectId)
    let due = Infinity
    for (const { dueTime } of results) if (dueTime) due = Math.min(due, dueTime.getTime())
    if (due < Infinity) feeder?.wake(due)
  })

  const sender = createSender(
    {
      ...realTime,
      maySend: () => registration.isSure(),
      target: (message) => targets.of(message),
      record(message, verdict, attempt) {
        if (attempt) {
          metrics.attempted(message, attempt)
          hours.count(message, verdict, attempt)
          if (message.event.traceparent !== undefined) traceAttempt(message, attempt)
        }
        recorder.record(toResult(message, verdict, attempt))
      },
      failing(target, since, because) {
        target.failingSince = since
        storeFailing(
          parts,
          target,
          since === undefined ? undefined : { since: new Date(since), because },
        )
      },
      disable(target, reason) {
        target.isEnabled = false
        void disable(parts, target, reason).catch((error: unknown) => {
          // The next attempt decides again.
          target.isEnabled = true
          log.error({ err: error, destinationId: target.id }, 'cannot disable a destination')
        })
      },
      hungry: () => feeder?.resume(),
    },
    { ...defaultSenderSettings, ...parts.limits, policy: parts.policy },
  )

  const registration = await register(
    parts.processes,
    {
      oldestHeld: memory.oldestHeld,
      lost() {
        memory.clear()
        sender.dropAll()
      },
      sureAgain: () => sender.resume(),
      tookOver: () => feeder?.wake(),
    },
    log,
  )

  const accept = (messages: readonly ClaimedMessage[]) =>
    sender.accept(
      memory.claim(messages, {
        reserve: sender.reserve,
        returned(message, verdict) {
          recorder.record(toResult(message, verdict, undefined))
        },
      }),
    )
  const releaseMessage = (message: ClaimedMessage, verdict: Verdict, attempt?: AttemptRecord) => {
    memory.release(message)
    recorder.record(toResult(message, verdict, attempt))
  }
  const loader = createBodyLoader(
    bodies,
    {
      loaded(messages) {
        // Others have taken over what was claimed under a former number.
        accept(messages.filter(({ holder }) => holder === registration.number))
        feeder?.wake()
      },
      gone(message) {
        log.error(
          { eventId: message.event.id, place: message.event.logPlace },
          'a message is missing in the message log; its delivery failed',
        )
        releaseMessage(message, { status: 'failed' }, missingAttempt())
      },
      failed(messages, until) {
        for (const message of messages) releaseMessage(message, backInQueue(message, until))
        feeder?.wake(until)
      },
    },
    log,
  )

  feeder = startFeeder(
    database,
    {
      holder: () => registration.number,
      room(to) {
        const notBefore = loader.notBefore(to.destinationId)
        return notBefore > getNowMs() ? { room: 0, notBefore } : sender.room(to)
      },
      claimed: memory.claimed,
      accept(messages) {
        const { inLog, others } = divideByBody(messages)
        memory.expect(inLog)
        loader.load(inLog)
        accept(others)
      },
    },
    log,
  )
  await routing.on('queued', () => feeder.wake())
  const replays = await startReplays(parts)
  metrics.watch(sender, memory.oldestHeld)

  const release = (messages: readonly Message[]) => {
    memory.skipReservation(messages)
    sender.release(messages)
  }

  return {
    holder: () => registration.number,
    reserve(message) {
      if (message.event.id < registration.lowWater || !sender.reserve(message)) return false
      memory.hold(message)
      return true
    },
    isCrowded: (destinationId) => sender.isCrowded(destinationId),
    accept: (messages) => sender.accept(messages),
    reconcile: (messages) => void reconcile(database, messages, { accept: sender.accept, release }),
    wake: () => feeder.wake(),
    async stop() {
      await replays.stop()
      await feeder.stop()
      loader.stop()
      await sender.stop()
      await recorder.flush()
      await hours.close()
      await registration.stop()
      await recorder.close()
      targets.close()
    },
  }
}

const realTime: Pick<SenderPorts, 'now' | 'chance' | 'later'> = {
  now: getNowMs,
  chance: Math.random,
  later(callback, ms) {
    const timer = setTimeout(callback, ms)
    return { cancel: () => clearTimeout(timer) }
  },
}

function storeFailing(
  { database, log }: EngineParts,
  { id, projectId }: SenderTarget,
  failing: Parameters<typeof store.setFailing>[2],
): void {
  void store
    .setFailing(database.tenant(projectId), id, failing)
    .catch((error: unknown) =>
      log.warn({ err: error }, 'cannot store that a destination is failing'),
    )
}

async function disable(
  { database, routing, log, announceDisabled }: EngineParts,
  { id: destinationId, projectId }: SenderTarget,
  reason: string,
): Promise<void> {
  await inTransaction(database.tenant(projectId), async (tx) => {
    const row = await store.disableDestination(tx, destinationId, reason)
    if (!row) return
    log.warn({ destinationId, reason }, 'disabled a destination')
    await routesChanged(routing, tx, projectId)
    await announceDisabled(tx, row)
  })
}

/** Attempt of a message that cannot be sent. */
const missingAttempt = (): AttemptRecord => ({
  at: getNowMs(),
  durationMs: 0,
  outcome: {
    succeeded: false,
    class: 'messageMissing',
    detail: 'The message log does not contain the message any more, so nothing was sent.',
  },
})

function toResult(
  message: ClaimedMessage,
  verdict: Verdict,
  attempt: AttemptRecord | undefined,
): Result {
  return {
    message,
    status: verdict.status,
    attempt: attempt ? attemptLine(attempt) : '',
    attemptsUsed: message.attemptsUsed,
    dueTime: verdict.status === 'pending' ? new Date(verdict.due) : null,
  }
}
