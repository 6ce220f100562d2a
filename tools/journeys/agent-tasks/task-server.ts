import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTenant } from '../../../server/program/src/main/bootstrap.ts'
import { bundlePrograms } from '../../testing/src/bundled-programs.ts'
import { freePort } from '../../testing/src/free-port.ts'
import { testPlatform } from '../../testing/src/test-platform.ts'
import { eventually } from '../support/program.ts'
import { createShell, findConfiningObstacle, makeTaskFolder } from './shell.ts'
import type { TaskPlace } from './task.ts'
import { packOwnPackages, type Toolchain } from './toolchains.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const ownPackages = ['client', 'react', 'cli']
const run = promisify(execFile)

/** Number of contacts in each customer's account. */
const contacts = 25

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
  const platform = await testPlatform({ contacts, ...(sourceYaml && { sourceYaml }) })
  const readable = [
    dirname(process.execPath),
    dirname(cli),
    join(repository, 'node_modules'),
    join(repository, 'packages'),
  ]
  let places = 0

  /**
   * Makes a folder with our packages and these others, for a project: by default a new one, without anything.
   * `copied` is a folder of packages that must be in the folder itself, for programs that bundle.
   */
  const place = async ({
    modules = [],
    copied,
    toolchain,
    env,
    tenant,
  }: {
    modules?: readonly string[]
    copied?: string
    toolchain?: Toolchain
    env?: Record<string, string>
    tenant?: Tenant
  }): Promise<TaskPlace> => {
    const folder = join(root, `task-${++places}`)
    await makeTaskFolder(folder)
    await (copied === undefined ? linkPackages(folder, modules) : copyPackages(folder, copied))
    await addCommandLine(folder, cli)
    const { project, apiKey, call } = tenant ?? (await createProject(`task-${places}`))
    const port = await freePort()
    const shell = createShell({
      ...{ folder, isConfined: obstacle === undefined },
      readable: [...readable, ...(toolchain?.readable ?? [])],
      env: {
        // The wrapper of the command line is in the folder, wherever that is.
        PATH: [
          ...['./node_modules/.bin', dirname(process.execPath)],
          ...(toolchain ? [toolchain.path] : []),
          ...['/usr/local/bin', '/usr/bin', '/bin'],
        ].join(':'),
        ...toolchain?.env,
        ...env,
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
    contacts,
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

/** Links the packages, as `npm install` would install them. */
async function linkPackages(folder: string, modules: readonly string[]): Promise<void> {
  const installed = join(folder, 'node_modules')
  await mkdir(join(installed, '@platform'), { recursive: true })
  for (const name of ownPackages)
    await symlink(join(repository, 'packages', name), join(installed, '@platform', name))
  for (const name of modules)
    await symlink(join(repository, 'node_modules', name), join(installed, name))
  await writeManifest(folder, modules)
}

/** Copies the packages of `from`, and ours as they are published. */
async function copyPackages(folder: string, from: string): Promise<void> {
  const installed = join(folder, 'node_modules')
  await run('cp', ['-a', '--reflink=auto', join(from, 'node_modules'), installed])
  for (const { name, tarball } of await packOwnPackages()) {
    const home = join(installed, '@platform', name)
    await mkdir(home, { recursive: true })
    await run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1'])
  }
  const { dependencies } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as {
    dependencies: object
  }
  await writeManifest(folder, Object.keys(dependencies))
}

async function writeManifest(folder: string, modules: readonly string[]): Promise<void> {
  const names = [...ownPackages.map((name) => `@platform/${name}`), ...modules]
  const dependencies = Object.fromEntries(names.map((name) => [name, '*']))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'product', type: 'module', private: true, dependencies }, null, 2),
  )
}

async function addCommandLine(folder: string, cli: string): Promise<void> {
  const programs = join(folder, 'node_modules/.bin')
  await mkdir(programs, { recursive: true })
  const program = join(programs, 'platform')
  await writeFile(program, `#!/bin/sh\nexec node ${cli} "$@"\n`)
  await chmod(program, 0o755)
}
