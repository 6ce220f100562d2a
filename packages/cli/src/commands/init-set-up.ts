import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { everyPage } from '../target/every-page.ts'
import { readKnownTarget, requireCredentials, type Who } from '../target/target.ts'
import { CommandError, print, type Terminal } from '../terminal/terminal.ts'
import { destinationsCreate } from './deliveries/destinations-create.ts'
import { jwtKeysCreate } from './jwt-keys-create.ts'
import { projectsCreate, projectsUse } from './projects.ts'
import { login } from './sign-in/login.ts'

const localUrl = 'http://localhost:3000/api/platform-webhook'

/**
 * Creates what a first integration needs and does not exist: the sign-in, the project, the destination
 * of the first manifest and the key of the tokens. Secrets are written to the file.
 */
export async function setUpFirstIntegration(
  {
    project,
    appName,
    url,
    destination,
    envFile,
    server,
  }: {
    project: string
    appName: string | undefined
    url: string | undefined
    destination: 'webhook' | 'inbox'
    envFile: string
    server: { 'base-url'?: string }
  },
  // The output of `init` is its own.
  { stdout: _stdout, ...others }: Terminal,
): Promise<void> {
  const terminal: Terminal = { ...others, stdout: others.stderr }
  const { isSignedIn } = await readKnownTarget(server, terminal)
  if (!isSignedIn) await login.run({ argument: undefined, values: server, terminal })
  const who = await requireCredentials(server, terminal)
  await ensureProject(who, { project, appName, server }, terminal)

  const target = { ...server, project }
  const params = { projectIdOrName: project }
  const [known] = await who.client.get('/v1/projects/{projectIdOrName}/destinations', {
    params,
    query: { name: destination },
  })
  const variables = await readEnvFile(envFile, terminal)
  if (known) print(terminal.stderr, `The destination ${known.name} exists (${known.id})`)
  else {
    const values = {
      ...target,
      'save-to': envFile,
      ...(destination === 'inbox' ? { pull: true } : { url: url ?? chooseUrl(who) }),
    }
    await destinationsCreate.run({ argument: destination, values, terminal })
  }
  if (variables['PLATFORM_JWT_KEY_ID'])
    print(terminal.stderr, `${envFile} has a PLATFORM_JWT_KEY_ID`)
  else
    await jwtKeysCreate.run({
      argument: undefined,
      values: { ...target, 'save-to': envFile },
      terminal,
    })
}

function chooseUrl({ baseUrl }: Who): string {
  if (isLocal(baseUrl)) return localUrl
  throw new CommandError(
    `${baseUrl} cannot reach this computer: set --url to the public URL of your backend, such as https://api.acme.example/api/platform-webhook.`,
  )
}

async function ensureProject(
  { client, email }: Who,
  {
    project,
    appName,
    server,
  }: { project: string; appName: string | undefined; server: { 'base-url'?: string } },
  terminal: Terminal,
): Promise<void> {
  // An API key belongs to one project, which other requests check.
  if (email === undefined) return
  const all = await everyPage((query) => client.page('/v1/projects', { query }))
  const exists = all.some(({ id, name }) => id === project || name === project)
  const values = { ...server, ...(appName !== undefined && !exists && { 'app-name': appName }) }
  await (exists ? projectsUse : projectsCreate).run({ argument: project, values, terminal })
}

async function readEnvFile(file: string, { cwd }: Terminal): Promise<NodeJS.Dict<string>> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return parseEnv(text)
}

const isLocal = (baseUrl: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname)
