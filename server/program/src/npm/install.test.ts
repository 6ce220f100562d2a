import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publishedPackages } from '@platform/registry'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createHttpServer } from '@platform/kernel/http'
import { freePort } from '@platform/testing/free-port'
import { testDatabase } from '@platform/testing/test-database'
import { npmRoutes } from './routes.ts'
import { keepPackage } from './store.ts'
import { getPort, must } from '@platform/kernel/values'
import manifest from '../../package.json' with { type: 'json' }

const { version } = manifest

const bin = fileURLToPath(new URL('../../../../node_modules/.bin/', import.meta.url))
const names = publishedPackages.map((name) => `@platform/${name}`)

let database: Awaited<ReturnType<typeof testDatabase>>
let registry: string
/** Requests to the external registry. */
let askedElsewhere: string[]
let elsewhere: string

beforeAll(async () => {
  const outside = createServer((request, response) => {
    askedElsewhere.push(must(request.url, 'url'))
    response.writeHead(404).end('{}')
  })
  elsewhere = await listening(outside)
  database = await testDatabase()
  const port = await freePort()
  const http = createHttpServer()
  const publicUrl = `http://127.0.0.1:${port}`
  npmRoutes(http, { database, publicUrl })
  await http.listen({ port, host: '127.0.0.1' })
  registry = `${publicUrl}/npm`
  return async () => {
    outside.close()
    await http.close()
    await database.close()
  }
})

interface Manager {
  manager: string
  settings: Record<string, () => string>
  add: string[]
  lockfile: string
  again: string[]
}

describe.each<Manager>([
  {
    manager: 'npm',
    settings: { '.npmrc': () => npmrc('legacy-peer-deps=true') },
    add: ['npm', 'install', ...names],
    lockfile: 'package-lock.json',
    again: ['npm', 'ci'],
  },
  {
    manager: 'pnpm',
    settings: { '.npmrc': () => npmrc('auto-install-peers=false') },
    add: ['pnpm', 'add', ...names],
    lockfile: 'pnpm-lock.yaml',
    again: ['pnpm', 'install', '--frozen-lockfile'],
  },
  {
    manager: 'yarn',
    settings: { '.yarnrc.yml': () => yarnrc(), 'yarn.lock': () => '' },
    add: ['yarn', 'add', ...names],
    lockfile: 'yarn.lock',
    again: ['yarn', 'install', '--immutable'],
  },
])('$manager', ({ settings, add, lockfile, again }) => {
  it('installs every package from the server only, also by the lockfile', async () => {
    askedElsewhere = []
    const project = await givenProject(settings)

    await runManager(project, add)

    const listInstalledVersions = () =>
      Promise.all(names.map(async (name) => readVersion(join(project, 'node_modules', name))))
    expect(await listInstalledVersions()).toEqual(names.map(() => version))
    expect(await readFile(join(project, lockfile), 'utf8')).toContain('@platform/react')

    await rm(join(project, 'node_modules'), { recursive: true })
    await runManager(project, again)

    expect(await listInstalledVersions()).toEqual(names.map(() => version))
    expect(askedElsewhere).toEqual([])
  })
})

it('keeps the version of a lockfile made before an upgrade', async () => {
  const tarball = Buffer.from('what was packed then')
  const before = {
    name: '@platform/client',
    version: '1.9.0',
    integrity: 'sha512-then',
    shasum: 'then',
  }
  await keepPackage(database.everything, { ...before, manifest: '{}', tarball })

  const packument = await (await fetch(`${registry}/@platform/client`)).json()
  const { dist } = packument.versions['1.9.0']
  const file = await fetch(dist.tarball)
  const never = await fetch(dist.tarball.replace('1.9.0', '1.9.1'))

  expect(packument['dist-tags']).toEqual({ latest: version })
  expect(dist).toMatchObject({ integrity: before.integrity })
  expect(Buffer.from(await file.arrayBuffer())).toEqual(tarball)
  expect(never.status).toBe(404)
  expect(await never.text()).toContain(
    `the version of @platform/client for this server is ${version}`,
  )
})

it('explains its purpose for unknown packages', async () => {
  for (const name of ['left-pad', '@platform/program', '@platform%2fcontract', '@acme/react']) {
    const response = await fetch(`${registry}/${name}`)

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('This registry serves only @platform/cli,'),
      remedy: expect.stringContaining('npm config set @platform:registry'),
    })
  }
})

const npmrc = (more: string) =>
  `registry=${elsewhere}/\n@platform:registry=${registry}\naudit=false\nfund=false\nupdate-notifier=false\n${more}\n`

const yarnrc = () => `npmRegistryServer: ${elsewhere}
npmScopes: { platform: { npmRegistryServer: ${registry} } }
unsafeHttpWhitelist: [127.0.0.1]
# By default, Yarn refuses versions published less than a day ago.
npmPreapprovedPackages: ["@platform/*"]
nodeLinker: node-modules
enableTelemetry: false
enableGlobalCache: false
`

async function givenProject(settings: Record<string, () => string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-install-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(folder, 'package.json'), '{ "name": "product", "version": "1.0.0" }')
  for (const [name, text] of Object.entries(settings)) await writeFile(join(folder, name), text())
  return folder
}

/** Runs a package manager with an empty cache. */
const runManager = (project: string, [command = '', ...args]: string[]) =>
  promisify(execFile)(command, args, {
    cwd: project,
    env: { PATH: `${bin}:${process.env['PATH']}`, HOME: project, TMPDIR: tmpdir(), CI: '' },
  }).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`)
  })

async function readVersion(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${getPort(server)}`
}
