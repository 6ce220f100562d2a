import type { OperationDefinition, OrgId, ProjectId } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import { secretFlags } from '../access/own-group.ts'
import type { AnyView } from '../db/database.ts'
import type { AnyCall } from './stages.ts'
import { getFirst } from '../values/must.ts'

/** A change made by a caller, for the audit log. */
export interface OperationEffects {
  /** The operation's ID, or another name of the action. */
  action: string
  caller: Caller
  orgIds: readonly OrgId[]
  projectId: ProjectId | undefined
  /** Path of the changed resource. */
  target: string
  before: unknown
  after: unknown
  request: FastifyRequest
  /**
   * Handle that the change was made with. If it is a transaction, the audit entry is written in it.
   */
  db: AnyView
}

export const changeBy = (
  { id }: OperationDefinition,
  { caller, project, org, request, db, body, target }: AnyCall,
  concerned: readonly OrgId[],
  { before, after }: { before: unknown; after: unknown },
): OperationEffects => ({
  action: id,
  caller,
  orgIds: project ? [project.orgId] : org ? [org.id] : concerned,
  projectId: project?.id,
  target: target ?? getFirst(request.url.split('?', 1)),
  before,
  after: withWhom(body, after),
  request,
  db,
})

/**
 * Group named by requests whose replies do not name it: starting a read, creating a sign-in link.
 */
const Whom = z
  .object({
    provider: z.string(),
    groupRef: z.string(),
    groupName: z.string(),
  })
  .partial()
  .catch({})

/** Adds the group of the request to the result of a change. */
function withWhom(body: unknown, after: unknown): unknown {
  const whom = Whom.parse(body ?? {})
  if (whom.groupRef === undefined || Array.isArray(after)) return after
  if (typeof after !== 'object' || after === null) return whom
  return 'group' in after || 'connection' in after ? after : { ...whom, ...after }
}

/**
 * Reports whether the request has this query parameter, and it is not false; of `name=value`, with
 * this value.
 */
export function isGiven({ query }: { query: unknown }, parameter: string | undefined): boolean {
  if (parameter === undefined) return false
  const [name = '', value] = parameter.split('=')
  const given = (query as Record<string, unknown>)[name]
  return value === undefined ? Boolean(given) : given === value
}

/** Returns the audit entry of a GET; undefined for most, which read only stored data. */
export function toGetEffects(
  operation: OperationDefinition,
  call: AnyCall,
  after: unknown,
): Pick<OperationEffects, 'before' | 'after'> | undefined {
  if (isGiven(call, operation.changesWith) || returnsSecrets(call))
    return { before: undefined, after }
  if (!operation.showsRecords || call.caller.kind === 'consumer') return undefined
  return recordOfLook(call, after)
}

/** What the audit log records of a look at records: whose, and none of them. */
export function recordOfLook(
  call: AnyCall,
  after: unknown,
): Pick<OperationEffects, 'before' | 'after'> {
  const { groupRef, objectName } = Viewed.parse({
    ...Viewed.parse(after),
    ...Viewed.parse(call.query),
    ...Viewed.parse(call.params),
  })
  return { before: undefined, after: { groupRef, objectName } }
}

/** Customer and object of the records, in the request or else in the reply. */
const Viewed = z.object({ groupRef: z.string(), objectName: z.string() }).partial().catch({})

/** Reports whether a GET requested secrets: the reader is recorded, the secrets are not. */
export const returnsSecrets = ({ query }: { query: unknown }) =>
  secretFlags.some((flag) => Boolean((query as Record<string, unknown> | undefined)?.[flag]))
