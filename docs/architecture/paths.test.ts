import { execFile } from 'node:child_process'
import { access, glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  ...(await Array.fromAsync(glob('docs/architecture/*.md', { cwd: root }))),
]

it('names only files that exist, and links to them', async () => {
  const listed = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    {
      cwd: root,
      maxBuffer: 64_000_000,
    },
  )
  const files = listed.stdout.split('\0').map((file) => `/${file}`)
  const lost: string[] = []
  let count = 0
  for (const document of documents) {
    const text = await readFile(join(root, document), 'utf8')
    for (const [, path = ''] of text.matchAll(/`([\w./-]+\.(?:tsx?|json|yaml|sql|sh))`/g)) {
      count++
      const suffix = `/${path.replace(/^packages\//, '')}`
      const isThere = files.some(
        (file) => file.endsWith(suffix) || file.endsWith(suffix.replace(/^\/(\w+)\//, '/$1/src/')),
      )
      if (!isThere) lost.push(`${document}: ${path}`)
    }
    for (const [, target = ''] of text.matchAll(/\]\(([^)#:]+)\)/g)) {
      count++
      const isThere = await access(join(root, dirname(document), target)).then(
        () => true,
        () => false,
      )
      if (!isThere) lost.push(`${document}: ${target}`)
    }
  }

  expect(lost).toEqual([])
  expect(count).toBeGreaterThan(100)
})
