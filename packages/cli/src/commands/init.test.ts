import { createHmac, generateKeyPairSync, createVerify, randomBytes } from 'node:crypto'
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseManifest } from '@platform/manifest'
import fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { formatReceiveToken } from '@platform/client/receive'
import * as given from '../testing/given.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

const secret = randomBytes(24).toString('base64')

/** Starts a platform that registers URLs and has no stored messages, and sets the token to receive with. */
async function givenReceiving() {
  const destination = '/v1/projects/crm/destinations/inbox'
  const { baseUrl, asked } = await given.platform({
    [`POST ${destination}:receive`]: {
      body: { type: 'webhook', url: 'https://a.example', webhookSigningKey: `whsec_${secret}` },
    },
    [`POST ${destination}/consumers`]: { status: 201, body: { name: 'default', cursor: '0' } },
    [`GET ${destination}/messages`]: {
      body: { messages: [], cursor: '0', hasMore: false, expired: 0 },
    },
    [`POST ${destination}/consumers/default:commit`]: { body: { name: 'default', cursor: '0' } },
  })
  const token = { baseUrl, project: 'crm', destination: 'inbox', apiKey: 'key' }
  vi.stubEnv('PLATFORM_RECEIVE', formatReceiveToken(token))
  return { asked }
}

it('writes routes that issue tokens and receive messages, and a valid manifest', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  vi.stubEnv('PLATFORM_JWT_PRIVATE_KEY', privateKey.export({ type: 'pkcs8', format: 'pem' }))
  vi.stubEnv('PLATFORM_JWT_KEY_ID', 'kid-1')
  const { asked } = await givenReceiving()
  vi.stubEnv('PLATFORM_RECEIVE_URL', 'https://product.example/api/platform-webhook')
  const cwd = await given.folder({ 'package.json': '{ "dependencies": { "fastify": "*" } }' })
  await symlink(modules, join(cwd, 'node_modules'))

  const { exitCode } = await given.runCli(['init', '--provider', 'hubspot'], { cwd })

  expect(exitCode).toBe(0)
  const { findings } = parseManifest(await readFile(join(cwd, 'platform.yaml'), 'utf8'))
  expect(findings).toEqual([])
  const { platformRoutes } = await import(join(cwd, 'platform-routes.mjs'))
  const app = fastify()
  app.register(platformRoutes, { getUser: () => ({ userId: 'ana', companyId: 'acme' }) })
  await app.listen({ port: 0 })
  onTestFinished(() => app.close())

  const token = (await app.inject('/api/platform-token')).body
  const [header, claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    groupRef: 'acme',
  })
  const verifier = createVerify('sha256').update(`${header}.${claims}`)
  expect(verifier.verify(publicKey, signature, 'base64url')).toBe(true)

  const body = '{"notificationType":"connection.created"}'
  const timestamp = String(Math.floor(Date.now() / 1000))
  const mac = createHmac('sha256', Buffer.from(secret, 'base64'))
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac.update(`msg_1.${timestamp}.${body}`).digest('base64')}`,
  }
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/api/platform-webhook', headers, payload })
  expect((await post(body)).statusCode).toBe(204)
  expect((await post(`${body} `)).statusCode).toBe(401)
  expect(asked.find(({ url }) => url.endsWith(':receive'))?.body).toMatchObject({
    url: 'https://product.example/api/platform-webhook',
  })
})

it('keeps existing files and writes where Next expects them', async () => {
  const cwd = await given.folder({ 'platform.yaml': 'mine', 'src/app/page.tsx': '' })

  const { stdout } = await given.runCli(['init', '--framework', 'next'], { cwd })

  expect(stdout).toContain('exists    platform.yaml\nwrote     src/lib/platform-token.js\n')
  expect(await readFile(join(cwd, 'platform.yaml'), 'utf8')).toBe('mine')
})

it('names the providers of an existing manifest', async () => {
  const manifest = `specVersion: 2.0.0
integrations:
  - name: one
    provider: hubspot
  - provider: "pipedrive" # a comment
    name: two
  - name: three
    provider: hubspot
