import {
  type OperationDefinition,
  type OrgId,
  type ProjectId,
  takesKey,
  updatesRecord,
} from '@platform/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { placeOfProject } from '../access/about-project.ts'
import type { Access } from '../access/access.ts'
import type { AdmittedProject, Caller } from '../access/caller.ts'
import { mustBeAllowedSecrets, requireOwnGroup, secretFlags } from '../access/own-group.ts'
import type { AnyView, Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { mustAccept } from './accept.ts'
import { clientAddress } from './client-address.ts'
import { allowOnly } from './cors.ts'
import { etagOf, isVersion } from './etag.ts'
import { renewLeases, runOncePerKey } from './idempotency.ts'
import { parseInput } from './parse-input.ts'
import { Problem } from '../problems/problem.ts'
import { joinTraceOf } from './trace-requests.ts'
import { limitStrangers, rateLimiter, type RequestRateLimit } from './rate-limit.ts'
import {
  type OperationRule,
  type Stages,
  stagesOf,
  type AnyCall,
  type AnyStages,
} from './stages.ts'
import { createReplies, withoutVerb } from './replies.ts'

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

export interface ApiOptions {
  /** Encrypts stored replies; if unset, `Idempotency-Key` is rejected. */
  secrets?: Secrets
  /** Called once for every successful change, before the reply. */
  recordChange?: (change: OperationEffects) => Promise<void>
  /** Days for which a stored reply is returned for the same `Idempotency-Key`. */
  keepReplies?: number
  rateLimit?: RequestRateLimit
  /** Limit per address for unauthenticated routes that are not operations. */
  anonymousRateLimit?: RequestRateLimit
}

/** A call of an operation that a route makes for its caller. */
export interface PerformedCall {
  caller: Caller
  project: AdmittedProject
  request: FastifyRequest
  reply: FastifyReply
  params: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** What the audit log names as the target. */
  target: string
  /** Carried out once, as with an `Idempotency-Key`. */
  key?: string | undefined
}

/** Connects operations of the contract to rules. */
export interface Api {
  /**
   * Serves an operation: authenticates, parses, authorizes, calls the rule (or its stages) and
   * replies. Errors become problem replies. Adds the conventions to every operation: rate limits,
   * `ETag` and `If-Match` (against the GET of the same path, or `present`), `Idempotency-Key`,
   * `Link` for lists made by `paginate`, `Location` and the audit log.
   */
  serve<
    Op extends OperationDefinition,
    Prepared = undefined,
    Carried = unknown,
    Loaded = undefined,
  >(
    operation: Op,
    rule: OperationRule<Op> | Stages<Op, Prepared, Carried, Loaded>,
  ): void
  /** Every operation served so far. */
  operations: OperationDefinition[]
  /** Records a change that was not made by an operation in the audit log. */
  record(change: OperationEffects): Promise<void>
  /** Registers a callback that runs after each possible change, to clear caches. */
  afterChanges(forget: () => void): void
  /**
   * Admits a caller to a project for requests that are forwarded and therefore no operations, with
   * the usual rate limits. The route sets `isUnlimited`.
   */
  admit(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
    names?: { projectIdOrName: string },
  ): Promise<{ caller: Caller; project: AdmittedProject; db: Db; callerId: string }>
  /**
   * Carries out an operation of the contract for a caller that a route has admitted, with its rules and
   * its record in the audit log. The route decides whether the caller may.
   */
  perform(operation: OperationDefinition, performed: PerformedCall): Promise<unknown>
  /** For routes that are not operations: callbacks, downloads, pages. */
  http: FastifyInstance
}

export function createApi(
  http: FastifyInstance,
  database: Database,
  access: Access,
  { secrets, recordChange, keepReplies, rateLimit, anonymousRateLimit }: ApiOptions = {},
): Api {
  const operations: OperationDefinition[] = []
  const afterChanges: (() => void)[] = []
  const leases = renewLeases(database.everything)
  /** Operations that return a single record, by path. */
  const readers = new Map<string, { operation: OperationDefinition; stages: AnyStages }>()
  /** By ID, what carries out an operation. */
  const served = new Map<string, AnyStages>()
  const replies = createReplies()
  const limiter = rateLimiter(database.everything, rateLimit)
  if (anonymousRateLimit) {
    const strangers = rateLimiter(database.everything, anonymousRateLimit)
    limitStrangers(http, { strangers, callers: limiter })
  }

  /**
   * Authenticates the caller. Authenticated callers are counted by identity, failed credentials by
   * address.
   */
  async function admit(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Caller> {
    const caller = await access.authenticate(request, operation).catch((error: unknown) => {
      limiter.take(`ip ${clientAddress(request.ip)}`)
      throw error
    })
    reply.headers(limiter.take(callerId(caller, request)))
    if ('origin' in caller && caller.origin) allowOnly(reply, caller.origin)
    return caller
  }

  async function receive(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AnyCall> {
    mustAccept(operation, request)
    const caller = await admit(operation, request, reply)
    joinTraceOf(caller, request)
    const input = parseInput(operation, request)
    requireOwnGroup(caller, input, filtersOf(operation))
    const names = { ...(input.body as object | undefined), ...(input.params as object | undefined) }
    const project = placeOfProject(operation)
      ? await access.project(caller, operation, names as { projectIdOrName: string })
      : undefined
    if (project) mustBeAllowedSecrets(project, input.query)
    const org = operation.path.includes('{orgId}')
      ? await access.organization(caller, operation, names as { orgId: string })
      : undefined
    const tenantId = project?.id ?? org?.id
    if (operation.method !== 'GET') await secrets?.ready(project?.id ?? 'server')
    const db = tenantId ? database.tenant(tenantId) : database.everything
    return { ...input, caller, project, org, db, request, reply } as unknown as AnyCall
  }

  /** Returns what the GET of the same path, without a verb, returns to the caller now. */
  async function present(
    { path }: OperationDefinition,
    call: AnyCall,
    stages: AnyStages,
    loaded: unknown,
  ): Promise<unknown> {
    if (stages.present) return stages.present(call, loaded)
    const reader = readers.get(withoutVerb(path))
    if (!reader) return undefined
    const { groupRef } = (call.query ?? {}) as { groupRef?: string }
    const query = reader.operation.query?.parse({ groupRef })
    return reader.stages.carryOut({ ...call, query, body: undefined }, undefined)
  }

  const mustMatch = (ifMatch: string, record: unknown) => {
    if (!isVersion(ifMatch, etagOf(record))) throw new Problem('precondition-failed')
  }

  async function prepare(operation: OperationDefinition, stages: AnyStages, call: AnyCall) {
    if (!stages.prepare) return undefined
    const loaded = await stages.load?.(call)
    const ifMatch = ifMatchOf(operation, call)
    if (ifMatch !== undefined) mustMatch(ifMatch, await present(operation, call, stages, loaded))
    return stages.prepare(call, loaded)
  }

  async function carryOut(
    operation: OperationDefinition,
    stages: AnyStages,
    call: AnyCall,
    prepared: unknown,
  ): Promise<unknown> {
    const ifMatch = ifMatchOf(operation, call)
    const within = async (db: AnyView) => {
      const concerned: OrgId[] = []
      const own = { ...call, db, concerns: (...ids: OrgId[]) => void concerned.push(...ids) }
      const loaded = await stages.load?.(own)
      const before = updatesRecord(operation)
        ? await present(operation, own, stages, loaded)
        : undefined
      if (ifMatch !== undefined) mustMatch(ifMatch, before)
      const after = await stages.carryOut(own, prepared, loaded)
      if (!isGiven(call, operation.asksWith)) {
        await recordChange?.(changeBy(operation, own, concerned, { before, after }))
      }
      return after
    }
    if (ifMatch === undefined) return inTransaction(call.db, within)
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(call.db, within, { isolationLevel: 'repeatable read' })
      } catch (error) {
        if ((error as { code?: unknown }).code !== '40001') throw error
        // A row was changed since this transaction began. The next attempt determines whether the
        // version changed, or only something unrelated such as the progress of reads.
        if (attempt === mostAttempts) throw new Problem('precondition-failed', { cause: error })
      }
    }
  }

  /**
   * Carries out a change, or returns the stored reply of an earlier request with the same
   * `Idempotency-Key`.
   */
  async function change(
    operation: OperationDefinition,
    stages: AnyStages,
    call: AnyCall,
  ): Promise<FastifyReply> {
    const { request, reply } = call
    const key = takesKey(operation) ? request.headers['idempotency-key'] : undefined
    if (key === undefined || !secrets) {
      const { url, body } = request
      const result = await outcomeOf(operation, stages, call, { key: undefined, url, body })
      return replies.send(operation, call, result)
    }
    const keyed = {
      ...keyedBy(call),
      key: String(key),
      method: operation.method,
      url: request.url,
      body: request.body,
    }
    const stored = await runOncePerKey(
      call.db,
      { secrets, leases },
      keyed,
      workOf(operation, stages, call),
      { keepDays: keepReplies },
    )
    return replies.replay(stored, operation, reply)
  }

  /** What a change comes to; with a key, what it came to the first time. */
  async function outcomeOf(
    operation: OperationDefinition,
    stages: AnyStages,
    call: AnyCall,
    { key, url, body }: { key: string | undefined; url: string; body: unknown },
  ): Promise<unknown> {
    const { conclude } = stages
    if (key === undefined || !secrets) {
      const carried = await carryOut(
        operation,
        stages,
        call,
        await prepare(operation, stages, call),
      )
      return conclude ? conclude(call, carried) : carried
    }
    const stored = await runOncePerKey(
      call.db,
      { secrets, leases },
      { ...keyedBy(call), key, method: operation.method, url, body },
      workOf(operation, stages, call),
      { keepDays: keepReplies },
    )
    return stored.body === null ? undefined : JSON.parse(stored.body)
  }

  const keyedBy = ({ caller, project, request }: AnyCall) => ({
    scope: callerId(caller, request),
    projectId: project?.id,
  })

  const workOf = (operation: OperationDefinition, stages: AnyStages, call: AnyCall) => {
    const { conclude } = stages
    return {
      prepare: stages.prepare && (() => prepare(operation, stages, call)),
      carryOut: (tx: AnyView, prepared: unknown) =>
        carryOut(operation, stages, { ...call, db: tx }, prepared),
      conclude: conclude && (async (carried: unknown) => conclude(call, carried)),
      toReply: (result: unknown) => replies.toStored(operation, call, result),
    }
  }

  return {
    http,
    operations,
    record: async (made) => recordChange?.(made),
    afterChanges: (forget) => void afterChanges.push(forget),
    async admit(operation, request, reply, names) {
      const caller = await admit(operation, request, reply)
      const own = 'project' in caller ? { projectIdOrName: caller.project.id } : undefined
      const named = names ?? own
      if (!named) throw new Problem('project-not-found')
      const project = await access.project(caller, operation, named)
      const db = database.tenant(project.id)
      return { caller, project, db, callerId: callerId(caller, request) }
    },
    async perform(operation, { params, query = {}, body, target, key, ...by }) {
      const stages = served.get(operation.id)
      if (!stages) throw new Error(`${operation.id} is not served.`)
      const input = parseInput(operation, { params, query, body })
      const db = database.tenant(by.project.id)
      const call = { ...by, ...input, db, target } as unknown as AnyCall
      if (operation.method === 'GET') {
        const after = await stages.carryOut(call, undefined)
        const recorded = operation.showsRecords
          ? recordOfLook(call)
          : recordedOfGet(operation, call, after)
        if (recorded) await recordChange?.(changeBy(operation, call, [], recorded))
        return after
      }
      await secrets?.ready(by.project.id)
      const leave = stages.admit?.(call)
      try {
        return await outcomeOf(operation, stages, call, { key, url: target, body })
      } finally {
        leave?.()
      }
    },
    serve(operation, rule) {
      const stages = stagesOf(rule) as AnyStages
      operations.push(operation)
      served.set(operation.id, stages)
      if (operation.method === 'GET') {
        if (stages.prepare)
          throw new Error(`${operation.id} does not run in a transaction, so it has no stages.`)
        if (!filtersOf(operation).has('pageToken')) {
          readers.set(operation.path, { operation, stages })
        }
        replies.serves(operation)
      }

      http.route({
        method: operation.method,
        url: toFastifyPath(operation.path),
        config: { subsystem: operation.tag.toLowerCase().replaceAll(' ', '-'), isUnlimited: true },
        handler: async (request, reply) => {
          const call = await receive(operation, request, reply)
          reply.code(operation.success).header('cache-control', 'no-store')
          if (operation.method === 'GET') {
            const after = await stages.carryOut(call, undefined)
            const recorded = recordedOfGet(operation, call, after)
            if (recorded) await recordChange?.(changeBy(operation, call, [], recorded))
            return replies.send(operation, call, after)
          }

          const leave = stages.admit?.(call)
          try {
            return await change(operation, stages, call)
          } finally {
            leave?.()
            // Only after the commit: before it, the previous state would be cached again.
            if (decidesWhoMayCall.has(operation.tag)) access.forget()
            for (const forget of afterChanges) forget()
          }
        },
      })
    },
  }
}

/** Maximum number of attempts of an update with `If-Match` while its rows change. */
const mostAttempts = 5

const ifMatchOf = (operation: OperationDefinition, { request }: AnyCall) =>
  updatesRecord(operation) ? request.headers['if-match'] : undefined

const changeBy = (
  { id }: OperationDefinition,
  { caller, project, org, request, db, body, target }: AnyCall,
  concerned: readonly OrgId[],
  { before, after }: { before: unknown; after: unknown },
): OperationEffects => ({
  action: id,
  caller,
  orgIds: project ? [project.orgId] : org ? [org.id] : concerned,
  projectId: project?.id,
  target: target ?? request.url.split('?', 1)[0]!,
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

const filters = new WeakMap<OperationDefinition, Set<string>>()

/** Returns the query parameters of the operation. */
function filtersOf(operation: OperationDefinition): Set<string> {
  const known = filters.get(operation) ?? new Set(Object.keys(operation.query?.shape ?? {}))
  filters.set(operation, known)
  return known
}

/** Tags of operations that may change permissions. */
const decidesWhoMayCall = new Set([
  'API keys',
  'JWT keys',
  'Projects',
  'Organizations',
  'Invites',
  'Claimed domains',
])

/** Identifies the caller for rate limits and Idempotency-Keys. */
function callerId(caller: Caller, request: FastifyRequest): string {
  switch (caller.kind) {
    case 'nobody':
      return `ip ${clientAddress(request.ip)}`
    case 'builder':
      return caller.builderId
    case 'consumer':
      return `${caller.project.id} ${caller.consumerRef}`
    default:
      return caller.apiKeyId
  }
}

/** Reports whether the request has this query parameter, and it is not false. */
const isGiven = ({ query }: { query: unknown }, name: string | undefined) =>
  name !== undefined && Boolean((query as Record<string, unknown>)[name])

/** Returns the audit entry of a GET; undefined for most, which read only stored data. */
function recordedOfGet(
  operation: OperationDefinition,
  call: AnyCall,
  after: unknown,
): Pick<OperationEffects, 'before' | 'after'> | undefined {
  if (isGiven(call, operation.changesWith) || returnsSecrets(call))
    return { before: undefined, after }
  if (!operation.showsRecords || call.caller.kind === 'consumer') return undefined
  return recordOfLook(call)
}

/** What the audit log records of a look at records: whose, and none of them. */
function recordOfLook(call: AnyCall): Pick<OperationEffects, 'before' | 'after'> {
  const { groupRef } = call.query as unknown as { groupRef: string }
  const { objectName } = call.params as unknown as { objectName: string }
  return { before: undefined, after: { groupRef, objectName } }
}

/** Reports whether a GET requested secrets: the reader is recorded, the secrets are not. */
const returnsSecrets = ({ query }: { query: unknown }) =>
  secretFlags.some((flag) => Boolean((query as Record<string, unknown> | undefined)?.[flag]))

/** `/a/{id}:verb` → Fastify's `/a/:id::verb`; a literal colon is doubled there. */
const toFastifyPath = (path: string) =>
  path
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(::)?/g, (_all, name: string, verb?: string) =>
      verb ? `:${name}(^.+)${verb}` : `:${name}`,
    )
