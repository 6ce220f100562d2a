import { type ProblemDetails, ProblemError } from '@platform/client'
import { didYouMean } from '@platform/manifest'
import { type Command, formatHelp, runCommand } from './command.ts'
import { apiKeysCreate } from './commands/api-keys/create.ts'
import { apiKeysDelete } from './commands/api-keys/delete.ts'
import { apiKeysList } from './commands/api-keys/list.ts'
import { apiKeysRotate } from './commands/api-keys/rotate.ts'
import { apiKeysUpdate } from './commands/api-keys/update.ts'
import { backup } from './commands/server/backup.ts'
import { approvalsApprove } from './commands/approvals/approvals-approve.ts'
import { approvalsLink } from './commands/approvals/approvals-link.ts'
import { approvalsList } from './commands/approvals/approvals-list.ts'
import { approvalsReject } from './commands/approvals/approvals-reject.ts'
import { approvalsShow } from './commands/approvals/approvals-show.ts'
import { bootstrapCommand } from './commands/server/bootstrap.ts'
import { completion } from './commands/completion.ts'
import { deliveriesList } from './commands/deliveries/deliveries-list.ts'
import { deliveriesRetry } from './commands/deliveries/deliveries-retry.ts'
import { deploy } from './commands/manifest/deploy.ts'
import {
  destinationsDelete,
  integrationsDelete,
  jwtKeysDelete,
  providerAppsDelete,
} from './commands/delete-resource.ts'
import { destinationsCreate } from './commands/deliveries/destinations-create.ts'
import { destinationsList } from './commands/deliveries/destinations-list.ts'
import { destinationsUpdate } from './commands/deliveries/destinations-update.ts'
import {
  eventTypesCreate,
  eventTypesDelete,
  eventTypesList,
  eventTypesUpdate,
} from './commands/events/event-types.ts'
import { eventsSend } from './commands/events/events-send.ts'
import { explainCommand } from './commands/explain.ts'
import { fieldsApply } from './commands/fields-apply.ts'
import { init } from './commands/init.ts'
import { jwtKeysCreate } from './commands/jwt-keys-create.ts'
import { keysRotate } from './commands/server/keys-rotate.ts'
import { linksCreate } from './commands/links-create.ts'
import { listenCommand } from './commands/deliveries/listen.ts'
import { login } from './commands/sign-in/login.ts'
import { logout } from './commands/sign-in/logout.ts'
import { logs } from './commands/logs.ts'
import { mcpCommand } from './commands/mcp.ts'
import { membersList, membersRemove, membersSetRole } from './commands/members.ts'
import { migrateCommand } from './commands/server/migrate.ts'
import { pauseCustomer, resumeCustomer } from './commands/pause.ts'
import { projectsCreate, projectsList, projectsUse } from './commands/projects.ts'
import { providerAppsFiles } from './commands/provider-apps/provider-apps-files.ts'
import { providerAppsGuide } from './commands/provider-apps/provider-apps-guide.ts'
import { providerAppsSet } from './commands/provider-apps/provider-apps-set.ts'
import { providerAppsTest } from './commands/provider-apps/provider-apps-test.ts'
import { providerAppsWebhook } from './commands/provider-apps/provider-apps-webhook.ts'
import { providersCheck } from './commands/providers/providers-check.ts'
import { providersGenerate } from './commands/providers/providers-generate.ts'
import { providersList } from './commands/providers/providers-list.ts'
import { providersRecord } from './commands/providers/providers-record.ts'
import { recordsList } from './commands/records-list.ts'
import { restore } from './commands/server/restore.ts'
import { revisions } from './commands/manifest/revisions.ts'
import { rollback } from './commands/manifest/rollback.ts'
import { filtersSet } from './commands/filters-set.ts'
import { schedulesSet } from './commands/schedules-set.ts'
import { status } from './commands/status.ts'
import { trigger } from './commands/deliveries/trigger.ts'
import { types } from './commands/manifest/types.ts'
import { validate } from './commands/manifest/validate.ts'
import { whoami } from './commands/sign-in/whoami.ts'
import { columns, fitText } from './terminal/fitted.ts'
import { findProxyVariable } from './target/outbound-proxy.ts'
import { problemLines } from './terminal/problem-lines.ts'
import { ServerAway } from './target/server-away.ts'
import {
  CommandError,
  type ExitCode,
  legible,
  type Output,
  painter,
  print,
  type Terminal,
} from './terminal/terminal.ts'
import { toError } from './terminal/to-error.ts'
import { version } from './version.ts'

/** Every command, in the order of the help. */
export const commands: Command[] = [
  init,
  login,
  logout,
  whoami,
  projectsList,
  projectsCreate,
  projectsUse,
  membersList,
  membersSetRole,
  membersRemove,
  providerAppsGuide,
  providerAppsFiles,
  providerAppsSet,
  providerAppsTest,
  providerAppsWebhook,
  providerAppsDelete,
  destinationsList,
  destinationsCreate,
  destinationsUpdate,
  destinationsDelete,
  eventTypesList,
  eventTypesCreate,
  eventTypesUpdate,
  eventTypesDelete,
  eventsSend,
  apiKeysCreate,
  apiKeysList,
  apiKeysUpdate,
  apiKeysRotate,
  apiKeysDelete,
  jwtKeysCreate,
  jwtKeysDelete,
  linksCreate,
  approvalsList,
  approvalsShow,
  approvalsApprove,
  approvalsReject,
  approvalsLink,
  status,
  validate,
  types,
  deploy,
  revisions,
  rollback,
  integrationsDelete,
  trigger,
  recordsList,
  pauseCustomer,
  resumeCustomer,
  schedulesSet,
  filtersSet,
  explainCommand,
  logs,
  listenCommand,
  deliveriesList,
  deliveriesRetry,
  fieldsApply,
  providersList,
  providersGenerate,
  providersCheck,
  providersRecord,
  mcpCommand(() => ({ commands, main })),
  bootstrapCommand,
  migrateCommand,
  backup,
  restore,
  keysRotate,
  completion(() => commands),
]

