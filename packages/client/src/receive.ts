import type { NotificationMessage, WebhookMessage } from '@platform/contract'
import { createClient, type Client } from './client.ts'
import { ProblemError } from './problem.ts'

export type { NotificationMessage, WebhookMessage }

/** Where messages are fetched, and the key that allows it: one environment variable. */
export interface ReceiveToken {
  baseUrl: string
  /** ID or name of the project. */
  project: string
  /** ID or name of the destination, of type `pull`. */
  destination: string
  /** API key with the capability `read:messages`. */
  apiKey: string
}

const tokenPrefix = 'prcv_'

/** Writes a token for `PLATFORM_RECEIVE`. Whoever has it can read the messages of the project. */
export const formatReceiveToken = (token: ReceiveToken): string =>
  tokenPrefix + Buffer.from(JSON.stringify(token)).toString('base64url')

/** Reads a token. @throws TypeError if it is none */
export function parseReceiveToken(text: string): ReceiveToken {
  const token = text.startsWith(tokenPrefix) ? readToken(text.slice(tokenPrefix.length)) : undefined
  if (token) return token
  throw new TypeError(
    'This is no token to receive with. Create one with `platform destinations create <name> --pull`, and set PLATFORM_RECEIVE to it.',
  )
}

function readToken(text: string): ReceiveToken | undefined {
  try {
    const value: Partial<ReceiveToken> = JSON.parse(Buffer.from(text, 'base64url').toString())
    const { baseUrl, project, destination, apiKey } = value
    return baseUrl && project && destination && apiKey
      ? { baseUrl, project, destination, apiKey }
      : undefined
  } catch {
    return undefined
  }
}

/** What is known of a message besides its content. */
export interface MessageReceipt {
  /** ID of the event; a message that is received again has it too. */
  eventId: string
  /** Position in the stream of the destination. */
  cursor: string
  /** Time at which the event occurred, in ISO 8601. */
  createTime: string
}

export interface ReceiveOptions {
  /** A token of `PLATFORM_RECEIVE`; by default that of the environment. */
  token?: string
  /** Name under which the platform keeps the position. Each name receives every message. Default: `default`. */
  consumer?: string
  /** Ends receiving after the message that is being handled. */
  signal?: AbortSignal
  /**
   * Called when the handler threw, or the platform did not answer; both are tried again after that time.
   * By default, a line is written to the console.
   */
  onError?: (error: unknown, retryInMs: number) => void
  fetch?: typeof globalThis.fetch
}

/** Seconds that the platform waits for the next message. */
const waitSeconds = 30
const firstDelayMs = 1_000
const maxDelayMs = 60_000

/**
 * Receives the messages of a `pull` destination without a public address, one after the other, until
 * the signal aborts. A message is done when the handler returns, and is handled again if it throws or
 * the process ends before: at least once, in order. Two processes with one `consumer` both receive
 * each message.
 *
 * `receive<Messages>(…)` has the types that `platform types` writes. They are not checked at run time.
 * @throws ProblemError if the platform rejects the key, or the destination is gone
 */
export async function receive<
  Message extends Pick<WebhookMessage, 'action' | 'objectName'> = WebhookMessage,
>(
  handle: (
    message: NotificationMessage | Message,
    received: MessageReceipt,
  ) => Promise<void> | void,
  options: ReceiveOptions = {},
): Promise<void> {
  const { consumer = 'default', signal, onError = writeError } = options
  const token = parseReceiveToken(
    options.token ?? globalThis.process?.env['PLATFORM_RECEIVE'] ?? '',
  )
  const stream = openStream(token, { consumer, signal, fetch: options.fetch })

  let delayMs = firstDelayMs
  while (!signal?.aborted) {
    try {
      const { messages, cursor } = await stream.next()
      for (const { message, ...received } of messages) {
        if (signal?.aborted) break
        await handle(message as NotificationMessage | Message, received)
        stream.done(received.cursor)
        delayMs = firstDelayMs
      }
      // Messages at the end may have been erased.
      if (!signal?.aborted) stream.done(cursor)
      await stream.commit()
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
  await stream.commit()
}

const path = '/v1/projects/{projectIdOrName}/destinations/{destination}'

function openStream(
  { baseUrl, apiKey, project, destination }: ReceiveToken,
  {
    consumer,
    signal,
    fetch,
  }: {
    consumer: string
    signal: AbortSignal | undefined
    fetch: typeof globalThis.fetch | undefined
  },
) {
  const client: Client = createClient({ baseUrl, apiKey, ...(fetch && { fetch }) })
  const params = { projectIdOrName: project, destination }
  let isCreated = false
  let handled: string | undefined
  let committed: string | undefined

  const ensureConsumer = async () => {
    if (isCreated) return
    try {
      await client.post(`${path}/consumers`, { params, body: { name: consumer, from: 'first' } })
    } catch (error) {
      if (!(error instanceof ProblemError) || error.kind !== 'pull-consumer-name-taken') throw error
    }
    isCreated = true
  }

  return {
    async next() {
      await ensureConsumer()
      return client.get(`${path}/messages`, {
        params,
        query: { consumer, wait: waitSeconds, ...(handled !== committed && { after: handled }) },
        ...(signal && { signal }),
      })
    },
    done(cursor: string) {
      handled = cursor
    },
    /** Also after the signal has aborted: what is done is not handled again. */
    async commit() {
      if (handled === undefined || handled === committed) return
      const cursor = handled
      await client.post(`${path}/consumers/{consumer}:commit`, {
        params: { ...params, consumer },
        body: { cursor },
      })
      committed = cursor
    },
  }
}

/** Reports whether another attempt fails too: the key or the destination has to be changed. */
const isFinal = (error: unknown): boolean =>
  error instanceof ProblemError &&
  error.status >= 400 &&
  error.status < 500 &&
  !error.problem.retryable

function writeError(error: unknown, retryInMs: number): void {
  console.error(`Cannot receive a message; trying again in ${retryInMs / 1000} s:`, error)
}

const waitFor = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
