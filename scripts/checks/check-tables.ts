/**
 * Checks that a table is used only by the domain that owns it: see its `domain.ts`. Plants a
 * violation of each kind in a temporary folder first, to prove that it detects them.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parts } from '../../server/program/src/domains.ts'
import { serverPackages, serverPath } from '../server-packages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file that names a table. */
interface Use {
  file: string
  folder: string
  table: string
}

const created = await listCreatedTables()
const tables = new Set(created.keys())
const owned = parts.flatMap(({ tables: own = [] }) => own)
for (const table of tables) {
  if (!owned.includes(table)) fail(`Nobody owns the table ${table}: add it to its domain.ts.`)
}
for (const [table, file] of created) {
  if (file.endsWith('.sql') && basename(file, '.sql') !== findOwner(table)) {
    fail(`${file} creates ${table}, which ${findOwner(table)}/ owns.`)
  }
}
for (const table of owned) {
  if (!tables.has(table))
    fail(`${findOwner(table)}/domain.ts names ${table}, which no migration creates.`)
}

await proveCheck()
const uses = (
  await Promise.all(serverPackages.map((name) => usesBelow(join(root, 'server', name, 'src'))))
).flat()
for (const use of uses.filter(isForeign)) {
  fail(
    `${use.file} names the table ${use.table}, which ${findOwner(use.table)}/ owns: call a rule there.`,
  )
}
for (const { name, rooms = [], foreignTables = [] } of parts) {
  for (const table of foreignTables.flatMap((foreign) => foreign.tables)) {
    const isUsed = uses.some((use) => [name, ...rooms].includes(use.folder) && use.table === table)
    if (!isUsed)
      fail(`${name}/domain.ts names the table ${table}, which it does not use: delete it.`)
  }
}
if (!process.exitCode) console.log(`${tables.size} tables are used by their owners.`)

/** Proves that every way of naming a table is detected. */
async function proveCheck(): Promise<void> {
  const planted = {
    'sync/select.ts': `db.selectFrom('invites as i')`,
    'sync/join.ts': `db.selectFrom('operations').innerJoin('topics', 'a', 'b')`,
    'sync/insert.ts': `db.insertInto(\n  'apiKeys')`,
    'sync/many.ts': `db.selectFrom(['operations', 'queuedDeliveries as q'])`,
    'sync/raw.ts': 'sql`delete from audit_log`',
    'sync/raw-join.ts': 'sql`select 1 from operations o\n  join groups g on true`',
  }
  const folder = await mkdtemp(join(tmpdir(), 'planted-'))
  try {
    for (const [file, text] of Object.entries(planted)) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    const found = (await usesBelow(folder)).filter(isForeign)
    for (const file of Object.keys(planted)) {
      if (!found.some((use) => use.file === file)) fail(`It does not see what ${file} names.`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the tables of the baseline and the migrations, with the file that creates each. */
async function listCreatedTables(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const files = ['baseline', 'migrations'].map(async (name) => {
    const folder = join(root, serverPath(`db/${name}`))
    const names = (await readdir(folder)).toSorted()
    return names.map((file) => join(folder, file))
  })
  for (const file of (await Promise.all(files)).flat()) {
    const text = await readFile(file, 'utf8')
    for (const [, name] of text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g)) {
      if (name) found.set(name, file)
    }
    for (const [, name] of text.matchAll(/drop table (?:if exists )?(\w+)/g)) {
      if (name) found.delete(name)
    }
  }
  return found
}

/**
 * Returns the shipped files below the folder and the tables they name; `db/` serves all of them.
 */
async function usesBelow(folder: string): Promise<Use[]> {
  const found: Use[] = []
  for (const file of await filesBelow(folder)) {
    if (
      /^db\/|\.test\.ts$|(^|\/)testing(\/|\.ts$)|^conventions\/|\/(provocations|tenant-trials)\.ts$/.test(
        file,
      )
    ) {
      continue
    }
    const text = await readFile(join(folder, file), 'utf8')
    for (const table of tablesIn(text)) {
      found.push({ file, folder: file.split('/', 1)[0] ?? '', table })
    }
  }
  return found
}

async function filesBelow(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('.ts'))
}

function tablesIn(source: string): Set<string> {
  const text = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const written = text.matchAll(
    /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|\w+Join)\(\s*(\[[^\]]*\]|['"`][^'"`]+)/g,
  )
  const raw = text.matchAll(/\b(?:from|join|into|update|using|truncate)\s+(?:only\s+)?([a-z_]+)\b/g)
  const names = [...written, ...raw]
    .flatMap(([, part = '']) => part.match(/\w+/g) ?? [])
    .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  return new Set(names.filter((name) => tables.has(name)))
}

function isForeign({ folder, table }: Use): boolean {
  const part = parts.find(({ name, rooms = [] }) => [name, ...rooms].includes(folder))
  const { tables: own = [], foreignTables = [] } = part ?? {}
  return ![...own, ...foreignTables.flatMap((foreign) => foreign.tables)].includes(table)
}

function findOwner(table: string): string {
  return parts.find(({ tables: own = [] }) => own.includes(table))?.name ?? 'nobody'
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
