import { hash } from 'node:crypto'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { asMembers } from '../../files/as-members.ts'
import * as given from '../../testing/given.ts'

const id = 'the-login'
const grant = 'g'.repeat(43)
const answers = {
  'POST /auth/command-line/start': {
    body: { id, code: 'BCDF-GHJK', url: 'http://127.0.0.1:1/command-line', expiresInSeconds: 20 },
  },
  'POST /auth/command-line/finish': {
    body: { email: 'ana@acme.test' },
    headers: { 'set-cookie': 'platform.session_token=secret; HttpOnly; Path=/' },
  },
  'POST /auth/sign-out': { body: {} },
  'GET /auth/token': { body: { token: 'of-ana' } },
  'GET /v1/projects': { body: [{ name: 'crm' }] },
  'GET /v1/projects/crm/integrations/sync/revisions': { body: [] },
}

/** Stands in for the person's browser, which follows redirects; a Node process. */
async function comeBack(asked: given.ReceivedRequest[], query: Record<string, string>) {
  const port = await vi.waitFor(
    () => {
      const begun = asked.find(({ url }) => url.endsWith('/start'))
      if (!begun) throw new Error('Nothing has begun.')
      return asMembers(begun.body)['port']
    },
    { timeout: 300_000 },
  )
  return fetch(`http://127.0.0.1:${Number(port)}/?${new URLSearchParams(query)}`)
}

const fileIn = (home: string) => join(home, '.config/platform/sign-ins.json')

async function makeSignIn(more: Record<string, { body: unknown }> = {}) {
  const home = await given.folder({})
  const { baseUrl, asked } = await given.platform({ ...answers, ...more })
  const env = { HOME: home, BROWSER: 'true' }
  const running = given.runCli(['login', '--base-url', baseUrl], { env })
  const stranger = await comeBack(asked, { login: 'another', grant: 'x' })
  const back = await comeBack(asked, { login: id, grant })
  return { env, home, baseUrl, asked, stranger, back, ...(await running) }
}

it('signs in with the code from the browser and stores it privately', async () => {
  const { exitCode, stdout, stderr, asked, home, baseUrl, stranger, back } = await makeSignIn()

  const [start, finish] = ['/start', '/finish'].map((path) =>
    asMembers(asked.find(({ url }) => url.endsWith(path))?.body),
  )
  expect(exitCode).toBe(0)
  expect(stderr).toContain('Code: BCDF-GHJK')
  expect(stdout).toContain(`Signed in to ${baseUrl} as ana@acme.test`)
  expect([stranger.status, back.status]).toEqual([404, 200])
  expect(finish).toMatchObject({ id, grant })
  expect(hash('sha256', String(finish?.['secret']), 'base64url')).toBe(start?.['challenge'])
  expect((await stat(fileIn(home))).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(fileIn(home), 'utf8'))).toEqual({
    [baseUrl]: {
      email: 'ana@acme.test',
      cookie: 'platform.session_token=secret',
      project: 'crm',
      isCurrent: true,
    },
  })
})

it('uses the server and project of the last sign-in', async () => {
  const { env, baseUrl: first } = await makeSignIn()
  const { baseUrl: second, asked } = await given.platform({
    ...answers,
    'GET /v1/projects': { body: [{ name: 'crm' }, { name: 'shop' }] },
    'GET /v1/projects/shop': { body: { name: 'shop' } },
  })
  const running = given.runCli(['login', '--base-url', second], { env })
  await comeBack(asked, { login: id, grant })
  const login = await running
  const unchosen = await given.runCli(['revisions', 'sync'], { env })
  const use = await given.runCli(['projects', 'use', 'shop'], { env })
  const who = await given.runCli(['whoami', '--json'], { env })
  const elsewhere = await given.runCli(
    ['whoami', '--json', '--base-url', first, '--project', 'crm'],
    {
      env,
    },
  )

  expect(login.stdout).toContain('Choose a project with `platform projects use <name>`: crm, shop')
  expect(unchosen).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(
      '--project is required, or choose one with `platform projects use <name>`: crm, shop.',
    ),
  })
  expect(unchosen.stderr).not.toContain('ot signed in')
  expect(use.stdout).toBe('Commands now use project shop\n')
  expect(JSON.parse(who.stdout)).toEqual({
    ...{ baseUrl: second, email: 'ana@acme.test', project: 'shop' },
    projectFrom: expect.stringContaining('your default'),
  })
  expect(JSON.parse(elsewhere.stdout)).toMatchObject({ error: { problem: { status: 404 } } })
})

it('uses the project of the folder or one above, and otherwise that of the user', async () => {
  const { env, baseUrl } = await makeSignIn({
    'GET /v1/projects': { body: [{ name: 'crm' }, { name: 'shop' }] },
    'GET /v1/projects/shop': { body: { name: 'shop' } },
    'GET /v1/projects/crm': { body: { name: 'crm' } },
  })
  const cwd = await given.folder({ 'package.json': '{}', 'src/index.ts': '' })
  const run = (args: string[], folder = cwd) => given.runCli(args, { env, cwd: folder })
  await run(['projects', 'use', 'crm', '--global'])

  const use = await run(['projects', 'use', 'shop'], join(cwd, 'src'))
  const below = await run(['projects', 'use'], join(cwd, 'src'))
  const elsewhere = await run(['whoami'], await given.folder({}))
  const global = await run(['projects', 'use', 'crm', '--global'])
  const byKey = await run(['whoami', '--json', '--base-url', baseUrl, '--api-key', 'key'])
  await writeFile(join(cwd, '.platform.json'), '{"project":')
  const broken = await run(['whoami'])

  const file = join(cwd, '.platform.json')
  expect(use.stdout).toContain(`Commands now use project shop in ${cwd}`)
  expect(below.stdout).toBe(`shop (from ${file})\n`)
  expect(elsewhere.stdout).toContain('Project  crm (from your default')
  expect(global.stdout).toContain(`except here: ${file} names shop`)
  expect(JSON.parse(byKey.stdout)).not.toHaveProperty('project')
  expect(broken).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(file) })
})

