import type { ProjectId } from '@platform/contract'

/** A message as stored in the log. */
export interface LogMessage {
  id: string
  body: string
}

/** Messages that one transaction of a read refers to. */
export interface LogPage {
  projectId: ProjectId
  /** Identifies the page in its project, such as the operation and the number of the page. */
  id: string
  messages: readonly LogMessage[]
}

/** Where an entry of the log is. Only the log that returned it understands it. */
export type LogPlace = string

/** Part of a page: a large page has several, each with as many messages as fit. */
export interface LogEntry {
  place: LogPlace
  messages: number
}

/** An entry as found in a stream of the log. */
export interface ListedEntry {
  projectId: ProjectId
  place: LogPlace
  sequence: number
}

export interface LogUsage {
  /** Bytes of all entries in one copy, compressed. */
  bytes: number
  /** Limit of these bytes. */
  maxBytes: number
  entries: number
  /** Undefined if the log is empty. */
  oldestTime: Date | undefined
}

/** The nodes of the log, as their last check found them. */
export interface LogNodes {
  all: string[]
  /** Those that are offline or behind. */
  faulty: string[]
}

/**
 * Stores the bodies of messages outside PostgreSQL. Every call names the project: a place reveals
 * nothing of another project. All calls wait for a limited time, and then throw `MessageLogError`.
 */
export interface MessageLog {
  /**
   * Appends a page and returns its entries in the order of the messages. They are on the disks of
   * most nodes when this resolves. A page with the same ID and messages that was appended within
   * two minutes is not stored again; its existing entries are returned.
   */
  append(page: LogPage): Promise<LogEntry[]>
  /** Returns the messages of an entry; undefined if it was removed or has expired. */
  read(projectId: ProjectId, place: LogPlace): Promise<LogMessage[] | undefined>
  /** Returns one message of an entry; undefined if the entry does not contain it (any more). */
  find(projectId: ProjectId, place: LogPlace, messageId: string): Promise<LogMessage | undefined>
  /**
   * Copies an entry without some of its messages, and returns the place of the copy; undefined if
   * no message remains. To erase messages: copy, replace the place by that of the copy in a
   * transaction that also records the old one, then remove the old one. Each step can be repeated.
   */
  copyWithout(
    projectId: ProjectId,
    place: LogPlace,
    messageIds: ReadonlySet<string>,
  ): Promise<LogPlace | undefined>
  /** Overwrites and deletes an entry. Does nothing if it does not exist. */
  remove(projectId: ProjectId, place: LogPlace): Promise<void>
  /** Returns entries of a stream that were appended after another and before a time, in order. */
  list(
    stream: string,
    span: { after: number; before: Date; atMost: number },
  ): Promise<ListedEntry[]>
  /** Returns the claim to a stream, if there is one. */
  findClaim(stream: string): Promise<{ claim: string; sequence: number } | undefined>
  /** Replaces the claim to a stream; returns false if it is not the one of this sequence. */
  storeClaim(stream: string, claim: string, after: number): Promise<boolean>
  usage(): Promise<LogUsage>
  /** Returns the nodes that have copies; undefined before the first check. */
  getNodes(): LogNodes | undefined
  /** Ends the connection; calls in progress throw. */
  close(): Promise<void>
}

/**
 * - `unreachable`: no acknowledgement in time; it is unknown whether the entry is stored
 * - `busy`: too many bytes of earlier calls wait for the log; nothing was sent
 * - `full`: the limit of bytes is reached; nothing was stored
 * - `too-large`: one message is larger than an entry
 * - `settings`: the nodes or the URL are not configured as required
 */
export type MessageLogReason = 'unreachable' | 'busy' | 'full' | 'too-large' | 'settings'

/** Why the log cannot be used, and what to do. */
export class MessageLogError extends Error {
  override name = 'MessageLogError'
  readonly reason: MessageLogReason

  constructor(reason: MessageLogReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Returns the words for people who do not operate the server: without addresses. */
export const explainToTenants = ({ reason }: MessageLogError): string => wordsOf[reason]

const wordsOf: Record<MessageLogReason, string> = {
  unreachable: 'The message log of the server does not answer. The server tries again.',
  busy: 'The message log of the server is too slow. The server tries again.',
  full: 'The message log of the server is full. Its operator has to add space.',
  'too-large': 'A message is too large for the message log of the server.',
  settings:
    'The message log of the server is not set up correctly. Its operator has to correct it.',
}
