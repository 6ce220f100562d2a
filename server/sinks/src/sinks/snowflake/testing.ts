import { createPublicKey, generateKeyPairSync, hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { jwtVerify } from 'jose'
import { onTestFinished } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { getPort } from '@platform/kernel/values'
import { givenStatements, type Translation } from '../tables/testing.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const snowflakeUserKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
const fingerprint = hash(
  'sha256',
  createPublicKey(keys.privateKey).export({ type: 'spki', format: 'der' }),
  'base64',
)

const tableName = 'ANALYTICS.RAW.PLATFORM_EVENTS'
const create =
  /^CREATE TABLE IF NOT EXISTS ([\w.]+) \("ID" VARCHAR NOT NULL, "TYPE" VARCHAR NOT NULL, "TIME" TIMESTAMP_NTZ\(3\) NOT NULL, "DATA" VARIANT NOT NULL\)$/
const merge =
  /^MERGE INTO ([\w.]+) AS stored USING \(SELECT .* FROM \(SELECT PARSE_JSON\(\?\) AS sent_rows\), LATERAL FLATTEN\(INPUT => sent_rows\)\) AS sent ON stored\."ID" = sent\."ID" AND stored\."TIME" = sent\."TIME" WHEN NOT MATCHED THEN INSERT \("ID", "TYPE", "TIME", "DATA"\) VALUES \(.*\)$/
const knownFields = ['statement', 'timeout', 'database', 'schema', 'warehouse', 'role', 'bindings']

/** Statements about tables whose names are in quotes, and about all. */
const ofRecords =
  /^SELECT t\.TABLE_NAME|^(?:MERGE INTO|CREATE TABLE IF NOT EXISTS|ALTER TABLE) \w+\.\w+\."/

const poisonedRow = {
  ...{ status: 422, code: '100069', sqlState: '22P02' },
  message: 'Error parsing JSON: poisoned, pos 9',
}

/** https://docs.snowflake.com/en/sql-reference/intro-summary-data-types */
const translation: Translation = {
  types: {
    ...{ text: 'TEXT', 'double precision': 'FLOAT', boolean: 'BOOLEAN', jsonb: 'VARIANT' },
    'timestamp without time zone': 'TIMESTAMP_NTZ',
  },
  replaced: [
    [/\w+\.\w+\.(?=")/g, ''],
    [
      /\(SELECT PARSE_JSON\(\?\) AS sent_rows\), LATERAL FLATTEN\(INPUT => sent_rows\) AS flat/g,
      'jsonb_array_elements($1::jsonb) AS flat (value)',
    ],
    [/flat\.value:(\w+)::([A-Z_]+(?:\(3\))?)/g, "(flat.value->>'$1')::$2"],
    [/flat\.value:(\w+)/g, "(flat.value->'$1')"],
    [/\bVARIANT\b/g, 'jsonb'],
    [/\bFLOAT\b/g, 'float8'],
    [/\bTIMESTAMP_NTZ\b/g, 'timestamp'],
    [/\bSYSDATE\(\)/g, "(now() at time zone 'UTC')"],
  ],
  readLiteral: (literal) =>
    literal
      .slice(1, -1)
      .replaceAll("''", "'")
      .replaceAll(String.raw`\\`, '\\'),
}

interface Row {
  id: string
  type: string
  time: number
  data: unknown
}

/**
 * Starts a stand-in of Snowflake's SQL API: sign-in, headers, fields, statements of this kind of destination
 * and replies as Snowflake documents them. Tables of records are PostgreSQL's, for which their statements are
 * translated.
 */
export async function givenSnowflake(
  metadata?: DestinationMetadata,
  { isSlow = false }: { isSlow?: boolean } = {},
) {
  const tables = new Map<string, Map<string, Row>>()
  const statements: { statement: string; warehouse?: string; role?: string }[] = []
  let pending: object | undefined
  const records = await givenStatements(translation)

  /** Statements about tables of records. */
  const runRecords = async (statement: string, values: string[]) => {
    if (statement.startsWith('SELECT t.TABLE_NAME')) {
      const data = await records.describe(values.slice(1))
      return { ...accepted('01-select'), data }
    }
    const name = /"([^"]+)"/.exec(statement)?.[1] ?? ''
    try {
      if (statement.startsWith('MERGE')) {
        if (values[0]?.includes('poisoned')) return poisonedRow
        await records.merge(statement, values[0] ?? '')
      } else {
        await records.define(name, statement)
      }
      return accepted('01-records')
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (code === '42P01') return missing(name)
      return code === '42703'
        ? {
            status: 422,
            code: '000904',
            sqlState: '42000',
            message: `invalid identifier: ${message}`,
          }
        : { status: 422, code: '001003', message }
    }
  }

  const runStatement = (statement: string, rows: string | undefined) => {
    const created = create.exec(statement)?.[1]
    if (created) {
      const key = created.toUpperCase()
      if (!key.startsWith('ANALYTICS.')) return missing(key)
      if (!tables.has(key)) tables.set(key, new Map())
      return accepted('01-create')
    }
    const merged = merge.exec(statement)?.[1]?.toUpperCase()
    if (!merged || rows === undefined) {
      return { status: 422, code: '001003', message: 'SQL compilation error: syntax error.' }
    }
    const table = tables.get(merged)
    if (!table) return missing(merged)
    if (rows.includes('poisoned')) {
      return poisonedRow
    }
    for (const row of JSON.parse(rows) as Row[]) if (!table.has(row.id)) table.set(row.id, row)
    return accepted('01-merge')
  }

  const answer = async (request: IncomingMessage, body: string) => {
    const { headers, method, url } = request
    if (!headers['user-agent'])
      return { status: 400, code: '391903', message: 'User-Agent required.' }
    if (
      headers['x-snowflake-authorization-token-type'] !== 'KEYPAIR_JWT' ||
      !(await isOwn(headers.authorization))
    ) {
      return { status: 401, code: '390144', message: 'JWT token is invalid. [0ce9eb56]' }
    }
    if (method === 'GET' && url === '/api/v2/statements/01-pending' && pending) return pending
    if (method !== 'POST' || url !== '/api/v2/statements') {
      return { status: 404, code: '391000', message: 'Not found.' }
    }
    const asked = JSON.parse(body) as Record<string, any>
    const unknown = Object.keys(asked).filter((name) => !knownFields.includes(name))
    const isTyped = Object.values<any>(asked['bindings'] ?? {}).every(
      ({ type, value }) => type === 'TEXT' && typeof value === 'string',
    )
    if (unknown.length > 0 || !isTyped || headers['content-type'] !== 'application/json') {
      return { status: 400, code: '391902', message: 'Invalid request.' }
    }
    statements.push(asked as (typeof statements)[number])
    const values = Object.values<{ value: string }>(asked['bindings'] ?? {}).map(
      ({ value }) => value,
    )
    const statement = String(asked['statement'])
    const done = ofRecords.test(statement)
      ? await runRecords(statement, values)
      : runStatement(statement, values[0])
    if (!isSlow) return done
    pending = done
    return { status: 202, code: '333334', message: 'In progress.', statementHandle: '01-pending' }
  }

  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      void answer(request, body).then((result) => {
        const { status, ...content } = result as { status: number }
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return {
    metadata: {
      ...{
        endpointUrl: `http://127.0.0.1:${getPort(server)}`,
        accountIdentifier: 'acme-analytics',
      },
      ...{ user: 'integrations', database: 'analytics', schema: 'raw', maxWaitSecs: 0 },
      ...metadata,
    },
    credentials: { privateKey: snowflakeUserKey },
    tables,
    statements,
    records,
    list: (objectName: string) => records.list(objectName.toUpperCase()),
    arrived: async () =>
      [...(tables.get(tableName)?.values() ?? [])].map(({ id, type, data }) => ({
        id,
        type,
        data,
      })),
  }
}

const accepted = (statementHandle: string) => ({
  ...{ status: 200, code: '090001', message: 'Statement executed successfully.', statementHandle },
})

const missing = (name: string) => ({
  ...{ status: 422, code: '002003', sqlState: '42S02' },
  message: `SQL compilation error:\nObject '${name}' does not exist or not authorized.`,
})

async function isOwn(authorization = ''): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(authorization.replace('Bearer ', ''), keys.publicKey, {
      algorithms: ['RS256'],
      issuer: `ACME-ANALYTICS.INTEGRATIONS.SHA256:${fingerprint}`,
      subject: 'ACME-ANALYTICS.INTEGRATIONS',
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: '1h',
    })
    return Number(payload.exp) - Number(payload.iat) <= 3600
  } catch {
    return false
  }
}
