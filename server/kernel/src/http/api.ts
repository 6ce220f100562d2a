import type { OperationDefinition } from '@platform/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { placeOfProject } from '../access/permissions.ts'
import type { Access } from '../access/access.ts'
import type { AdmittedProject, Caller } from '../access/caller.ts'
import { ShortCaches } from '../values/caches.ts'
import { mustBeAllowedSecrets, requireOwnGroup, revealsSecrets } from '../access/own-group.ts'
import type { Database, Db } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { createReplies, mustAccept } from './replies.ts'
import { countBody, limitBody } from './input/body-limits.ts'
import { createChanges, listFromReplica } from './carry-out.ts'
import { callerId, clientAddress } from './client-address.ts'
import { allowOnly } from './cors.ts'
import { changeBy, toGetEffects, recordOfLook, type OperationEffects } from './operation-effects.ts'
import { parseInput } from './input/parse-input.ts'
import {
  bodyLimiter,
  limitStrangers,
  rateLimiter,
  type BodyLimiter,
  type RequestRateLimit,
} from './rate-limit.ts'
import { createLastingAccess, type LastingAccess } from './lasting-access.ts'
import {
  toStages,
  type AnyCall,
  type AnyStages,
  type OperationRule,
  type Stages,
} from './stages.ts'
import { activeTracer } from '../telemetry/trace.ts'

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

/** A caller that a route has admitted to a project. */
export interface Admitted {
  caller: Caller
  project: AdmittedProject
  db: Db
  callerId: string
  access: LastingAccess
}

/** A call of an operation that a route makes for its caller. */
export interface PerformedCall {
  caller: Caller
  project: AdmittedProject
  /** With which a route has admitted the caller. */
  access: LastingAccess
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
  /** Clears cached credentials and roles after a change that was not made by an operation. */
  forgetCallers(): void
  mayLinkBeUsed: Access['mayLinkBeUsed']
  /** Caches that are cleared after each possible change. */
  caches: ShortCaches
  /**
   * Admits a caller to a project for requests that are forwarded and therefore no operations, with
   * the usual rate limits. The route sets `isUnlimited`.
   */
  admit(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
    names?: { projectIdOrName: string },
  ): Promise<Admitted>
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
  const caches = new ShortCaches()
  /** Operations that return a single record, by path. */
  const readers = new Map<string, { operation: OperationDefinition; stages: AnyStages }>()
  /** By ID, what carries out an operation. */
  const served = new Map<string, AnyStages>()
  const replies = createReplies()
  const limiter = rateLimiter(database.everything, rateLimit)
  const bodies = anonymousRateLimit && bodyLimiter(database.everything, anonymousRateLimit)
  if (bodies) {
    const strangers = rateLimiter(database.everything, anonymousRateLimit)
    limitStrangers(http, { strangers, bodies, callers: limiter })
  }
  const { admit, greet, receive } = createReception({ access, database, limiter, bodies, secrets })
  const { change, outcomeOf } = createChanges({
    database,
    replies,
    readers,
    secrets,
    recordChange,
    keepReplies,
  })

  /** Clears caches, only after the commit: before it, the previous state would be cached again. */
  const forgetAfter = ({ changesAccess }: OperationDefinition) => {
    if (changesAccess) access.forget()
    caches.clear()
  }

  return {
    http,
    operations,
    record: async (made) => recordChange?.(made),
    forgetCallers: () => access.forget(),
    caches,
    mayLinkBeUsed: access.mayLinkBeUsed,
    admit: admitTo(admit, { access, database }),
    async perform(operation, { params, query = {}, body, target, key, ...by }) {
      const stages = served.get(operation.id)
      if (!stages) throw new Error(`${operation.id} is not served.`)
      const input = await parseInput(operation, { params, query, body })
      const db = database.tenant(by.project.id)
      const call = { ...by, ...input, db, target } as unknown as AnyCall
      await by.access.checkAfterWaiting()
      if (operation.method === 'GET') {
        const after = await stages.carryOut(call, undefined)
        await by.access.checkAfterWaiting()
        const recorded = operation.showsRecords
          ? recordOfLook(call, after)
          : toGetEffects(operation, call, after)
        if (recorded) await recordChange?.(changeBy(operation, call, [], recorded))
        return after
      }
      await secrets?.ready(by.project.id)
      const leave = stages.admit?.(call)
      try {
        return await outcomeOf(operation, stages, call, { key, url: target, body })
      } finally {
        leave?.()
        forgetAfter(operation)
      }
    },
    serve(operation, rule) {
      const stages = toStages(rule) as AnyStages
      operations.push(operation)
      served.set(operation.id, stages)
      if (operation.method === 'GET') {
        if (stages.prepare)
          throw new Error(`${operation.id} does not run in a transaction, so it has no stages.`)
        if (!listFilters(operation).has('pageToken')) {
          readers.set(operation.path, { operation, stages })
        }
        replies.serves(operation)
      }

      http.route({
        method: operation.method,
        url: toFastifyPath(operation.path),
        ...(operation.maxBodyBytes && { bodyLimit: operation.maxBodyBytes }),
        config: {
          subsystem: operation.tag.toLowerCase().replaceAll(' ', '-'),
          isUnlimited: true,
          isCompressed: ({ query }) => mayCompress(operation, query),
        },
        onRequest: (request, reply) => greet(operation, request, reply),
        handler: async (request, reply) => {
          const call = await receive(operation, request, reply)
          reply.code(operation.success).header('cache-control', 'no-store')
          if (operation.method === 'GET') {
            const after =
              (await listFromReplica(database.replica, operation, stages, call)) ??
              (await stages.carryOut(call, undefined))
            await call.access.checkAfterWaiting()
            const recorded = toGetEffects(operation, call, after)
            if (recorded) await recordChange?.(changeBy(operation, call, [], recorded))
            return replies.send(operation, call, after)
          }

          const leave = stages.admit?.(call)
          try {
            return await change(operation, stages, call)
          } finally {
            leave?.()
            forgetAfter(operation)
          }
        },
      })
    },
  }
}

