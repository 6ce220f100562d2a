import { parseArgs, type ParseArgsConfig } from 'node:util'
import { didYouMean } from '@platform/manifest'
import { columns, fitText } from './terminal/fitted.ts'
import { withSettings } from './target/settings-file.ts'
import { CommandError, type ExitCode, type Output, type Terminal } from './terminal/terminal.ts'
import { toError } from './terminal/to-error.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** The name of the value in the help, such as `URL`. */
  value?: string
  /** May be given several times. */
  multiple?: true
  /** The only allowed values. */
  oneOf?: readonly string[]
  description: string
}

type Options = Record<string, Option>

/** Values of the options; absent if not given. */
export type OptionValues<O extends Options> = {
  [Name in keyof O]?: O[Name] extends { multiple: true }
    ? string[]
    : O[Name]['type'] extends 'boolean'
      ? boolean
      : string
}

export interface Command<O extends Options = Options> {
  name: string
  summary: string
  /** The only positional argument, if any. */
  argument?: { name: string; description: string; oneOf?: readonly string[]; isNeeded?: boolean }
  options: O
  /** Additional paragraphs of its help. */
  notes?: string
  run(input: {
    argument: string | undefined
    values: OptionValues<O>
    terminal: Terminal
  }): Promise<ExitCode>
}

export const command = <const O extends Options>(definition: Command<O>): Command<O> => definition

/**
 * Parses the arguments strictly, so that a misspelled `--dry-run` never deploys, and runs the
 * command.
 */
export async function runCommand(
  definition: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { positionals, values } = parseArguments(definition, args)
  const atMost = definition.argument ? 1 : 0
  const surplus = positionals[atMost]
  if (surplus !== undefined) {
    throw new CommandError(`\`${surplus}\` is not expected: too many arguments.`)
  }
  const { argument, options } = definition
  if (argument) requireChoice(argument.name, positionals[0], argument.oneOf)
  for (const [name, { oneOf }] of Object.entries(options)) {
    for (const value of [values[name]].flat()) requireChoice(`--${name}`, value, oneOf)
  }
  return definition.run({
    argument: positionals[0],
    values: values as OptionValues<Options>,
    terminal: { ...terminal, env: await withSettings(values, terminal) },
  })
}

function requireChoice(name: string, given: unknown, oneOf: readonly string[] | undefined): void {
  if (typeof given !== 'string' || !oneOf || oneOf.includes(given)) return
  const wanted = new Intl.ListFormat('en', { type: 'disjunction' }).format(oneOf)
  const hint = didYouMean(given, oneOf)
  throw new CommandError(
    [`${name} must be ${wanted}, not ${given}.`, hint].filter(Boolean).join(' '),
  )
}

function parseArguments({ options }: Command, args: readonly string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  ) satisfies ParseArgsConfig['options']
  try {
    return parseArgs({ args: [...args], options: config, allowPositionals: true })
  } catch (error) {
    // Node throws argument errors; their first sentence is sufficient.
    const { message } = toError(error)
    const [sentence] = message.split('. ')
    const unknown = /^Unknown option '--([^']*)'/.exec(message)?.[1]
    const hint = unknown && didYouMean(unknown, Object.keys(options))?.replace('`', '`--')
    const text = [`${sentence?.replace(/\.$/, '')}.`, hint].filter(Boolean).join(' ')
    throw new CommandError(text, 2, { cause: error })
  }
}

export function formatHelp(definition: Command, output: Output): string {
  const { name, summary, argument, options, notes } = definition
  const place = argument && (argument.isNeeded ? `<${argument.name}>` : `[${argument.name}]`)
  const usage = ['Usage: platform', name, ...(place ? [place] : []), '[options]'].join(' ')
  const rows = [
    ...(argument ? [[argument.name, argument.description] as const] : []),
    ...Object.entries(options).map(([option, { value, description }]) => {
      return [`--${option}${value ? ` ${value}` : ''}`, description] as const
    }),
    ['--help', 'Show this help.'] as const,
  ]
  return [summary, usage, columns(rows, output), ...(notes ? [notes] : [])]
    .map((part) => fitText(part, output))
    .join('\n\n')
}
