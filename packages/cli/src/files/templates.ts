import { type Framework, writeNodeBackend } from './starters.ts'

export type Language = 'js' | 'commonjs' | 'ts'

/**
 * Returns the initial files of a product by path: its manifest, a route for tokens, and a receiver of messages.
 */
export function templates(
  framework: Framework,
  provider: string,
  language: Language = 'js',
  // Everybody is one user, for a first test.
  { hasFixedUser = false }: { hasFixedUser?: boolean } = {},
): Record<string, string> {
  const addTypes: Typed = (types) => (language === 'ts' ? types : '')
  const routes = `platform-routes.${{ ts: 'ts', js: 'mjs', commonjs: 'cjs' }[language]}`
  const ending = language === 'ts' ? 'ts' : 'js'
  const inNext = (text: string) => (language === 'commonjs' ? asCommonJs(text) : text)
  const inNode = (text: string) => (language === 'commonjs' ? asCommonJsOfNode(text) : text)
  const backends: Record<Framework, Record<string, string>> = {
    express: { [routes]: inNode(express(addTypes)) },
    fastify: { [routes]: inNode(fastify(addTypes)) },
    node: {
      'server.mjs': writeNodeBackend(provider, `${writeSetting(noTypes)}${writeToken(noTypes)}`),
    },
    next: {
      [`lib/platform-token.${ending}`]: inNext(nextLibrary(addTypes)),
      [`lib/platform-receiver.${ending}`]: inNext(nextReceiver(addTypes)),
      [`lib/current-user.${ending}`]: inNext(nextUser(addTypes, hasFixedUser)),
      [`instrumentation.${ending}`]: inNext(nextInstrumentation),
      [`app/api/platform-token/route.${ending}`]: inNext(nextToken(addTypes)),
      [`app/api/platform-webhook/route.${ending}`]: inNext(nextWebhook(addTypes)),
    },
  }
  return { 'platform.yaml': writeManifest(provider), ...backends[framework] }
}

/** Next supports CommonJS only in CommonJS packages, and does not treat .mjs files as routes. */
function asCommonJs(text: string): string {
  const exported = /^export (?:(?:async )?function (\w+)|\{ (\w+) \}\n)/gm
  const names = [...text.matchAll(exported)].map(([, name, listed]) => name ?? listed)
  const required = text.replaceAll(/^import (.+) from ('.+')$/gm, 'const $1 = require($2)')
  return `${required.replaceAll(/^export (\{.*\}\n)?/gm, '')}
module.exports = { ${names.join(', ')} }
`
}

/** The package is a module, which not every supported Node can load with `require`. */
function asCommonJsOfNode(text: string): string {
  const load = "import('@platform/client/receive')"
  return asCommonJs(text.replace(/^import .* from '@platform\/client\/receive'\n/m, ''))
    .replace(
      /^  const receiver = createReceiver\(handle\)\n  receiver\.run\(\)/m,
      `  const loadingReceiver = ${load}.then(({ createReceiver }) =>
    createReceiver(handle),
  )
  loadingReceiver.then((receiver) => receiver.run())`,
    )
    .replace(
      '      response.sendStatus(await receiver.answer(request))',
      `      const receiver = await loadingReceiver
      response.sendStatus(await receiver.answer(request))`,
    )
    .replace(
      '  const ending = new AbortController()\n',
      `  const { createReceiver } = await ${load}
  const ending = new AbortController()\n`,
    )
}

/** Returns TypeScript types; empty for JavaScript. */
type Typed = (types: string) => string

const noTypes: Typed = () => ''

const object: Record<string, string> = {
  hubspot: `        - objectName: contacts
          destination: inbox
          schedule: '0 * * * *'
          requiredFields:
            - fieldName: hs_object_id
            - fieldName: email
          backfill:
            defaultPeriod:
              days: 30`,
  salesforce: `        - objectName: Contact
          destination: inbox
          schedule: '0 * * * *'
          requiredFields:
            - fieldName: Id
            - fieldName: Email
          backfill:
            defaultPeriod:
              days: 30`,
}

/** The destination whose messages the backend receives. */
export const destinationName = 'inbox'

const writeManifest = (
  provider: string,
) => `# What your customers can connect, and what is read there.
specVersion: 1.0.0
integrations:
  - name: ${provider}-sync
    provider: ${provider}
    ${object[provider] ? `read:\n      objects:\n${object[provider]}` : 'proxy: { enabled: true }'}
`

const users = (typed: Typed) =>
  typed(`
export interface User {
  userId: string
  /** The customer of yours whom they belong to. */
  companyId: string
}
`)

const writeSetting = (typed: Typed) => `
/** A setting of your backend. */
function setting(name${typed(': string')})${typed(': string')} {
  const value = process.env[name]
  if (!value) throw new Error(\`Set \${name} in the environment of your backend.\`)
  return value
}
`

const writeToken = (typed: Typed) => `
const encoded = (value${typed(': object')}) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of ten minutes with which the UI library acts for one user of one customer. */
export function platformToken({ userId, companyId }${typed(': User')})${typed(': string')} {
  const now = Math.floor(Date.now() / 1000)
  const header = encoded({ alg: 'RS256', kid: setting('PLATFORM_JWT_KEY_ID'), typ: 'JWT' })
  const claims = encoded({
    sub: userId,
    consumerRef: userId,
    groupRef: companyId,
    iat: now,
    exp: now + 600,
  })
  const key = createPrivateKey(setting('PLATFORM_JWT_PRIVATE_KEY'))
  const signature = sign('sha256', Buffer.from(\`\${header}.\${claims}\`), key).toString('base64url')
  return \`\${header}.\${claims}.\${signature}\`
}
`

