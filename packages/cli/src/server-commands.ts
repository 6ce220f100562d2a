import { CommandError, type ExitCode } from './terminal/terminal.ts'
import { toError } from './terminal/to-error.ts'

/** The manifest of a backup. */
interface Archived {
  file: string
  time: string
  tables: number
  rows: number
  masterKeys: string[]
}

/** Functions of the server for the CLI, loaded only by commands that need them. */
export interface ServerCommands {
  bootstrap(request: { org: string; project: string; owner?: string | undefined }): Promise<object>
  migrate(): Promise<{ applied: string[] }>
  backup(request: { file: string }): Promise<Archived & { bytes: number }>
  restore(request: {
    file: string
    isTrial: boolean | undefined
  }): Promise<Archived & { applied: string[] }>
  checkProviders(request: { source: string }): Promise<
    {
      provider: string
      facts: string[]
      problems: string[]
      apiVersion?: string | undefined
      supportedUntil?: string | undefined
    }[]
  >
  generateProvider(request: {
    document?: unknown
    replies?: { name: string; content: unknown }[]
    name?: string | undefined
    only?: string[] | undefined
    baseURL?: string | undefined
  }): Promise<{
    name: string
    text: string
    objects: { name: string; read: string; changes: boolean; writes: string[] }[]
    skipped: { path: string; reason: string }[]
    guesses: number
    missing: string[]
  }>
  /** Stops gracefully at SIGINT; `left` is the number of remaining keys. */
  rotateKeys(): Promise<{ masterKey: string; rotated: number; left: number }>
}

// A module name that the compiler does not resolve: the CLI must not depend on the server.
const serverModule: string = '@platform/program/bootstrap'

/**
 * Returns the function of the server, or throws a `CommandError` if the server is not installed.
 */
export async function serverCommand<Name extends keyof ServerCommands>(
  name: Name,
): Promise<ServerCommands[Name]> {
  mustRunServer(process.versions.node)
  let server: Partial<ServerCommands>
  try {
    server = await import(serverModule)
  } catch (cause) {
    const { code } = toError(cause)
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw cause
    throw new CommandError(
      'This command needs the server: run it in a checkout or an unpacked release.',
      2,
      { cause },
    )
  }
  const found: ((request: never) => Promise<object>) | undefined = server[name]
  if (!found) throw new CommandError(`The installed server does not support \`${name}\`.`)
  return (async (request: never) => {
    try {
      return await found(request)
    } catch (error) {
      const exitCode = error instanceof Error && operatorErrors.get(error.name)
      if (!exitCode) throw error
      throw new CommandError(error.message, exitCode, { cause: error })
    }
  }) as ServerCommands[Name]
}

/** The server is TypeScript that Node 26 runs directly; older versions fail with a stack trace. */
export function mustRunServer(node: string): void {
  if (Number(node.split('.')[0]) >= 26) return
  throw new CommandError(
    `This command runs the server, which needs Node 26 or newer. This is Node ${node}.`,
  )
}

/** Exit codes of server errors that the operator can fix, each with a message. */
const operatorErrors = new Map<string, ExitCode>([
  ['SettingsError', 2],
  ['EmbeddedPostgresError', 2],
  ['MasterKeyMissing', 2],
  ['TooNewError', 2],
  ['TooOldError', 2],
  ['BackupError', 2],
  // Errors in a file, as for `validate`.
  ['CatalogueError', 1],
  // The input is no OpenAPI document, or describes no list.
  ['NotGenerable', 1],
  // The request was rejected.
  ['Problem', 1],
])