`
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const { stdout } = await given.runCli(['init', '--framework', 'express'], { cwd })

  const named = stdout.matchAll(/provider-apps set (\S+)/g)
  expect(Array.from(named, ([, provider]) => provider)).toEqual(['hubspot', 'pipedrive'])
})

it.each([
  ['next', '.env.local'],
  ['express', '.env'],
])('saves secrets where %s reads them: in %s', async (framework, envFile) => {
  const cwd = await given.folder({})

  const { stdout } = await given.runCli(['init', '--framework', framework], { cwd })

  const saved = [...stdout.matchAll(/--save-to ([^`]+)`/g)].map(([, file]) => file)
  expect(saved).toEqual([envFile, envFile])
  expect((await readFile(join(cwd, '.gitignore'), 'utf8')).split('\n')).toContain(envFile)
})

it.each([
  ['next', true, 'Remove "type": "commonjs" from package.json: Next.js cannot build TypeScript'],
  ['next', false, 'The files are CommonJS, as package.json says.'],
])(
  'explains the module format for CommonJS with %s, typed: %s',
  async (framework, isTyped, sentence) => {
    const printSteps = async (type: string | undefined) => {
      const cwd = await given.folder({
        'package.json': JSON.stringify({ type, dependencies: { [framework]: '*' } }),
        ...(isTyped && { 'tsconfig.json': '{}' }),
      })
      return (await given.runCli(['init'], { cwd })).stdout
    }

    expect(await printSteps('commonjs')).toContain(sentence)
    expect(await printSteps('module')).not.toMatch(/CommonJS|commonjs/)
    expect(await printSteps(undefined)).not.toMatch(/CommonJS|commonjs/)
  },
)

const vite = {
  'package.json': JSON.stringify({
    ...{ type: 'module', dependencies: { express: '5' }, devDependencies: { vite: '8' } },
    scripts: { dev: 'vite', server: 'node server.js' },
  }),
  'tsconfig.json': '{}',
  'vite.config.ts': `import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'

