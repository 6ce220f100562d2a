import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrations, replacedMigrations } from '@platform/kernel/db/schema'

interface Source {
  root: string
  version: string
}

/**
 * Returns a function that tags the commit with this version. Exits if the working tree has changes, the
 * tag refers to another commit, or the commit lacks the fixture of the version, from which later versions
 * test the upgrade. Writes a missing fixture first.
 */
export async function prepareTag({ root, version }: Source): Promise<() => Promise<void>> {
  const reason = await findObstacle({ root, version })
  if (reason) {
    console.error(`Cannot tag ${version}: ${reason}. To build without a tag, omit --tag.`)
    process.exit(1)
  }
  if (!(await readFixture({ root, version }))) {
    await writeFixture(root)
    console.error(`Wrote ${toFixture(version)}: commit it, then run this again.`)
    process.exit(1)
  }
  return async () => {
    const tag = `v${version}`
    if (await findCommit(root, tag)) return
    await runGit(root, 'tag', '--annotate', tag, '--message', `Release ${version}`)
  }
}

/** Returns why this version cannot be tagged; undefined if nothing prevents it. */
export async function findObstacle({ root, version }: Source): Promise<string | undefined> {
  const tag = `v${version}`
  // Without git or a repository, it fails.
  const changes = await runGit(root, 'status', '--porcelain').catch(() => undefined)
  if (changes === undefined) return 'this is not a git repository, or git is not installed'
  if (changes !== '') return 'there are uncommitted changes: commit them first'
  const tagged = await findCommit(root, tag)
  if (tagged !== undefined && tagged !== (await findCommit(root, 'HEAD'))) {
    return `${tag} refers to another commit: raise the version in package.json`
  }
  const released = await readFixture({ root, version })
  const current = [...replacedMigrations, ...Object.keys(migrations)]
  if (!released || current.every((name) => released.includes(name))) return undefined
  return `${toFixture(version)} has the schema of that release, which has changed since: raise the version in package.json`
}

const toFixture = (version: string) => `tools/testing/releases/${version}`

/** Returns the migrations of the fixture; undefined if the version has none. */
async function readFixture({ root, version }: Source): Promise<string[] | undefined> {
  const file = join(root, toFixture(version), 'release.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as { migrations: string[] }).migrations
}

async function writeFixture(root: string): Promise<void> {
  const file = 'server/program/src/main/write-release.test.ts'
  const vitest = join(root, 'node_modules/.bin/vitest')
  await promisify(execFile)(vitest, ['run', '--root', root, file], {
    env: { ...process.env, WRITE_RELEASE: '1' },
    maxBuffer: 10_000_000,
  })
}

/** Returns the commit of a tag or `HEAD`; undefined if there is none. */
async function findCommit(root: string, name: string): Promise<string | undefined> {
  // An unknown name, such as the tag before the release, makes git fail.
  const commit = await runGit(root, 'rev-list', '--max-count=1', name).catch(() => '')
  return commit || undefined
}

async function runGit(root: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', root, ...args])
  return stdout.trim()
}
