import { command, type Command } from '../command.ts'
import { CommandError, print } from '../terminal/terminal.ts'

/** The commands are passed as a function because this is one of them. */
export const completion = (commands: () => readonly Command[]) =>
  command({
    name: 'completion',
    summary: 'Print a completion script for bash, zsh or fish.',
    argument: {
      name: 'shell',
      description: '`bash`, `zsh` or `fish`.',
      oneOf: ['bash', 'zsh', 'fish'],
      isNeeded: true,
    },
    options: { json: { type: 'boolean', description: 'Print the script as JSON.' } },
    notes: `  bash:  platform completion bash >> ~/.bashrc
  zsh:   platform completion zsh >> ~/.zshrc
  fish:  platform completion fish > ~/.config/fish/completions/platform.fish`,
    async run({ argument: shell, values, terminal }) {
      const [, script] = Object.entries(scripts).find(([name]) => name === shell) ?? []
      if (!script) throw new CommandError('A shell is required: bash, zsh or fish.')
      const text = script(commands())
      print(terminal.stdout, values.json ? JSON.stringify({ shell, script: text }) : text)
      return 0
    },
  })

const scripts = { bash, zsh, fish }

const listOptions = ({ options }: Command) =>
  [...Object.keys(options), 'help'].map((name) => `--${name}`).join(' ')

/** Returns the first words: commands of two words are completed in two steps. */
function firstWords(commands: readonly Command[]): string {
  return [...new Set(commands.flatMap(({ name }) => name.split(' ', 1)))].join(' ')
}

/** Returns the second words of commands by their first word. */
function secondWords(commands: readonly Command[]): Map<string, string[]> {
  const words = new Map<string, string[]>()
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ')
    if (second) words.set(first, [...(words.get(first) ?? []), second])
  }
  return words
}

function bash(commands: readonly Command[]): string {
  const cases = commands.flatMap((one) => {
    const values = Object.entries(one.options).flatMap(([name, { oneOf }]) =>
      oneOf ? [`    "${one.name} "*"--${name} ") words="${oneOf.join(' ')}" ;;`] : [],
    )
    const words = [...(one.argument?.oneOf ?? []), listOptions(one)].join(' ')
    return [...values, `    "${one.name} "*) words="${words}" ;;`]
  })
  const families = [...secondWords(commands)].map(
    ([first, seconds]) => `    "${first} ") words="${seconds.join(' ')}" ;;`,
  )
  return `_platform() {
  local line="\${COMP_WORDS[*]:1:$((COMP_CWORD-1))} " current="\${COMP_WORDS[COMP_CWORD]}" words
  case "$line" in
    " ") words="${firstWords(commands)} help --version" ;;
${[...families, ...cases].join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _platform platform`
}

function zsh(commands: readonly Command[]): string {
  return `(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit -i }
autoload -Uz +X bashcompinit && bashcompinit
${bash(commands)}`
}

function fish(commands: readonly Command[]): string {
  const quote = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
  const complete = (condition: string, what: string, description?: string) =>
    `complete -c platform -n ${quote(condition)} ${what}${description ? ` -d ${quote(description)}` : ''}`
  const completeValue = (value = '', oneOf?: readonly string[]) =>
    isPath(value) ? ' -rF' : oneOf ? ` -xa ${quote(oneOf.join(' '))}` : ' -x'
  const seconds = secondWords(commands)
  const lines = commands.flatMap((one) => {
    const [first = '', second] = one.name.split(' ')
    const family = `__fish_seen_subcommand_from ${first}`
    const seen = second ? `${family}; and __fish_seen_subcommand_from ${second}` : family
    const others = (seconds.get(first) ?? []).join(' ')
    return [
      second
        ? complete(
            `${family}; and not __fish_seen_subcommand_from ${others}`,
            `-a ${second}`,
            one.summary,
          )
        : complete('__fish_use_subcommand', `-a ${first}`, one.summary),
      ...(one.argument && isPath(one.argument.name) ? [complete(seen, '-F')] : []),
      ...(one.argument?.oneOf ? [complete(seen, `-a ${quote(one.argument.oneOf.join(' '))}`)] : []),
      ...Object.entries(one.options).map(([name, { description, type, value, oneOf }]) =>
        complete(
          seen,
          `-l ${name}${type === 'string' ? completeValue(value, oneOf) : ''}`,
          description,
        ),
      ),
      complete(seen, '-l help', 'Show help.'),
    ]
  })
  const families = [...seconds.keys()].map((first) =>
    complete('__fish_use_subcommand', `-a ${first}`, 'Has subcommands.'),
  )
  return ['complete -c platform -f', ...families, ...lines].join('\n')
}

const isPath = (name: string) => ['path', 'FILE'].includes(name)