/** Runs the CLI and returns the exit code. Prints, but never ends the process. */
export async function main(given: readonly string[], runBy: Terminal): Promise<ExitCode> {
  const terminal = legible(runBy)
  const args = given[0] === 'help' ? [...given.slice(1), '--help'] : given
  if (args[0] === '--version' || args[0] === '-v') {
    print(terminal.stdout, args.includes('--json') ? JSON.stringify({ version }) : version)
    return 0
  }
  const found = findCommand(args)
  const rest = args.slice(found?.name.split(' ').length ?? 0)
  const asksForHelp = rest.includes('--help') || rest.includes('-h')
  if (!found && (args.length === 0 || asksForHelp)) {
    print(terminal.stdout, overview(terminal.stdout))
    return 0
  }
  if (found && asksForHelp) {
    print(terminal.stdout, formatHelp(found, terminal.stdout))
    return 0
  }

  try {
    if (!found) throw noCommand(args)
    return await runCommand(found, rest, terminal)
  } catch (error) {
    return printFailure(error, { found, asJson: rest.includes('--json') }, terminal)
  }
}

/** The longest match takes precedence: `keys rotate` is not `keys` with an argument. */
const findCommand = (args: readonly string[]) =>
  commands
    .filter(({ name }) => name.split(' ').every((word, index) => args[index] === word))
    .toSorted((a, b) => b.name.split(' ').length - a.name.split(' ').length)[0]

/** Returns the error for unknown commands, with suggestions. */
function noCommand(args: readonly string[]): CommandError {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const names = commands.map(({ name }) => name)
  const family = names.filter((name) => name.startsWith(`${args[0]} `))
  // `keys create` may mean `api-keys create`.
  const longer = names.filter((name) => name.endsWith(`-${words.slice(0, 2).join(' ')}`))
  if (words.length > 1 && longer.length > 0) {
    const meant = new Intl.ListFormat('en', { type: 'disjunction' }).format(
      longer.map((name) => `\`${name}\``),
    )
    return new CommandError(`Unknown command \`${args[0]} ${args[1]}\`. Did you mean ${meant}?`)
  }
  if (family.length > 0) {
    return new CommandError(
      `\`${args[0]}\` needs a subcommand: ${family.map((name) => `\`${name}\``).join(', ')}.`,
    )
  }
  const hint = didYouMean(words.slice(0, 2).join(' '), names) ?? didYouMean(args[0] ?? '', names)
  return new CommandError([`Unknown command \`${args[0]}\`.`, hint].filter(Boolean).join(' '))
}

const overview = (output: Output) =>
  [
    fitText(
      'Command line of the integration platform.\n\nUsage: platform <command> [options]',
      output,
    ),
    columns(
      commands.map(({ name, summary }) => [name, summary]),
      output,
    ),
    fitText(
      `\`platform <command> --help\` shows its options. Beside a running \`npm start\`, no options are needed:
\`platform status\`, \`platform deploy\`.

With --json, a command prints JSON alone, errors as {"error":{"message":…}}.

Exit codes: 0 success, 1 errors in the file or refused by the platform, 2 could not run, 3 something
fails (only \`status\`).`,
      output,
    ),
  ].join('\n\n')

/** No reply, or not signed in. */
const isUntried: ReadonlySet<number> = new Set([0, 401])

/** The proxy may be the reason that there was no reply. */
function printProxyHint({ env, stderr }: Terminal): void {
  const variable = env['NODE_USE_ENV_PROXY'] === '1' ? findProxyVariable(env) : undefined
  if (variable === undefined) return
  print(stderr, `  Requests use the proxy of ${variable}. NO_PROXY lists hosts without it.`)
}

/** Prints why the command failed: as text, or as JSON if requested. */
function printFailure(
  error: unknown,
  { found, asJson }: { found: Command | undefined; asJson: boolean },
  terminal: Terminal,
): ExitCode {
  const paint = painter(terminal, terminal.stderr)
  const fail = paint('red', 'error')
  const printJsonError = (message: string, problem?: ProblemDetails) => {
    if (asJson) print(terminal.stdout, JSON.stringify({ error: { message, problem } }))
  }
  if (error instanceof ProblemError) {
    const [message = '', ...more] = problemLines(error.problem)
    printJsonError(message, error.problem)
    print(terminal.stderr, `${fail} ${message}`, ...more)
    if (error.status === 0) printProxyHint(terminal)
    return isUntried.has(error.status) ? 2 : 1
  }
  if (error instanceof CommandError) {
    printJsonError(error.message)
    print(terminal.stderr, `${fail} ${error.message}`)
    if (error instanceof ServerAway) printProxyHint(terminal)
    if (error.exitCode === 2) {
      print(
        terminal.stderr,
        paint('dim', `See \`platform ${found ? `${found.name} ` : ''}--help\`.`),
      )
    }
    return error.exitCode
  }
  // A file or network error, which the system's message explains.
  if (error instanceof Error && 'syscall' in error) {
    printJsonError(error.message)
    print(terminal.stderr, `${fail} ${error.message}`)
    return 2
  }
  // A fault of the command, or a reply of something that is not the platform.
  const { message, stack = '' } = toError(error)
  const text = `Unexpected error: ${message}. Check with \`platform whoami\` that the URL is that of the platform.`
  printJsonError(text)
  print(terminal.stderr, `${fail} ${text}`, paint('dim', stack))
  return 2
}
