import type { NotificationMessage, WebhookMessage, RoutedEventType } from '@platform/contract'
import {
  formatReceiveToken,
  parseReceiveToken,
  type ReceiveToken,
} from '@platform/contract/receive-token'
import { createClient } from '../client.ts'
import { ProblemError } from '../problem.ts'
import { type LeasedReceiver, openLeases } from './leases.ts'
import { openRegistration } from './registration.ts'
import { openStream } from './stream.ts'
import { answerRequests } from './server.ts'
import { type SignedWebhook, verifyWebhook, WebhookVerificationError } from '../webhooks.ts'

export type { NotificationMessage, WebhookMessage }
export { formatReceiveToken, parseReceiveToken, type ReceiveToken }

/** What is known of a message besides its content. */
export interface MessageReceipt {
  /** ID of the event; a message that is received again has it too. */
  eventId: string
  /** Position in the stream of the destination; absent if the message was sent to the URL. */
  cursor?: string
  /** Time at which the event occurred, in ISO 8601. */
  createTime: string
}

export interface ReceiverOptions {
  /** A token of `PLATFORM_RECEIVE`; by default that of the environment. */
  token?: string
  /**
   * Public URL at which the platform reaches this receiver; by default `PLATFORM_RECEIVE_URL` of the environment. It
   * is registered at the start. Without one, messages are fetched.
   */
  url?: string
  /** Events of the project that are received too. If unset, those that are routed to the destination already. */
  eventTypes?: RoutedEventType[]
  /** Name under which the platform keeps the position. Each name receives every message. Default: `default`. */
  consumer?: string
  /**
   * Number of messages that are handled at a time. If set, several processes share the messages of one `consumer`;
   * unless the destination is ordered, they are handled in any order.
   */
  concurrency?: number
  /** Ends receiving after the message that is being handled. */
  signal?: AbortSignal
  /**
   * Called when the handler threw, or the platform did not answer; both are tried again after that time, a message
   * that was sent to the URL by the retry schedule of webhooks (undefined).
   * By default, a line is written to the console.
   */
  onError?: (error: unknown, retryInMs: number | undefined) => void
  fetch?: typeof globalThis.fetch
}

export interface ReceiveOptions extends ReceiverOptions {
  /** Port for requests to the URL; by default `PORT` of the environment, or 3000. Without a URL, none is opened. */
  port?: number
}

export type Handle<Message> = (
  message: NotificationMessage | Message,
  received: MessageReceipt,
) => Promise<void> | void

/** Receives the messages of one destination, in a server of yours. */
export interface MessageReceiver {
  /** Returns the status to answer a request to the URL with, after the handler has returned. */
  answer(request: Pick<SignedWebhook, 'body' | 'headers'>): Promise<number>
  /**
   * Registers the URL and fetches messages that are stored, until the signal aborts.
   * @throws ProblemError if the platform rejects the key or the URL, or the destination is gone
   */
  run(): Promise<void>
}

type Received = Pick<WebhookMessage, 'action' | 'objectName'>

const firstDelayMs = 1_000
const maxDelayMs = 60_000
/** Interval at which a receiver with a URL looks for messages that were stored. */
const lookAgainMs = 30_000
/** How long a request waits for the registration, below the 15 seconds of an attempt. */
const maxAnswerWaitMs = 10_000

/**
 * Receives the messages of a destination until the signal aborts: at `url`, if this process has a public
 * address, else by fetching them one after the other. A message is done when the handler returns, and is
 * handled again if it throws or the process ends before: at least once. Two processes that fetch with one
 * `consumer` both receive each message.
 *
 * `receive<Messages>(…)` has the types that `platform types` writes. They are not checked at run time.
 * @throws ProblemError if the platform rejects the key or the URL, or the destination is gone
 */
export async function receive<Message extends Received = WebhookMessage>(
  handle: Handle<Message>,
  { port, ...options }: ReceiveOptions = {},
): Promise<void> {
  const ending = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal
  const receiver = createReceiver(handle, { ...options, signal })
  const server = findUrl(options)
    ? await answerRequests(receiver, port ?? Number(readVariable('PORT') || 3000))
    : undefined
  try {
    await receiver.run()
  } finally {
    ending.abort()
    await server?.close()
  }
}

