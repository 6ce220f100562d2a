import { sql } from 'kysely'
import type { AnyView } from '../db/database.ts'

/** Every kind of background job and its payload. Domains add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface -- merged into by the domains
export interface Jobs {}

export type JobName = keyof Jobs

/**
 * Enqueues a job in this transaction: it exists when the transaction commits, and only then.
 *
 * With a `key` there is at most one such job waiting; a later one replaces it, and its time unless it
 * `keepsTime`. Jobs of one `queue` run one after the other.
 */
export async function enqueue<Name extends JobName>(
  tx: AnyView,
  name: Name,
  payload: Jobs[Name],
  {
    runAt,
    key,
    queue,
    maxAttempts = 25,
    keepsTime = false,
  }: {
    runAt?: Date
    key?: string
    queue?: string
    maxAttempts?: number
    keepsTime?: boolean
  } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text,
    payload := ${JSON.stringify(payload)}::json,
    run_at := ${runAt ?? null}::timestamptz,
    max_attempts := ${maxAttempts}::int,
    job_key := ${key ?? null}::text,
    queue_name := ${queue ?? null}::text,
    job_key_mode := ${keepsTime ? 'preserve_run_at' : 'replace'}::text
  )`.execute(tx)
}

/** Takes back a waiting job. */
export async function dequeue(tx: AnyView, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key}::text)`.execute(tx)
}
