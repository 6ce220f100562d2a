import type { Command } from '../command.ts'
import { targetOptions } from '../target/target.ts'
import type { ExitCode, Terminal } from '../terminal/terminal.ts'

/** A command of the command line as a tool of an agent. */
export interface AgentTool {
  name: string
  description: string
  command: Command
  /** Arguments that every call has. */
  fixed: readonly string[]
  changes: boolean
}

/** Commands that change nothing. None of them shows records of customers. */
const viewing = [
  'status',
  'explain',
  'logs',
  'revisions',
  'validate',
  'destinations list',
  'deliveries list',
  'api-keys list',
]
/** Commands that change the project, for agents that are allowed to. */
const changing = [
  ...['deploy', 'rollback', 'trigger', 'pause', 'resume', 'schedules set', 'deliveries retry'],
]

export function agentTools(
  commands: readonly Command[],
  { mayChange }: { mayChange: boolean },
): AgentTool[] {
  const findCommands = (names: readonly string[]) =>
    commands.filter(({ name }) => names.includes(name))
  const toTool = (command: Command, changes: boolean): AgentTool => ({
    name: command.name.replaceAll(/[ -]/g, '_'),
    description: command.summary,
    command,
    fixed: [],
    changes,
  })
  return [
    ...findCommands(viewing).map((command) => toTool(command, false)),
    ...findCommands(['deploy']).map((command) => ({
      ...toTool(command, false),
      name: 'deploy_dry_run',
      description: 'Show what a deployment would change, and for which customers.',
      fixed: ['--dry-run'],
    })),
    ...(mayChange ? findCommands(changing).map((command) => toTool(command, true)) : []),
  ]
}

/** Options that belong to the person who starts the server, or that need a terminal. */
const hidden = new Set([...Object.keys(targetOptions), 'json', 'follow', 'save-to'])

const listOfferedOptions = ({ command, fixed }: AgentTool) =>
  Object.entries(command.options).filter(
    ([name]) => !hidden.has(name) && !fixed.includes(`--${name}`),
  )

/** Returns the JSON Schema of the tool's arguments: those of the command. */
export function toInputSchema(tool: AgentTool) {
  const { argument } = tool.command
  const options = listOfferedOptions(tool).map(([name, { type, multiple, oneOf, description }]) => {
    const single = { type, ...(oneOf && { enum: [...oneOf] }) }
    return [
      name,
      { ...(multiple ? { type: 'array', items: single } : single), description },
    ] as const
  })
  return {
    type: 'object' as const,
    properties: {
      ...(argument && {
        [argument.name]: {
          type: 'string',
          ...(argument.oneOf && { enum: [...argument.oneOf] }),
          description: argument.description,
        },
      }),
      ...Object.fromEntries(options),
    },
    ...(argument?.isNeeded && { required: [argument.name] }),
    additionalProperties: false,
  }
}

/**
 * Returns the arguments of the command line for a call. Values follow `=` or `--`, so that none of them is
 * taken for an option, such as another server to which credentials would go.
 */
export function toArguments(tool: AgentTool, input: Record<string, unknown>): string[] {
  const { command, fixed } = tool
  const options = new Map(listOfferedOptions(tool))
  const given: string[] = []
  let positional: string | undefined
  for (const [name, value] of Object.entries(input)) {
    if (name === command.argument?.name) {
      positional = readText(name, value)
      continue
    }
    const option = options.get(name)
    if (!option) throw new TypeError(`${tool.name} has no argument ${name}.`)
    if (option.type === 'boolean') {
      if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false.`)
      if (value) given.push(`--${name}`)
    } else {
      for (const one of option.multiple ? [value].flat() : [value]) {
        given.push(`--${name}=${readText(name, one)}`)
      }
    }
  }
  return [
    ...command.name.split(' '),
    ...fixed,
    ...given,
    ...('json' in command.options ? ['--json'] : []),
    ...(positional === undefined ? [] : ['--', positional]),
  ]
}

function readText(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new TypeError(`${name} must be a string.`)
}

/** Larger outputs are cut off: agents filter them by the arguments of the command. */
const maxChars = 60_000

/** Runs the command and returns what it prints. */
export async function runTool(
  run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>,
  tool: AgentTool,
  { input, terminal }: { input: Record<string, unknown>; terminal: Terminal },
): Promise<{ text: string; isError: boolean }> {
  const { stdin: _stdin, ...around } = terminal
  const out: string[] = []
  const err: string[] = []
  const collect = (into: string[]) => ({ write: (text: string) => into.push(text) })
  let args: string[]
  try {
    args = toArguments(tool, input)
  } catch (error) {
    if (error instanceof TypeError) return { text: error.message, isError: true }
    throw error
  }
  const exitCode = await run(args, { ...around, stdout: collect(out), stderr: collect(err) })
  // With --json, standard output contains the error too.
  const isError = exitCode === 1 || exitCode === 2
  const text = out.join('') || (isError ? err.join('') : '')
  return {
    text:
      text.length > maxChars
        ? `${text.slice(0, maxChars)}\n… The output has ${text.length} characters. Narrow it down by the arguments.`
        : text || (tool.changes ? 'Done.' : 'No results.'),
    isError,
  }
}