const writeHandler = (typed: Typed) => `
/** Processes a message. A message can arrive twice, with the same eventId. */
async function handle(message${typed(': NotificationMessage | WebhookMessage')}, { eventId }${typed(': MessageReceipt')}) {
  console.log(eventId, JSON.stringify(message, null, 2))
}
`

/** Called if the platform rejects the token, for example because it was revoked. */
const writeEnd = (typed: Typed) => `
const reportEnd = (error${typed(': unknown')}) => console.error('No more messages are received:', error)
`

const importReceiver = (typed: Typed, ...more: string[]) =>
  `import { createReceiver${typed(`, ${[...more, 'type MessageReceipt', 'type NotificationMessage', 'type WebhookMessage'].join(', ')}`)} } from '@platform/client/receive'`

const express = (typed: Typed) => `import { createPrivateKey, sign } from 'node:crypto'
${importReceiver(typed)}
import express${typed(', { type Request }')} from 'express'
${users(typed)}${writeSetting(typed)}${writeToken(typed)}${writeHandler(typed)}${writeEnd(typed)}
/** Mount it before express.json(): app.use(platformRoutes({ getUser })). \`getUser\` returns the current user. */
export function platformRoutes({ getUser }${typed(': { getUser: (request: Request) => Promise<User | undefined> }')}) {
  const routes = express.Router()
  routes.get('/api/platform-token', async (request, response, next) => {
    try {
      const user = await getUser(request)
      if (user) response.type('text').send(platformToken(user))
      else response.sendStatus(401)
    } catch (error) {
      next(error)
    }
  })
  // With PLATFORM_RECEIVE_URL, messages are sent here. Without it, they are fetched.
  const receiver = createReceiver(handle)
  receiver.run().catch(reportEnd)
  const rawBody = express.raw({ type: () => true, limit: '5mb' })
  routes.post('/api/platform-webhook', rawBody, async (request, response, next) => {
    try {
      response.sendStatus(await receiver.answer(request))
    } catch (error) {
      next(error)
    }
  })
  return routes
}
`

const fastify = (typed: Typed) => `import { createPrivateKey, sign } from 'node:crypto'
${importReceiver(typed)}
${typed("import type { FastifyInstance, FastifyRequest } from 'fastify'\n")}${users(typed)}${writeSetting(typed)}${writeToken(typed)}${writeHandler(typed)}${writeEnd(typed)}
/** app.register(platformRoutes, { getUser }): \`getUser\` returns the current user, as { userId, companyId }. */
export async function platformRoutes(
  app${typed(': FastifyInstance')},
  { getUser }${typed(': { getUser: (request: FastifyRequest) => Promise<User | undefined> }')},
) {
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request${typed(': FastifyRequest')}, body${typed(': Buffer')}) => body,
  )
  app.get('/api/platform-token', async (request, reply) => {
    const user = await getUser(request)
    if (!user) return reply.code(401).send()
    return reply.type('text/plain').send(platformToken(user))
  })
  // With PLATFORM_RECEIVE_URL, messages are sent here. Without it, they are fetched.
  const ending = new AbortController()
  const receiver = createReceiver(handle, { signal: ending.signal })
  app.addHook('onListen', async () => {
    receiver.run().catch(reportEnd)
  })
  app.addHook('onClose', async () => ending.abort())
  const limit = { bodyLimit: 5_000_000 }
  app.post${typed('<{ Body: Buffer }>')}('/api/platform-webhook', limit, async (request, reply) =>
    reply.code(await receiver.answer(request)).send(),
  )
}
`

const nextLibrary = (typed: Typed) => `import { createPrivateKey, sign } from 'node:crypto'
${users(typed)}${writeSetting(typed)}${writeToken(typed)}`

const nextUser = (
  typed: Typed,
  isFixed: boolean,
) => `${typed("import type { User } from './platform-token'\n\n")}/** Returns the current user, as { userId, companyId }. Read your session here. */
export async function currentUser(_request${typed(': Request')})${typed(': Promise<User | undefined>')} {
  return ${isFixed ? `{ userId: 'user-1', companyId: 'company-1' }` : 'undefined'}
}
`

const nextToken = (typed: Typed) => `import { currentUser } from '../../../lib/current-user'
import { platformToken } from '../../../lib/platform-token'

export async function GET(request${typed(': Request')}) {
  const user = await currentUser(request)
  if (!user) return new Response(null, { status: 401 })
  return new Response(platformToken(user))
}
`

const nextReceiver = (typed: Typed) => `${importReceiver(typed, 'type MessageReceiver')}
${writeHandler(typed)}
// Next.js loads this module more than once in a process.
const shared${typed(': typeof globalThis & { platformReceiver?: MessageReceiver }')} = globalThis

/** Returns the receiver of this process, which the first call starts. */
export function getReceiver()${typed(': MessageReceiver')} {
  if (!shared.platformReceiver) {
    const receiver = createReceiver(handle)
    receiver.run().catch((error) => console.error('No more messages are received:', error))
    shared.platformReceiver = receiver
  }
  return shared.platformReceiver
}
`

const nextInstrumentation = `/** Next.js calls it when the server starts. Without PLATFORM_RECEIVE_URL, messages are fetched from then on. */
async function register() {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return
  const { getReceiver } = await import('./lib/platform-receiver')
  getReceiver()
}

export { register }
`

const nextWebhook = (typed: Typed) => `import { getReceiver } from '../../../lib/platform-receiver'

/** With PLATFORM_RECEIVE_URL, messages are sent here. */
export async function POST(request${typed(': Request')}) {
  const body = await request.text()
  const status = await getReceiver().answer({ body, headers: request.headers })
  return new Response(null, { status })
}
`
