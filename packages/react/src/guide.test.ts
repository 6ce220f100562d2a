import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import * as headless from './headless.ts'

// The lists of the guide match the code.

const here = fileURLToPath(new URL('.', import.meta.url))
const source = (path: string) => readFile(join(here, path), 'utf8')

let guide: string
let looks: string
let code: string
let look: string
beforeAll(async () => {
  guide = await source('../../../docs/ui/README.md')
  looks = await source('../../../docs/ui/theming.md')
  look = await source('look.css')
  const paths = await Array.fromAsync(glob('**/*.tsx', { cwd: here }))
  code = (
    await Promise.all(paths.filter((path) => !/test|gallery|fixtures/.test(path)).map(source))
  ).join('')
})

/** Members of an interface, parsed from its text. */
const parseMembers = (text: string, name: string) => {
  const [, body = ''] =
    new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(text) ?? []
  return findAllMatches(body, /^ {2}(\w+)\??:/gm)
}
const findAllMatches = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
]
/** Text in backticks between two headings of the guide. */
const namesBelow = (heading: string) => {
  const [, section = ''] = guide.split(new RegExp(`^## ${heading}\n`, 'm'))
  const [text = ''] = section.split(/^## /m)
  return findAllMatches(text.replace(/```[\s\S]*?```/g, ''), /`([^`]+)`/g)
}
/** Cells in backticks of each row of a table, without rows that have none. */
const rowsBelow = (heading: string) => {
  const [, section = ''] = looks.split(`## ${heading}\n`)
  const [text = ''] = section.split(/^## /m)
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => [...row.matchAll(/\| (?:`([^`]+)`)?/g)].map(([, name]) => name))
}
const keysBelow = (heading: string) => rowsBelow(heading).map(([key]) => key)
const words = (names: string[]) => new Set(names.flatMap((name) => name.match(/[\w-]+/g) ?? []))

it('documents every option', async () => {
  const options = parseMembers(await source('config/options.ts'), 'CommonOptions')

  expect(options.length).toBeGreaterThan(8)
  expect([...words(namesBelow('`PlatformProvider options`'))]).toEqual(
    expect.arrayContaining([...options, 'apiKey', 'getToken']),
  )
})

it('documents every component prop and callback', async () => {
  const install = await source('install/install-integration.tsx')
  const scope = parseMembers(await source('installation-provider.tsx'), 'InstallationScope')
  const own = parseMembers(install, 'InstallIntegrationProps')
  const connect = parseMembers(await source('connect/connect-provider.tsx'), 'ConnectProviderProps')

  expect([scope.length, own.length, connect.length].map(Math.sign)).toEqual([1, 1, 1])
  expect([...words(namesBelow('`InstallIntegration`'))]).toEqual(
    expect.arrayContaining([...scope, ...own]),
  )
  const list = parseMembers(
    await source('list/integration-list.tsx'),
    'IntegrationListProps extends Callbacks',
  )
  expect(list.length).toBeGreaterThan(0)
  expect([...words(namesBelow('`IntegrationList`'))]).toEqual(expect.arrayContaining(list))
  expect([...words(namesBelow('`ConnectProvider`'))]).toEqual(expect.arrayContaining(connect))
})

it('documents exactly the exported hooks', () => {
  const hooks = Object.keys(headless).filter((name) => name.startsWith('use'))

  const named = [...words(namesBelow('Hooks'))].filter((name) => /^use[A-Z]/.test(name))
  expect(named.toSorted()).toEqual(hooks.toSorted())
})

it('documents exactly the CSS variables and their defaults', async () => {
  const defaults = new Map(
    [...look.matchAll(/var\((--plat-[\w-]+), ((?:[^()]|\([^()]*\))+)\)/g)]
      .toReversed()
      .map(([, name = '', value = '']) => [name, value.match(/[^(), ]+(?=[,)]|$)/g)]),
  )

  const documented = rowsBelow('Variables').map(([name, , ...values]) => [
    name,
    values.filter(Boolean),
  ])
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(defaults))
  expect(defaults.size).toBeGreaterThan(15)
  const shorter = namesBelow('Theming').filter((name) => name.startsWith('--plat-'))
  expect([...defaults.keys()]).toEqual(expect.arrayContaining(shorter))
})

it('states the sizes that are checked', async () => {
  const quality = await source('../../../docs/ui/quality.md')
  const limits: { name: string; limit: string }[] = JSON.parse(await source('../.size-limit.json'))
  const findLimit = (name: string) => limits.find((one) => one.name === name)?.limit
  const all = 'InstallIntegration + PlatformProvider'
  const first = `${all}, until the connect card shows`
  const [, unpacked] = /unpackedLimit = (\d+)/.exec(await source('../measure.ts')) ?? []

  const [, table = ''] = quality.split('\n## Sizes\n')
  const stated = [...table.matchAll(/^\| (\S.*?) *\| (\d+ kB) *\| (\d+ kB)? *\|$/gm)].flatMap(
    ([, name = '', gzip, brotli]) => [
      { name, limit: gzip },
      ...(brotli ? [{ name: `${name}, Brotli`, limit: brotli }] : []),
    ],
  )
  expect(stated).toEqual(
    limits
      .filter(({ name }) => !/^(language|an import) /.test(name))
      .map(({ name, limit }) => ({ name, limit })),
  )
  expect(quality).toContain(`at most ${unpacked} kB unpacked`)
  expect(guide).toContain(`at most ${findLimit('web component, with all that it needs')} (gzip)`)
  for (const { name, limit } of limits.filter(({ name: one }) => one.startsWith('language '))) {
    expect([name, quality]).toEqual([name, expect.stringContaining(`at most ${limit} (Brotli)`)])
  }
  const readme = (await source('../../../README.md')).replaceAll(/\s+/g, ' ')
  expect(readme).toContain(`At most ${findLimit(`${first}, Brotli`)} up to the connect card`)
  for (const text of [readme, await source('../../../docs/README.md')]) {
    expect(text).toContain(`${findLimit(`${all}, Brotli`)} for everything (Brotli)`)
  }
})

it('contains no CSS that bundlers rewrite', async () => {
  expect(await source('styles.css')).not.toMatch(/light-dark\(/)
})

it('documents exactly the CSS classes', () => {
  const classes = findAllMatches(code, /(?<![\w-])(plat-[a-z-]+)/g)
  const styled = findAllMatches(look, /\.(plat-[a-z-]+)/g)

  expect(findAllMatches(looks, /`(plat-[a-z-]+)`/g).toSorted()).toEqual(classes.toSorted())
  expect(classes).toEqual(expect.arrayContaining(styled))
})

it('documents exactly the parts', () => {
  const parts = findAllMatches(code, /(?:data-plat-part="|usePart\('|<Root part=")([a-z-]+)/g)

  const listed = [...keysBelow('Elements'), ...keysBelow('Other parts')]
  expect(listed.toSorted()).toEqual(parts.toSorted())
})

it('documents every key of appearance.elements', async () => {
  const [, union = ''] = /type Part =([\s\S]*?)\n\n/.exec(await source('config/options.ts')) ?? []
  const keys = findAllMatches(union, /'([a-z]+)'/g)
  const [, ownable = ''] = /\\\.plat-\(([^)]*)\)/.exec(await source('../generate-styles.ts')) ?? []

  expect(keys.length).toBeGreaterThan(10)
  expect(keysBelow('Elements')).toEqual(keys)
  expect(namesBelow('Theming')).toEqual(expect.arrayContaining(keys))
  expect(ownable.replace('tabs?', 'tabs|tab').split('|').toSorted()).toEqual(
    [...keys, 'step-heading'].toSorted(),
  )
  for (const key of keys) {
    expect(code).toContain(`usePart('${key}', 'plat-${key}`)
    expect(code).not.toMatch(new RegExp(`className="[^"]*plat-${key}[ "]`))
  }
})

it('makes none of the elements parts whose rules override classes of the page', async () => {
  const generator = await source('../generate-styles.ts')
  const [, never = ''] = /neverParts =[\s\S]*?\((a\|[^)]*)\)/.exec(generator) ?? []
  const elements = findAllMatches(code, /<(\w+)\s(?:[^<>]*\s)?\{\.\.\.(?:usePart\(|\w+Part\b)/g)

  expect(elements).toEqual(expect.arrayContaining(['button', 'div', 'h2', 'input', 'section']))
  expect(elements.filter((name) => never.split('|').includes(name))).toEqual([])
  expect(never.split('|')).toContain('label')
})

it('documents every event of the options and the elements', async () => {
  const [, union = ''] =
    /type PlatformEvent =([\s\S]*?)\n\n/.exec(await source('config/options.ts')) ?? []
  const events = findAllMatches(union.replace(/connectionId|installationId/g, ''), /'(\w+)'/g)
  const ofElements = findAllMatches(code, /emit\('(platform-[a-z]+)'/g)

  expect(events.length).toBeGreaterThan(4)
  expect([...words(namesBelow('`PlatformProvider options`'))]).toEqual(
    expect.arrayContaining(events),
  )
  expect(namesBelow('Without React')).toEqual(expect.arrayContaining(ofElements))
})
