import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../server/kernel/src/db/database.ts'
import {
  findIds,
  readRelease,
  listReleasedVersions,
  restoreRelease,
} from '../testing/src/release-fixture.ts'
import { emptyDatabase, testDatabase } from '../testing/src/test-database.ts'
import { getSharedRelease } from './support/release.ts'
import { freePorts, startProgram, stopProgram, whenReady, type Program } from './support/program.ts'
import manifest from '../../package.json' with { type: 'json' }

const { version } = manifest

// The documented production path: an archive that is built as the Dockerfile does, from sources without
// git, runs on an external PostgreSQL, is set up by `bootstrap` and upgrades the data of the last release.

/** Folder of the built release. */
let made: string
let out: string
let home: string
let baseUrl: string
let program: Program
let env: Record<string, string>
let path: string
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'platform-release-'))
  made = await getSharedRelease()
  // Another folder with only the content of the archive.
  await promisify(execFile)('tar', ['-xzf', join(made, `platform-${version}.tar.gz`), '-C', out])
  await rename(join(out, `platform-${version}`), join(out, 'unpacked'))
  home = join(out, 'unpacked')

  const [port] = await freePorts(1)
  baseUrl = `http://127.0.0.1:${port}`
  database = await testDatabase()
  env = {
    DATABASE_URL: database.connectionString,
    PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
    PLATFORM_PORT: String(port),
    PLATFORM_DATA: join(out, 'data'),
  }
  path = `${dirname(process.execPath)}:${process.env['PATH']}`
  program = await startServer(env)
  await whenReady(baseUrl, program)
})

/** Starts the server of the archive as npm does. */
async function startServer(settings: Record<string, string>): Promise<Program> {
  const { scripts } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
    scripts: { serve: string }
  }
  return startProgram('', {
    env: { ...settings, PATH: path },
    through: ['env', '-C', home, 'sh', '-c', scripts.serve],
  })
}

const runPlatform = (args: string[], settings: Record<string, string>) =>
  promisify(execFile)(join(home, 'node_modules/.bin/platform'), args, {
    ...{ cwd: home, env: { ...settings, PATH: path } },
  })

afterAll(async () => {
  await stopProgram(program)
  await database.close()
  await rm(out, { recursive: true, force: true, maxRetries: 5 })
})

it('explains how to start an unpacked release', async () => {
  const readme = await readFile(join(home, 'README.md'), 'utf8')

  expect(readme).toContain('npm run serve')
  expect(readme).not.toMatch(/git clone|npm start|npm install/)
  for (const [, file = ''] of readme.matchAll(
    /`([\w./-]+\.(?:md|json)|LICENSE|[\w./]+\/platform)\b/g,
  )) {
    expect(await readFile(join(home, file)), file).not.toHaveLength(0)
  }
})

it('contains the changelog, the alert rules and the Grafana dashboard', async () => {
  const changelog = await readFile(join(home, 'CHANGELOG.md'), 'utf8')
  const monitoring = await readdir(join(home, 'deploy/monitoring'))
  const readme = await readFile(join(home, 'README.md'), 'utf8')

  expect(changelog).toContain(`## ${version}`)
  expect(monitoring.toSorted()).toEqual(['alerts.test.yaml', 'alerts.yaml', 'grafana.json'])
  for (const file of monitoring) expect(readme).toContain(`deploy/monitoring/${file}`)
})

it(
  'serves the dashboard and the packages without build tools',
  { tags: 'child-processes' },
  async () => {
    const page = await (await fetch(baseUrl)).text()
    const packument = await (await fetch(`${baseUrl}/npm/@platform/react`)).json()
    const tarball = await fetch(packument.versions[version].dist.tarball)

    expect(page).toContain('<script type="module"')
    expect((await fetch(new URL(/src="([^"]+)"/.exec(page)![1]!, baseUrl))).status).toBe(200)
    expect(tarball.status).toBe(200)
    const installed = await readdir(join(home, 'node_modules'))
    expect(installed).not.toContain('vite')
    expect(installed).not.toContain('typescript')
  },
)

it('contains what the Kafka destination loads on demand', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '-e',
      "import('@platformatic/kafka').then(({ produceV9 }) => console.log(typeof produceV9.api))",
    ],
    { cwd: join(home, 'server/sinks') },
  )

  expect(stdout).toBe('function\n')
})

it('sends at most 100 kB for the first view of the dashboard', async () => {
  const page = await (await fetch(baseUrl)).text()
  const names = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name]) => name!)

  const sizes = await Promise.all(
    ['/', ...names].map(async (name) => {
      const reply = await fetch(new URL(name, baseUrl), { headers: { 'accept-encoding': 'br' } })
      return Number(reply.headers.get('content-length'))
    }),
  )

  expect(Math.min(...sizes)).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(100_000)
})

