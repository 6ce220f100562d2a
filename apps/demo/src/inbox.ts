import type { NotificationMessage, WebhookMessage } from '@platform/client/receive'

export interface InboxMessage {
  /** Counts up from 1. */
  sequence: number
  /** ID of the event, identical when a message is received again. */
  id: string
  /** An event type, or `read` for records. */
  type: string
  isVerified: boolean
  isDuplicate: boolean
  receivedAt: string
  groupRef?: string
  objectName?: string
  readType?: string
  provider?: string
  numRecords: number
  body: unknown
}

/** Enough for a page, and small enough for memory. */
const keptMessages = 400
const shownRecords = 20

type Message = Partial<WebhookMessage> & Partial<NotificationMessage>

/** Returns a text member of an event. */
function textIn(data: object | undefined, name: string): string | undefined {
  const [, value] = Object.entries(data ?? {}).find(([key]) => key === name) ?? []
  return typeof value === 'string' ? value : undefined
}

/** Received messages, newest last, and listeners for the next. */
export class Inbox {
  readonly #kept: InboxMessage[] = []
  readonly #seen = new Set<string>()
  readonly #listeners = new Set<(received: InboxMessage) => void>()
  readonly totals: Record<string, number> = {}
  #sequence = 0
  #duplicates = 0
  #unverified = 0
  #records = 0

  /** Stores a message from the platform. Reports whether it was received before. */
  take(id: string, message: Message): { isDuplicate: boolean } {
    const isDuplicate = this.#seen.has(id)
    const received = this.#keep(id, message, { isVerified: true, isDuplicate })
    this.#seen.add(id)
    this.totals[received.type] = (this.totals[received.type] ?? 0) + 1
    if (isDuplicate) this.#duplicates += 1
    else this.#records += received.numRecords
    return { isDuplicate }
  }

  /** Stores a request that the platform did not send. */
  takeForged(id: string, body: string): void {
    this.#keep(id, parseInboxMessage(body), { isVerified: false, isDuplicate: false })
    this.#unverified += 1
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

  #keep(
    id: string,
    message: Message,
    trust: { isVerified: boolean; isDuplicate: boolean },
  ): InboxMessage {
    const records = message.result ?? []
    const received: InboxMessage = {
      sequence: (this.#sequence += 1),
      id,
      type: message.notificationType ?? message.action ?? 'unknown',
      ...trust,
      receivedAt: new Date().toISOString(),
      groupRef: message.groupRef ?? textIn(message.data, 'groupRef'),
      objectName: message.objectName ?? textIn(message.data, 'objectName'),
      readType: message.readType,
      provider: message.provider ?? textIn(message.data, 'provider'),
      numRecords: message.resultInfo?.numRecords ?? records.length,
      body: message.result ? { ...message, result: records.slice(0, shownRecords) } : message,
    }
    this.#kept.push(received)
    if (this.#kept.length > keptMessages) this.#kept.shift()
    for (const listener of this.#listeners) listener(received)
    return received
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
