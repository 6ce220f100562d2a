/**
 * Checks that no failure is silently ignored: a `.catch()` (or the second function of a `.then()`)
 * that ignores the error needs a comment with the reason above, beside or inside it. Empty `catch`
 * blocks are checked by the linter. Checks planted code first, to prove that it detects them.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageGroups } from '../package-folders.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = [...packageGroups, 'scripts']

/** A function that ignores its error. */
const nothing = String.raw`(?:async\s+)?(?:\(\s*\w*(?:\s*:\s*\w+)?\s*\)|\w+)\s*=>\s*(?:\{\s*\}|\(\{\}\)|\[\]|undefined|null|void 0|true|false|''|0)`
const swallowed = new RegExp(
  String.raw`\.catch\(\s*(?:${nothing}|noop)\s*,?\s*\)|\.then\((?:[^;]*?),\s*${nothing}\s*,?\s*\)`,
  'g',
)

/** A line that continues the previous one. */
const continued = /^\s*(?:[.)\]}?:&|]|\}\s*\w)/
const opening = /(?:=>|=|\(|\[|,)$/

proveCheck()
let files = 0
let reasoned = 0
for (const folder of folders) {
  for (const file of await sourcesBelow(folder)) {
    const text = await readFile(join(root, file), 'utf8')
    files++
    for (const { line, hasReason } of catchesIn(text)) {
      if (hasReason) reasoned++
      else
        fail(
          `${file}:${line} goes on after any failure: say why in a comment, log it or let it rise.`,
        )
    }
  }
}
if (files < 500) fail('Hardly any file was found, so the path is wrong.')
if (!process.exitCode) console.log(`${reasoned} failures are passed over, each with its reason.`)

function proveCheck(): void {
  const bare = [
    'await send().catch(() => {})',
    'await send().catch(() => undefined)',
    'await send()\n  .catch((error: unknown) => {})',
    'const text = await read().catch(() => null)',
    'await send().catch(\n  () => undefined,\n)',
    'await open().then((it) => use(it), () => {})',
    'await send().catch(noop)',
    '// Something about this line.\nawait first()\nawait send().catch(() => {})',
  ]
  const withReasons = [
    '// It is sent again.\nawait send().catch(() => {})',
    'await send().catch(() => {}) // It is sent again.',
    'await client\n  .send()\n  // It is sent again.\n  .catch(() => {})',
    '// It is sent again.\nawait client\n  .send()\n  .catch(() => {})',
    'await send().catch(() => log())',
    'await send().catch((error) => { throw error })',
    'queue.on("error", () => {})',
  ]
  for (const text of bare) {
    if (catchesIn(text).every(({ hasReason }) => hasReason)) fail(`It does not see: ${text}`)
  }
  for (const text of withReasons) {
    if (catchesIn(text).some(({ hasReason }) => !hasReason)) fail(`It takes for swallowed: ${text}`)
  }
}

function catchesIn(text: string): { line: number; hasReason: boolean }[] {
  const lines = text.split('\n')
  return [...text.matchAll(swallowed)]
    .filter(({ index }) => !isQuoted(lines[lineAt(text, index)]!))
    .map(({ 0: found, index }) => {
      const first = lineAt(text, index)
      const last = lineAt(text, index + found.length)
      return { line: first + 1, hasReason: hasComment(lines, first, last) }
    })
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1
}

/** Text that quotes code, such as the above. */
function isQuoted(line: string): boolean {
  return /^\s*['"`*/]/.test(line)
}

/** Reports whether these lines, or the ones above their statement, contain a comment. */
function hasComment(lines: string[], first: number, last: number): boolean {
  if (lines.slice(first, last + 1).some((line) => /(?:^|\s)\/\/ /.test(line))) return true
  for (let at = first; at > 0; at--) {
    const above = lines[at - 1]!
    if (/^\s*(?:\/\/|\*\/|\/\*)/.test(above)) return true
    if (!continued.test(lines[at]!) && !opening.test(above)) return false
  }
  return false
}

async function sourcesBelow(folder: string): Promise<string[]> {
  const found = await readdir(join(root, folder), { recursive: true })
  return found
    .filter(
      (file) => /\.(?:tsx?|mjs)$/.test(file) && !/(^|\/)(?:node_modules|dist|\.\w+)\//.test(file),
    )
    .map((file) => join(folder, file))
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
