import type { EgressReply } from '@platform/kernel/egress'
import type { Failure } from '../outcome.ts'

const maxDetail = 1000

/** https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
export const errorCodes = {
  noSuchColumn: 16,
  unknownTable: 60,
  tooManyQueries: 202,
  tooManyParts: 252,
}

/**
 * What the values of one row can cause in tables and views with columns, constraints and functions of their own:
 * they are not parsed or converted, out of range, or rejected. The server's words contain the row.
 */
const rowErrorCodes = new Set([
  ...[6, 25, 26, 27, 32, 33, 38, 41, 53, 69, 70, 72, 117, 120, 124, 128, 130, 131, 153, 190],
  ...[321, 349, 376, 395, 407, 441, 467, 469, 675, 676, 691],
])

interface ClickHouseFailure {
  code: number | undefined
  failure: Failure
}

/** Reports whether other rows of the call may be accepted. */
export const isOfRows = ({ code }: ClickHouseFailure): boolean => rowErrorCodes.has(code ?? NaN)

/** Returns why a statement failed, if it did. https://clickhouse.com/docs/interfaces/http */
export function findFailure({ status, headers, body }: EgressReply): ClickHouseFailure | undefined {
  const header = [headers['x-clickhouse-exception-code']].flat()[0]
  if (status === 200 && header === undefined) return undefined
  const code = Number(header ?? /^Code: (\d+)\./.exec(body)?.[1] ?? NaN)
  const words = body.startsWith('Code: ') ? body.trim().slice(0, maxDetail) : ''
  return {
    code,
    failure: {
      succeeded: false,
      class: 'refused',
      detail: words || `It answered ${status}.`,
      response: { status, headers: {}, body: '' },
      ...((code === errorCodes.tooManyQueries || code === errorCodes.tooManyParts) && {
        isThrottled: true,
      }),
    },
  }
}
