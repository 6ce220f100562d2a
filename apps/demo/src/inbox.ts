import { Webhook } from 'standardwebhooks'
import type { NotificationMessage, WebhookMessage } from '@platform/contract'

export interface InboxMessage {
  /** Counts up from 1. */
  sequence: number
  /** ID of the message, identical when it is sent again. */
  id: string
  /** An event type, or `read` for records. */
  type: string
  isVerified: boolean
  /** Why the signature was rejected. */
  refusal?: string
  isDuplicate: boolean
  receivedAt: string
  groupRef?: string
  objectName?: string
  readType?: string
  provider?: string
  numRecords: number
  /** Headers of the request. */
  body: unknown
}

/** Enough for a page, and small enough for memory. */
const keptMessages = 400
const shownRecords = 20

type Message = Partial<WebhookMessage> & Partial<NotificationMessage>

export interface Incoming {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const isWebhookMessage = (message: Message): message is Message & WebhookMessage =>
  message.action !== undefined

/** Returns a text member of an event. */
function textIn(data: object | undefined, name: string): string | undefined {
  const [, value] = Object.entries(data ?? {}).find(([key]) => key === name) ?? []
  return typeof value === 'string' ? value : undefined
}

/** Received webhooks, newest last, and listeners for the next. */
export class Inbox {
  readonly #signingKey: () => string
  readonly #kept: InboxMessage[] = []
  readonly #seen = new Set<string>()
  readonly #listeners = new Set<(received: InboxMessage) => void>()
  readonly totals: Record<string, number> = {}
  #sequence = 0
  #duplicates = 0
  #unverified = 0
  #records = 0

  constructor(signingKey: () => string) {
    this.#signingKey = signingKey
  }

  /** Verifies and stores a webhook; `message` is absent if it is not from the platform. */
  receive({ headers, body }: Incoming): { received: InboxMessage; message?: WebhookMessage } {
    const text = body.toString('utf8')
    const refusal = this.#refusalOf(text, headers)
    const message = parseInboxMessage(text)
    const id = String(headers['webhook-id'] ?? '')
    const isVerified = refusal === undefined
    const isDuplicate = isVerified && this.#seen.has(id)
    const records = message.result ?? []
    const numRecords = message.resultInfo?.numRecords ?? records.length

    const received: InboxMessage = {
      sequence: (this.#sequence += 1),
      id,
      type: message.notificationType ?? message.action ?? 'unknown',
      isVerified,
      refusal,
      isDuplicate,
      receivedAt: new Date().toISOString(),
      groupRef: message.groupRef ?? textIn(message.data, 'groupRef'),
      objectName: message.objectName ?? textIn(message.data, 'objectName'),
      readType: message.readType,
      provider: message.provider ?? textIn(message.data, 'provider'),
      numRecords,
      body: message.result ? { ...message, result: records.slice(0, shownRecords) } : message,
    }
    if (isVerified) {
      this.#seen.add(id)
      this.totals[received.type] = (this.totals[received.type] ?? 0) + 1
      if (isDuplicate) this.#duplicates += 1
      else this.#records += numRecords
    } else this.#unverified += 1
    this.#keep(received)

    return { received, ...(isVerified && isWebhookMessage(message) && { message }) }
  }

  /** Returns stored messages, oldest first; `since` is a sequence number. */
  list({ type, since = 0 }: { type?: string; since?: number } = {}) {
    return {
      total: this.#sequence,
      unique: this.#seen.size,
      duplicates: this.#duplicates,
      unverified: this.#unverified,
      records: this.#records,
      byType: this.totals,
      messages: this.#kept.filter(
        (received) => received.sequence > since && (!type || received.type === type),
      ),
    }
  }

  listen(listener: (received: InboxMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #keep(received: InboxMessage): void {
    this.#kept.push(received)
    if (this.#kept.length > keptMessages) this.#kept.shift()
    for (const listener of this.#listeners) listener(received)
  }

  #refusalOf(text: string, headers: Incoming['headers']): string | undefined {
    const flat = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    )
    try {
      new Webhook(this.#signingKey()).verify(text, flat)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

function parseInboxMessage(text: string): Message {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