it('sends the sign-in only to its server, whatever the folder names', async () => {
  const { env, baseUrl } = await makeSignIn()
  const { baseUrl: stranger, asked } = await given.platform({})
  const cwd = await given.folder({
    '.platform.json': JSON.stringify({ baseUrl: stranger, project: 'crm' }),
  })

  const signedIn = await given.runCli(['status'], { env, cwd })
  const byKey = await given.runCli(['status', '--api-key', 'secret', '--project', 'crm'], {
    env,
    cwd,
  })

  expect(signedIn.stderr).toContain(`Not signed in to ${stranger}.`)
  expect(byKey.stderr).not.toContain(stranger)
  expect(asked).toEqual([])
  expect(baseUrl).not.toBe(stranger)
})

it('uses the only project even if it was created after the sign-in', async () => {
  const home = await given.folder({})
  let projects: { name: string }[] = []
  const { baseUrl, asked } = await given.platform((path) => {
    if (path === '/v1/projects') return { body: projects }
    const [, answer] = Object.entries(answers).find(([route]) => route.endsWith(` ${path}`)) ?? []
    return answer ?? given.problemReply(404, 'route-not-found')
  })
  const env = { HOME: home, BROWSER: 'true' }
  const running = given.runCli(['login', '--base-url', baseUrl], { env })
  await comeBack(asked, { login: id, grant })
  const login = await running
  const before = await given.runCli(['revisions', 'sync'], { env })
  projects = [{ name: 'crm' }]
  const after = await given.runCli(['revisions', 'sync'], { env })

  expect(login.stdout).toContain('Create a project with `platform projects create <name>`')
  expect(before).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('You have no project yet.'),
  })
  expect(after.exitCode).toBe(0)
})

it('asks to sign in only without credentials', async () => {
  const home = await given.folder({})
  const nobody = await given.runCli(['status'], { env: { HOME: home } })
  const { env, baseUrl } = await makeSignIn()
  const elsewhere = await given.runCli(['status', '--base-url', 'http://127.0.0.1:1'], { env })

  expect(nobody.stderr).toContain('Not signed in. Run `platform login --base-url <URL>`')
  expect(elsewhere.stderr).toContain('Not signed in to http://127.0.0.1:1.')
  expect(elsewhere.stderr).not.toContain(baseUrl)
})

it('acts as the signed-in user until sign-out; an API key takes precedence', async () => {
  const { env, asked } = await makeSignIn()

  const asAna = await given.runCli(['revisions', 'sync'], { env })
  const lastAsAna = asked.at(-1)
  await given.runCli(['revisions', 'sync', '--api-key', 'key'], { env })
  const out = await given.runCli(['logout'], { env })
  const after = await given.runCli(['revisions', 'sync'], { env })

  expect(asAna.exitCode).toBe(0)
  expect(lastAsAna?.headers['authorization']).toBe('Bearer of-ana')
  expect(out.stdout).toContain('Signed ana@acme.test out')
  expect(asked.find(({ url }) => url === '/auth/sign-out')?.headers).toMatchObject({
    cookie: 'platform.session_token=secret',
    origin: expect.stringContaining('127.0.0.1'),
  })
  expect(after).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('platform login') })
})

it('ignores a credentials file that others can read', async () => {
  const { env, home } = await makeSignIn()
  await chmod(fileIn(home), 0o644)

  const { exitCode, stderr } = await given.runCli(['revisions', 'sync'], { env })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('is readable by others')
})

it('does not sign in when the request is denied', async () => {
  const home = await given.folder({})
  const { baseUrl, asked } = await given.platform(answers)
  const running = given.runCli(['login', '--base-url', baseUrl], {
    env: { HOME: home, BROWSER: 'true' },
  })
  await comeBack(asked, { login: id })

  expect(await running).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('denied'),
  })
  expect(asked.some(({ url }) => url.endsWith('/finish'))).toBe(false)
})

it('accepts a pasted code without a browser', async () => {
  const home = await given.folder({})
  const { baseUrl, asked } = await given.platform(answers)
  const stdin = new PassThrough()
  stdin.end(`${grant}\n`)

  const { exitCode, stdout } = await given.runCli(
    ['login', '--no-browser', '--json', '--base-url', baseUrl],
    { env: { HOME: home }, stdin },
  )

  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    baseUrl,
    email: 'ana@acme.test',
    project: 'crm',
    projects: ['crm'],
  })
  expect(asMembers(asked[0]?.body)).not.toHaveProperty('port')
})

it.each([
  ['a browser', []],
  ['a pasted code', ['--no-browser']],
])('ends with an error if it is not confirmed in time, waiting for %s', async (_, options) => {
  const { baseUrl } = await given.platform({
    'POST /auth/command-line/start': {
      body: { id, code: 'BCDF-GHJK', url: 'http://127.0.0.1:1/', expiresInSeconds: 0.05 },
    },
  })
  const env = { HOME: await given.folder({}), BROWSER: 'true' }

  const ended = await given.runCli(['login', '--json', '--base-url', baseUrl, ...options], {
    env,
    stdin: new PassThrough(),
  })

  expect(ended).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('not confirmed in time'),
  })
  expect(JSON.parse(ended.stdout).error.message).toContain('not confirmed in time')
})
