import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createClient, type Client } from '@platform/client'
import type { Option } from './command.ts'
import { fetchWithHints } from './fetch-with-hints.ts'
import { tokenOf } from './sign-in-client.ts'
import { addressOf, readSignIns, type SignIn } from './sign-ins.ts'
import { CommandError, type Terminal } from './terminal.ts'

/** Where a command goes, and what it may do there. */
export interface Target {
  baseUrl: string
  project: string
  client: Client
}

/** What `npm start` leaves in the data folder for those who try it. */
export interface Quickstart {
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
    description: 'API key with the scope full [PLATFORM_API_KEY].',
  },
  'base-url': {
    type: 'string',
    value: 'URL',
    description: 'URL of the platform [PLATFORM_BASE_URL].',
  },
} as const satisfies Record<string, Option>

export const targetNotes = `Project, key and URL come from these options, else from the environment, else from
quickstart.json in the data folder (./data or PLATFORM_DATA), which \`npm start\` writes. Without a key,
you act as whom you have signed in by \`platform login\`.`

type TargetValues = { [Name in keyof typeof targetOptions]?: string | undefined }

/** The target, or a `CommandError` that says what is missing. */
export async function targetOf(values: TargetValues, terminal: Terminal): Promise<Target> {
  const { baseUrl, project, apiKey, signIn } = await settingsOf(values, terminal)
  const missing = [
    ...(baseUrl ? [] : ['--base-url']),
    ...(project ? [] : ['--project']),
    ...(apiKey || signIn ? [] : ['--api-key']),
  ]
  if (!baseUrl || !project || !(apiKey || signIn)) {
    const given = new Intl.ListFormat('en').format(missing)
    const quickstart = await readQuickstart(terminal)
    // The key of the quick start goes to no other place.
    throw new CommandError(
      quickstart
        ? `${given} must be given: what is in quickstart.json is for ${quickstart.baseUrl} alone, and nobody is signed in to ${baseUrl} by \`platform login\`.`
        : `${given} must be given: there is no quickstart.json in ${dataFolder(terminal)} to take it from, and nobody is signed in by \`platform login\`. Is \`npm start\` running?`,
    )
  }
  return { baseUrl, project, client: clientOf({ baseUrl, apiKey, signIn }) }
}

/** The target as far as it is known; undefined without a place to ask. */
export async function possibleTargetOf(
  values: TargetValues,
  terminal: Terminal,
): Promise<{ client: Client; project?: string | undefined } | undefined> {
  const { baseUrl, project, apiKey, signIn } = await settingsOf(values, terminal)
  if (!baseUrl) return undefined
  const client = clientOf({ baseUrl, apiKey, signIn })
  return apiKey || signIn ? { client, project } : { client }
}

/** Where the platform is, for who has no other business there. */
export async function baseUrlOf(values: TargetValues, terminal: Terminal): Promise<string> {
  const { baseUrl } = await settingsOf(values, terminal)
  if (baseUrl) return baseUrl
  throw new CommandError('--base-url is required: the URL of the platform.')
}

function clientOf({
  baseUrl,
  apiKey,
  signIn,
}: {
  baseUrl: string
  apiKey: string | undefined
  signIn: SignIn | undefined
}): Client {
  const credential = apiKey
    ? { apiKey }
    : signIn && { getToken: () => tokenOf(addressOf(baseUrl), signIn) }
  const options = { baseUrl, ...credential }
  return createClient({ ...options, fetch: fetchWithHints(createClient(options)) })
}

interface Settings {
  baseUrl: string | undefined
  project: string | undefined
  apiKey: string | undefined
  /** Of the person, where no key is given. */
  signIn: SignIn | undefined
}

async function settingsOf(values: TargetValues, terminal: Terminal): Promise<Settings> {
  const { env } = terminal
  const given = {
    baseUrl: values['base-url'] ?? (env['PLATFORM_BASE_URL'] || undefined),
    project: values.project ?? (env['PLATFORM_PROJECT'] || undefined),
    apiKey: values['api-key'] ?? (env['PLATFORM_API_KEY'] || undefined),
  }
  if (given.baseUrl && !(/^https?:\/\//.test(given.baseUrl) && URL.canParse(given.baseUrl))) {
    throw new CommandError(
      `The base URL must begin with http:// or https://, not ${given.baseUrl}.`,
    )
  }
  const quickstart = await readQuickstart(terminal)
  // The key of the quick start is nobody else's business.
  const isElsewhere = given.baseUrl !== undefined && given.baseUrl !== quickstart?.baseUrl
  if (!quickstart || isElsewhere) return orSignedIn(given, terminal)
  return {
    baseUrl: quickstart.baseUrl,
    project: given.project ?? quickstart.projectName,
    apiKey: given.apiKey ?? quickstart.apiKey,
    signIn: undefined,
  }
}

/** Completed by whom the person has signed in: at the server that is named, or at the only one. */
async function orSignedIn(given: Omit<Settings, 'signIn'>, terminal: Terminal): Promise<Settings> {
  if (given.apiKey) return { ...given, signIn: undefined }
  const signIns = await readSignIns(terminal)
  const [only, ...more] = Object.keys(signIns)
  const baseUrl = given.baseUrl ?? (more.length === 0 ? only : undefined)
  const signIn = baseUrl === undefined ? undefined : signIns[addressOf(baseUrl)]
  return { ...given, baseUrl, project: given.project ?? signIn?.project, signIn }
}

const dataFolder = ({ env }: Terminal) => env['PLATFORM_DATA'] || './data'

/** The file of the quick start; undefined when there is none. */
export async function readQuickstart(terminal: Terminal): Promise<Quickstart | undefined> {
  const path = join(resolve(terminal.cwd, dataFolder(terminal)), 'quickstart.json')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new CommandError(`${path} cannot be read: ${error.message}.`, 2, { cause: error })
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Quickstart
  } catch (cause) {
    throw new CommandError(`${path} is not JSON.`, 2, { cause })
  }
}
