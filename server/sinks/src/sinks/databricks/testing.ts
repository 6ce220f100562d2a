import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { getPort } from '@platform/kernel/values'
import { givenStatements, type Translation } from '../tables/testing.ts'

const accessToken = 'dapi-acme'
const clientSecret = 'dose-acme'
const knownFields = [
  ...['warehouse_id', 'catalog', 'schema', 'statement', 'parameters'],
  ...['wait_timeout', 'on_wait_timeout', 'disposition', 'format'],
]

/** https://docs.databricks.com/en/sql/language-manual/sql-ref-datatypes.html */
const translation: Translation = {
  types: {
    ...{ text: 'STRING', 'double precision': 'DOUBLE', boolean: 'BOOLEAN' },
    'timestamp with time zone': 'TIMESTAMP',
  },
  replaced: [
    [/`[\w-]+`\.`[\w-]+`\.(?=`)/g, ''],
    [
      /\(SELECT explode\(from_json\(:sent, 'array<struct<[^>]+>>', map\('mode', 'FAILFAST'\)\)\) AS sent_row\)/g,
      'jsonb_array_elements($1::jsonb) AS sent_row',
    ],
    [/CAST\(sent_row\.(\w+) AS TIMESTAMP\)/g, "((sent_row->>'$1')::timestamptz)"],
    [/sent_row\.bare/g, "((sent_row->>'bare')::boolean)"],
    [/sent_row\.(\w+)/g, "(sent_row->>'$1')"],
    [/current_timestamp\(\)/g, 'now()'],
    [/\bSTRING\b/g, 'text'],
    [/\bDOUBLE\b/g, 'float8'],
    [/\bTIMESTAMP\b/g, 'timestamptz'],
    [/`/g, '"'],
  ],
  readLiteral: (literal) =>
    literal
      .slice(1, -1)
      .replaceAll(String.raw`\'`, "'")
      .replaceAll(String.raw`\\`, '\\'),
}

type Reply = [status: number, body: object]

const succeed = (rows: (string | null)[][] = []): Reply => [
  200,
  { statement_id: '01-done', status: { state: 'SUCCEEDED' }, result: { data_array: rows } },
]
const failStatement = (error_code: string, message: string): Reply => [
  200,
  { statement_id: '01-failed', status: { state: 'FAILED', error: { error_code, message } } },
]
const reject = (status: number, error_code: string, message: string): Reply => [
  status,
  { error_code, message },
]

/**
 * Starts a stand-in of Databricks' SQL Statement Execution API: sign-in with an access token or as a service
 * principal, fields, limits, states and errors as Databricks documents them. Tables are PostgreSQL's, for which
 * statements are translated. It has the schema `raw` of the catalog `main`.
 */
export async function givenDatabricks(
  metadata?: DestinationMetadata,
  { isSlow = false, isPrincipal = false }: { isSlow?: boolean; isPrincipal?: boolean } = {},
) {
  const records = await givenStatements(translation)
  const asked: Record<string, any>[] = []
  let tokens = 0

  const run = async (statement: string, values: Record<string, string>): Promise<Reply> => {
    if (statement.startsWith('SELECT t.table_name')) {
      const { schema, ...names } = values
      return succeed(schema === 'raw' ? await records.describe(Object.values(names)) : [])
    }
    const name = /`main`\.`raw`\.`([^`]+)`/.exec(statement)?.[1]
    if (!name) return failStatement('BAD_REQUEST', '[SCHEMA_NOT_FOUND] The schema cannot be found.')
    const { sent = '' } = values
    try {
      if (!statement.startsWith('MERGE')) await records.define(name, listAdded(statement))
      else if (sent.includes('poisoned')) {
        return failStatement(
          'BAD_REQUEST',
          '[DELTA_VIOLATE_CONSTRAINT_WITH_VALUES] poisoned violates c.',
        )
      } else await records.merge(typeCells(statement), sent)
      return succeed()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (code === '42P01') {
        return failStatement(
          'BAD_REQUEST',
          `[TABLE_OR_VIEW_NOT_FOUND] The table ${name} cannot be found.`,
        )
      }
      return code === '42701'
        ? failStatement('BAD_REQUEST', `[FIELD_ALREADY_EXISTS] ${message}`)
        : failStatement('BAD_REQUEST', `[PARSE_SYNTAX_ERROR] ${message}`)
    }
  }

  const answer = async (request: IncomingMessage, body: string): Promise<Reply> => {
    const { headers, method, url } = request
    if (method === 'POST' && url === '/oidc/v1/token') {
      const form = new URLSearchParams(body)
      const isOwn =
        headers.authorization === `Basic ${btoa(`acme-principal:${clientSecret}`)}` &&
        form.get('grant_type') === 'client_credentials' &&
        form.get('scope') === 'all-apis'
      if (!isOwn) return [401, { error: 'invalid_client' }]
      tokens++
      return [200, { access_token: `oauth-${tokens}`, token_type: 'Bearer', expires_in: 3600 }]
    }
    const expected = isPrincipal ? `oauth-${tokens}` : accessToken
    if (headers.authorization !== `Bearer ${expected}`) {
      return reject(
        401,
        'UNAUTHENTICATED',
        'Credential was not sent or was of an unsupported type.',
      )
    }
    if (method !== 'POST' || url !== '/api/2.0/sql/statements') {
      return reject(404, 'ENDPOINT_NOT_FOUND', 'No API found.')
    }
    const sent = JSON.parse(body) as Record<string, any>
    const unknown = Object.keys(sent).filter((field) => !knownFields.includes(field))
    const wait = Number(/^(\d+)s$/.exec(sent['wait_timeout'])?.[1] ?? NaN)
    if (unknown.length > 0 || !(wait === 0 || (wait >= 5 && wait <= 50))) {
      return reject(400, 'INVALID_PARAMETER_VALUE', 'A field is invalid.')
    }
    if (sent['warehouse_id'] !== '1234567890abcdef') {
      return reject(404, 'NOT_FOUND', `The warehouse ${sent['warehouse_id']} was not found.`)
    }
    if (Buffer.byteLength(body) > 16 * 1024 * 1024) {
      return reject(400, 'INVALID_PARAMETER_VALUE', 'The query text is too large.')
    }
    asked.push(sent)
    if (isSlow) return [200, { statement_id: '01-late', status: { state: 'CANCELED' } }]
    const values = Object.fromEntries(
      (sent['parameters'] as { name: string; value: string }[]).map(({ name, value }) => [
        name,
        value,
      ]),
    )
    return run(sent['statement'], values)
  }

  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      void answer(request, body).then(([status, content]) => {
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return {
    metadata: {
      ...{ url: `http://127.0.0.1:${getPort(server)}`, warehouseId: '1234567890abcdef' },
      ...{ catalog: 'main', schema: 'raw', maxWaitSecs: 0 },
      ...(isPrincipal && { clientId: 'acme-principal' }),
      ...metadata,
    },
    credentials: isPrincipal ? { clientSecret } : { accessToken },
    asked,
    list: (objectName: string) => records.list(objectName),
    arrived: async () =>
      (await records.list('platform_events')).map(({ id, type, data }) => ({
        ...{ id: String(id), type: String(type), data: JSON.parse(String(data)) as unknown },
      })),
  }
}

/** Names what is added column by column. */
const listAdded = (statement: string): string =>
  statement.replace(/ADD COLUMNS \((.*)\)$/s, (_all, columns: string) =>
    columns
      .split(/, (?=`[^`]+` (?:STRING|DOUBLE|BOOLEAN) COMMENT)/)
      .map((column) => `ADD COLUMN ${column}`)
      .join(', '),
  )

/** Casts cells to the types that the schema of the sent rows declares. */
function typeCells(statement: string): string {
  let text = statement
  for (const [, cell = '', type = ''] of statement.matchAll(/\b(c\d+):(DOUBLE|BOOLEAN)\b/g)) {
    text = text.replaceAll(`sent_row.${cell} `, `CAST(sent_row.${cell} AS ${type}) `)
  }
  return text
}
