import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { replacedMigrations } from '../../server/kernel/src/db/baseline/replaced-migrations.ts'
import { migrations } from '../../server/kernel/src/db/migrations/index.ts'
import { findObstacle, prepareTag } from '../../scripts/release/tag.ts'

const version = '9.1.0'
const current = [...replacedMigrations, ...Object.keys(migrations)]

async function givenFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'platform-tag-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

async function givenRepository({ fixture }: { fixture?: readonly string[] }) {
  const root = await givenFolder()
  const git = async (...args: string[]) => {
    const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@acme.test']
    const { stdout } = await promisify(execFile)('git', ['-C', root, ...author, ...args])
    return stdout.trim()
  }
  await git('init', '--quiet')
  await git('config', 'user.name', 'Ana')
  await git('config', 'user.email', 'ana@acme.test')
  const folder = join(root, 'tools/testing/releases', version)
  await mkdir(folder, { recursive: true })
  if (fixture) {
    await writeFile(join(folder, 'release.json'), JSON.stringify({ migrations: fixture }))
  }
  await writeFile(join(root, 'package.json'), JSON.stringify({ version }))
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Add sources')
  return { root, git }
}

it('tags a commit that contains the fixture of its version, once', async () => {
  const { root, git } = await givenRepository({ fixture: current })

  const tag = await prepareTag({ root, version })
  await tag()
  await tag()

  expect(await git('tag', '--list', '--points-at', 'HEAD')).toBe('v9.1.0')
})

it('never replaces the fixture of a released version', async () => {
  const { root, git } = await givenRepository({ fixture: current.slice(0, -1) })

  const obstacle = await findObstacle({ root, version })

  expect(obstacle).toMatch(/^tools\/testing\/releases\/9\.1\.0 has the schema of that release/)
  expect(obstacle).toContain('raise the version in package.json')
  expect(await git('status', '--porcelain')).toBe('')
})

it('rejects changes, a used tag, and a folder without git', async () => {
  const { root, git } = await givenRepository({ fixture: current })
  await git('tag', `v${version}`)
  await writeFile(join(root, 'LICENSE'), 'Apache-2.0')

  const changed = await findObstacle({ root, version })
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Add the license')
  const tagged = await findObstacle({ root, version })
  const bare = await findObstacle({ root: await givenFolder(), version })

  expect(changed).toBe('there are uncommitted changes: commit them first')
  expect(tagged).toBe('v9.1.0 refers to another commit: raise the version in package.json')
  expect(bare).toMatch(/^this is not a git repository/)
})
