import type { ProviderClient, ProviderRequest, ProviderResponse } from '@platform/connector'
import { expect } from 'vitest'
import type { RehearsalClient } from '../provider-client.ts'
import { isMembers } from '../../members.ts'
import type { AskedFor, RecordedExchange } from './cassette.ts'
import type { PagingRule } from './paging.ts'

/** Source of replies: the provider, or a cassette. */
export interface Replies {
  to(request: ProviderRequest, asked: AskedFor, test: string): Promise<ProviderResponse>
}

/** A provider that replays or records a cassette. */
export class RecordedClient implements RehearsalClient {
  readonly metadata = {}
  readonly requests: ProviderRequest[] = []
  readonly #replies: Replies
  readonly #paging: PagingRule
  readonly #pages = new Map<string, ProviderResponse>()
  #opened = 0
  readonly #pageSize: number
  #losesNextReply = false

  /** A small `pageSize` splits few records into several pages. */
  constructor(replies: Replies, paging: PagingRule, pageSize: number) {
    this.#pageSize = pageSize
    this.#replies = replies
    this.#paging = paging
  }

  /** Invalidates every issued token. */
  loseCursors(): void {
    this.#pages.clear()
  }

  /** The next writing call is executed, but its reply is lost. */
  loseReply(): void {
    this.#losesNextReply = true
  }

  async request(request: ProviderRequest): Promise<ProviderResponse> {
    this.requests.push(request)
    const token = this.#paging.tokenOf(request)
    if (token !== undefined) return this.#pages.get(token) ?? this.#paging.lost

    const isList = this.#paging.asksForList(request)
    const { signal: _, ...plain } = request
    const asked = this.#paging.asRecorded(isList ? plain : { ...plain, ...pickWhole(plain) })
    const reply = await this.#replies.to(request, withDefaults(asked), currentTest())
    if (this.#losesNextReply && request.method === 'POST') {
      this.#losesNextReply = false
      throw new Error('socket hang up')
    }
    return isList ? this.#cut(request, reply) : reply
  }

  #cut(request: ProviderRequest, reply: ProviderResponse): ProviderResponse {
    const { body } = reply
    const items = isMembers(body) ? body[this.#paging.itemsIn] : undefined
    if (!isMembers(body) || !Array.isArray(items)) return reply

    const size = Math.min(this.#pageSize, this.#paging.limitOf(request) ?? this.#pageSize)
    const pages: unknown[][] = []
    for (let from = 0; from === 0 || from < items.length; from += size) {
      pages.push(items.slice(from, from + size))
    }
    const tokens = pages.map((_, page) => (page === 0 ? undefined : this.#nextToken()))
    const cut = pages.map((page, position) => ({
      ...reply,
      body: {
        ...this.#paging.pointingAt(tokens[position + 1], body),
        [this.#paging.itemsIn]: page,
      },
    }))
    for (const [position, page] of cut.entries()) {
      const token = tokens[position]
      if (token !== undefined) this.#pages.set(token, page)
    }
    return cut[0] ?? reply
  }

  #nextToken(): string {
    this.#opened += 1
    return `kept-${this.#opened}`
  }
}

// Requests that are no lists keep their limit, which is part of the request.
const pickWhole = ({ method, path, query, body }: ProviderRequest) => ({
  method,
  path,
  query,
  body,
})

const withDefaults = ({ method = 'GET', path, query, body }: AskedFor): AskedFor => ({
  method,
  path,
  ...(query && Object.keys(query).length > 0 && { query }),
  ...(body !== undefined && { body }),
})

const currentTest = () => expect.getState().currentTestName ?? 'set-up'

const makeExchangeKey = ({ test, request }: Pick<RecordedExchange, 'test' | 'request'>) =>
  JSON.stringify([test, request])

/**
 * Replays the replies recorded in the same test; repeated requests get the next reply, or the last.
 */
export class PlayedReplies implements Replies {
  readonly unrecorded: string[] = []
  readonly #name: string
  readonly #exchanges: readonly RecordedExchange[]
  readonly #byKey = new Map<string, RecordedExchange[]>()

  constructor(name: string, exchanges: readonly RecordedExchange[]) {
    this.#name = name
    this.#exchanges = exchanges
    for (const exchange of exchanges) {
      const key = makeExchangeKey(exchange)
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), exchange])
    }
  }

