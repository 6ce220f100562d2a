import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createClient, type Client } from '@platform/client'
import type { Option } from '../command.ts'
import { everyPage } from './every-page.ts'
import { readFolderProject } from './folder-project.ts'
import { fetchWithHints } from './fetch-with-hints.ts'
import { fetchToken } from './sign-in-client.ts'
import { normalizeUrl, readSignIns, type StoredSignIn } from './sign-ins.ts'
import { CommandError, type Terminal } from '../terminal/terminal.ts'

/** Server, project and credentials of a command. */
export interface CliTarget {
  baseUrl: string
  project: string
  client: Client
}

/** Settings that `npm start` stores in the data folder for the quickstart. */
export interface QuickstartSettings {
  baseUrl?: string
  projectName?: string
  apiKey?: string
  webhookSigningKey?: string
}

export const targetOptions = {
  project: {
    type: 'string',
    value: 'NAME',
    description: 'Name or ID of the project [PLATFORM_PROJECT].',
  },
  'api-key': {
    type: 'string',
    value: 'KEY',
    description: 'API key with the scopes that the command needs [PLATFORM_API_KEY].',
  },
  'base-url': {
    type: 'string',
    value: 'URL',
    description: 'URL of the platform [PLATFORM_BASE_URL].',
  },
  settings: {
    type: 'string',
    value: 'FILE',
    description: 'Read these three from FILE, as `api-keys create --save-to FILE` writes them.',
  },
} as const satisfies Record<string, Option>

export const targetNotes = `Project, key and URL come from these options, else from the environment, else from
quickstart.json in the data folder (./data or PLATFORM_DATA), which \`npm start\` writes, else from
\`platform login\`, with the project of .platform.json in this folder or one above, which
\`platform projects use\` writes. \`platform whoami\` shows them.`

type TargetValues = { [Name in keyof typeof targetOptions]?: string | undefined }

/** Returns the target, or throws a `CommandError` that names what is missing. */
export async function requireTarget(values: TargetValues, terminal: Terminal): Promise<CliTarget> {
  const { baseUrl, project, client } = await requireCredentials(values, terminal)
  return { baseUrl, project: project ?? (await onlyProject(client)), client }
}

/** Credentials of a command; without a project if none is given or stored. */
export interface Who {
  baseUrl: string
  project: string | undefined
  /** Where the project is set; undefined without one. */
  projectFrom: string | undefined
  /** Email of the signed-in person; undefined with an API key. */
  email: string | undefined
  client: Client
}

/** Returns server and credentials, or throws a `CommandError` that names what is missing. */
export async function requireCredentials(values: TargetValues, terminal: Terminal): Promise<Who> {
  const { baseUrl, project, projectFrom, apiKey, signIn } = await readSettings(values, terminal)
  if (!baseUrl) {
    const servers = Object.keys(await readSignIns(terminal))
    throw new CommandError(
      servers.length > 0
        ? `--base-url is required: you are signed in to ${new Intl.ListFormat('en').format(servers)}.`
        : `Not signed in. Run \`platform login --base-url <URL>\`, or set --base-url and --api-key. Beside a running \`npm start\`, run the command in its folder: there is no quickstart.json in ${dataFolder(terminal)}.`,
    )
  }
  if (!apiKey && !signIn) {
    const quickstart = await readQuickstart(terminal)
    // The key of the quickstart is sent to no other server.
    const hint = quickstart ? ` The key in quickstart.json is for ${quickstart.baseUrl} only.` : ''
    throw new CommandError(
      `Not signed in to ${baseUrl}. Run \`platform login --base-url ${baseUrl}\` or set --api-key.${hint}`,
    )
  }
  const client = createTargetClient({ baseUrl, apiKey, signIn })
  return { baseUrl, project, projectFrom, email: apiKey ? undefined : signIn?.email, client }
}

/** Returns the only project: that of the key, or the person's only one. */
async function onlyProject(client: Client): Promise<string> {
  const names = (await everyPage((query) => client.page('/v1/projects', { query }))).map(
    ({ name }) => name,
  )
  const [only, ...more] = names
  if (only !== undefined && more.length === 0) return only
  throw new CommandError(
    only === undefined
      ? 'You have no project yet. Create one with `platform projects create <name>`.'
      : `--project is required, or choose one with \`platform projects use <name>\`: ${names.join(', ')}.`,
  )
}

/** Returns the target as far as known; undefined without a server. */
export async function findTarget(
  values: TargetValues,
  terminal: Terminal,
): Promise<{ client: Client; project?: string | undefined } | undefined> {
  const { baseUrl, project, apiKey, signIn } = await readSettings(values, terminal)
  if (!baseUrl) return undefined
  const client = createTargetClient({ baseUrl, apiKey, signIn })
  return apiKey || signIn ? { client, project } : { client }
}