/** Creates a receiver for a route of your server; `receive` opens a server of its own. */
export function createReceiver<Message extends Received = WebhookMessage>(
  handle: Handle<Message>,
  options: ReceiverOptions = {},
): MessageReceiver {
  const { consumer = 'default', signal, eventTypes, onError = writeError } = options
  const token = parseReceiveToken(options.token ?? readVariable('PLATFORM_RECEIVE') ?? '')
  const { baseUrl, apiKey } = token
  const client = createClient({
    baseUrl,
    apiKey,
    ...(options.fetch && { fetch: options.fetch }),
  })
  const url = findUrl(options)
  const registration = openRegistration(client, token, { url, consumer, eventTypes })
  const stream = openStream(client, token, { consumer, signal, isWaiting: url === undefined })

  const leases =
    options.concurrency !== undefined
      ? openLeases(client, token, {
          consumer,
          concurrency: options.concurrency,
          signal,
          isWaiting: url === undefined,
          handle: ({ message, eventId, cursor, createTime }) =>
            handle(message as NotificationMessage | Message, { eventId, cursor, createTime }),
          onError,
        })
      : undefined

  const receiveStored = async (progress: () => void): Promise<void> => {
    const { messages, cursor, hasMore } = await stream.next()
    for (const { message, cursor: place, eventId, createTime } of messages) {
      if (signal?.aborted) return
      await handle(message as NotificationMessage | Message, { eventId, cursor: place, createTime })
      stream.done(place)
      progress()
    }
    // Messages at the end may have been erased.
    if (!signal?.aborted) stream.done(cursor)
    await stream.commit()
    progress()
    if (url !== undefined && !hasMore) await waitFor(lookAgainMs, signal)
  }

  const receiveLeased = async ({ next }: LeasedReceiver): Promise<void> => {
    await stream.ensureConsumer()
    const count = await next()
    if (url !== undefined && count === 0) await waitFor(lookAgainMs, signal)
  }

  return {
    async answer({ body, headers }) {
      if (url === undefined) return 404
      const secret = await within(maxAnswerWaitMs, registration.secret())
      if (!secret || signal?.aborted) return 503
      const message =
        tryVerifying({ body, headers, secret }) ??
        tryVerifying({ body, headers, secret: await registration.renew(secret) })
      if (!message) return 401
      const eventId = getEventId(headers)
      try {
        const createTime = new Date(getEventTime(eventId)).toISOString()
        await handle(message as NotificationMessage | Message, { eventId, createTime })
        return 204
      } catch (error) {
        onError(error, undefined)
        return 500
      }
    },

    async run() {
      let delayMs = firstDelayMs
      while (!signal?.aborted) {
        try {
          await registration.ensure()
          await (leases ? receiveLeased(leases) : receiveStored(() => (delayMs = firstDelayMs)))
          delayMs = firstDelayMs
        } catch (error) {
          if (signal?.aborted) break
          if (isFinal(error)) throw error
          onError(error, delayMs)
          // The next commit repeats it.
          await stream.commit().catch(() => undefined)
          await waitFor(delayMs, signal)
          delayMs = Math.min(delayMs * 2, maxDelayMs)
        }
      }
      await leases?.end()
      await stream.commit()
    },
  }
}

const readVariable = (name: string): string | undefined => globalThis.process?.env[name]

const findUrl = ({ url }: Pick<ReceiverOptions, 'url'>): string | undefined =>
  url ?? (readVariable('PLATFORM_RECEIVE_URL') || undefined)

function tryVerifying({
  secret,
  ...request
}: Pick<SignedWebhook, 'body' | 'headers'> & { secret: string | undefined }) {
  if (secret === undefined) return undefined
  try {
    return verifyWebhook({ ...request, secret })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined
    throw error
  }
}

function getEventId(headers: SignedWebhook['headers']): string {
  if (headers instanceof Headers) return headers.get('webhook-id') ?? ''
  const [, id = ''] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'webhook-id') ?? []
  return String(id)
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns the time of an event in milliseconds, with which its ID begins. */
const getEventTime = (eventId: string): number =>
  Array.from(eventId.slice(eventId.indexOf('_') + 1).slice(0, 10)).reduce(
    (value, digit) => value * 32 + Math.max(0, alphabet.indexOf(digit)),
    0,
  )

/** Reports whether another attempt fails too: the key, the URL or the destination has to be changed. */
const isFinal = (error: unknown): boolean =>
  error instanceof ProblemError &&
  error.status >= 400 &&
  error.status < 500 &&
  !error.problem.retryable

function writeError(error: unknown, retryInMs: number | undefined): void {
  const next = retryInMs === undefined ? '' : `; trying again in ${retryInMs / 1000} s`
  console.error(`Cannot receive a message${next}:`, error)
}

async function within<Value>(ms: number, value: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([value, end])
  } finally {
    clearTimeout(timer)
  }
}

const waitFor = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
