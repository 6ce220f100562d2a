import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { FindSlotTenant } from '@platform/kernel/admission'
import type { Database, Db } from '@platform/kernel/db/database'
import type { Processes } from '@platform/kernel/jobs/processes'
import type { Secrets } from '@platform/kernel/secrets'
import type { SinkContext } from '@platform/sinks/sink'
import type { Emitter } from './emitter.ts'
import type { MessageBodies } from './message-log/bodies.ts'
import type { DestinationRow, Routing } from './set-up/routing.ts'

/** Queues messages and sends them: the package `sending`, which the program passes in. */
export interface SendingEngine {
  emitter: Emitter
  /** Starts to send in this process, until `stop`. */
  start(processes: Processes): Promise<void>
  /** Waits for requests in progress and returns waiting messages to the table. */
  stop(): Promise<void>
  /** Looks for queued deliveries, if this process sends. */
  wake(): void
  /** Deletes counts of hours and months, and versions of records, that are old enough. */
  deleteExpired(olderThan: Date): Promise<void>
}

export type CreateSending = (parts: SendingParts) => SendingEngine

export interface SendingParts {
  database: Database
  secrets: Secrets
  routing: Routing
  sinkContext: SinkContext
  bodies: MessageBodies
  log: Logger
  registry: Registry
  /** Delays between attempts. */
  retryDelaysMs: readonly number[] | undefined
  /** How long a webhook may fail without a success before it is disabled. */
  disableAfterMs: number | undefined
  limits: Partial<SendingLimits> | undefined
  /** Notifies the other destinations that one was disabled. */
  announceDisabled(tx: Db, row: DestinationRow): Promise<void>
}

/** How much a process sends and holds at a time. */
export interface SendingLimits {
  /** Maximum number of requests in progress to all destinations together. */
  maxInFlight: number
  /** By whose organization these requests are divided; each project is its own by default. */
  findTenant?: FindSlotTenant | undefined
  /** Memory limit of messages; the rest waits in the table. */
  maxBytes: number
}
