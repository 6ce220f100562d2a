import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { dumpDatabase, loadDatabase, readArchive, writeArchive } from '@platform/kernel/db/backup'
import type { Database } from '@platform/kernel/db/database'
import { messageTables } from '@platform/delivery/notifications/notifications'

/** What a release needs besides its schema and its rows. */
export interface Release {
  version: string
  migrations: string[]
  masterKey: string
  apiKey: string
  projectId: string
  /** The webhook, disabled with a message that waits. */
  destinationId: string
  waitingEventId: string
  /** Requests for lists, with the IDs in their replies. */
  lists: { path: string; ids: string[] }[]
  /** Statements that the release sent while it served requests, read and delivered. */
  statements: SentStatement[]
}

export interface SentStatement {
  text: string
  /** In PostgreSQL's text format; absent for a statement that changes or locks something. */
  values?: (string | null)[]
}

/** Contains a folder per release. */
export const releasesFolder = fileURLToPath(new URL('../releases', import.meta.url))
const getFixtureFile = (version: string, name: string) => join(releasesFolder, version, name)

/** Returns the versions with a fixture, oldest first. */
export async function listReleasedVersions(): Promise<string[]> {
  const versions = await readdir(releasesFolder)
  return versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

export async function readRelease(version: string): Promise<Release> {
  return JSON.parse(await readFile(getFixtureFile(version, 'release.json'), 'utf8')) as Release
}

/** Returns the statement by which each starting process of the release sets the rights of the roles. */
export async function readGrants(version: string): Promise<string> {
  const schema = await readFile(getFixtureFile(version, 'schema.sql'), 'utf8')
  const [statement] = /^do \$grants\$[\s\S]*?\$grants\$;/m.exec(schema) ?? []
  if (statement === undefined) throw new Error(`${version} sets no rights.`)
  return statement
}

/** Fills an empty database with the schema and the rows of a release. */
export async function restoreRelease(database: Database, version: string): Promise<void> {
  const schema = await readFile(getFixtureFile(version, 'schema.sql'), 'utf8')
  await database.asOwner((owner) => owner.query(schema))
  await loadDatabase(database, readArchive(getFixtureFile(version, 'rows.backup')), {
    partitioned: messageTables,
  })
}

/** Writes the fixture into a folder named for the version in `into`. */
export async function writeRelease(
  database: Database,
  { schema, into, ...release }: Release & { schema: string; into: string },
): Promise<void> {
  const written = join(into, release.version)
  await mkdir(written, { recursive: true })
  await writeFile(join(written, 'schema.sql'), schema)
  await database.asOwner((owner) => writeArchive(join(written, 'rows.backup'), dumpDatabase(owner)))
  await writeFile(join(written, 'release.json'), `${JSON.stringify(release, undefined, 1)}\n`)
}

/**
 * Tables of processes, of requests and browsers that are in progress, and the streams of the message
 * log: a database with one starts only beside that log.
 */
const canBeEmpty =
  /\b(?:senders|engine_processes|rate_limit_buckets|setup_links|session|verification|log_streams)$/

/** Returns the tables without a row that the fixture of a release must fill. */
export async function findEmptyTables(database: Database): Promise<string[]> {
  return database.asOwner(async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(`
      select n.nspname || '.' || c.relname as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
       order by 1`)
    const names = tables.map(({ name }) => name).filter((name) => !canBeEmpty.test(name))
    const { rows } = await owner.query<{ name: string }>(
      names
        .map((name) => {
          const table = name.split('.').map(pg.escapeIdentifier).join('.')
          return `select '${name}' as name where not exists (select from ${table})`
        })
        .join(' union all '),
    )
    return rows.map(({ name }) => name)
  })
}

interface Sent {
  text: string
  values: readonly unknown[]
}

/** Records every statement that this process sends until `stop`. */
export function recordStatements() {
  const sent: Sent[] = []
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given, values] = args as [string | Partial<Sent>, unknown]
    const text = typeof given === 'string' ? given : given.text
    const own = typeof given === 'string' ? values : (given.values ?? values)
    if (text) sent.push({ text, values: Array.isArray(own) ? own : [] })
    return original.apply(this, args)
  } as typeof pg.Client.prototype.query
  return {
    stop() {
      pg.Client.prototype.query = original as typeof pg.Client.prototype.query
      return sent
    },
  }
}

/** Returns the statements that changed the schema or its rows, as SQL with their values. */
export const asScript = (sent: readonly Sent[]): string =>
  sent
    .filter(({ text }) => !/^\s*(?:select|begin|commit|rollback|set|show)\b/i.test(text))
    .map(({ text, values }) =>
      text.replaceAll(/\$(\d+)/g, (placeholder, number: string) =>
        values.length === 0 ? placeholder : formatSqlLiteral(values[Number(number) - 1]),
      ),
    )
    .map((text) => `${text.trim().replace(/;$/, '')};\n`)
    .join('\n')

const formatSqlLiteral = (value: unknown) => {
  const text = inTextFormat(value)
  return text === null ? 'null' : pg.escapeLiteral(text)
}

function inTextFormat(value: unknown): string | null {
  const prepared = prepareValue(value) as string | Buffer | null
  return Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : (prepared ?? null)
}

const changes =
  /\b(?:insert|update|delete|merge|share|notify|pg_notify|set_config|nextval|enqueue_job|dequeue_job)\b|advisory/i

/**
 * Returns each statement on tables once, regardless of the length of its lists and without those of
 * the job library, which migrates its own tables.
 */
export function statementsOnTables(sent: readonly Sent[]): SentStatement[] {
  const found = new Map<string, SentStatement>()
  for (const { text, values } of sent) {
    if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(text)) continue
    if (/graphile_worker|pg_catalog|pg_class|pg_stat|^\s*select set_config/.test(text)) continue
    const key = text.replaceAll(/\$\d+(?:(?:, |\), \()\$\d+)*/g, '$')
    if (found.has(key)) continue
    found.set(key, changes.test(text) ? { text } : { text, values: values.map(inTextFormat) })
  }
  return [...found.values()]
}

/** Returns the IDs of resources anywhere in a reply. */
export const findIds = (reply: unknown): string[] =>
  JSON.stringify(reply).match(/\b[a-z]{2,4}_[0-9a-z]{26}\b/g) ?? []

/** Whether the server of a connection plans statements without values, which PostgreSQL 15 only parses. */
const plans = new WeakMap<pg.Client, boolean>()

/** Plans a statement without its values. Fails if the schema does not fit it. */
export async function planStatement(client: pg.Client, { text }: SentStatement): Promise<void> {
  if (!plans.has(client)) {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    plans.set(client, rows[0] !== undefined && rows[0].version >= 160_000)
  }
  if (plans.get(client)) {
    await client.query(`explain (generic_plan) ${text}`)
    return
  }
  await client.query(`prepare planned as ${text}`)
  await client.query('deallocate planned')
}
