import type { Schemas } from '@platform/client'
import { didYouMean } from '@platform/manifest'
import { command } from '../../command.ts'
import { columns } from '../../terminal/fitted.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, painter, print, printable, type Terminal } from '../../terminal/terminal.ts'

type Level = Schemas['Evidence']['level']

const words: Record<Level, string> = {
  'stand-in': 'not verified',
  samples: 'sample replies',
  spec: 'specification',
  live: 'tested with the provider',
}

/** Levels from the lowest to the highest. */
const ranks: readonly Level[] = ['stand-in', 'samples', 'spec', 'live']

const abilities = ['read', 'write', 'subscribe'] as const

export const providersList = command({
  name: 'providers list',
  summary: 'List providers, or the objects of one, with how each was verified.',
  argument: { name: 'provider', description: 'Show the objects of this provider.' },
  options: {
    level: {
      type: 'string',
      value: 'LEVEL',
      oneOf: ranks,
      description: `Only providers or objects that are read at this level or a higher one: ${ranks.join(', ')}.`,
    },
    json: { type: 'boolean', description: 'Print JSON.' },
    ...targetOptions,
  },
  notes: `The level of a provider is the one it is read at: the lowest of the objects that are usually installed
first. A stand-in is a server generated from the catalogue entry itself, so it does not verify anything about the provider. Levels are
those of the shipped entry if this server overrides the URLs.

${targetNotes}`,
  async run({ argument, values, terminal }) {
    const { client } = await requireTarget(values, terminal)
    const least = ranks.find((level) => level === values.level) ?? 'stand-in'
    const isAtLeast = (level: Level | undefined) =>
      values.level === undefined ||
      (level !== undefined && ranks.indexOf(level) >= ranks.indexOf(least))
    const catalogue = (await client.get('/v1/providers')) as Record<string, Schemas['ProviderInfo']>
    if (argument === undefined) {
      const listed = Object.entries(catalogue)
        .filter(([, { support, proof }]) => support.read && isAtLeast(proof?.read))
        .map(([provider, { displayName, support, proof = {}, urlsOverridden }]) => ({
          provider,
          displayName,
          ...(urlsOverridden && { urlsOverridden }),
          ...Object.fromEntries(
            abilities.filter((ability) => support[ability]).map((one) => [one, proof[one] ?? null]),
          ),
        }))
      return printProviders(terminal, values.json ? listed : undefined, () =>
        listed.map((one): [string, string] => [
          one.provider,
          describeLevels(one) + (one.urlsOverridden ? ' (this server overrides the URLs)' : ''),
        ]),
      )
    }
    if (!Object.hasOwn(catalogue, argument)) {
      const hint = didYouMean(argument, Object.keys(catalogue))
      throw new CommandError(
        [`The catalogue has no provider \`${argument}\`.`, hint].filter(Boolean).join(' '),
        1,
      )
    }
    const objects = await client.get('/v1/providers/{provider}/objects', {
      params: { provider: argument },
    })
    const listed = Object.entries(objects as Record<string, Schemas['ProviderObject']>)
      .filter(([, { evidence }]) => isAtLeast(evidence?.read?.level))
      .map(([object, { evidence = {} }]) => ({ object, evidence }))
    return printProviders(terminal, values.json ? listed : undefined, () =>
      listed.map(({ object, evidence }): [string, string] => [
        object,
        describeLevels(
          Object.fromEntries(Object.entries(evidence).map(([action, of]) => [action, of?.level])),
        ),
      ]),
    )
  },
})

/** `read specification, write not verified`; what the server reports no level for is part of its code. */
const describeLevels = (levels: Readonly<Record<string, unknown>>) =>
  Object.entries(levels)
    .filter(([name]) => !['provider', 'displayName', 'urlsOverridden'].includes(name))
    .map(([action, level]) => {
      const known = ranks.find((one) => one === level)
      return `${action} ${known ? words[known] : 'built in'}`
    })
    .join(', ')

function printProviders(terminal: Terminal, json: unknown, rows: () => [string, string][]): 0 {
  if (json !== undefined) {
    print(terminal.stdout, JSON.stringify(json, null, 2))
    return 0
  }
  const paint = painter(terminal, terminal.stdout)
  const all = rows().map(([name, text]): [string, string] => [printable(name), text])
  if (all.length === 0) print(terminal.stdout, paint('dim', 'Nothing matches.'))
  else print(terminal.stdout, columns(all, terminal.stdout))
  return 0
}
