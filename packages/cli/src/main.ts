import { ProblemError } from '@platform/client'
import { columns, type Command, helpOf, runCommand } from './command.ts'
import { bootstrap } from './commands/bootstrap.ts'
import { deploy } from './commands/deploy.ts'
import { keysRotate } from './commands/keys-rotate.ts'
import { listen } from './commands/listen.ts'
import { migrate } from './commands/migrate.ts'
import { validate } from './commands/validate.ts'
import { problemLines } from './problem-lines.ts'
import { CommandError, type ExitCode, painter, print, type Terminal } from './terminal.ts'

const commands = [validate, deploy, listen, bootstrap, migrate, keysRotate] as unknown as Command[]

/** Runs the command line and answers the exit code. It prints; it never ends the process. */
export async function main(given: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const args = given[0] === 'help' ? [...given.slice(1), '--help'] : given
  const found = findCommand(args)
  const rest = args.slice(found?.name.split(' ').length ?? 0)
  const asksForHelp = rest.includes('--help') || rest.includes('-h')
  if (!found && (args.length === 0 || asksForHelp)) {
    print(terminal.stdout, overview)
    return 0
  }
  if (found && asksForHelp) {
    print(terminal.stdout, helpOf(found))
    return 0
  }

  try {
    if (!found) throw new CommandError(`There is no command \`${args[0]}\`.`)
    return await runCommand(found, rest, terminal)
  } catch (error) {
    return explain(error, found, terminal)
  }
}

const findCommand = (args: readonly string[]) =>
  commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))

const overview = `The command line of the integration platform.

Usage: platform <command> [options]

${columns(commands.map(({ name, summary }) => [name, summary]))}

\`platform <command> --help\` tells more of one. After \`npm start\` this is all it takes:

  npx platform deploy

Exit codes: 0 done, 1 the manifest has errors or the platform refused, 2 it could not be tried.`

function explain(error: unknown, found: Command | undefined, terminal: Terminal): ExitCode {
  const paint = painter(terminal, terminal.stderr)
  const fail = paint('red', 'error')
  if (error instanceof ProblemError) {
    print(
      terminal.stderr,
      ...problemLines(error.problem).map((line, n) => (n ? line : `${fail} ${line}`)),
    )
    return error.status === 0 ? 2 : 1
  }
  if (error instanceof CommandError) {
    print(terminal.stderr, `${fail} ${error.message}`)
    if (error.exitCode === 2) {
      print(
        terminal.stderr,
        paint('dim', `See \`platform ${found ? `${found.name} ` : ''}--help\`.`),
      )
    }
    return error.exitCode
  }
  throw error
}
