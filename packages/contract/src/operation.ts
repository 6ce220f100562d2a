import { z } from 'zod'
import type { ProblemKind } from './problems.ts'
import type { Tag } from './tags.ts'

/**
 * Who may call an operation.
 *
 * - `builder`: a person, by the platform's own Bearer token
 * - `full`: a server or CLI, by an API key with capabilities (scope `full` has all)
 * - `frontend`: the UI library, by an API key of scope `frontend`
 * - `consumer`: an end user, by a JWT that the builder signed; sees its own group only
 */
export type CallerKind = 'builder' | 'full' | 'frontend' | 'consumer'

/** What an operation does in a project, as `resource:action`. Capabilities are sets of these. */
export type Permission =
  | `${'project' | 'integration' | 'installation' | 'connection' | 'provider-app' | 'notification' | 'record' | 'api-key' | 'jwt-key'}:read`
  | `${'project' | 'integration' | 'installation' | 'connection' | 'provider-app' | 'notification' | 'record' | 'api-key' | 'jwt-key' | 'proxy'}:write`
  | 'connection:delete'
  | 'read:trigger'

/** What an operation does in an organization, which only roles allow. */
export type OrgPermission = 'org:read' | 'org:owner'

/** For operations on an organization: people only. */
export const builders = ['builder'] as const satisfies CallerKind[]
/** For operations on a project. */
export const projectCallers = ['builder', 'full'] as const satisfies CallerKind[]
/** For operations that the embedded UI needs as well. */
export const embeddedCallers = [
  'builder',
  'full',
  'frontend',
  'consumer',
] as const satisfies CallerKind[]
/** For operations that need no credential. */
export const anybody = [] as const satisfies CallerKind[]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A reply's body: a schema, `null` for none, plain text, or rows for spreadsheets, a part at a time. */
export type ReplySchema = z.ZodType | null | 'text' | 'csv'

export interface OperationDefinition {
  /** The `operationId` in `openapi.json` and the name in the client. */
  id: string
  method: Method
  /** With parameters in braces, such as `/v1/orgs/{orgId}/memberships`. */
  path: string
  tag: Tag
  summary: string
  description?: string
  callers: readonly CallerKind[]
  /** Who may send a credential where nobody needs one (`callers` is empty), and is shown more. */
  optionalCallers?: readonly CallerKind[]
  /** What it does, from which follows the capability that it requires (`capabilityOf`). */
  permission?: Permission | OrgPermission
  /** Names no integration in its path, yet shows a key that is limited to integrations nothing of others. */
  suitsLimitedKeys?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The query parameter with which a GET changes something, and so is in the audit log. */
  changesWith?: string
  /** A PUT that takes an `Idempotency-Key`, as every POST does. */
  keyed?: true
  /** A GET that returns records of a group's account. The audit log records who looked; end users see their own. */
  showsRecords?: true
  /** The query parameter with which a change is only foreseen, and so is not in the audit log. */
  asksWith?: string
  /** The status of success, then its body. */
  success: 200 | 201 | 202 | 204
  reply: ReplySchema
  /** Problems of its own, beside those that hold everywhere. */
  problems?: readonly ProblemKind[]
}

/** Declares an operation. Parsing, validation, documentation and types are derived from it. */
export const operation = <const Definition extends OperationDefinition>(definition: Definition) =>
  definition

/** Whether a request may carry an `Idempotency-Key`. */
export const takesKey = ({ method, keyed }: OperationDefinition): boolean =>
  method === 'POST' || (method === 'PUT' && keyed === true)

/**
 * Whether the operation changes a record that is there already, and so heeds `If-Match`. A PUT that
 * takes a key brings about a state of many records, and has no version to compare.
 */
export const updatesRecord = (definition: OperationDefinition): boolean =>
  ['PATCH', 'PUT', 'DELETE'].includes(definition.method) && !takesKey(definition)

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type ParamsOf<Op extends OperationDefinition> = Output<Op['params']>
export type QueryOf<Op extends OperationDefinition> = Output<Op['query']>
export type BodyOf<Op extends OperationDefinition> = Output<Op['body']>
export type OperationReply<Op extends OperationDefinition> = Op['reply'] extends 'text'
  ? string
  : Op['reply'] extends 'csv'
    ? AsyncIterable<string>
    : Op['reply'] extends z.ZodType
      ? z.input<Op['reply']>
      : void
