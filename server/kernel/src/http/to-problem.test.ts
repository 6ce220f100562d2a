import pg from 'pg'
import { expect, it } from 'vitest'
import { toProblem } from './to-problem.ts'

const givenDatabaseError = (code: string) => {
  const error = Object.assign(new pg.DatabaseError('as PostgreSQL says', 0, 'error'), { code })
  error.stack =
    'error: as PostgreSQL says\n    at Parser.parse (/node_modules/pg-protocol/parser.js:1)'
  return error
}

it.each([
  ['53100', 'The server’s disk is full.'],
  ['25006', 'The database is read-only.'],
  ['53300', 'All connections of the database are in use.'],
  ['57P03', 'The database is not responding.'],
])('says why the database is unavailable after its error %s', (code, reason) => {
  const { kind, message } = toProblem(givenDatabaseError(code))

  expect(kind).toBe('unavailable')
  expect(message).toContain(reason)
})
