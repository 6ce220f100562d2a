import pg from 'pg'
import { isOfConnection } from './client.ts'

/** The tenant has had the maximum number of statements in progress for too long. */
export class ConnectionsBusyError extends Error {
  override name = 'ConnectionsBusyError'

  constructor() {
    super('All database connections that one tenant can use are busy.')
  }
}

const away = new Set([
  // Class 08: connection exceptions; 57P0x: the server stops or starts; 53300: no connection is free;
  // 55P03, 57014, 25P03: a lock, a statement or the next one took too long; 53100, 53200: the disk or
  // the memory is full; 25006: it is read-only, such as a standby after a failover.
  '08000', '08001', '08003', '08004', '08006', '57P01', '57P02', '57P03', '53100', '53200', '53300',
  '55P03', '57014', '25P03', '25006',
  'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH',
]) // oxfmt-ignore

/** The host name cannot be resolved yet, for example while containers start together. */
const nameless = new Set(['EAI_AGAIN', 'ENOTFOUND'])

/** Messages of `pg` errors without a code when a connection fails or breaks. */
const sentences =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|connect ECONNREFUSED)/

/**
 * Reports whether the error means that the database is unavailable, as opposed to a failed
 * statement.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ConnectionsBusyError) return true
  const { code } = error as { code?: unknown }
  const isFromDriver = isOfConnection(error) || error instanceof pg.DatabaseError
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return (
    (isFromDriver && typeof code === 'string' && away.has(code)) || sentences.test(error.message)
  )
}

/** Reports whether opening a connection failed because the database is unavailable. */
export function isDatabaseOutOfReach(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseOutOfReach)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return isDatabaseAway(error) || away.has(code) || nameless.has(code)
}

/** Reports whether PostgreSQL ran out of disk space. Writes are rejected until there is some. */
export const isDiskFull = (error: unknown): boolean =>
  isDatabaseAway(error) && (error as { code?: unknown }).code === '53100'

/** Reports whether PostgreSQL has no free connection for this server, its database or its role. */
export const isWithoutConnections = (error: unknown): boolean =>
  isDatabaseAway(error) && (error as { code?: unknown }).code === '53300'

/** Reports whether PostgreSQL rejects all writes. */
export const isReadOnly = (error: unknown): boolean =>
  isDatabaseAway(error) && (error as { code?: unknown }).code === '25006'

/** Reports whether PostgreSQL ended the transaction because of a deadlock. It can be retried. */
export const isDeadlock = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '40P01'

/**
 * Reports whether a prepared statement failed because its table has changed (`cached plan must not
 * change result type`), for example when a newer version starts beside this one.
 */
export function isOfStalePlan(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, routine } = error as { code?: unknown; routine?: unknown }
  if (code === '0A000' && routine === 'RevalidateCachedQuery') return true
  return isOfStalePlan(error.cause)
}

/**
 * Reports whether a statement failed because a referenced row is missing, or because the deleted
 * row is still referenced.
 */
export const isReferenceViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '23503'

/** Reports whether a statement failed because a row with the same key exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '23505'