  async to(request: ProviderRequest, asked: AskedFor, test: string): Promise<ProviderResponse> {
    const left = this.#byKey.get(makeExchangeKey({ test, request: asked }))
    const exchange = left && left.length > 1 ? left.shift() : left?.[0]
    if (!exchange) throw this.#unrecorded(asked, test)
    return exchange.reply ?? silence(request.signal)
  }

  #unrecorded(asked: AskedFor, test: string): Error {
    const known = this.#exchanges.filter((exchange) => exchange.test === test)
    const descriptions = known.map(({ request }) => `  ${describeRequest(request)}`)
    const message = [
      `The cassette ${this.#name} has no reply to`,
      `  ${describeRequest(asked)}`,
      `in the test "${test}". It knows ${known.length === 0 ? 'nothing there' : 'there'}:`,
      ...new Set(descriptions),
      'If the connector is right to ask this, record anew: npm run record -w packages/connectors',
    ].join('\n')
    this.unrecorded.push(message)
    return new Error(message)
  }
}

const describeRequest = ({ method, path, query, body }: AskedFor) =>
  [method, path, query && JSON.stringify(query), body !== undefined && JSON.stringify(body)]
    .filter(Boolean)
    .join(' ')
    .slice(0, 400)

/** A long poll without events never ends, until the caller aborts. */
const silence = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('This operation was aborted'))
    if (!signal || signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })

/** Headers that connectors use. */
const keptHeaders = ['content-type', 'date', 'retry-after', 'sforce-limit-info']

/** Calls the provider and records its replies. */
export class RecordingReplies implements Replies {
  readonly exchanges: RecordedExchange[] = []
  readonly #live: ProviderClient
  readonly #paging: PagingRule

  constructor(live: ProviderClient, paging: PagingRule) {
    this.#live = live
    this.#paging = paging
  }

  async to(request: ProviderRequest, asked: AskedFor, test: string): Promise<ProviderResponse> {
    try {
      const reply = await (this.#paging.asksForList(request)
        ? this.#wholeList(request)
        : this.#live.request(request))
      const kept = keptHeaders.map((name) => [name, reply.headers[name]] as const)
      const headers = Object.fromEntries(kept.filter(([, value]) => value !== undefined))
      this.#keep({ test, request: asked, reply: { ...reply, headers } })
      return reply
    } catch (error) {
      if (request.signal?.aborted) this.#keep({ test, request: asked })
      throw error
    }
  }

  /** Reads all pages, so that the cassette contains the whole list. */
  async #wholeList(request: ProviderRequest): Promise<ProviderResponse> {
    const items: unknown[] = []
    let reply: ProviderResponse | undefined
    let next = this.#paging.atMost(request, undefined)
    while (next) {
      const page = await this.#live.request(next)
      const found = isMembers(page.body) ? page.body[this.#paging.itemsIn] : undefined
      if (!isMembers(page.body) || !Array.isArray(found)) return page
      items.push(...found)
      reply ??= page
      next = this.#paging.atMost(request, page.body)
    }
    if (!reply || !isMembers(reply.body)) throw new Error(`Nothing answered ${request.path}.`)
    const body = this.#paging.pointingAt(undefined, reply.body)
    return { ...reply, body: { ...body, [this.#paging.itemsIn]: items } }
  }

  #keep(exchange: RecordedExchange): void {
    const same = this.exchanges.findLast(
      (known) => makeExchangeKey(known) === makeExchangeKey(exchange),
    )
    // The last reply is repeated during replay.
    const isRepeated =
      same && JSON.stringify(same.reply?.body) === JSON.stringify(exchange.reply?.body)
    if (!isRepeated) this.exchanges.push(exchange)
  }
}
