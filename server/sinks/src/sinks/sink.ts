import type {
  DestinationCredentials,
  DestinationId,
  DestinationMetadata,
  DestinationType,
  InputValidationIssue,
  ProjectId,
} from '@platform/contract'
import type { Logger } from 'pino'
import type { Egress } from '@platform/kernel/egress'
import type { SinkEvent } from './event.ts'
import type { AwsRole } from './aws/role.ts'
import type { Outcome } from './outcome.ts'
import type { SigningKeys } from './webhook/signing.ts'

/** A destination with its decrypted secrets, for a sink. */
export interface SinkTarget {
  id: DestinationId
  projectId: ProjectId
  name: string
  metadata: DestinationMetadata
  credentials: DestinationCredentials
  signing?: SigningKeys
}

export interface SinkContext {
  egress: Egress
  log: Logger
  /** Time limit of an attempt. */
  timeoutMs: number
  /** In development, webhooks may use plain HTTP. */
  isDevelopment: boolean
  /** Whether messages carry the trace context. */
  sendsTraceparent: boolean
  /** Whether destinations may write to the server log. */
  hasServerLog: boolean
  /** Projects that may use the server's own AWS role. */
  awsRoleProjects: readonly string[]
  /** Returns the credentials of that role. */
  awsRole: AwsRole
  /** Stores messages that are fetched. */
  streams: StreamWriter
}

export type SinkChecks = Omit<
  SinkContext,
  'log' | 'timeoutMs' | 'awsRole' | 'sendsTraceparent' | 'streams'
>

/** Appends messages to the streams of `pull` destinations. */
export interface StreamWriter {
  /** Stores the messages after those that are stored, in this order; all or none. */
  append(
    stream: { id: DestinationId; projectId: ProjectId },
    events: readonly SinkEvent[],
  ): Promise<void>
}

/** Sends messages to one destination. */
export interface Sink {
  /**
   * Maximum number of messages per call, and of characters in their bodies (one to three bytes
   * each).
   */
  maxBatch: number
  maxBatchBytes: number
  /** How long the first message waits for the batch to fill. */
  lingerMs: number
  /** Sends, and returns an outcome for each message in order. Never throws. */
  send(events: readonly SinkEvent[]): Promise<Outcome[]>
  close(): void
}

/** A kind of destination. */
export interface SinkType {
  type: DestinationType
  /** Whether receivers of this type verify signatures and can report that they are gone. */
  isWebhook: boolean
  /**
   * Settings that decide who is shown the secrets. Changing one requires the secrets again, in the same
   * call: whoever sets an address of their own would otherwise be sent the password of somebody else.
   */
  secretsFollow: readonly (keyof DestinationMetadata)[]
  /** Those of its secrets that are shown; all of them if unset. */
  shownSecrets?: readonly (keyof DestinationCredentials)[]
  /** Returns issues of the metadata and secrets, below `metadata.…` and `secrets.…`. */
  validate(
    target: Pick<SinkTarget, 'projectId' | 'metadata' | 'credentials'>,
    context: SinkChecks,
  ): InputValidationIssue[]
  open(target: SinkTarget, context: SinkContext): Sink
}

/** Returns the context with the time limit of the destination, if it has one of its own. */
export const withOwnTimeLimit = (
  context: SinkContext,
  { timeoutSecs }: DestinationMetadata,
): SinkContext =>
  timeoutSecs === undefined ? context : { ...context, timeoutMs: timeoutSecs * 1000 }

export const issue = (name: string, detail: string, value?: unknown): InputValidationIssue => ({
  in: 'body',
  name,
  detail,
  ...(value !== undefined && { value }),
})
