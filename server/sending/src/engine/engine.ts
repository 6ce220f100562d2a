import type { DestinationId } from '@platform/contract'
import { notifyChange } from '@platform/kernel/db/changes'
import type { Processes } from '@platform/kernel/jobs/processes'
import { inTransaction } from '@platform/kernel/db/transaction'
import { attemptLine, type AttemptRecord } from '@platform/delivery/notifications/history/attempts'
import { destinationChanged as routesChanged } from '@platform/delivery/notifications/set-up/destinations'
import { startFeeder, type Feeder } from './queue/feeder.ts'
import type { ClaimedMessage, Result } from './queue/hot-store.ts'
import { createBodyLoader, divideByBody } from './queue/load-bodies.ts'
import type { Message } from '@platform/delivery/notifications/message'
import { createMemory } from './queue/memory.ts'
import { createSendingLeases } from './queue/sending-leases.ts'
import type { Metrics } from './metrics.ts'
import type { Policy } from './sending/next-step.ts'
import { createHours, type Hours } from './recording/hours.ts'
import { reconcile } from './queue/reconcile.ts'
import { createRecorder, type Recorder } from './recording/recorder.ts'
import { startReplays } from '@platform/delivery/notifications/history/replays'
import type { SendingParts } from '@platform/delivery/notifications/sending'
import {
  backInQueue,
  createSender,
  defaultSenderSettings,
  type Sender,
  type SenderPorts,
  type SenderTarget,
  type Verdict,
} from './sending/sender.ts'
import { register, type Registration } from './sending/senders.ts'
import { createTargets } from './sending/targets.ts'
import { traceAttempt } from './sending/trace-attempt.ts'
import * as store from '@platform/delivery/notifications/set-up/store'
import { getNowMs } from '@platform/kernel/values'

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

export interface EngineParts extends Omit<
  SendingParts,
  'registry' | 'retryDelaysMs' | 'disableAfterMs'
> {
  processes: Processes
  metrics: Metrics
  policy: Policy
}

export async function startEngine(parts: EngineParts): Promise<Engine> {
  const engine = new DeliveryEngine(parts)
  await engine.start()
  return engine
}

/** Wires the parts of sending: what is claimed is sent, its outcome recorded, and its room freed. */
class DeliveryEngine implements Engine {
  private readonly parts: EngineParts
  private readonly memory = createMemory()
  private readonly leases = createSendingLeases(() => this.holder())
  private readonly targets: ReturnType<typeof createTargets>
  private readonly hours: Hours
  private readonly recorder: Recorder
  private readonly sender: Sender
  private readonly loader: ReturnType<typeof createBodyLoader>
  /** These are there once it has started; nothing is sent before. */
  private registration: Registration | undefined
  private feeder: Feeder | undefined
  private replays: Awaited<ReturnType<typeof startReplays>> | undefined

  constructor(parts: EngineParts) {
    this.parts = parts
    const { database, log } = parts
    this.targets = createTargets(parts)
    this.hours = createHours(database, log)
    this.recorder = createRecorder(database, log, (results) => this.noteRecorded(results))
    this.sender = createSender(this.makeSenderPorts(), {
      ...defaultSenderSettings,
      ...parts.limits,
      policy: parts.policy,
    })
    this.loader = createBodyLoader(parts.bodies, this.makeLoaderPorts(), log)
  }

  async start(): Promise<void> {
    const { database, processes, routing, metrics, log } = this.parts
    const { memory, sender } = this
    this.registration = await register(
      processes,
      {
        oldestHeld: memory.oldestHeld,
        lost() {
          memory.clear()
          sender.dropAll()
        },
        sureAgain: () => sender.resume(),
        tookOver: () => this.feeder?.wake(),
      },
      log,
    )
    this.feeder = startFeeder(database, this.makeFeederPorts(), log)
    await routing.on('queued', () => this.wake())
    this.replays = await startReplays(this.parts)
    metrics.watch(sender, memory.oldestHeld)
  }

