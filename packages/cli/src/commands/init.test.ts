import { createHmac, generateKeyPairSync, createVerify, randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseManifest } from '@platform/manifest'
import fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import * as given from '../testing/given.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

it('writes routes that give tokens and take webhooks, and a manifest without findings', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  vi.stubEnv('PLATFORM_JWT_PRIVATE_KEY', privateKey.export({ type: 'pkcs8', format: 'pem' }))
  vi.stubEnv('PLATFORM_JWT_KEY_ID', 'kid-1')
  const secret = randomBytes(24).toString('base64')
  vi.stubEnv('PLATFORM_WEBHOOK_SECRET', `whsec_${secret}`)
  const cwd = await given.folder({ 'package.json': '{ "dependencies": { "fastify": "*" } }' })
  await symlink(modules, join(cwd, 'node_modules'))

  const { exitCode } = await given.run(['init', '--provider', 'hubspot'], { cwd })

  expect(exitCode).toBe(0)
  const { findings } = parseManifest(await readFile(join(cwd, 'platform.yaml'), 'utf8'))
  expect(findings).toEqual([])
  const { platformRoutes } = await import(join(cwd, 'platform-routes.mjs'))
  const app = fastify()
  app.register(platformRoutes, { userOf: () => ({ userId: 'ana', companyId: 'acme' }) })

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
})

it('leaves what is there as it is, and writes to where Next looks', async () => {
  const cwd = await given.folder({ 'platform.yaml': 'mine', 'src/app/page.tsx': '' })

  const { stdout } = await given.run(['init', '--framework', 'next'], { cwd })

  expect(stdout).toContain('is there  platform.yaml\nwrote     src/lib/platform-token.js\n')
  expect(await readFile(join(cwd, 'platform.yaml'), 'utf8')).toBe('mine')
})

it.each([
  ['next', true, 'Remove "type": "commonjs" from package.json: Next.js cannot build TypeScript'],
  ['next', false, 'The files are CommonJS, as package.json says.'],
  ['express', false, "require('./platform-routes.mjs')"],
])('says what becomes of CommonJS with %s, typed: %s', async (framework, isTyped, sentence) => {
  const said = async (type: string | undefined) => {
    const cwd = await given.folder({
      'package.json': JSON.stringify({ type, dependencies: { [framework]: '*' } }),
      ...(isTyped && { 'tsconfig.json': '{}' }),
    })
    return (await given.run(['init'], { cwd })).stdout
  }

  expect(await said('commonjs')).toContain(sentence)
  expect(await said('module')).not.toMatch(/CommonJS|commonjs/)
  expect(await said(undefined)).not.toMatch(/CommonJS|commonjs/)
})

it('writes routes for Next that are CommonJS where package.json says so', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  vi.stubEnv('PLATFORM_JWT_PRIVATE_KEY', privateKey.export({ type: 'pkcs8', format: 'pem' }))
  vi.stubEnv('PLATFORM_JWT_KEY_ID', 'kid-1')
  vi.stubEnv('PLATFORM_WEBHOOK_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const cwd = await given.folder({
    'package.json': '{ "type": "commonjs", "dependencies": { "next": "*" } }',
  })
  await symlink(modules, join(cwd, 'node_modules'))
  await given.run(['init'], { cwd })
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

it('writes TypeScript that compiles strictly where the product is TypeScript', async () => {
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
    await given.run(['init', '--framework', framework], { cwd: join(cwd, framework) })
  }

  const compiled = spawnSync(join(modules, '.bin/tsc'), ['-p', cwd], { encoding: 'utf8' })

  expect(compiled.stdout).toBe('')
})

it('asks for the framework that it cannot find', async () => {
  const { exitCode, stderr } = await given.run(['init'], { cwd: await given.folder({}) })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('set --framework')
})
