import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { MessageReceiver } from '@platform/client/receive'
import type { Inbox } from './inbox.ts'
import { outboxPage, type SentMail } from './outbox.ts'
import { getDemoUser, users, type DemoUser } from './people.ts'
import type { SyncedRecords } from './synced-records.ts'

export interface DemoServer {
  /** Folder of the built pages. */
  pages: string
  platformUrl: string
  projectName: string
  integrations: string[]
  inbox: Inbox
  /** Answers a request to the URL of the receiver. */
  answer: MessageReceiver['answer']
  records: SyncedRecords
  signToken: (user: DemoUser) => Promise<string>
  /** Mails that the platform would have sent. */
  mails: () => readonly SentMail[]
}

const userCookie = 'demo_user'

/** Backend of the demo product: session, tokens, messages, and pages. */
export function demoServer(demo: DemoServer): FastifyInstance {
  const app = Fastify({ bodyLimit: 5_000_000, forceCloseConnections: true })
  sessionRoutes(app, demo)
  webhookRoutes(app, demo)
  recordRoutes(app, demo)
  pageRoutes(app, demo)
  outboxRoute(app, demo)
  return app
}

function sessionRoutes(app: FastifyInstance, demo: DemoServer): void {
  app.get('/api/session', (request) => ({
    user: currentUser(request),
    users,
    project: demo.projectName,
    platformUrl: demo.platformUrl,
    integrations: demo.integrations,
  }))

  app.post<{ Body: { userId: string } }>('/api/session', (request, reply) => {
    const user = getDemoUser(request.body.userId)
    reply.header('set-cookie', `${userCookie}=${user.id}; Path=/; HttpOnly; SameSite=Lax`)
    return { user }
  })

  // The session determines the owner of the token; the request of the page must match it.
  app.post<{ Body: { consumerRef: string; groupRef: string } }>(
    '/api/token',
    async (request, reply) => {
      const user = currentUser(request)
      const { consumerRef, groupRef } = request.body
      if (consumerRef !== user.id || groupRef !== user.companyId) {
        return reply.code(403).send({ error: 'Another user is signed in.' })
      }
      return { token: await demo.signToken(user) }
    },
  )
}

function webhookRoutes(app: FastifyInstance, { inbox, answer }: DemoServer): void {
  // Signatures cover the raw bytes, so they must not be parsed first.
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    raw.post<{ Body: Buffer }>('/webhooks', async (request, reply) => {
      const status = await answer(request)
      if (status === 401)
        inbox.takeForged(String(request.headers['webhook-id']), request.body?.toString() ?? '')
      return reply.code(status).send()
    })
  })

  const findReceived = (
    request: FastifyRequest<{ Querystring: { type?: string; since?: string } }>,
  ) => {
    const { type, since } = request.query
    return inbox.list({ type: type || undefined, since: Number(since) || 0 })
  }
  app.get('/api/received', findReceived)
  app.get('/webhooks', findReceived)

  app.get('/api/stream', (request, reply) => {
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    stream.write(': ready\n\n')
    const stop = inbox.listen((message) => stream.write(`data: ${JSON.stringify(message)}\n\n`))
    request.raw.on('close', stop)
  })
}

function recordRoutes(app: FastifyInstance, { records }: DemoServer): void {
  app.get<{ Params: { objectName: string }; Querystring: { words?: string } }>(
    '/api/records/:objectName',
    (request) =>
      records.find({
        groupRef: currentUser(request).companyId,
        objectName: request.params.objectName,
        words: request.query.words,
      }),
  )
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

function pageRoutes(app: FastifyInstance, { pages, platformUrl }: DemoServer): void {
  // Content-Security-Policy without other hosts, which the embedded components do not need.
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${new URL(platformUrl).origin}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

  const send = async (path: string, reply: FastifyReply) => {
    // Unreadable files are treated as missing.
    const content = await readFile(join(pages, normalize(path))).catch(() => undefined)
    if (!content) return reply.code(404).send({ error: 'Page not found.' })
    return reply
      .header('content-security-policy', policy)
      .type(types[extname(path)] ?? 'application/octet-stream')
      .send(content)
  }
  app.get('/', (_request, reply) => send('/index.html', reply))
  app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) =>
    send(`/assets/${request.params.file}`, reply),
  )
}

function outboxRoute(app: FastifyInstance, { mails }: DemoServer): void {
  app.get('/outbox', (_request, reply) =>
    reply
      .headers({
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(outboxPage(mails())),
  )
}

function currentUser(request: FastifyRequest): DemoUser {
  const cookie = new RegExp(`(?:^|;\\s*)${userCookie}=([\\w-]+)`).exec(request.headers.cookie ?? '')
  return getDemoUser(cookie?.[1])
}
