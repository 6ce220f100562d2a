import { sql } from 'kysely'
import type { AnyView } from '../db/database.ts'
import { traceparentNow } from '../telemetry/trace.ts'
import { hash } from 'node:crypto'
import type { ProjectId } from '@platform/contract'

/** Every kind of background job and its payload. Domains add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface -- merged into by the domains
export interface Jobs {}

export type JobName = keyof Jobs

/** A payload stored by a process with tracing. */
export interface Traced {
  traceparent?: string
}

/**
 * A job is retried, eventually every six hours, until it succeeds, so that its work is never lost.
 */
export const lastingAttempts = 32_767

/**
 * Enqueues a job in this transaction; it exists once the transaction commits. With a `key`, at most
 * one such job is pending: a later one replaces it, including its time unless it `keepsTime`. Jobs
 * of one `queue` run one after the other. A tenant's handle enqueues jobs for that tenant. The job
 * continues the caller's trace; a job for a later time starts its own unless it `goesOn`, because
 * hourly work would otherwise extend one trace forever.
 */
export async function enqueue<Name extends JobName>(
  tx: AnyView,
  name: Name,
  payload: Jobs[Name],
  {
    runAt,
    key,
    queue,
    maxAttempts = lastingAttempts,
    keepsTime = false,
    goesOn = runAt === undefined,
  }: {
    runAt?: Date
    key?: string
    queue?: string
    maxAttempts?: number
    keepsTime?: boolean
    goesOn?: boolean
  } = {},
): Promise<void> {
  const traceparent = goesOn ? traceparentNow() : undefined
  const stored =
    traceparent === undefined ? payload : ({ ...payload, traceparent } satisfies Traced)
  await sql`select enqueue_job(
    ${name}::text,
    payload := ${JSON.stringify(stored)}::json,
    run_at := ${runAt ?? null}::timestamptz,
    max_attempts := ${maxAttempts}::int,
    job_key := ${key ?? null}::text,
    queue_name := ${queue ?? null}::text,
    job_key_mode := ${keepsTime ? 'preserve_run_at' : 'replace'}::text
  )`.execute(tx)
}

/** Removes a pending job. */
export async function dequeue(tx: AnyView, key: string): Promise<void> {
  await sql`select dequeue_job(${key}::text)`.execute(tx)
}

/**
 * Kinds of jobs that wait for a provider or mail server, and how many of them run per project at a
 * time.
 */
const linesOf = {
  /** One at a time per provider. */
  refresh: 4,
  /** One at a time per subscription. */
  subscription: 2,
  fields: 2,
  mail: 1,
  /** One at a time per connection, to deliver its changes in order. */
  changes: 6,
  sweep: 2,
} as const

type Line = keyof typeof linesOf

/** How many projects with hanging jobs cannot delay those of others. */
const projectsThatHang = 5

/** Worker slots needed for jobs of these kinds. */
export const countSlotsFor = (...lines: Line[]): number =>
  projectsThatHang * lines.reduce((sum, line) => sum + linesOf[line], 0)

/**
 * Returns the queue for a project's job. A queue runs its jobs one after the other, so a project
 * never uses more slots than it has queues, across all processes.
 */
export const makeQueueName = (line: Line, projectId: ProjectId, about = ''): string =>
  `${line} ${projectId} ${numberFor(about, linesOf[line])}`

/** Hashes a text to a number from 0 to below a limit. */
export const numberFor = (text: string, below: number): number =>
  hash('sha256', text, 'buffer').readUInt32BE() % below
