import { sql } from 'kysely'
import type { AnyView } from '../db/database.ts'
import { traceparentNow } from '../telemetry/trace.ts'

/** Every kind of background job and its payload. Domains add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface -- merged into by the domains
export interface Jobs {}

export type JobName = keyof Jobs

/** A payload as it is stored in a process that traces. */
export interface Traced {
  traceparent?: string
}

/** A job is tried again, in the end every six hours, until it succeeds: what it stands for is not lost. */
export const lastingAttempts = 32_767

/**
 * Enqueues a job in this transaction: it exists when the transaction commits, and only then.
 *
 * With a `key` there is at most one such job waiting; a later one replaces it, and its time unless it
 * `keepsTime`. Jobs of one `queue` run one after the other. A tenant's handle enqueues jobs of its own.
 *
 * It is a part of the caller's trace; one for a later time begins its own, unless it `goesOn` with what
 * the caller does: what is done again every hour would be one trace for ever.
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

/** Takes back a waiting job. */
export async function dequeue(tx: AnyView, key: string): Promise<void> {
  await sql`select dequeue_job(${key}::text)`.execute(tx)
}
