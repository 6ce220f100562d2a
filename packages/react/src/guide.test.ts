import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import * as headless from './headless.ts'

// The lists of the guide are those of the code.

const here = fileURLToPath(new URL('.', import.meta.url))
const source = (path: string) => readFile(join(here, path), 'utf8')

let guide: string
let code: string
beforeAll(async () => {
  guide = await source('../../../docs/ui/README.md')
  const paths = await Array.fromAsync(glob('**/*.tsx', { cwd: here }))
  code = (
    await Promise.all(paths.filter((path) => !/test|gallery|fixtures/.test(path)).map(source))
  ).join('')
})

/** The members of an interface, by its text. */
const membersOf = (text: string, name: string) => {
  const [, body = ''] =
    new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(text) ?? []
  return found(body, /^ {2}(\w+)\??:/gm)
}
const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
]
/** What the guide has between one heading and the next, in backticks. */
const namesBelow = (heading: string) => {
  const [, section = ''] = guide.split(new RegExp(`^## ${heading}\n`, 'm'))
  const [text = ''] = section.split(/^## /m)
  return found(text.replace(/```[\s\S]*?```/g, ''), /`([^`]+)`/g)
}
const words = (names: string[]) => new Set(names.flatMap((name) => name.match(/[\w-]+/g) ?? []))

it('has every option', async () => {
  const options = membersOf(await source('options.ts'), 'CommonOptions')

  expect(options.length).toBeGreaterThan(8)
  expect([...words(namesBelow('`PlatformProvider options`'))]).toEqual(
    expect.arrayContaining([...options, 'apiKey', 'getToken']),
  )
})

it('has every property and callback of the components', async () => {
  const install = await source('install/install-integration.tsx')
  const scope = membersOf(await source('installation-provider.tsx'), 'InstallationScope')
  const [, documented = ''] =
    /(interface InstallIntegrationProps[\s\S]*?)\n {2}\/\/ Typed and not/.exec(install) ?? []
  const callbacks = membersOf(`${documented}\n}`, 'InstallIntegrationProps')
  const connect = membersOf(await source('connect/connect-provider.tsx'), 'ConnectProviderProps')

  expect([scope.length, callbacks.length, connect.length].map(Math.sign)).toEqual([1, 1, 1])
  expect([...words(namesBelow('`InstallIntegration`'))]).toEqual(
    expect.arrayContaining([...scope, ...callbacks]),
  )
  expect([...words(namesBelow('`ConnectProvider`'))]).toEqual(expect.arrayContaining(connect))
})

it('has every hook, and no other', () => {
  const hooks = Object.keys(headless).filter((name) => name.startsWith('use'))

  const named = [...words(namesBelow('Hooks'))].filter((name) => /^use[A-Z]/.test(name))
  expect(named.toSorted()).toEqual(hooks.toSorted())
})

it('has every variable', async () => {
  const variables = found(await source('look.css'), /var\((--plat-[\w-]+)/g)
  const starts = namesBelow('Looks').map((name) => name.replace(/^-(?!-)/, ''))

  const missing = variables.filter(
    (name) => !starts.includes(name) && !starts.includes(name.split('-').at(-1) ?? ''),
  )
  // The guide writes 100 … 900.
  expect(missing.filter((name) => !/neutral-[2-8]00$/.test(name))).toEqual([])
  expect(variables.length).toBeGreaterThan(15)
})

it('has every part, and no other', () => {
  const parts = found(code, /(?:data-plat-part="|usePart\('|<Root part=")([a-z-]+)/g)

  const [, list = ''] = /adds class names of yours([\s\S]*?)Rules of your page/.exec(guide) ?? []
  const listed = found(list.replace(/^.*?:\n/s, ''), /`([a-z-]+)`/g)
  expect(listed.toSorted()).toEqual(parts.toSorted())
})

it('has every event, of the options and of the elements', async () => {
  const [, union = ''] = /type PlatformEvent =([\s\S]*?)\n\n/.exec(await source('options.ts')) ?? []
  const events = found(union.replace(/connectionId|installationId/g, ''), /'(\w+)'/g)
  const ofElements = found(code, /tell\('(platform-[a-z]+)'/g)

  expect(events.length).toBeGreaterThan(4)
  expect([...words(namesBelow('`PlatformProvider options`'))]).toEqual(
    expect.arrayContaining(events),
  )
  expect(namesBelow('Without React')).toEqual(expect.arrayContaining(ofElements))
})
