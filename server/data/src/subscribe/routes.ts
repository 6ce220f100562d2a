import type { ProjectId, ProviderAppId } from '@platform/contract'
import type { ChallengeReply } from '@platform/connector'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { createIntake } from './intake.ts'
import { createProvedSenders } from './set-up/proved-senders.ts'
import { takeOwnWebhook, takeWebhook } from './webhook.ts'
import type { SubscriptionId } from './tables.ts'

/**
 * Fewer than the database connections for requests. Waiting bodies have at most 1 MB each and fit
 * in memory.
 */
const intakeLimits = {
  places: { all: 6, ofProject: 4 },
  waiting: { all: 200, ofProject: 100 },
  patienceMs: 3_000,
}

/** In bytes; far above what providers send in one request. */
const maxBodyBytes = 1024 * 1024

interface OfApp {
  Params: { project: string; provider: string; app: string }
  Body: Buffer | undefined
}

interface OfConnection {
  Params: { project: string; subscription: string; key: string }
  Body: Buffer | undefined
}

/**
 * Serves the URLs of providers' webhooks, which are verified by signature. Requests are counted
 * before their bodies are read.
 */
export function subscribeRoutes(
  http: FastifyInstance,
  { database, services }: { database: Database; services: Services },
): void {
  const intake = createIntake(intakeLimits)
  void http.register(async (scope) => {
    const senders = createProvedSenders()
    // Signatures cover the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const options = {
      bodyLimit: maxBodyBytes,
      config: { subsystem: 'subscribe' as const, knownCaller: senders.callerOf },
    }
    const toIncoming = (request: FastifyRequest<{ Body: Buffer | undefined }>) => ({
      method: request.method,
      url: findCalledOrigin(services, request.host) + request.url,
      headers: request.headers,
      rawBody: request.body ?? Buffer.alloc(0),
    })
    scope.route<OfApp>({
      method: ['POST', 'GET', 'HEAD'],
      url: '/subscribe/v1/projects/:project/providers/:provider/apps/:app',
      ...options,
      handler: async (request, reply) => {
        const { project, provider, app } = request.params
        const answer = await intake.run(project as ProjectId, () =>
          takeWebhook(services, database, {
            projectId: project as ProjectId,
            provider,
            providerAppId: app as ProviderAppId,
            incoming: toIncoming(request),
          }),
        )
        senders.remember(request)
        return sendAnswer(reply, answer)
      },
    })
    scope.route<OfConnection>({
      method: ['POST', 'GET', 'HEAD'],
      url: '/subscribe/v1/projects/:project/subscriptions/:subscription/:key',
      ...options,
      handler: async (request, reply) => {
        const { project, subscription, key } = request.params
        const answer = await intake.run(project as ProjectId, () =>
          takeOwnWebhook(services, database, {
            projectId: project as ProjectId,
            subscriptionId: subscription as SubscriptionId,
            deliveryKey: key,
            incoming: toIncoming(request),
          }),
        )
        senders.remember(request)
        return sendAnswer(reply, answer)
      },
    })
  })
}

function sendAnswer(reply: FastifyReply, answer: ChallengeReply | undefined) {
  if (!answer) return reply.code(204).send()
  // A value that a stranger chose must not become a page.
  return reply
    .code(200)
    .headers({ 'content-type': 'text/plain; charset=utf-8', ...answer.headers })
    .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    .send(answer.body)
}

/**
 * Returns the origin that the provider called, which signatures may cover: an address from before
 * the one for webhooks was set is still called. Whoever chooses another one needs its signature.
 */
export const findCalledOrigin = (
  { publicUrl, hooksUrl }: Pick<Services, 'publicUrl' | 'hooksUrl'>,
  host: string,
): string => (host === new URL(publicUrl).host ? publicUrl : hooksUrl)
