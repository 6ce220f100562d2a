import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTenant } from '../../../server/program/src/main/bootstrap.ts'
import { bundlePrograms } from '../../testing/src/bundled-programs.ts'
import { freePort } from '../../testing/src/free-port.ts'
import { testPlatform } from '../../testing/src/test-platform.ts'
import { eventually } from '../support/program.ts'
import { createShell, findConfiningObstacle, makeTaskFolder } from './shell.ts'
import type { TaskPlace } from './task.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const ownPackages = ['client', 'react', 'cli']

type Tenant = Pick<TaskPlace, 'project' | 'call'> & { apiKey: string }

export type TaskServer = Awaited<ReturnType<typeof startTaskServer>>

/** Starts a server whose projects are places of tasks. Agents that we did not write need `mustConfine`. */
export async function startTaskServer({
  mustConfine,
  sourceYaml,
}: {
  mustConfine: boolean
  sourceYaml?: string
}) {
  // The name of a folder is in the paths that commands print.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'agent-tasks-')))
  const { cli, env: envOfBundle } = await bundlePrograms()
  const obstacle = await tryConfining(root)
  if (obstacle !== undefined && mustConfine) {
    throw new Error(
      `The shell of a model must be confined to its folder, which needs Linux with user namespaces and unshare, setpriv and chroot: ${obstacle}`,
    )
  }
  const platform = await testPlatform({ ...(sourceYaml && { sourceYaml }) })
  const readable = [
    dirname(process.execPath),
    dirname(cli),
    join(repository, 'node_modules'),
    join(repository, 'packages'),
  ]
  let places = 0

  /** Makes a folder with our packages and these others, for a project: by default a new one, without anything. */
  const place = async ({
    modules,
    tenant,
  }: {
    modules: readonly string[]
    tenant?: Tenant
  }): Promise<TaskPlace> => {
    const folder = join(root, `task-${++places}`)
    await makeTaskFolder(folder)
    await installPackages(folder, modules, cli)
    const { project, apiKey, call } = tenant ?? (await createProject(`task-${places}`))
    const port = await freePort()
    const shell = createShell({
      ...{ folder, readable, isConfined: obstacle === undefined },
      env: {
        // The wrapper of the command line is in the folder, wherever that is.
        PATH: `./node_modules/.bin:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
        LANG: 'C.UTF-8',
        NODE_COMPILE_CACHE: envOfBundle.NODE_COMPILE_CACHE,
        PLATFORM_BASE_URL: platform.url!,
        PLATFORM_PROJECT: project,
        PLATFORM_API_KEY: apiKey,
        PORT: String(port),
      },
    })
    return { folder, baseUrl: platform.url!, project, call, shell, port }
  }

  const createProject = async (project: string): Promise<Tenant> => {
    const names = { org: project, project, owner: `owner@${project}.test` }
    const { apiKey } = await createTenant(platform.database, names)
    return { project, apiKey, call: callWith({ url: platform.url!, project, apiKey }) }
  }

  return {
    platform,
    place,
    /** Creates a project that has what `sourceYaml` declares, with a customer whose records were read. */
    async installedTenant(project: string) {
      const tenant = await platform.anotherTenant(project)
      await tenant.connect('globex')
      const { id: installationId } = await tenant.install('globex', { Contact: {} })
      await eventually(() =>
        platform.messages.some(
          ({ notificationType, data }) =>
            notificationType === 'read.backfill.done' &&
            JSON.stringify(data).includes(installationId),
        ),
      )
      const { apiKey } = tenant
      return { project, apiKey, call: callWith({ url: platform.url!, project, apiKey }) }
    },
    async close() {
      await platform.close()
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function tryConfining(root: string): Promise<string | undefined> {
  const folder = join(root, 'trial')
  await makeTaskFolder(folder)
  return findConfiningObstacle(folder)
}

/** Returns a function that requests the API; it throws if the reply is no success. */
const callWith =
  ({ url, project, apiKey }: { url: string; project: string; apiKey: string }): TaskPlace['call'] =>
  async <Reply>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path.replace('{p}', `projects/${project}`)}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as Reply
  }

/** Links the packages, as `npm install` would install them, and the command line. */
async function installPackages(
  folder: string,
  modules: readonly string[],
  cli: string,
): Promise<void> {
  const installed = join(folder, 'node_modules')
  await mkdir(join(installed, '@platform'), { recursive: true })
  await mkdir(join(installed, '.bin'))
  for (const name of ownPackages)
    await symlink(join(repository, 'packages', name), join(installed, '@platform', name))
  for (const name of modules)
    await symlink(join(repository, 'node_modules', name), join(installed, name))
  const program = join(installed, '.bin/platform')
  await writeFile(program, `#!/bin/sh\nexec node ${cli} "$@"\n`)
  await chmod(program, 0o755)
  const dependencies = Object.fromEntries(ownPackages.map((name) => [`@platform/${name}`, '*']))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'product', type: 'module', private: true, dependencies }, null, 2),
  )
}
