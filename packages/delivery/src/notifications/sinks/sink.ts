import type {
  DestinationCredentials,
  DestinationId,
  DestinationMetadata,
  DestinationType,
  InputValidationIssue,
  ProjectId,
} from '@platform/contract'
import type { Logger } from 'pino'
import type { Egress } from '@platform/kernel/egress/egress'
import type { EventRecord } from '../message.ts'
import type { AwsRole } from './aws-role.ts'
import type { Outcome } from './outcome.ts'
import type { SigningKeys } from './signing.ts'

/** A destination as a sink sees it: with its secrets opened. */
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
  /** One attempt may take so long. */
  timeoutMs: number
  /** In development mode webhooks may be plain http. */
  isDevelopment: boolean
  /** Whether messages carry the trace. */
  sendsTraceparent: boolean
  /** Whether destinations may write to the log of the server. */
  hasServerLog: boolean
  /** Projects that the operator lets use the AWS role of the server itself. */
  awsRoleProjects: readonly string[]
  /** Answers the credentials of that role. */
  awsRole: AwsRole
}

export type SinkChecks = Omit<SinkContext, 'log' | 'timeoutMs' | 'awsRole' | 'sendsTraceparent'>

/** What sends messages to one destination. */
export interface Sink {
  /** How many messages, and characters of their bodies (a byte each, or up to three), one call takes. */
  maxBatch: number
  maxBatchBytes: number
  /** How long the first message may wait for others to fill the batch. */
  lingerMs: number
  /** Sends, and answers an outcome for each message in order. Never throws. */
  send(events: readonly EventRecord[]): Promise<Outcome[]>
  close(): void
}

/** A kind of destination. */
export interface SinkType {
  type: DestinationType
  /** Whether receivers of this kind verify signatures, and can be gone. */
  isWebhook: boolean
  /** Issues of the metadata and secrets, below `metadata.…` and `secrets.…`. */
  validate(
    target: Pick<SinkTarget, 'projectId' | 'metadata' | 'credentials'>,
    context: SinkChecks,
  ): InputValidationIssue[]
  open(target: SinkTarget, context: SinkContext): Sink
}

export const issue = (name: string, detail: string, value?: unknown): InputValidationIssue => ({
  in: 'body',
  name,
  detail,
  ...(value !== undefined && { value }),
})
