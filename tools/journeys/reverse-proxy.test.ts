import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sandboxApps } from '@platform/sandbox'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../testing/src/free-port.ts'
import { patiently } from '../testing/src/patiently.ts'
import { testDatabase } from '../testing/src/test-database.ts'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { createTenant } from '../../server/program/src/main/bootstrap.ts'
import { startPlatform, type Platform } from '../../server/program/src/main/platform.ts'
import { readSettings } from '../../server/program/src/main/settings/settings.ts'
import { eventually } from './support/program.ts'

// The configurations of docs/reverse-proxy.md, in the real programs, before a running server.

const host = 'integrations.acme.example'
/** Of the client, another one than the proxy's. */
const clientAddress = '127.0.0.2'

let folder: string
let certificate: Buffer
let database: Awaited<ReturnType<typeof testDatabase>>
let platform: Platform
let tenant: Awaited<ReturnType<typeof createTenant>>
let serverPort: number
let appId: `papp_${string}`
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverse-proxy-'))
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
    ...['-days', '2', '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
  ])
  certificate = await readFile(join(folder, 'fullchain.pem'))
  database = await testDatabase()
  serverPort = await freePort()
  platform = await startPlatform(
    readSettings({
      DATABASE_URL: database.connectionString,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_PORT: String(serverPort),
      PLATFORM_PUBLIC_URL: `https://${host}`,
      PLATFORM_TRUST_PROXY: '127.0.0.1',
      PLATFORM_LOG_LEVEL: 'silent',
    }),
  )
  const names = { org: 'Acme', project: 'crm', owner: 'ana@acme.test' }
  tenant = await createTenant(platform.database, names)
  const created = await fetch(`http://127.0.0.1:${serverPort}/v1/projects/crm/provider-apps`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'hubspot', ...sandboxApps.hubspot, scopes: ['oauth'] }),
  })
  appId = ((await created.json()) as { id: `papp_${string}` }).id
  // As if a customer had installed an integration that subscribes to changes.
  await platform.database.everything
    .insertInto('subscriptions')
    .values({
      id: newId('sub'),
      projectId: tenant.projectId as `proj_${string}`,
      provider: 'hubspot',
      providerAppId: appId,
      delivery: 'push',
    })
    .execute()
})
afterAll(async () => {
  await platform.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the first configuration of this language in the guide, for this machine. */
async function readConfiguration(language: string, ports: { http: number; https: number }) {
  const guide = fileURLToPath(new URL('../../docs/reverse-proxy.md', import.meta.url))
  const text = await readFile(guide, 'utf8')
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text) ?? []
  return code
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${serverPort}`)
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.https} ssl http2;`)
    .replaceAll('/etc/ssl/platform', folder)
}

