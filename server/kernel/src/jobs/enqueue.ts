import { sql } from 'kysely'
import type { AnyView } from '../db/database.ts'
import { traceparentNow } from '../telemetry/trace.ts'

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
