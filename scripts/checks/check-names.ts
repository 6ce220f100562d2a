/**
 * Checks names in two ways.
 *
 * Functions begin with a verb and limits with `max` or `min`, by the rules in `function-names.ts`.
 * The counts are printed.
 *
 * An exported name has a single definition in the repository, so that it can be searched for.
 * `doubled-names.json` lists the remaining names with several, and their number: the list may only
 * shrink (`node scripts/checks/check-names.ts --shrink`). Five kinds of names are excluded, because they are
 * qualified where they are used or have the same meaning: operations of the contract
 * (`contract.getProject`), statements of a `store.ts` (`store.findProject`), migrations, test suites
 * of the connectors (`kit.reading`), and types that are aliases of a schema of the contract
 * (`type Connection = Schemas['Connection']`).
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  collectNames,
  findRepeatedNames,
  maxRepeatedNames,
  nameRules,
  type Names,
} from './function-names.ts'
import { packageGroups } from '../package-folders.ts'
import { fail, filesBelow, root } from '../sources.ts'

const folders = [...packageGroups, 'scripts']
const listFile = join(root, 'scripts/checks/doubled-names.json')
const isGenerated = /^packages\/client\/src\/(?:api|event-types|health-states)\.ts$/
const isQualified =
  /(?:^|\/)store\.ts$|-store\.ts$|\/migrations\/|\/connectors\/src\/(?:hubspot|salesforce)\/testing\.ts$/

const exported =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)(.*)/gm

type Definitions = Map<string, string[]>

proveCheck()
await proveRules()

const definitions: Definitions = new Map()
const allNames: Names = { functions: [], limits: [] }
let files = 0
for (const folder of folders) {
  for (const file of await filesBelow(folder, /\.tsx?$/)) {
    files++
    if (isGenerated.test(file)) continue
    const text = await readFile(join(root, file), 'utf8')
    const { functions, limits } = await collectNames(text, file)
    allNames.functions.push(...functions)
    allNames.limits.push(...limits)
    if (!isQualified.test(file)) addNames(definitions, file, text)
  }
}
if (files < 500) fail('Hardly any file was found, so the path is wrong.')

const listed = JSON.parse(await readFile(listFile, 'utf8')) as Record<string, number>
const found = doublesIn(definitions)
if (process.argv.includes('--shrink')) await shrink()
else {
  compareWithList()
  checkRules(allNames)
}

function compareWithList(): void {
  for (const [name, places] of found) {
    const allowed = listed[name] ?? 1
    if (places.length > allowed) {
      fail(`${name} is defined in ${places.join(', ')}: name what each is about.`)
    }
  }
  for (const [name, count] of Object.entries(listed)) {
    if ((found.get(name)?.length ?? 1) < count) {
      fail(
        `${name} has fewer definitions now: run \`node scripts/checks/check-names.ts --shrink\`.`,
      )
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

function checkRules({ functions, limits }: Names): void {
  for (const { what, advice, maxPercent, isBroken } of nameRules) {
    const broken = functions.filter(isBroken)
    const percent = (broken.length / functions.length) * 100
    console.log(
      `${broken.length} of ${functions.length} functions ${what} (${percent.toFixed(2)} %).`,
    )
    if (percent <= maxPercent) continue
    const worst = broken.map(({ name, file }) => `  ${name} in ${file}`).join('\n')
    fail(`At most ${maxPercent} % of functions ${what}. ${advice}\n${worst}`)
  }

  const repeated = findRepeatedNames(functions)
  console.log(`${repeated.length} names are those of four or more functions of modules.`)
  if (repeated.length > maxRepeatedNames) {
    const lines = repeated.map(([name, places]) => `  ${name} in ${places.join(', ')}`).join('\n')
    fail(`At most ${maxRepeatedNames} may be: say what each is about.\n${lines}`)
  }

  for (const limit of limits) fail(`${limit} is a limit: begin its name with max or min.`)
}

/** Proves that the rules for functions and limits find what they name, and nothing else. */
async function proveRules(): Promise<void> {
  const planted = `
    export function nameOf() {}
    const verified = async () => {}
    class Cache { readonly shown = () => {}; #entryOf() {}; readAll() {} }
    function findOne() { const built = () => {}; const need = () => {}; return given() }
    const given = () => {}
    const mostBytes = 2 * 1024, longestWaitMs = 5
    let longest = 0
    export const Button = () => {}
    export const wordCount = (text: string) => text.length`
  const { functions, limits } = await collectNames(planted, 'planted.ts')
  const broken = nameRules.map(({ isBroken }) => functions.filter(isBroken).map(({ name }) => name))
  const isRight =
    broken.join(';') === 'nameOf,entryOf;verified,shown,built;verified,wordCount' &&
    limits.join() === 'mostBytes in planted.ts,longestWaitMs in planted.ts' &&
    findRepeatedNames(
      [1, 2, 3, 4].flatMap((n) => functions.map((one) => ({ ...one, file: `${n}.ts` }))),
    ).length === 6
  if (!isRight) fail(`The planted names are judged wrongly: ${broken.join(';')}; ${limits.join()}.`)
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