const programs = {
  nginx: async (ports: { http: number; https: number }) => {
    const prefix = join(folder, 'nginx')
    await mkdir(join(prefix, 'temporary'), { recursive: true })
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${prefix}/temporary/${name};`,
    )
    const file = join(prefix, 'nginx.conf')
    await writeFile(
      file,
      `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${prefix}/nginx.pid;
error_log stderr warn;
events {}
http {
access_log off;
${temporary.join('\n')}
${await readConfiguration('nginx', ports)}
}`,
    )
    return ['nginx', ['-p', prefix, '-c', file]] as const
  },
  caddy: async (ports: { http: number; https: number }) => {
    const file = join(folder, 'Caddyfile')
    const site = (await readConfiguration('caddyfile', ports))
      .replace(`${host} {`, `https://${host}:${ports.https} {\n  bind 127.0.0.1`)
      // A certificate from a public authority cannot be obtained here.
      .replace('{\n', `{\n  tls ${folder}/fullchain.pem ${folder}/privkey.pem\n`)
    await writeFile(
      file,
      `{\n  admin off\n  grace_period 100ms\n  http_port ${ports.http}\n  default_bind 127.0.0.1\n  log {\n    level ERROR\n  }\n}\n${site}`,
    )
    return ['caddy', ['run', '--config', file, '--adapter', 'caddyfile']] as const
  },
}

interface Asked {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request to the proxy, as a browser that resolves its name. */
function ask(port: number, { method = 'GET', path, headers = {}, body }: Asked) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path, method, ca: certificate, servername: host },
        ...{ localAddress: clientAddress, agent: false },
        headers: { host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function askForJson<T>(port: number, asked: Asked): Promise<{ status: number; body: T }> {
  const reply = await ask(port, {
    ...asked,
    headers: { 'content-type': 'application/json', ...asked.headers },
  })
  const text = Buffer.concat(await reply.toArray()).toString()
  const isJson = reply.headers['content-type']?.includes('json')
  return { status: reply.statusCode ?? 0, body: (isJson ? JSON.parse(text) : text) as T }
}

it.for(['nginx', 'caddy'] as const)(
  'serves sign-in, API, live updates and webhooks behind %s as documented',
  async (name, { skip }) => {
    if (!has(name)) skip(`${name} is not on this machine`)
    const ports = { http: await freePort(), https: await freePort() }
    const [command, args] = await programs[name](ports)
    const proxy = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], HOME: folder },
    })
    let output = ''
    proxy.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    const isEnded = once(proxy, 'exit')
    onTestFinished(async () => {
      proxy.kill()
      await isEnded
    })
    const { https } = ports
    await eventually(async () => {
      if (proxy.exitCode !== null) throw new Error(`${name} has ended: ${output}`)
      // It does not listen yet.
      const reply = await askForJson(https, { path: '/readyz' }).catch(() => undefined)
      return reply?.status === 200
    })

    const signedIn = await ask(https, {
      method: 'POST',
      path: '/auth/sign-in/email',
      // A client that claims another address.
      headers: {
        ...{ 'content-type': 'application/json', origin: `https://${host}` },
        'x-forwarded-for': '203.0.113.9',
      },
      body: JSON.stringify({ email: tenant.ownerEmail, password: tenant.ownerPassword }),
    })
    signedIn.resume()
    const cookies = signedIn.headers['set-cookie'] ?? []
    const cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ')
    const { body: session } = await askForJson<{ token: string }>(https, {
      path: '/auth/token',
      headers: { cookie },
    })
    const authorization = `Bearer ${session.token}`
    const { body: log } = await askForJson<{ action: string; ipAddress?: string }[]>(https, {
      path: `/v1/orgs/${tenant.orgId}/audit-log?pageSize=5`,
      headers: { authorization },
    })

    expect([signedIn.statusCode, cookies.join()]).toEqual([200, expect.stringContaining('Secure')])
    expect(JSON.stringify(log)).toContain(clientAddress)
    expect(JSON.stringify(log)).not.toContain('203.0.113.9')

    // Live updates: the first event arrives while the reply is open, and so does that of a change.
    const live = await ask(https, {
      path: `/live/${tenant.projectName}`,
      headers: { authorization, accept: 'text/event-stream' },
    })
    let events = ''
    live.setEncoding('utf8').on('data', (text: string) => (events += text))
    await vi.waitFor(() => expect(events).toContain('event: open'), patiently)
    const { status } = await askForJson(https, {
      method: 'POST',
      path: `/v1/projects/${tenant.projectName}/destinations`,
      headers: { 'x-api-key': tenant.apiKey },
      body: JSON.stringify({
        ...{ name: `behind-${name}`, type: 'webhook' },
        metadata: { url: 'https://api.acme.example/hook' },
      }),
    })
    expect(status).toBe(201)
    await vi.waitFor(() => expect(events.split('event: ').slice(2)).not.toEqual([]), patiently)
    live.destroy()

    // A webhook whose signature covers the public URL and the bytes of a large body.
    const path = `/subscribe/v1/projects/${tenant.projectId}/providers/hubspot/apps/${appId}`
    const body = JSON.stringify([makeEvent('x'.repeat(900_000))])
    const sendWebhook = (signedBody: string) => {
      const now = String(Date.now())
      const mac = createHmac('sha256', sandboxApps.hubspot.clientSecret)
      return askForJson(https, {
        method: 'POST',
        path,
        headers: {
          'x-hubspot-signature-v3': mac
            .update(`POSThttps://${host}${path}${signedBody}${now}`)
            .digest('base64'),
          'x-hubspot-request-timestamp': now,
        },
        body,
      })
    }
    expect(await sendWebhook(body)).toMatchObject({ status: 204 })
    expect((await sendWebhook('[]')).status).toBe(401)

    // A body that is too large is refused by the server, whose reply explains it.
    const large = await askForJson<{ type?: string }>(https, {
      method: 'POST',
      path: `/v1/projects/${tenant.projectName}/destinations`,
      headers: { 'x-api-key': tenant.apiKey },
      body: JSON.stringify({ name: 'x'.repeat(5_500_000) }),
    })
    expect([large.status, large.body.type]).toEqual([413, expect.stringContaining('/problems/')])
  },
)

const makeEvent = (propertyValue: string) => ({
  ...{ eventId: 1, portalId: 1, appId: 1, occurredAt: Date.now(), objectId: 1, attemptNumber: 0 },
  ...{ subscriptionType: 'contact.propertyChange', propertyName: 'notes', propertyValue },
})

function has(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command} openssl`])
    return true
  } catch {
    return false
  }
}