export default defineConfig({
  plugins: [react()],
})
`,
  '.gitignore': 'node_modules\n.env',
}

it('prepares a Vite project: a proxy for its pages, and routes that its backend can run', async () => {
  const cwd = await given.folder(vite)
  const init = () =>
    given.runCli(['init', '--base-url', 'https://platform.example/'], { cwd, env: { HOME: cwd } })

  const { stdout } = await init()
  const again = await init()

  const read = (file: string) => readFile(join(cwd, file), 'utf8')
  expect(stdout).toContain('wrote     platform-routes.mjs\n')
  expect(await read('vite.config.ts')).toContain(
    "defineConfig({\n  server: { proxy: { '/api': 'http://localhost:3000' } },\n  plugins: [react()],\n})",
  )
  expect(await read('.gitignore')).toBe('node_modules\n.env\n.env.agent\n*.pem\n')
  expect(await read('.npmrc')).toBe('@platform:registry=https://platform.example/npm\n')
  expect(stdout).toContain('Commit .npmrc. Without it, npm asks the public registry')
  expect(stdout).toContain('platform login --base-url https://platform.example')
  expect(await read('platform.yaml')).toContain('backfill:')
  expect(again.stdout).not.toMatch(/^(wrote|changed) /m)
  expect((await read('vite.config.ts')).match(/proxy/g)).toHaveLength(1)
})

it('lists only the remaining steps', async () => {
  const baseUrl = 'https://platform.example'
  const signIn = { email: 'ana@acme.example', cookie: 'c', project: 'crm', isCurrent: true }
  const cwd = await given.folder({
    'package.json': JSON.stringify({ dependencies: { express: '5', '@platform/client': '2' } }),
    '.npmrc': `@platform:registry=${baseUrl}/npm\n`,
  })
  const home = await given.folder({
    '.config/platform/sign-ins.json': JSON.stringify({ [baseUrl]: signIn }),
  })
  await chmod(join(home, '.config/platform/sign-ins.json'), 0o600)
  const init = (HOME: string) => given.runCli(['init'], { cwd, env: { HOME } })

  const signedIn = await init(home)
  const stranger = await init(cwd)

  const done = /npm install|platform login|platform projects create/
  expect(signedIn.stdout).not.toMatch(done)
  expect(signedIn.stdout.match(/^ {2}\d\. /gm)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((step) => `  ${step}. `),
  )
  expect(stranger.stdout).toMatch(/ {2}3\. `platform login .*\n {2}4\. `platform projects create/)
})

it.each([
  [{ scripts: { start: 'node server.js' } }, '`"start": "node --env-file=.env server.js"`'],
  [
    {
      scripts: {
        dev: 'NODE_ENV=development tsx watch src/server.ts',
        start: 'node dist/server.js',
      },
    },
    '`"dev": "NODE_ENV=development tsx watch --env-file=.env src/server.ts"`',
  ],
  [{ scripts: { dev: 'vite', start: 'nodemon app.js' } }, "`process.loadEnvFile('.env')`"],
  [{ scripts: { start: 'ts-node src/server.ts' } }, "`process.loadEnvFile('.env')`"],
  [{}, '`node --env-file=.env index.js`'],
])('says how a backend with %j gets its variables', async (manifest, step) => {
  const cwd = await given.folder({
    'package.json': JSON.stringify({ dependencies: { express: '5' }, ...manifest }),
    'index.js': '',
  })

  const { stdout } = await given.runCli(['init'], { cwd, env: { HOME: cwd } })

  expect(stdout).toContain(step)
})

it('prints the proxy to add if the Vite configuration already has a server', async () => {
  const cwd = await given.folder({
    ...vite,
    'vite.config.ts': 'export default {\n  server: { port: 5000 },\n}\n',
  })

  const { stdout } = await given.runCli(['init'], { cwd, env: { HOME: cwd } })

  expect(stdout).toContain('Add to vite.config.ts, so that pages reach your backend: server: {')
  expect(await readFile(join(cwd, 'vite.config.ts'), 'utf8')).not.toContain('/api')
})

it.each([
  [{ type: 'commonjs' }, {}, 'platform-routes.cjs'],
  [{}, { 'server.js': "const express = require('express')" }, 'platform-routes.cjs'],
  [{}, {}, 'platform-routes.mjs'],
  [{ type: 'module' }, { 'tsconfig.json': '{}' }, 'platform-routes.ts'],
  [{ devDependencies: { vite: '8', tsx: '4' } }, { 'tsconfig.json': '{}' }, 'platform-routes.ts'],
])('writes routes for a backend with %j and %j as %s', async (more, files, routes) => {
  const manifest = { dependencies: { express: '*', fastify: '*' }, ...more }
  const cwd = await given.folder({ 'package.json': JSON.stringify(manifest), ...files })

  const { stdout } = await given.runCli(['init'], { cwd, env: { HOME: cwd } })

  expect(stdout).toContain(`wrote     ${routes}\n`)
})

it.each(['express', 'fastify'])(
  'writes %s routes in CommonJS that load by require',
  async (name) => {
    await givenReceiving()
    vi.stubEnv('PLATFORM_RECEIVE_URL', 'https://product.example/api/platform-webhook')
    const cwd = await given.folder({
      'package.json': JSON.stringify({ type: 'commonjs', dependencies: { [name]: '*' } }),
    })
    await symlink(modules, join(cwd, 'node_modules'))
    await given.runCli(['init'], { cwd, env: { HOME: cwd } })

    const { platformRoutes } = createRequire(join(cwd, 'package.json'))('./platform-routes.cjs')

    expect(platformRoutes).toBeTypeOf('function')
    if (name !== 'fastify') return
    const app = fastify()
    app.register(platformRoutes, { getUser: () => undefined })
    await app.listen({ port: 0 })
    onTestFinished(() => app.close())
    const forged = await app.inject({ method: 'POST', url: '/api/platform-webhook', payload: {} })
    expect(forged.statusCode).toBe(401)
  },
)

it('writes CommonJS routes for Next if package.json declares it', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  vi.stubEnv('PLATFORM_JWT_PRIVATE_KEY', privateKey.export({ type: 'pkcs8', format: 'pem' }))
  vi.stubEnv('PLATFORM_JWT_KEY_ID', 'kid-1')
  await givenReceiving()
  vi.stubEnv('PLATFORM_RECEIVE_URL', 'https://product.example/api/platform-webhook')
  const cwd = await given.folder({
    'package.json': '{ "type": "commonjs", "dependencies": { "next": "*" } }',
  })
  await symlink(modules, join(cwd, 'node_modules'))
  await given.runCli(['init'], { cwd })
  await writeFile(
    join(cwd, 'lib/current-user.js'),
    "exports.currentUser = async () => ({ userId: 'ana', companyId: 'acme' })",
  )
  const required = createRequire(join(cwd, 'package.json'))

  const token = await required('./app/api/platform-token/route').GET(new Request('http://mine'))
  const forged = await required('./app/api/platform-webhook/route').POST(
    new Request('http://mine', { method: 'POST', body: '{}' }),
  )

  expect((await token.text()).split('.')).toHaveLength(3)
  expect(forged.status).toBe(401)
})

it('writes strictly compiling TypeScript for a TypeScript product', async () => {
  const compilerOptions = {
    ...{ strict: true, noUnusedLocals: true, noUnusedParameters: true, noImplicitReturns: false },
    ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
    ...{ noPropertyAccessFromIndexSignature: true, verbatimModuleSyntax: true, noEmit: true },
    ...{ target: 'es2024', module: 'preserve', types: ['node'], lib: ['es2024', 'esnext', 'dom'] },
    allowImportingTsExtensions: true,
  }
  const cwd = await given.folder({ 'tsconfig.json': JSON.stringify({ compilerOptions }) })
  await symlink(modules, join(cwd, 'node_modules'))
  for (const framework of ['express', 'fastify', 'next']) {
    await mkdir(join(cwd, framework))
    await writeFile(join(cwd, framework, 'tsconfig.json'), '{}')
    await given.runCli(['init', '--framework', framework], { cwd: join(cwd, framework) })
  }

  const compiled = spawnSync(join(modules, '.bin/tsc'), ['-p', cwd, '--singleThreaded'], {
    encoding: 'utf8',
  })

  expect(compiled.stdout).toBe('')
})

it('writes only AGENTS.md for a backend without a known framework', async () => {
  const cwd = await given.folder({
    Gemfile: '',
    '.npmrc': '@platform:registry=https://integrations.acme.example/npm\n',
  })

  const { exitCode, stdout } = await given.runCli(['init', '--agent'], { cwd })
  const again = await given.runCli(['init', '--agent', '--json'], { cwd })

  expect(exitCode).toBe(0)
  expect(stdout).toContain('No routes and no platform.yaml were written')
  expect(await readdir(cwd)).toEqual(['.gitignore', '.npmrc', 'AGENTS.md', 'Gemfile'])
  const section = await readFile(join(cwd, 'AGENTS.md'), 'utf8')
  expect(section).toContain('https://integrations.acme.example/llms.txt')
  expect(JSON.parse(again.stdout)).toEqual({
    framework: null,
    written: [],
    changed: [],
    left: ['AGENTS.md'],
  })
})

it.each([
  ['express', ['platform-routes.mjs', 'server.mjs']],
  ['fastify', ['platform-routes.mjs', 'server.mjs']],
  ['next', ['app', 'instrumentation.js', 'lib']],
])(
  'writes a product with a page where only %s and our packages are installed',
  async (name, files) => {
    const others = name === 'next' ? { react: '*', 'react-dom': '*' } : {}
    const dependencies = { '@platform/react': '*', '@platform/client': '*', [name]: '*', ...others }
    const cwd = await given.folder({ 'package.json': JSON.stringify({ dependencies }) })
    const init = () => given.runCli(['init'], { cwd, env: { HOME: cwd } })

    const { stdout } = await init()
    const again = await init()

    expect(await readdir(cwd)).toEqual(expect.arrayContaining(files))
    expect(stdout).toContain('open http://localhost:3000 to connect an account')
    expect(stdout).not.toContain('npm install')
    expect([again.exitCode, again.stdout]).toEqual([0, expect.not.stringMatching(/^wrote /m)])
  },
)

it('says where to start the receiver in an app of Next that has an instrumentation of its own', async () => {
  const cwd = await given.folder({ 'instrumentation.js': 'export function register() {}' })

  const { stdout } = await given.runCli(['init', '--framework', 'next'], { cwd })
  const other = await given.runCli(['init', '--framework', 'next'], { cwd: await given.folder({}) })

  expect(stdout).toContain('Call `getReceiver()` of lib/platform-receiver in `register`')
  expect(other.stdout).not.toContain('getReceiver')
})

it('asks for the framework if it cannot be detected', async () => {
  const { exitCode, stderr } = await given.runCli(['init'], { cwd: await given.folder({}) })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('set --framework')
})

it('writes a server of its own that serves the page and issues tokens', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { baseUrl } = await given.platform(() => given.problemReply(503, 'unavailable'))
  const cwd = await given.folder({})
  await symlink(modules, join(cwd, 'node_modules'))
  await given.runCli(['init', '--framework', 'node'], { cwd })
  const token = { baseUrl, project: 'crm', destination: 'inbox', apiKey: 'key' }
  const server = fork(join(cwd, 'server.mjs'), [], {
    cwd,
    silent: true,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      PLATFORM_RECEIVE: formatReceiveToken(token),
      PLATFORM_JWT_KEY_ID: 'kid-1',
      PLATFORM_JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    },
  })
  const [said] = (await once(server.stdout!, 'data')) as [Buffer]
  const url = /http:\/\/localhost:\d+/.exec(String(said))![0]

  const page = await (await fetch(url)).text()
  const issued = await (await fetch(`${url}/api/platform-token`)).text()
  const missing = await fetch(`${url}/.env`)
  server.kill()

  expect(page).toContain(`<platform-install project="crm" base-url="${baseUrl}"`)
  expect(JSON.parse(Buffer.from(issued.split('.')[1]!, 'base64url').toString())).toMatchObject({
    groupRef: 'company-1',
  })
  expect(missing.status).toBe(404)
})
