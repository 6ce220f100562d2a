import pg from 'pg'
import type { Failure } from '../outcome.ts'
import { toFailure } from '../http-exchange.ts'
import { DatabaseTimeoutError } from './connections.ts'
import { ForeignTableError } from './table-store.ts'

const maxDetail = 500

/** Classifies why messages were not stored, in the database's own words without the password. */
export function describeFailure(error: unknown, password: string): Failure {
  const failure = classify(error instanceof Error ? error : new Error(String(error)))
  const detail = password === '' ? failure.detail : failure.detail.replaceAll(password, '…')
  return { succeeded: false, ...failure, detail: detail.slice(0, maxDetail) }
}

function classify(error: Error): Pick<Failure, 'class' | 'detail' | 'isFinal' | 'isThrottled'> {
  if (error instanceof DatabaseTimeoutError) return { class: 'timeout', detail: error.message }
  if (error instanceof ForeignTableError || error instanceof TableChangedError) {
    return { class: 'refused', detail: error.message }
  }
  if (error instanceof pg.DatabaseError) {
    const detail = `${error.message} (SQLSTATE ${error.code})`
    // Rows, indexes and values beyond the limits of PostgreSQL.
    if (error.code?.startsWith('54')) return { class: 'tooLarge', detail, isFinal: true }
    return { class: 'refused', detail, ...(isBusy(error.code) && { isThrottled: true }) }
  }
  if (/SSL connection|UNABLE_TO_VERIFY/.test(error.message + getCode(error))) {
    return { class: 'tls', detail: error.message }
  }
  return toFailure(error)
}

const getCode = (error: NodeJS.ErrnoException) => error.code ?? ''

/** Out of connections, memory or disk. */
const isBusy = (code: string | undefined): boolean => code?.startsWith('53') ?? false

/**
 * SQLSTATE classes of what is about all messages: connections, rights, transactions, resources and the server.
 * Any other may be of a single one, also those that functions of the database's owner raise.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const ofAllMessages = /^(?:01|02|03|08|0A|0B|0L|0P|25|28|2B|2D|34|3B|3D|3F|40|53|55|57|58|XX)/
const missingRights = '42501'
const canceledStatement = '57014'

/** Reports whether other messages of the batch may be accepted. */
export const mayBeOfOneMessage = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code !== missingRights &&
  (error.code === canceledStatement || !ofAllMessages.test(error.code ?? 'XX'))

/** Reports whether tables may differ from what is known of them: undefined columns and other types. */
export const isOfChangedTable = (error: unknown): boolean =>
  error instanceof TableChangedError ||
  (error instanceof pg.DatabaseError &&
    ['42P01', '42703', '42804', '42P10', '3F000'].includes(error.code ?? ''))

/** Another process has changed a table since it was looked up. */
export class TableChangedError extends Error {
  override name = 'TableChangedError'
}

/** Reports whether a change of a table failed for what the change is, and not for the table. */
export const isOfTableChange = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '0A000' || mayBeOfOneMessage(error))

/** Reports whether a transaction failed only because of another one. */
export const isOfOtherTransaction = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['40P01', '40001'].includes(error.code ?? '')
