import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ActiveFaultRule, FaultEffect } from './faults.ts'
import type { SandboxProvider } from './provider.ts'
import type { SandboxState } from './state.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault selected for this request. */
    fault: ActiveFaultRule | undefined
    /** The organization or portal of its token. */
    account: string | undefined
  }
}

/** Throws the provider's own error for an effect with a provider-specific format. */
export type RefuseAs = (rule: ActiveFaultRule, request: FastifyRequest, reply: FastifyReply) => void

export const controlPrefix = '/__sandbox'

const maintenancePage =
  '<!DOCTYPE html><html><head><title>Service unavailable</title></head>' +
  '<body><h1>We are down for maintenance</h1><p>Please try again later.</p></body></html>'

const repliesFirst: ReadonlySet<FaultEffect> = new Set([
  'empty',
  'truncated',
  'wrong-content-type',
  'reset-mid-body',
  'late-reply',
  'lost-reply',
  'held-reply',
])

/** Selects a fault for each request and applies it before or after the real reply. */
export function injectFaults(
  app: FastifyInstance,
  options: {
    provider: SandboxProvider
    state: SandboxState
    accountOf: (request: FastifyRequest) => string | undefined
    refuse: RefuseAs
  },
): void {
  const { provider, state, accountOf, refuse } = options
  app.decorateRequest('fault', undefined)
  app.decorateRequest('account', undefined)

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(controlPrefix)) return
    // Unlike a response hook, this also reports replies that were truncated or never sent.
    reply.raw.once('close', () => log(request, reply))
    reply.header('date', new Date(state.clock.now()).toUTCString())
    request.account = accountOf(request)
    request.fault = state.faults.hit({
      provider,
      method: request.method,
      path: request.url,
      account: request.account,
    })
    if (request.fault) {
      const ending = state.faults.getEndSignal(request.fault.id)
      await before(request.fault, { request, reply, refuse, ending })
    }
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.fault || !repliesFirst.has(request.fault.effect)) return payload
    if (request.fault.effect === 'late-reply') {
      await delayReply(request.fault.delayMs ?? 3000, state.faults.getEndSignal(request.fault.id))
      return payload
    }
    return after(request.fault, request, reply, payload)
  })

  function log(request: FastifyRequest, reply: FastifyReply): void {
    state.requests.add({
      at: new Date(state.clock.now()).toISOString(),
      provider,
      method: request.method,
      url: request.url,
      status: reply.raw.writableFinished ? reply.statusCode : null,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.account ? { account: request.account } : {}),
      ...(request.fault ? { fault: request.fault.effect } : {}),
    })
  }
}

async function before(
  rule: ActiveFaultRule,
  {
    request,
    reply,
    refuse,
    ending,
  }: {
    request: FastifyRequest
    reply: FastifyReply
    refuse: RefuseAs
    ending: AbortSignal | undefined
  },
): Promise<void> {
  switch (rule.effect) {
    case 'slow':
      await delayReply(rule.delayMs ?? 3000, ending)
      return
    case 'hang':
      reply.hijack()
      return
    case 'reset':
      reply.hijack()
      request.raw.socket.resetAndDestroy()
      return
    case 'html':
      reply
        .code(rule.status ?? 502)
        .type('text/html; charset=utf-8')
        .send(maintenancePage)
      return
    case 'unavailable':
      if (rule.retryAfterSeconds !== undefined) reply.header('retry-after', rule.retryAfterSeconds)
      reply.code(503).type('text/html; charset=utf-8').send(maintenancePage)
      return
    default:
      refuse(rule, request, reply)
  }
}

/** Waits for the delay, or until the rule is removed. */
async function delayReply(delayMs: number, ending: AbortSignal | undefined): Promise<void> {
  try {
    await delay(delayMs, undefined, { signal: ending })
  } catch (error) {
    if (!ending?.aborted) throw error
  }
}

function after(
  rule: ActiveFaultRule,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): unknown {
  const text = typeof payload === 'string' ? payload : ''
  switch (rule.effect) {
    case 'empty':
      reply.removeHeader('content-length')
      return ''
    case 'truncated':
      reply.removeHeader('content-length')
      return text.slice(0, Math.floor(text.length / 2))
    case 'wrong-content-type':
      reply.type('text/plain; charset=utf-8')
      return payload
    case 'held-reply':
      rule.held = (rule.held ?? 0) + 1
      return neverAnswered()
    case 'lost-reply':
      request.raw.socket.resetAndDestroy()
      return neverAnswered()
    case 'reset-mid-body':
      reply.raw.writeHead(reply.statusCode, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text) + 1,
      })
      reply.raw.write(text.slice(0, Math.ceil(text.length / 2)), () => {
        request.raw.socket.destroySoon()
      })
      return neverAnswered()
    default:
      return payload
  }
}

/** Keeps the server from writing a reply. */
const neverAnswered = () => new Promise<never>(() => {})
