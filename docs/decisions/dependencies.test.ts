import { glob, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'
import { serverPackages } from '../../scripts/server-packages.ts'

const root = new URL('../../', import.meta.url)

it('documents every production dependency and no other', async () => {
  const page = await readFile(new URL('dependencies.md', import.meta.url), 'utf8')
  const needed: Record<string, string[]> = {}
  for await (const path of glob('{server,packages,apps,tools}/*/package.json', { cwd: root })) {
    const names = listNames(JSON.parse(await readFile(new URL(path, root), 'utf8')))
    const name = basename(dirname(path))
    const section = serverPackages.some((one) => one === name) ? 'server' : name
    if (names.length > 0)
      needed[section] = [...new Set([...(needed[section] ?? []), ...names])].toSorted()
  }

  const explained: Record<string, string[]> = {}
  for (const section of page.split(/^## /m).slice(1)) {
    const heads = [...section.matchAll(/^- ((?:`[^`]+`,?\s+)*`[^`]+`):/gm)].map(([, head]) => head!)
    const names = heads.flatMap((head) => [...head.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
    explained[section.split('\n', 1)[0]!] = names.toSorted()
  }

  expect(explained).toEqual(needed)
})

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const listNames = ({ dependencies, optionalDependencies, peerDependencies }: Manifest) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    .filter((name) => !name.startsWith('@platform/'))
    .toSorted()
