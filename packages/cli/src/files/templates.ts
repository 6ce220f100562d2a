import { writeNodeBackend } from './node-backend.ts'

export type Framework = 'express' | 'fastify' | 'next' | 'node'
export type Language = 'js' | 'commonjs' | 'ts'

/**
 * Returns the initial files of a product by path: its manifest, and the two routes of its backend.
 */
export function templates(
  framework: Framework,
  provider: string,
  language: Language = 'js',
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
      [`lib/current-user.${ending}`]: inNext(nextUser(addTypes)),
      [`app/api/platform-token/route.${ending}`]: inNext(nextToken(addTypes)),
      [`app/api/platform-webhook/route.${ending}`]: inNext(nextWebhook(addTypes)),
    },
  }
  return {
    'platform.yaml': writeManifest(provider, destinationOf[framework]),
    ...backends[framework],
  }
}

/** Next supports CommonJS only in CommonJS packages, and does not treat .mjs files as routes. */
function asCommonJs(text: string): string {
  const names = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name)
  const required = text.replaceAll(/^import (.+) from ('.+')$/gm, 'const $1 = require($2)')
  return `${required.replaceAll(/^export /gm, '')}
module.exports = { ${names.join(', ')} }
`
}

const clientImport =
  "import { verifyWebhook, WebhookVerificationError } from '@platform/client/webhooks'"

/** The package is a module, which not every supported Node can load with `require`. */
function asCommonJsOfNode(text: string): string {
  return asCommonJs(text.replace(`${clientImport}\n`, ''))
    .replace(
      '\n/** A setting',
      "\nconst loadingWebhooks = import('@platform/client/webhooks')\n\n/** A setting",
    )
    .replace(
      /^( *)(try \{\n)( *const secret = .*\n)?( *)(const message = verifyWebhook)/gm,
      '$1const { verifyWebhook, WebhookVerificationError } = await loadingWebhooks\n$1$2$3$4$5',
    )
}

/** Returns TypeScript types; empty for JavaScript. */
type Typed = (types: string) => string

const noTypes: Typed = () => ''

const object: Record<string, string> = {
  hubspot: `        - objectName: contacts
          destination: webhook
          schedule: '0 * * * *'
          requiredFields:
            - fieldName: hs_object_id
            - fieldName: email
          backfill:
            defaultPeriod:
              days: 30`,
  salesforce: `        - objectName: Contact
          destination: webhook
          schedule: '0 * * * *'
          requiredFields:
            - fieldName: Id
            - fieldName: Email
          backfill:
            defaultPeriod:
              days: 30`,
}

/** The destination to which messages are sent, or from which they are fetched. */
export const destinationOf = {
  express: 'webhook',
  fastify: 'webhook',
  next: 'webhook',
  node: 'inbox',
} as const

const writeManifest = (
  provider: string,
  destination: string,
) => `# What your customers can connect, and what is read there.
specVersion: 1.0.0
integrations:
  - name: ${provider}-sync
    provider: ${provider}
    ${object[provider] ? `read:\n      objects:\n${object[provider].replace('destination: webhook', `destination: ${destination}`)}` : 'proxy: { enabled: true }'}
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

const handling = (typed: Typed) => `
/** Processes a message. A message can arrive twice, with the same webhook-id. */
async function handle(message${typed(': ReturnType<typeof verifyWebhook>')}, id${typed(': unknown')}) {
  console.log(id, message)
}
`

const express = (typed: Typed) => `import { createPrivateKey, sign } from 'node:crypto'
import { verifyWebhook, WebhookVerificationError } from '@platform/client/webhooks'
import express${typed(', { type Request }')} from 'express'
${users(typed)}${writeSetting(typed)}${writeToken(typed)}${handling(typed)}
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
  const rawBody = express.raw({ type: () => true, limit: '5mb' })
  routes.post('/api/platform-webhook', rawBody, async (request, response, next) => {
    try {
      const secret = setting('PLATFORM_WEBHOOK_SECRET')
      const message = verifyWebhook({ body: request.body, headers: request.headers, secret })
      await handle(message, request.headers['webhook-id'])
      response.sendStatus(204)
    } catch (error) {
      if (error instanceof WebhookVerificationError) response.sendStatus(401)
      else next(error)
    }
  })
  return routes
}
`

const fastify = (typed: Typed) => `import { createPrivateKey, sign } from 'node:crypto'
import { verifyWebhook, WebhookVerificationError } from '@platform/client/webhooks'
${typed("import type { FastifyInstance, FastifyRequest } from 'fastify'\n")}${users(typed)}${writeSetting(typed)}${writeToken(typed)}${handling(typed)}
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
  const limit = { bodyLimit: 5_000_000 }
  app.post${typed('<{ Body: Buffer }>')}('/api/platform-webhook', limit, async (request, reply) => {
    const secret = setting('PLATFORM_WEBHOOK_SECRET')
    try {
      const message = verifyWebhook({ body: request.body, headers: request.headers, secret })
      await handle(message, request.headers['webhook-id'])
    } catch (error) {
      if (error instanceof WebhookVerificationError) return reply.code(401).send()
      throw error
    }
    return reply.code(204).send()
  })
}
`

const nextLibrary = (typed: Typed) => `import { createPrivateKey, sign } from 'node:crypto'
${users(typed)}${writeSetting(typed).replace(/(?=^function)/m, 'export ')}${writeToken(typed)}`

const nextUser = (
  typed: Typed,
) => `${typed("import type { User } from './platform-token'\n\n")}/** Returns the current user, as { userId, companyId }. Read your session here. */
export async function currentUser(_request${typed(': Request')})${typed(': Promise<User | undefined>')} {
  return undefined
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

const nextWebhook = (
  typed: Typed,
) => `import { verifyWebhook, WebhookVerificationError } from '@platform/client/webhooks'
import { setting } from '../../../lib/platform-token'
${handling(typed)}
export async function POST(request${typed(': Request')}) {
  const body = await request.text()
  const secret = setting('PLATFORM_WEBHOOK_SECRET')
  try {
    const message = verifyWebhook({ body, headers: request.headers, secret })
    await handle(message, request.headers.get('webhook-id'))
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 401 })
    throw error
  }
  return new Response(null, { status: 204 })
}
`
