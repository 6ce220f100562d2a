import { command, type Command } from '../command.ts'
import { CommandError, print } from '../terminal.ts'

/** The commands come as a function because this is one of them. */
export const completion = (commands: () => readonly Command[]) =>
  command({
    name: 'completion',
    summary: 'Print what completes the command line in bash, zsh or fish.',
    argument: { name: 'shell', says: '`bash`, `zsh` or `fish`.' },
    options: { json: { type: 'boolean', says: 'Print the script within JSON.' } },
    notes: `bash:  platform completion bash >> ~/.bashrc
zsh:   platform completion zsh >> ~/.zshrc
fish:  platform completion fish > ~/.config/fish/completions/platform.fish`,
    async run({ argument: shell, values, terminal }) {
      const [, script] = Object.entries(scripts).find(([name]) => name === shell) ?? []
      if (!script) throw new CommandError('Name the shell: bash, zsh or fish.')
      const text = script(commands())
      print(terminal.stdout, values.json ? JSON.stringify({ shell, script: text }) : text)
      return 0
    },
  })

const scripts = { bash, zsh, fish }

const optionsOf = ({ options }: Command) =>
  [...Object.keys(options), 'help'].map((name) => `--${name}`).join(' ')

/** Which words follow which: commands of two words complete in two steps. */
function firstWords(commands: readonly Command[]): string {
  return [...new Set(commands.flatMap(({ name }) => name.split(' ', 1)))].join(' ')
}

/** By their first words, what commands of two words go on with. */
function secondWords(commands: readonly Command[]): Map<string, string[]> {
  const words = new Map<string, string[]>()
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ')
    if (second) words.set(first, [...(words.get(first) ?? []), second])
  }
  return words
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((one) => {
    const [first, second] = one.name.split(' ')
    const pattern = second ? `"${first} ${second}"*` : `"${first} "*`
    return `    ${pattern}) words="${optionsOf(one)}" ;;`
  })
  const families = [...secondWords(commands)].map(
    ([first, seconds]) => `    "${first} ") words="${seconds.join(' ')}" ;;`,
  )
  return `_platform() {
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1} " current="\${COMP_WORDS[COMP_CWORD]}" words
  case "$line" in
    " ") words="${firstWords(commands)} help --version" ;;
${[...families, ...cases].join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _platform platform`
}

function zsh(commands: readonly Command[]): string {
  return `autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
  const lines = commands.flatMap((one) => {
    const [first, second] = one.name.split(' ')
    const seen = `__fish_seen_subcommand_from ${first}`
    const options = Object.entries(one.options).map(
      ([name, { says, type }]) =>
        `complete -c platform -n ${quoted(seen)} -l ${name}${type === 'string' ? ' -r' : ''} -d ${quoted(says)}`,
    )
    return [
      `complete -c platform -n __fish_use_subcommand -a ${first} -d ${quoted(one.summary)}`,
      ...(second ? [`complete -c platform -n ${quoted(seen)} -a ${second}`] : []),
      ...options,
    ]
  })
  return lines.join('\n')
}
