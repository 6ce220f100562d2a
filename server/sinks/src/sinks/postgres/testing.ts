import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { givenBreakingSessions } from '@platform/testing/breaking-sessions'
import { emptyDatabase } from '@platform/testing/test-database'
import { closeClient } from '@platform/kernel/db/client'

/** Creates a builder's database that is reachable by TCP, and signs in to look into it. */
export async function givenPostgres(metadata?: DestinationMetadata) {
  const { connectionString, drop } = await emptyDatabase()
  onTestFinished(drop)
  const sessions = await givenBreakingSessions(connectionString)
  const { hostname, port, username, password, pathname } = new URL(sessions.connectionString)
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => closeClient(client))
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows
  return {
    metadata: {
      host: `${hostname}:${port}`,
      database: pathname.slice(1),
      user: username,
      ...metadata,
    },
    credentials: { password: decodeURIComponent(password) },
    connectionString,
    sessions,
    query,
    arrived: () =>
      query<{ id: string; type: string; data: unknown }>(
        'select id, type, data from events order by id',
      ),
  }
}
