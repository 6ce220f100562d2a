import { randomUUID } from 'node:crypto'
import type { DestinationMetadata } from '@platform/contract'
import { startChdb } from '@platform/testing/emulators'

const credentials = { username: 'acme', password: 'acme-password' }

/** Starts ClickHouse's engine, and reads the table of a destination. */
export async function givenClickHouse(metadata?: DestinationMetadata) {
  const url = await startChdb()
  const { username, password } = credentials
  const table = `events-${randomUUID()}`
  const query = async (statement: string): Promise<any[]> => {
    const reply = await fetch(`${url}/?${new URLSearchParams({ query: statement })}`, {
      method: 'POST',
      headers: { 'x-clickhouse-user': username, 'x-clickhouse-key': password },
    })
    const text = await reply.text()
    if (reply.headers.get('x-clickhouse-exception-code') === '60') return []
    if (!reply.ok) throw new Error(text)
    return text === ''
      ? []
      : text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
  }
  const database = `db_${randomUUID().replaceAll('-', '')}`
  await query(`CREATE DATABASE ${database}`)
  return {
    metadata: { url, database, username, table, ...metadata },
    database,
    credentials: { password },
    table,
    query,
    list: (objectName: string): Promise<Record<string, unknown>[]> =>
      query(
        `SELECT * FROM \`${database}\`.\`${objectName}\` FINAL ORDER BY _record_id FORMAT JSONEachRow`,
      ),
    arrived: async () =>
      (
        await query(
          `SELECT id, type, data FROM ${database}.\`${table}\` FINAL ORDER BY id FORMAT JSONEachRow`,
        )
      ).map(({ id, type, data }) => ({ id, type, data: JSON.parse(data) })),
  }
}
