/**
 * Checks that an exported name has a single definition in the repository, so that it can be
 * searched for. `doubled-names.json` lists the remaining names with several, and their number: the
 * list may only shrink (`node scripts/check-names.ts --shrink`). Five kinds of names are excluded,
 * because they are qualified where they are used or have the same meaning: operations of the
 * contract (`contract.getProject`), statements of a `store.ts` (`store.findProject`), migrations,
 * test suites of the connectors (`kit.reading`), and types that are aliases of a schema of the
 * contract (`type Connection = Schemas['Connection']`).
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, filesBelow, root } from './sources.ts'

const folders = ['packages', 'bench', 'journeys', 'scripts']
const listFile = join(root, 'scripts/doubled-names.json')
const isGenerated = /^packages\/client\/src\/(?:api|event-types|health-states)\.ts$/
const isQualified =
  /(?:^|\/)store\.ts$|-store\.ts$|\/migrations\/|\/connectors\/src\/(?:hubspot|salesforce)\/testing\.ts$/

const exported =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)(.*)/gm

type Definitions = Map<string, string[]>

proveCheck()

const definitions: Definitions = new Map()
let files = 0
for (const folder of folders) {
  for (const file of await filesBelow(folder, /\.tsx?$/)) {
    files++
    if (isGenerated.test(file) || isQualified.test(file)) continue
    addNames(definitions, file, await readFile(join(root, file), 'utf8'))
  }
}
if (files < 500) fail('Hardly any file was found, so the path is wrong.')

const listed = JSON.parse(await readFile(listFile, 'utf8')) as Record<string, number>
const found = doublesIn(definitions)
if (process.argv.includes('--shrink')) await shrink()
else compareWithList()

function compareWithList(): void {
  for (const [name, places] of found) {
    const allowed = listed[name] ?? 1
    if (places.length > allowed) {
      fail(`${name} is defined in ${places.join(', ')}: name what each is about.`)
    }
  }
  for (const [name, count] of Object.entries(listed)) {
    if ((found.get(name)?.length ?? 1) < count) {
      fail(`${name} has fewer definitions now: run \`node scripts/check-names.ts --shrink\`.`)
    }
  }
  if (!process.exitCode) {
    console.log(`${definitions.size} exported names; ${found.size} have more than one definition.`)
  }
}

async function shrink(): Promise<void> {
  const kept = [...found]
    .map(([name, places]): [string, number] => [name, Math.min(places.length, listed[name] ?? 1)])
    .filter(([, count]) => count > 1)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(listFile, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`)
}

/**
 * Adds the names that a file defines and exports; a schema and its type with the same name count
 * once.
 */
function addNames(to: Definitions, file: string, text: string): void {
  const names = [...text.matchAll(exported)]
    .filter(([, , rest = '']) => !/= operation\(|^ = Schemas\['\w+'\]$/.test(rest))
    .map(([, name = '']) => name)
  for (const name of new Set(names)) to.set(name, [...(to.get(name) ?? []), file])
}

function doublesIn(all: Definitions): Definitions {
  return new Map([...all].filter(([, places]) => places.length > 1))
}

/** Proves that the check detects duplicates. */
function proveCheck(): void {
  const planted: Definitions = new Map()
  addNames(
    planted,
    'a.ts',
    'export interface Lane {}\nexport const Org = z.object()\nexport type Org = 1',
  )
  addNames(planted, 'b.ts', "export async function Lane() {}\nexport { Org } from './a.ts'")
  addNames(planted, 'c.ts', 'export const getOrg = operation({})')
  addNames(planted, 'd.ts', 'export const getOrg = () => {}\nconst Org = 2')
  addNames(planted, 'e.ts', "export type Org = Schemas['Org']")
  const seen = [...doublesIn(planted)].map(([name, places]) => `${name} in ${places.join(' and ')}`)
  if (seen.join() !== 'Lane in a.ts and b.ts')
    fail(`The planted double is not found: ${seen.join()}`)
}
