export type Framework = 'express' | 'fastify' | 'next'

/** What a product begins with: its manifest, and the two routes of its backend, by path. */
export function templates(framework: Framework, provider: string): Record<string, string> {
  const routes: Record<Framework, Record<string, string>> = {
    express: { 'platform-routes.mjs': token + verification + express },
    fastify: { 'platform-routes.mjs': token + verification + fastify },
    next: {
      'lib/platform-token.mjs': token,
      'app/api/platform-token/route.js': nextToken,
      'app/api/platform-webhook/route.js': nextWebhook,
    },
  }
  return { 'platform.yaml': manifest(provider), ...routes[framework] }
}

const object: Record<string, string> = {
  hubspot: `        - objectName: contacts
          destination: webhook
          schedule: '0 * * * *'
          requiredFields:
            - fieldName: hs_object_id
            - fieldName: email`,
  salesforce: `        - objectName: Contact
          destination: webhook
          schedule: '0 * * * *'
          requiredFields:
            - fieldName: Id
            - fieldName: Email`,
}

const manifest = (provider: string) => `# What your customers can connect, and what is read there.
specVersion: 1.0.0
integrations:
  - name: ${provider}-sync
    provider: ${provider}
    ${object[provider] ? `read:\n      objects:\n${object[provider]}` : 'proxy: { enabled: true }'}
`

const token = `import { createPrivateKey, sign } from 'node:crypto'

const key = createPrivateKey(process.env.PLATFORM_JWT_PRIVATE_KEY)
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of ten minutes with which the UI library acts for one user of one customer. */
export function platformToken({ userId, companyId }) {
  const now = Math.floor(Date.now() / 1000)
  const header = encoded({ alg: 'RS256', kid: process.env.PLATFORM_JWT_KEY_ID, typ: 'JWT' })
  const claims = encoded({
    sub: userId,
    consumerRef: userId,
    groupRef: companyId,
    iat: now,
    exp: now + 600,
  })
  const signature = sign('sha256', Buffer.from(\`\${header}.\${claims}\`), key).toString('base64url')
  return \`\${header}.\${claims}.\${signature}\`
}
`

const verification = `
/** The message of a webhook, or an error when it is not from the platform. */
async function messageOf(body, headers) {
  const { verifyWebhook } = await import('@platform/client/webhooks')
  return verifyWebhook({ body, headers, secret: process.env.PLATFORM_WEBHOOK_SECRET })
}

/** What your product does with a message. It may come twice; its webhook-id is then the same. */
async function handle(message) {
  console.log(message)
}
`

const express = `
/** Mount it before express.json(): app.use(await platformRoutes({ userOf })). \`userOf\` says who is signed in. */
export async function platformRoutes({ userOf }) {
  const { default: express } = await import('express')
  const routes = express.Router()
  routes.get('/api/platform-token', async (request, response) => {
    const user = await userOf(request)
    if (!user) return response.sendStatus(401)
    response.type('text').send(platformToken(user))
  })
  routes.post('/api/platform-webhook', express.raw({ type: '*/*', limit: '5mb' }), async (request, response) => {
    let message
    try {
      message = await messageOf(request.body, request.headers)
    } catch {
      return response.sendStatus(401)
    }
    await handle(message)
    response.sendStatus(204)
  })
  return routes
}
`

const fastify = `
/** app.register(platformRoutes, { userOf }): \`userOf\` says who is signed in, as { userId, companyId }. */
export async function platformRoutes(app, { userOf }) {
  // The signature is one of the bytes as they came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request, body) => body)
  app.get('/api/platform-token', async (request, reply) => {
    const user = await userOf(request)
    if (!user) return reply.code(401).send()
    return reply.type('text/plain').send(platformToken(user))
  })
  app.post('/api/platform-webhook', { bodyLimit: 5_000_000 }, async (request, reply) => {
    let message
    try {
      message = await messageOf(request.body, request.headers)
    } catch {
      return reply.code(401).send()
    }
    await handle(message)
    return reply.code(204).send()
  })
}
`

const nextToken = `import { platformToken } from '../../../lib/platform-token.mjs'
// Your own: who is signed in, as { userId, companyId }.
import { currentUser } from '../../../lib/current-user'

export async function GET(request) {
  const user = await currentUser(request)
  if (!user) return new Response(null, { status: 401 })
  return new Response(platformToken(user))
}
`

const nextWebhook = `import { verifyWebhook } from '@platform/client/webhooks'

export async function POST(request) {
  let message
  try {
    message = verifyWebhook({
      body: await request.text(),
      headers: request.headers,
      secret: process.env.PLATFORM_WEBHOOK_SECRET,
    })
  } catch {
    return new Response(null, { status: 401 })
  }
  // It may come twice; its webhook-id is then the same.
  console.log(message)
  return new Response(null, { status: 204 })
}
`
