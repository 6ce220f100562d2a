import { z } from 'zod'
import type { ProblemKind } from '../values/problems.ts'
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
/** For operations without credentials. */
export const anybody = [] as const satisfies CallerKind[]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Body of a reply: a schema, `null` for none, plain text, or CSV rows in parts. */
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
  /**
   * Callers whose optional credential shows more, for operations without required ones (`callers`
   * is empty).
   */
  optionalCallers?: readonly CallerKind[]
  /** What it does, from which follows the capability that it requires (`getRequiredCapability`). */
  permission?: Permission | OrgPermission
  /** Also accepts the tokens of agents that builders have connected. */
  forAgents?: true
  /** Accepts only the secrets of connect links, as Bearer token. */
  forLinks?: true
  /** Names no integration in its path, yet shows a key that is limited to integrations nothing of others. */
  suitsLimitedKeys?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** In bytes. Larger bodies are rejected before they are parsed; 5 MiB unless given. */
  maxBodyBytes?: number
  /** Limit of values in the body for servers, if their values are not checked one by one; 25,000 unless given. */
  maxBodyValues?: number
  /** May change who may call what: cached credentials and roles are cleared after it. */
  changesAccess?: true
  /**
   * Query parameter, or one value of it as in `refresh=force`, with which a GET makes a change that
   * the audit log records.
   */
  changesWith?: string
  /** A PUT that accepts an `Idempotency-Key`, like every POST. */
  keyed?: true
  /**
   * A GET that returns records of a group's account. The audit log records the reader, except end
   * users who read their own.
   */
  showsRecords?: true
  /** Query parameter with which a change is only simulated and therefore not in the audit log. */
  asksWith?: string
  /** Only moves a reader's own position, many times a second, and is therefore not in the audit log. */
  movesPosition?: true
  /** Status of a successful reply, followed by its body. */
  success: 200 | 201 | 202 | 204
  reply: ReplySchema
  /** Own problems, in addition to common ones. */
  problems?: readonly ProblemKind[]
}

/** Declares an operation. Parsing, validation, documentation and types are derived from it. */
export const operation = <const Definition extends OperationDefinition>(definition: Definition) =>
  definition

/** Reports whether a request may have an `Idempotency-Key`. */
export const takesKey = ({ method, keyed }: OperationDefinition): boolean =>
  method === 'POST' || (method === 'PUT' && keyed === true)

/**
 * Reports whether the operation changes an existing record and therefore respects `If-Match`. A PUT
 * with a key sets the state of many records, which have no common version.
 */
export const updatesRecord = (definition: OperationDefinition): boolean =>
  ['PATCH', 'PUT', 'DELETE'].includes(definition.method) && !takesKey(definition)

/**
 * Reports whether the operation is a list of a project that may come from a replica of the
 * database: reading it records nothing.
 */
export const isReplicaList = (definition: OperationDefinition): boolean =>
  definition.method === 'GET' &&
  definition.path.startsWith('/v1/projects/{projectIdOrName}/') &&
  'pageToken' in (definition.query?.shape ?? {}) &&
  typeof definition.reply === 'object' &&
  definition.showsRecords === undefined &&
  definition.changesWith === undefined

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