it('stores its packages for lockfiles before they are requested', async () => {
  const rows = await database.everything
    .selectFrom('publishedPackages')
    .select(['name', 'version'])
    .orderBy('name')
    .execute()

  expect(rows.map(({ name }) => name.replace('@platform/', ''))).toEqual([
    'cli',
    'client',
    'connector',
    'manifest',
    'react',
  ])
})

it('contains the command line', async () => {
  const bootstrap = (org: string) =>
    runPlatform(['bootstrap', '--org', org, '--project', 'crm'], env)

  const first = JSON.parse((await bootstrap('Acme')).stdout)
  const again = JSON.parse((await bootstrap('Acme')).stdout)

  expect(first).toMatchObject({ baseUrl, projectName: 'crm', apiKey: expect.any(String) })
  expect(again).toEqual({
    ...{ baseUrl, orgId: first.orgId, projectId: first.projectId, projectName: 'crm' },
    note: 'It already existed.',
  })
  await expect(bootstrap('Others')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error The organization Acme already has a project named crm/),
  })
})

it('upgrades the database of the last release and serves its data', async () => {
  const last = (await listReleasedVersions()).at(-1)!
  const release = await readRelease(last)
  const { connectionString, drop } = await emptyDatabase()
  onTestFinished(drop)
  const former = await openDatabase(connectionString)
  await restoreRelease(former, last)
  await former.close()
  const [port] = await freePorts(1)
  const settings = {
    ...env,
    DATABASE_URL: connectionString,
    PLATFORM_MASTER_KEY: release.masterKey,
    PLATFORM_PORT: String(port),
    // The data of the release is older every day.
    ...{ PLATFORM_KEEP_MESSAGES: '36500', PLATFORM_KEEP_OPERATIONS: '36500' },
    ...{ PLATFORM_KEEP_LOGS: '36500', PLATFORM_KEEP_AUDIT_LOG: '36500' },
  }

  await runPlatform(['migrate'], settings)
  const upgraded = await startServer(settings)
  onTestFinished(() => stopProgram(upgraded))
  await whenReady(`http://127.0.0.1:${port}`, upgraded)

  for (const { path: list, ids } of release.lists) {
    const url = `http://127.0.0.1:${port}${list.replace('{p}', `projects/${release.projectId}`)}`
    const reply = await fetch(url, { headers: { 'x-api-key': release.apiKey } })
    expect(findIds(await reply.json()), list).toEqual(expect.arrayContaining(ids))
  }
})

it('shows how providers are verified', async () => {
  const objects = await (await fetch(`${baseUrl}/v1/providers/stripe/objects`)).json()
  const dropbox = await (await fetch(`${baseUrl}/v1/providers/dropbox`)).json()

  expect(objects.customers.evidence).toMatchObject({ read: { level: 'spec' } })
  expect(dropbox).toMatchObject({ isVerified: true })
})

it('contains a bill of materials and release notes', async () => {
  const bom = JSON.parse(await readFile(join(made, 'bom.json'), 'utf8'))
  const changes = await readFile(join(made, 'CHANGES.md'), 'utf8')

  const fastify = bom.components.find((one: { name: string }) => one.name === 'fastify')
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { version } },
  })
  expect(fastify).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@\d/),
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
  const names: string[] = bom.components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['react', 'uqr']))
  expect(names).not.toContain('vite')
  expect(names).not.toContain('typescript')
  expect(changes).toMatch(new RegExp(`^# ${version}\\n`))
})

it('stops when npm is stopped', async () => {
  await stopProgram(program)

  await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow('fetch failed')
})
