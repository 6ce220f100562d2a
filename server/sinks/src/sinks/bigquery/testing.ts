import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { jwtVerify } from 'jose'
import { onTestFinished } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { getPort } from '@platform/kernel/values'
import { givenStatements, type Translation } from '../tables/testing.ts'
import { pubSubAccountKey, servicePublicKey } from '../pubsub/testing.ts'

const columns = { id: 'STRING', type: 'STRING', time: 'TIMESTAMP', data: 'STRING' }
const maxRequestBytes = 10_000_000

/** https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types */
const translation: Translation = {
  types: {
    ...{ text: 'STRING', 'double precision': 'FLOAT', boolean: 'BOOLEAN', jsonb: 'JSON' },
    'timestamp with time zone': 'TIMESTAMP',
  },
  replaced: [
    [/`acme-test`\.`integrations`\./g, ''],
    [/ CLUSTER BY [^()]+/g, ''],
    [
      /UNNEST\(JSON_QUERY_ARRAY\(@sent\)\) AS sent_row/g,
      'jsonb_array_elements($1::jsonb) AS sent_row',
    ],
    [/PARSE_JSON\((JSON_QUERY\([^)]+\)), wide_number_mode=>'round'\)/g, '$1'],
    [/JSON_VALUE\(sent_row, '\$\.(\w+)'\)/g, "(sent_row->>'$1')"],
    [/JSON_QUERY\(sent_row, '\$\.(\w+)'\)/g, "(sent_row->'$1')"],
    [/ STRING\b/g, ' text'],
    [/\bFLOAT64\b/g, 'float8'],
    [/ JSON\b/g, ' jsonb'],
    [/\bTIMESTAMP\b/g, 'timestamptz'],
    [/CURRENT_TIMESTAMP\(\)/g, 'now()'],
    [/`/g, '"'],
  ],
  readLiteral: (literal) => JSON.parse(literal) as string,
}

type Row = Record<keyof typeof columns, string>
type Reply = [status: number, body: object]

/**
 * Starts a stand-in of BigQuery's REST API: sign-in, tables and streamed rows with their limits, types,
 * `insertId` and errors, as Google documents them. It has the dataset `integrations` of `acme-test`. Tables of
 * records are PostgreSQL's, for which their statements are translated.
 */
export async function givenBigQuery(
  metadata?: DestinationMetadata,
  { isLate = false }: { isLate?: boolean } = {},
) {
  const tables = new Map<string, { rows: Row[]; ids: Set<string>; timePartitioning: unknown }>()
  const paths: string[] = []
  const records = await givenStatements(translation)

  const query = async ({
    query: statement,
    useLegacySql,
    queryParameters,
  }: any): Promise<Reply> => {
    if (useLegacySql !== false) return replyError(400, 'invalid', 'Legacy SQL.')
    const [, name = ''] = /^[^`]+`acme-test`\.`integrations`\.`([^`]+)`/.exec(statement) ?? []
    const sent = queryParameters?.[0]?.parameterValue.value
    try {
      if (!statement.startsWith('MERGE')) await records.define(name, statement)
      else if (sent.includes('poisoned')) {
        return replyError(400, 'invalidQuery', 'Bad double value: poisoned')
      } else await records.merge(statement, sent)
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      return code === '42P01'
        ? replyError(404, 'notFound', `Not found: Table acme-test:integrations.${name}`)
        : replyError(400, 'invalidQuery', message)
    }
    return [200, { jobComplete: true, jobReference: { jobId: 'job_1', location: 'EU' } }]
  }

  const describeTable = async (name: string): Promise<Reply> => {
    const rows = await records.describe([name])
    if (rows.length === 0) return replyError(404, 'notFound', `Not found: Table ${name}`)
    const fields = rows.map(([, , column, type, description]) => ({
      ...{ name: column, type },
      ...(description !== null && { description }),
    }))
    return [200, { description: rows[0]?.[1] ?? undefined, schema: { fields } }]
  }
  let isNew = isLate

  const createTable = (described: any): Reply => {
    const name = described.tableReference?.tableId
    if (tables.has(name)) return replyError(409, 'duplicate', `Already Exists: Table ${name}`)
    const fields = described.schema.fields.map(({ name: field, type }: any) => [field, type])
    if (JSON.stringify(fields) !== JSON.stringify(Object.entries(columns))) {
      return replyError(400, 'invalid', 'Unexpected schema.')
    }
    const { timePartitioning } = described
    tables.set(name, { rows: [], ids: new Set(), timePartitioning })
    return [200, described]
  }

  const insertAll = (name: string, { rows, skipInvalidRows }: any): Reply => {
    const table = tables.get(name)
    if (!table || isNew) {
      isNew = false
      return replyError(404, 'notFound', `Not found: Table acme-test:integrations.${name}`)
    }
    if (!Array.isArray(rows) || rows.length === 0 || rows.length > 50_000) {
      return replyError(400, 'invalid', 'No rows present in the request.')
    }
    const insertErrors = rows.flatMap(({ json }, index) => {
      const unknown = Object.keys(json).find((column) => !(column in columns))
      const isPoisoned = String(json.data).includes('poisoned')
      const missing = Object.keys(columns).find((column) => typeof json[column] !== 'string')
      if (unknown) return [makeRowError(index, unknown, 'no such field.')]
      if (missing) return [makeRowError(index, missing, 'Missing required field.')]
      return isPoisoned ? [makeRowError(index, 'data', 'Poisoned.')] : []
    })
    const invalid = new Set(insertErrors.map(({ index }) => index))
    if (skipInvalidRows || invalid.size === 0) {
      for (const [index, { insertId, json }] of rows.entries()) {
        if (invalid.has(index) || table.ids.has(insertId)) continue
        table.ids.add(insertId)
        table.rows.push(json)
      }
    }
    return [
      200,
      { kind: 'bigquery#tableDataInsertAllResponse', ...(invalid.size && { insertErrors }) },
    ]
  }

  const answer = async (
    { headers, method, url = '' }: IncomingMessage,
    body: string,
  ): Promise<Reply> => {
    if (!(await isOwn(headers.authorization))) {
      return [
        401,
        { error: { code: 401, message: 'Request had invalid authentication credentials.' } },
      ]
    }
    if (Buffer.byteLength(body) > maxRequestBytes)
      return replyError(413, 'uploadTooLarge', 'Too large.')
    const { pathname } = new URL(url, 'http://-')
    if (method === 'POST' && pathname === '/bigquery/v2/projects/acme-test/queries') {
      return query(JSON.parse(body))
    }
    const [, dataset, rest = ''] =
      /^\/bigquery\/v2\/projects\/acme-test\/datasets\/(\w+)\/tables(.*)$/.exec(pathname) ?? []
    paths.push(`${method} ${rest}`)
    if (dataset !== 'integrations') {
      return replyError(404, 'notFound', `Not found: Dataset acme-test:${dataset}`)
    }
    const [, name = '', verb] = rest.split('/')
    if (method === 'POST' && rest === '') return createTable(JSON.parse(body))
    if (method === 'POST' && verb === 'insertAll') return insertAll(name, JSON.parse(body))
    if (method === 'GET' && !verb) {
      return tables.has(name) ? [200, { id: name, schema: { fields: [] } }] : describeTable(name)
    }
    return replyError(404, 'notFound', 'Not found.')
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
      ...{ project: 'acme-test', dataset: 'integrations', maxWaitSecs: 0 },
      endpointUrl: `http://127.0.0.1:${getPort(server)}`,
      ...metadata,
    },
    credentials: { serviceAccountKey: pubSubAccountKey },
    tables,
    paths,
    records,
    list: (objectName: string) => records.list(objectName),
    arrived: async () =>
      [...tables.values()].flatMap(({ rows }) =>
        rows.map(({ id, type, data }) => ({ id, type, data: JSON.parse(data) })),
      ),
  }
}

const replyError = (code: number, reason: string, message: string): Reply => [
  code,
  { error: { code, message, errors: [{ message, domain: 'global', reason }] } },
]

const makeRowError = (index: number, location: string, message: string) => ({
  index,
  errors: [{ reason: 'invalid', location, debugInfo: '', message }],
})

const isOwn = (authorization = ''): Promise<boolean> =>
  jwtVerify(authorization.replace('Bearer ', ''), servicePublicKey, { algorithms: ['RS256'] }).then(
    ({ payload }) => payload['scope'] === 'https://www.googleapis.com/auth/bigquery',
    // Any invalid token is rejected alike.
    () => false,
  )
