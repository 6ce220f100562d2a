/**
 * Limits type assertions: counts `x as T` (except `as const`) and `x!` in handwritten code of all
 * packages, including tests. Counts a planted file first, to prove that it detects them.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from '@swc/core'
import { packageGroups } from '../package-folders.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The client's generated types. */
const generated = ['packages/client/src/api.ts']

/** Counted kinds with their limit per thousand lines. */
const kinds = [
  { kind: 'casts', nodes: ['TsAsExpression', 'TsTypeAssertion'], limit: 4 },
  { kind: 'non-null assertions', nodes: ['TsNonNullExpression'], limit: 3 },
] as const

type Kind = (typeof kinds)[number]['kind']
type Count = Record<Kind, number> & { lines: number }

await proveCount()
const counts = new Map<string, Count>()
for (const file of (await Promise.all(packageGroups.map(filesBelow))).flat()) {
  counts.set(file, await countIn(await readFile(join(root, file), 'utf8'), file))
}
if (counts.size < 100) fail('Hardly any file was found, so the path is wrong.')

const lines = sumCounts('lines')
for (const { kind, limit } of kinds) {
  const perThousand = (sumCounts(kind) / lines) * 1000
  console.log(`${sumCounts(kind)} ${kind}: ${perThousand.toFixed(2)} in 1,000 of ${lines} lines.`)
  if (perThousand < limit) continue
  const worst = [...counts].toSorted(([, a], [, b]) => b[kind] - a[kind]).slice(0, 20)
  fail(
    `The limit is ${limit}. Make the type precise instead: parse, guard, destructure, or look up with must().`,
    ...worst.map(([file, count]) => `  ${String(count[kind]).padStart(4)}  ${file}`),
  )
}

/** Checks that each kind of assertion is counted, and nothing else. */
async function proveCount(): Promise<void> {
  const planted = [
    'const cast = JSON.parse(text) as { id: string }',
    'const angled = <string>cast.id',
    'const twice = cast as unknown as string',
    'const inside = `${list.map((one) => one as number)[0]!}`',
    'const chained = map.get(key)!.at(-1)!.id',
    "const constant = ['a', 'b'] as const",
    'const shaped = { a: 1 } satisfies Record<string, number>',
    'const compared = !flag && (a as never) !== b',
    "import { a as b, type c as d } from './e.ts'",
  ]
  const found = await countIn(planted.join('\n'), 'planted.ts')
  const isRight =
    found.casts === 6 && found['non-null assertions'] === 3 && found.lines === planted.length
  if (!isRight) fail(`It counts wrongly what it planted: ${JSON.stringify(found)}.`)
}

async function filesBelow(folder: string): Promise<string[]> {
  const files = await readdir(join(root, folder), { recursive: true })
  return files
    .map((file) => join(folder, file))
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/(^|\/)(node_modules|dist|\.\w+)\//.test(file) &&
        !generated.includes(file),
    )
}

async function countIn(text: string, file: string): Promise<Count> {
  const program = await parse(text, { syntax: 'typescript', tsx: file.endsWith('x') })
  const count: Count = {
    casts: 0,
    'non-null assertions': 0,
    lines: text.trimEnd().split('\n').length,
  }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node) {
      const { type } = node
      const counted = kinds.find(({ nodes }) => nodes.some((one) => one === type))
      if (counted) count[counted.kind]++
    }
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(program)
  return count
}

function sumCounts(what: keyof Count): number {
  return counts.values().reduce((sum, count) => sum + count[what], 0)
}

function fail(...sentences: string[]): void {
  console.error(sentences.join('\n'))
  process.exitCode = 1
}