  async stop(): Promise<void> {
    await this.replays?.stop()
    await this.feeder?.stop()
    this.loader.stop()
    await this.sender.stop()
    await this.recorder.flush()
    await this.hours.close()
    await this.registration?.stop()
    await this.recorder.close()
    this.targets.close()
  }

  holder(): number {
    return this.registration?.number ?? 0
  }

  reserve(message: Message): boolean {
    if (!this.registration || message.event.id < this.registration.lowWater) return false
    if (!this.sender.reserve(message)) return false
    this.memory.hold(message)
    return true
  }

  isCrowded(destinationId: DestinationId): boolean {
    return this.sender.isCrowded(destinationId)
  }

  accept(messages: readonly Message[]): void {
    this.sender.accept(messages)
  }

  reconcile(messages: readonly Message[]): void {
    void reconcile(this.parts.database, messages, {
      accept: this.sender.accept,
      release: (released) => {
        this.memory.skipReservation(released)
        this.sender.release(released)
      },
    })
  }

  wake(): void {
    this.feeder?.wake()
  }

  private noteRecorded(results: readonly Result[]): void {
    this.sender.release(this.memory.recorded(results.map(({ message }) => message)))
    this.parts.metrics.recorded(results)
    for (const { message } of results) notifyChange('deliveries', message.event.projectId)
    let due = Infinity
    for (const { dueTime } of results) if (dueTime) due = Math.min(due, dueTime.getTime())
    if (due < Infinity) this.feeder?.wake(due)
  }

  private acceptClaimed(messages: readonly ClaimedMessage[]): void {
    const { memory, sender, recorder } = this
    const claimed = memory.claim(messages, {
      reserve: sender.reserve,
      returned(message, verdict) {
        recorder.record(toResult(message, verdict, undefined))
      },
    })
    sender.accept(claimed)
  }

  private releaseMessage(message: ClaimedMessage, verdict: Verdict, attempt?: AttemptRecord): void {
    this.memory.release(message)
    this.recorder.record(toResult(message, verdict, attempt))
  }

  private makeSenderPorts(): SenderPorts {
    const { parts, recorder, hours, targets } = this
    const { metrics, log } = parts
    return {
      ...realTime,
      maySend: () => this.registration?.isSure() ?? false,
      findLease: (destinationId) => this.leases.find(destinationId),
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
        const failing = since === undefined ? undefined : { since: new Date(since), because }
        storeFailing(parts, target, failing)
      },
      disable(target, reason) {
        target.isEnabled = false
        void disable(parts, target, reason).catch((error: unknown) => {
          // The next attempt decides again.
          target.isEnabled = true
          log.error({ err: error, destinationId: target.id }, 'cannot disable a destination')
        })
      },
      hungry: () => this.feeder?.resume(),
    }
  }

  private makeLoaderPorts(): Parameters<typeof createBodyLoader>[1] {
    return {
      loaded: (messages) => {
        // Others have taken over what was claimed under a former number.
        this.acceptClaimed(messages.filter(({ holder }) => holder === this.holder()))
        this.wake()
      },
      gone: (message) => {
        this.parts.log.error(
          { eventId: message.event.id, place: message.event.logPlace },
          'a message is missing in the message log; its delivery failed',
        )
        this.releaseMessage(message, { status: 'failed' }, missingAttempt())
      },
      failed: (messages, until) => {
        for (const message of messages) this.releaseMessage(message, backInQueue(message, until))
        this.feeder?.wake(until)
      },
    }
  }

  private makeFeederPorts(): Parameters<typeof startFeeder>[1] {
    const { memory, loader, sender } = this
    return {
      holder: () => this.holder(),
      leases: this.leases,
      room(to) {
        const notBefore = loader.notBefore(to.destinationId)
        return notBefore > getNowMs() ? { room: 0, notBefore } : sender.room(to)
      },
      claimed: memory.claimed,
      accept: (messages) => {
        const { inLog, others } = divideByBody(messages)
        memory.expect(inLog)
        loader.load(inLog)
        this.acceptClaimed(others)
      },
    }
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