/** Returns what admits callers to a project outside of the contract's operations. */
const admitTo =
  (
    admit: ReturnType<typeof createReception>['admit'],
    { access, database }: { access: Access; database: Database },
  ): Api['admit'] =>
  async (operation, request, reply, names) => {
    const caller = await admit(operation, request, reply)
    const its = 'project' in caller ? caller.project : undefined
    const ownProject = caller.kind === 'builder' ? caller.agent?.project : its
    const own = ownProject && { projectIdOrName: ownProject.id }
    const named = names ?? own
    if (!named) throw new Problem('project-not-found')
    const project = await access.project(caller, operation, named)
    const db = database.tenant(project.id)
    const lasting = createLastingAccess(async () => {
      await access.project(await access.authenticate(request, operation), operation, named)
    })
    return { caller, project, db, callerId: callerId(caller, request), access: lasting }
  }

/** Turns requests into calls: authenticates, parses and authorizes. */
function createReception({
  access,
  database,
  limiter,
  bodies,
  secrets,
}: {
  access: Access
  database: Database
  limiter: ReturnType<typeof rateLimiter>
  bodies: BodyLimiter | undefined
  secrets: Secrets | undefined
}) {
  const admitted = new WeakMap<FastifyRequest, Caller>()

  /**
   * Authenticates the caller, once per request. Authenticated callers are counted by identity, others by
   * address.
   */
  async function admit(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Caller> {
    const known = admitted.get(request)
    if (known) return known
    const isBodyRead = request.body !== undefined
    const caller = await access.authenticate(request, operation).catch((error: unknown) => {
      limiter.take(`ip ${clientAddress(request.ip)}`)
      if (!isBodyRead) bodies?.take(request)
      throw error
    })
    reply.headers(limiter.take(callerId(caller, request)))
    if (caller.kind === 'nobody' && !isBodyRead) bodies?.take(request)
    if ('origin' in caller && caller.origin) allowOnly(reply, caller.origin)
    admitted.set(request, caller)
    countBody(request, caller)
    return caller
  }

  /** Authenticates the caller before the body is read, unless the body names the project of the token. */
  async function greet(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    mustAccept(operation, request)
    const needsBody =
      placeOfProject(operation) === 'body' && request.headers.authorization !== undefined
    if (needsBody) bodies?.take(request)
    const caller = needsBody ? undefined : await admit(operation, request, reply)
    if (operation.body) limitBody(request, operation, caller)
  }

  async function receive(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AnyCall> {
    const caller = await admit(operation, request, reply)
    joinTrace(caller, request)
    const input = await parseInput(operation, request)
    requireOwnGroup(caller, input, listFilters(operation))
    const names = { ...(input.body as object | undefined), ...(input.params as object | undefined) }
    const authorize = async (by: Caller) => {
      const project = placeOfProject(operation)
        ? await access.project(by, operation, names as { projectIdOrName: string })
        : undefined
      if (project) mustBeAllowedSecrets(project, input.query)
      const org = operation.path.includes('{orgId}')
        ? await access.organization(by, operation, names as { orgId: string })
        : undefined
      return { project, org }
    }
    const { project, org } = await authorize(caller)
    const lasting = createLastingAccess(async () => {
      await authorize(await access.authenticate(request, operation))
    })
    const tenantId = project?.id ?? org?.id
    if (operation.method !== 'GET') await secrets?.ready(project?.id ?? 'server')
    const db = tenantId ? database.tenant(tenantId) : database.everything
    const call = { ...input, caller, project, org, db, request, reply, access: lasting }
    return call as unknown as AnyCall
  }

  return { admit, greet, receive }
}

/**
 * Reports whether the reply contains no secret and may therefore be compressed. Other sites cannot
 * repeat requests of a browser either, because credentials are sent in headers.
 */
const mayCompress = ({ method, permission }: OperationDefinition, query: unknown): boolean =>
  (method === 'GET' || permission === 'record:read') && !revealsSecrets(query)

const filters = new WeakMap<OperationDefinition, Set<string>>()

/** Returns the query parameters of the operation. */
function listFilters(operation: OperationDefinition): Set<string> {
  const known = filters.get(operation) ?? new Set(Object.keys(operation.query?.shape ?? {}))
  filters.set(operation, known)
  return known
}

/** `/a/{id}:verb` → Fastify's `/a/:id::verb`; a literal colon is doubled there. */
const toFastifyPath = (path: string) =>
  path
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(::)?/g, (_all, name: string, verb?: string) =>
      verb ? `:${name}(^.+)${verb}` : `:${name}`,
    )

/**
 * Continues the trace of a builder's backend. Browsers could send any trace ID, so theirs are
 * ignored.
 */
function joinTrace({ kind }: Caller, { headers }: FastifyRequest): void {
  const { traceparent } = headers
  const isTheirs = kind === 'full' || kind === 'builder'
  if (isTheirs && typeof traceparent === 'string') activeTracer()?.join(traceparent)
}
