/**
 * Checks that imports go the directions of `import-rules.ts`. First it plants a violation of each rule
 * in a temporary folder, so that rules that catch nothing are not taken for a clean tree.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import type { Domain } from '../../server/kernel/src/domain.ts'
import { domains } from '../../server/program/src/domains.ts'
import { cruiseOptions, importRules, placedFolders } from './import-rules.ts'
import { packageGroups } from '../package-folders.ts'
import { serverFolders, serverPath } from '../server-packages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

await proveRules()
const { modules, summary } = await findViolations(root, [...packageGroups, 'scripts'])
if (!modules.some(({ source }) => source.startsWith('server/program/'))) {
  fail('It saw no module of the server, so it looked in the wrong place.')
}
for (const folder of serverFolders) {
  if (!placedFolders.includes(folder)) {
    fail(`${serverPath(folder)} is no domain: add it to domains.ts.`)
  }
}
for (const { name, rooms = [], uses } of domains as readonly Domain[]) {
  const own = [name, ...rooms].map((folder) => `${serverPath(folder)}/`)
  const imported = modules
    .filter(({ source }) => own.some((path) => source.startsWith(path)))
    .filter(({ source }) => !source.endsWith('/domain.ts'))
    .flatMap(({ dependencies }) => dependencies.map(({ resolved }) => resolved))
  for (const used of uses) {
    const isUsed = [used.name, ...(used.rooms ?? [])].some((folder) =>
      imported.some((file) => file.startsWith(`${serverPath(folder)}/`)),
    )
    if (!isUsed) fail(`${name}/domain.ts names ${used.name}, which it does not use.`)
  }
}
for (const { from, to, rule } of summary.violations) {
  fail(`${from} imports ${to}\n  ${rule.name}: ${describeRule(rule.name)}`)
}
if (!process.exitCode) console.log(`${modules.length} modules keep ${importRules.length} rules.`)

async function proveRules(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'planted-'))
  try {
    for (const { planted } of importRules) {
      const [from, to] = planted
      if (to !== 'nowhere') await plant(folder, to, '')
      await plant(folder, from, `import '${pathBetween(from, to)}'\n`)
    }
    const found = await findViolations(folder, [...packageGroups])
    for (const { name, planted } of importRules) {
      const isCaught = found.summary.violations.some(
        ({ from, rule }) => rule.name === name && from === planted[0],
      )
      if (!isCaught) fail(`The rule ${name} does not catch ${planted.join(' → ')}.`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function plant(folder: string, file: string, text: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

function pathBetween(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

async function findViolations(baseDir: string, folders: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(folders, {
    ...cruiseOptions,
    baseDir,
    validate: true,
    ruleSet: { forbidden: importRules.map(({ planted: _planted, ...rule }) => rule) },
  })
  return output as ICruiseResult
}

function describeRule(name: string): string {
  return importRules.find((rule) => rule.name === name)!.comment
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
