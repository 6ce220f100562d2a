import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { everyPage } from '../target/every-page.ts'
import { readKnownTarget, requireCredentials, type Who } from '../target/target.ts'
import { print, type Terminal } from '../terminal/terminal.ts'
import { destinationName } from '../files/templates.ts'
import { writeEnvFile } from '../target/env-file.ts'
import { apiKeysCreate } from './api-keys/create.ts'
import { destinationsCreate } from './deliveries/destinations-create.ts'
import { jwtKeysCreate } from './jwt-keys-create.ts'
import { projectsCreate, projectsUse } from './projects.ts'
import { login } from './sign-in/login.ts'

/**
 * Creates what a first integration needs and does not exist: the sign-in, the project, the destination
 * of the first manifest with a token to receive its messages, and the key of the tokens. Secrets are written to
 * the file.
 */
export async function setUpFirstIntegration(
  {
    project,
    appName,
    url,
    envFile,
    server,
  }: {
    project: string
    appName: string | undefined
    url: string | undefined
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
    query: { name: destinationName },
  })
  const variables = await readEnvFile(envFile, terminal)
  if (!known) {
    const values = { ...target, 'save-to': envFile, pull: true }
    await destinationsCreate.run({ argument: destinationName, values, terminal })
  } else if (variables['PLATFORM_RECEIVE'])
    print(terminal.stderr, `${envFile} has a PLATFORM_RECEIVE`)
  else {
    const label = `Receives ${destinationName}`
    const values = { ...target, 'save-to': envFile, destination: known.id, label }
    await apiKeysCreate.run({ argument: undefined, values, terminal })
  }
  if (url !== undefined) {
    await writeEnvFile(envFile, { PLATFORM_RECEIVE_URL: url }, terminal)
    print(terminal.stderr, `Wrote PLATFORM_RECEIVE_URL to ${envFile}`)
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
