/**
 * `npm run structure`: prints the figures that describe how the server is built, each with its
 * target. `--executed` also prints the files that each flow executes; `--static` runs no flow.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from '@swc/core'
import { listExecutedFiles } from './executed-files.ts'
import { packageGroups } from './package-folders.ts'
import { serverPackages } from './server-packages.ts'
import { filesBelow, root, testFiles } from './sources.ts'

interface Figure {
  what: string
  figure: number
  target: number
}

const maxFunctionLines = 120
const maxFilesInFolder = 25

const server = serverPackages.map((name) => `server/${name}/src`)
const isTest = new RegExp(testFiles)
const figures: Figure[] = []

const targetsOfFlows: Record<string, number> = {
  membership: 45,
  event: 80,
  'scheduled read to webhook': 85,
  'asynchronous write': 105,
}
if (!process.argv.includes('--static')) {
  for (const [name, files] of await listExecutedFiles()) {
    figures.push({
      what: `executed files: ${name}`,
      figure: files.length,
      target: targetsOfFlows[name] ?? 0,
    })
    if (process.argv.includes('--executed')) console.log(`${name}\n  ${files.join('\n  ')}`)
  }
}

const sources = new Map<string, string>()
for (const folder of [...packageGroups, 'scripts']) {
  for (const file of await filesBelow(folder, /\.tsx?$/)) {
    sources.set(file, await readFile(join(root, file), 'utf8'))
  }
}
const product = [...sources].filter(
  ([file]) =>
    /^(?:server|packages|apps)\//.test(file) &&
    !isTest.test(file) &&
    !/\/fixtures\/|\.d\.ts$/.test(file),
)
const ofServer = product.filter(([file]) => server.some((folder) => file.startsWith(`${folder}/`)))

const longest = (await Promise.all(product.map(([file, text]) => listFunctions(file, text))))
  .flat()
  .toSorted((one, other) => other.lines - one.lines)
figures.push({
  what: 'lines of the longest function',
  figure: longest[0]?.lines ?? 0,
  target: maxFunctionLines,
})

const isOfDelivery = (file: string) =>
  file.startsWith('server/delivery/src/') && !file.includes('/message-log/')
figures.push({
  what: 'lines of delivery without the message log',
  figure: ofServer
    .filter(([file]) => isOfDelivery(file))
    .reduce((sum, [, text]) => sum + countLines(text), 0),
  target: 9_000,
})

const assertions = await Promise.all(ofServer.map(([file, text]) => countAssertions(file, text)))
const linesOfServer = ofServer.reduce((sum, [, text]) => sum + countLines(text), 0)
figures.push({
  what: '`!` per thousand lines of the server',
  figure:
    Math.round((assertions.reduce((sum, count) => sum + count, 0) / linesOfServer) * 10_000) / 10,
  target: 1.5,
})

const { exports } = JSON.parse(
  await readFile(join(root, 'server/kernel/package.json'), 'utf8'),
) as { exports: object }
figures.push({ what: 'exports of the kernel', figure: Object.keys(exports).length, target: 50 })

const folders = Map.groupBy(
  [...sources.keys()].filter(
    (file) => !/\/(?:migrations|locales)\//.test(file) && !isTest.test(file),
  ),
  (file) => dirname(file),
)
const large = [...folders]
  .filter(([, files]) => files.length > maxFilesInFolder)
  .toSorted(([, one], [, other]) => other.length - one.length)
figures.push({
  what: `folders with more than ${maxFilesInFolder} files`,
  figure: large.length,
  target: 0,
})

for (const { what, figure, target } of figures) {
  console.log(`${figure <= target ? '✓' : '✗'} ${what}: ${figure} (target: at most ${target})`)
}
for (const { name, file, lines } of longest) {
  if (lines > maxFunctionLines) console.log(`  ${lines} lines: ${name} in ${file}`)
}
for (const [folder, files] of large) console.log(`  ${files.length} files: ${folder}`)

function countLines(text: string): number {
  return text.split('\n').length - 1
}

interface FunctionLength {
  name: string
  file: string
  lines: number
}

/** Returns the functions of a file that have a body, with their number of lines. */
async function listFunctions(file: string, text: string): Promise<FunctionLength[]> {
  const found: FunctionLength[] = []
  await visitNodes(file, text, (node, lines, name) => {
    if (
      /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|PrivateMethod)$/.test(
        node,
      )
    ) {
      found.push({ name, file, lines })
    }
  })
  return found
}

/** Counts assertions that a value is there. */
async function countAssertions(file: string, text: string): Promise<number> {
  let count = 0
  await visitNodes(file, text, (node) => {
    if (node === 'TsNonNullExpression') count++
  })
  return count
}

type Visit = (type: string, lines: number, name: string) => void

interface SyntaxNode {
  type?: unknown
  span?: { start: number; end: number }
  identifier?: { value?: unknown }
  id?: { value?: unknown }
  key?: { value?: unknown }
}

async function visitNodes(file: string, text: string, visit: Visit): Promise<void> {
  // The statement before all others marks where the offsets of this file begin.
  const source = `;${text.replace(/^#!/, '//')}`
  const program = await parse(source, { syntax: 'typescript', tsx: file.endsWith('x') })
  const bytes = Buffer.from(source)
  const countLinesIn = ({ start, end }: { start: number; end: number }) =>
    countLines(bytes.toString('utf8', start - program.span.start, end - program.span.start)) + 1
  const visitNode = (node: unknown, outerName: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, span, identifier, id, key }: SyntaxNode = node
    const names = [identifier?.value, id?.value, key?.value]
    const name = names.find((value) => typeof value === 'string') ?? outerName
    if (typeof type === 'string' && span) visit(type, countLinesIn(span), name)
    for (const part of Object.values(node)) visitNode(part, name)
  }
  visitNode(program, file)
}
