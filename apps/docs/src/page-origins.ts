import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** When a page was last changed, as `2026-11-27`, and where to edit it. */
export interface Origin {
  changedOn?: string | undefined
  editUrl?: string | undefined
}

export interface Repository {
  /** Dates of the last commits, by file below `docs/`. */
  changes?: ReadonlyMap<string, string> | undefined
  /** `repository` in package.json. */
  address?: string | undefined
  /** `version` in package.json. */
  version?: string | undefined
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Reads the dates from git, and address and version from package.json, as far as there are any. */
export async function readRepository(folder = root): Promise<Repository> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    repository?: string | { url?: string }
    version?: string
  }
  const { repository, version } = manifest
  return {
    version,
    address: typeof repository === 'string' ? repository : repository?.url,
    changes: await changesIn(folder),
  }
}

async function changesIn(folder: string): Promise<Map<string, string> | undefined> {
  const log = ['log', '--format=%x00%cs', '--name-only', '--relative', '--no-renames', '--', '.']
  const cwd = join(folder, 'docs')
  // Not installed, or not a repository.
  const result = await promisify(execFile)('git', log, { cwd, maxBuffer: 2 ** 26 }).catch(
    () => undefined,
  )
  if (!result) return undefined
  const changes = new Map<string, string>()
  for (const commit of result.stdout.split('\0')) {
    const [date = '', ...files] = commit.split('\n').filter(Boolean)
    for (const file of files) if (!changes.has(file)) changes.set(file, date)
  }
  return changes
}

/** @param source the page's file, below `docs/` */
export const findOrigin = (source: string, { address, changes }: Repository): Origin => ({
  changedOn: changes?.get(source),
  editUrl: makeEditUrl(source, address),
})

/** Returns undefined for hosts whose URLs for editing are unknown. */
function makeEditUrl(source: string, address = ''): string | undefined {
  const found =
    /^(?:git\+)?(?:https:\/\/)?(github|gitlab)(?:\.com\/|:)([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(
      address,
    )
  if (!found) return undefined
  const [, host, name] = found
  return `https://${host}.com/${name}/${host === 'gitlab' ? '-/' : ''}edit/main/${posix.join('docs', source)}`
}
