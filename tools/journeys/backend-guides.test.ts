import { execFile, spawn } from 'node:child_process'
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { formatReceiveToken } from '@platform/client/receive'
import { getPort } from '../../server/kernel/src/values/net.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../testing/src/free-port.ts'
import { patiently } from '../testing/src/patiently.ts'

// The guides of backends, followed literally: their files are written, compiled and started.

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const guides = fileURLToPath(new URL('../../docs', import.meta.url))
const secret = `whsec_${randomBytes(24).toString('base64')}`

/** Returns the files of a guide, in its order; a file can be shown again with other contents. */
async function readGuideFiles(guide: string): Promise<{ file: string; code: string }[]> {
  const text = await readFile(join(guides, guide), 'utf8')
  return [...text.matchAll(/^```\w+ .*file="([^"]+)"\n([\s\S]*?)^```$/gm)].map(
    ([, file = '', code = '']) => ({ file, code }),
  )
}

/** Starts a platform that registers every receiver, and returns the token to receive with. */
async function givenReceiveToken(): Promise<string> {
  const server = createServer((request, response) => {
    const isRegistration = request.url?.endsWith(':receive')
    const body = isRegistration
      ? { destinationId: 'dest_1', type: 'webhook', webhookSigningKey: secret }
      : { messages: [], cursor: '0', hasMore: false, expired: 0 }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const baseUrl = `http://127.0.0.1:${getPort(server)}`
  return formatReceiveToken({ baseUrl, project: 'crm', destination: 'inbox', apiKey: 'key' })
}

async function makeProject(files: { file: string; code: string }[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await symlink(modules, join(folder, 'node_modules'))
  for (const { file, code } of files) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), code)
  }
  return folder
}

it.each([
  ['express', 'ts', undefined],
  ['express', 'ts', 'module'],
  ['express', 'mjs', undefined],
  ['express', 'mjs', 'commonjs'],
  ['express', 'cjs', undefined],
  ['express', 'cjs', 'module'],
  ['fastify', 'ts', undefined],
  ['fastify', 'mjs', undefined],
  ['fastify', 'mjs', 'commonjs'],
  ['fastify', 'cjs', undefined],
  ['fastify', 'cjs', 'module'],
])(
  'starts the server of the guide of %s as .%s in a package of type %s',
  async (framework, ending, type) => {
    const port = await freePort()
    const shown = await readGuideFiles(`start/${framework}.md`)
    const folder = await makeProject([
      { file: 'package.json', code: JSON.stringify({ name: 'product', type }) },
      ...shown.map(({ file, code }) => ({ file, code: code.replace('3000', String(port)) })),
    ])
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const server = spawn(process.execPath, [`server.${ending}`], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        TMPDIR: process.env['TMPDIR'],
        PLATFORM_JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        PLATFORM_JWT_KEY_ID: 'kid-1',
        PLATFORM_RECEIVE: await givenReceiveToken(),
        PLATFORM_RECEIVE_URL: 'https://product.example/api/platform-webhook',
      },
    })
    const isEnded = once(server, 'exit')
    onTestFinished(async () => {
      server.kill()
      await isEnded
    })

    const token = await vi.waitFor(
      () => fetch(`http://127.0.0.1:${port}/api/platform-token`),
      patiently,
    )
    const signed = await post(port, '{"notificationType":"connection.created"}')
    const forged = await post(port, '{}', 'another body')

    expect((await token.text()).split('.')).toHaveLength(3)
    expect([signed.status, forged.status]).toEqual([204, 401])
  },
)

function post(port: number, body: string, signedBody = body): Promise<Response> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
  return fetch(`http://127.0.0.1:${port}/api/platform-webhook`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${mac.update(`msg_1.${timestamp}.${signedBody}`).digest('base64')}`,
    },
  })
}

/** As `create-next-app` writes them. */
const nextOptions = {
  ...{ target: 'ES2017', lib: ['dom', 'dom.iterable', 'esnext'], allowJs: true },
  ...{ skipLibCheck: true, strict: true, noEmit: true, esModuleInterop: true, module: 'esnext' },
  ...{ moduleResolution: 'bundler', resolveJsonModule: true, isolatedModules: true },
  ...{ jsx: 'react-jsx', types: ['node'], allowImportingTsExtensions: true },
}
const nodeOptions = {
  ...{ target: 'es2023', module: 'nodenext', strict: true, skipLibCheck: true, noEmit: true },
  ...{ types: ['node'], allowImportingTsExtensions: true, verbatimModuleSyntax: true },
  erasableSyntaxOnly: true,
}

it.each([
  ['next', nextOptions],
  ['express', nodeOptions],
  ['fastify', nodeOptions],
])('compiles the TypeScript of the guide of %s', async (framework, compilerOptions) => {
  const shown = (await readGuideFiles(`start/${framework}.md`)).filter(({ file }) =>
    file.endsWith('.ts'),
  )
  const firstOnly = shown.filter(({ file }, at) => !shown.slice(0, at).some(isFile(file)))
  const lastOnly = shown.filter(({ file }, at) => !shown.slice(at + 1).some(isFile(file)))

  const outputs = []
  for (const files of [firstOnly, ...(lastOnly.length < shown.length ? [lastOnly] : [])]) {
    const folder = await makeProject([
      { file: 'package.json', code: '{ "name": "product", "type": "module" }' },
      { file: 'tsconfig.json', code: JSON.stringify({ compilerOptions }) },
      ...files,
    ])
    outputs.push(await compile(folder))
  }

  expect(firstOnly.length).toBeGreaterThan(1)
  expect(outputs.join('')).toBe('')
})

const isFile =
  (name: string) =>
  ({ file }: { file: string }) =>
    file === name

const compile = (folder: string): Promise<string> =>
  promisify(execFile)(join(modules, '.bin/tsc'), ['-p', folder, '--singleThreaded'])
    .then(() => '')
    .catch(({ stdout }: { stdout: string }) => stdout)