/** Returns the URL of the platform, for commands that need nothing else. */
export async function requireBaseUrl(values: TargetValues, terminal: Terminal): Promise<string> {
  const { baseUrl } = await readSettings(values, terminal)
  if (baseUrl) return baseUrl
  throw new CommandError('--base-url is required: the URL of the platform.')
}

/** Returns the URL of the platform; undefined if it is not set. */
export async function readKnownTarget(
  values: TargetValues,
  terminal: Terminal,
): Promise<{ baseUrl: string | undefined; project: string | undefined; isSignedIn: boolean }> {
  const { baseUrl, project, apiKey, signIn } = await readSettings(values, terminal)
  return { baseUrl, project, isSignedIn: apiKey !== undefined || signIn !== undefined }
}

function createTargetClient({
  baseUrl,
  apiKey,
  signIn,
}: {
  baseUrl: string
  apiKey: string | undefined
  signIn: StoredSignIn | undefined
}): Client {
  const credential = apiKey
    ? { apiKey }
    : signIn && { getToken: () => fetchToken(normalizeUrl(baseUrl), signIn) }
  const options = { baseUrl, ...credential }
  return createClient({ ...options, fetch: fetchWithHints(createClient(options)) })
}

interface Settings {
  baseUrl: string | undefined
  project: string | undefined
  projectFrom: string | undefined
  apiKey: string | undefined
  /** Used if no key is given. */
  signIn: StoredSignIn | undefined
}

async function readSettings(values: TargetValues, terminal: Terminal): Promise<Settings> {
  const { env } = terminal
  const given = {
    baseUrl: values['base-url'] ?? (env['PLATFORM_BASE_URL'] || undefined),
    project: values.project ?? (env['PLATFORM_PROJECT'] || undefined),
    projectFrom: values.project
      ? '--project'
      : env['PLATFORM_PROJECT']
        ? 'PLATFORM_PROJECT'
        : undefined,
    apiKey: values['api-key'] ?? (env['PLATFORM_API_KEY'] || undefined),
  }
  if (given.baseUrl && !(/^https?:\/\//.test(given.baseUrl) && URL.canParse(given.baseUrl))) {
    throw new CommandError(
      `The base URL must begin with http:// or https://, not ${given.baseUrl}.`,
    )
  }
  const quickstart = await readQuickstart(terminal)
  // The key of the quickstart must not be sent elsewhere.
  const isElsewhere = given.baseUrl !== undefined && given.baseUrl !== quickstart?.baseUrl
  if (!quickstart || isElsewhere) return orSignedIn(given, terminal)
  return {
    baseUrl: quickstart.baseUrl,
    project: given.project ?? quickstart.projectName,
    projectFrom: given.projectFrom ?? getQuickstartFile(terminal),
    apiKey: given.apiKey ?? quickstart.apiKey,
    signIn: undefined,
  }
}

/** Adds the sign-in of the given server, or else that of the folder’s project, or else the last one. */
async function orSignedIn(given: Omit<Settings, 'signIn'>, terminal: Terminal): Promise<Settings> {
  const signIns = await readSignIns(terminal)
  const [only, ...more] = Object.keys(signIns)
  const [current] = Object.entries(signIns).find(([, { isCurrent }]) => isCurrent) ?? []
  // A key is never sent to a server that a file in a repository names.
  const folder = given.apiKey ? undefined : await readFolderProject(terminal)
  const baseUrl =
    given.baseUrl ?? folder?.baseUrl ?? current ?? (more.length === 0 ? only : undefined)
  const signIn = baseUrl === undefined ? undefined : signIns[normalizeUrl(baseUrl)]
  // A key belongs to one project, which may differ from the person's default.
  const ofServer =
    folder && baseUrl !== undefined && normalizeUrl(folder.baseUrl) === normalizeUrl(baseUrl)
      ? { project: folder.project, projectFrom: folder.file }
      : signIn?.project !== undefined && {
          project: signIn.project,
          projectFrom: 'your default, because no folder from here up has a .platform.json',
        }
  const chosen = given.project || given.apiKey ? undefined : ofServer
  return { ...given, ...chosen, baseUrl, signIn: given.apiKey ? undefined : signIn }
}

const getQuickstartFile = (terminal: Terminal) =>
  join(resolve(terminal.cwd, dataFolder(terminal)), 'quickstart.json')

const dataFolder = ({ env }: Terminal) => env['PLATFORM_DATA'] || './data'

/** Reads the file of the quickstart; undefined if there is none. */
export async function readQuickstart(terminal: Terminal): Promise<QuickstartSettings | undefined> {
  const path = getQuickstartFile(terminal)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new CommandError(`${path} cannot be read: ${error.message}.`, 2, { cause: error })
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as QuickstartSettings
  } catch (cause) {
    throw new CommandError(`${path} is not JSON.`, 2, { cause })
  }
}
