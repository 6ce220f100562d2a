import pg from 'pg'
import { expect, it } from 'vitest'
import { toProblem } from './to-problem.ts'

const givenDatabaseError = (code: string) =>
  // As in a bundled program, whose stacks do not name the driver.
  Object.assign(new pg.DatabaseError('as PostgreSQL says', 0, 'error'), {
    ...{ code, stack: 'error: as PostgreSQL says\n    at Parser.parse (/server.js:1)' },
  })

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
