import { Readable } from 'node:stream'
import {
  type BodyOf,
  type OperationDefinition,
  type OrgId,
  type ParamsOf,
  type ProjectId,
  type QueryOf,
  type ReplyOf,
  takesKey,
  updatesRecord,
} from '@platform/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { placeOfProject } from '../access/about-project.ts'
import type { Access, OrgRef } from '../access/access.ts'
import type { Caller, ProjectRef } from '../access/caller.ts'
import { keepToGroup, secretFlags } from '../access/own-group.ts'
import type { AcrossTenants, AnyView, Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { mustAccept } from './accept.ts'
import { addressOf } from './client-address.ts'
import { allowOnly } from './cors.ts'
import { etagOf, isKnown, isVersion } from './etag.ts'
import { keepLeases, once, type StoredReply } from './idempotency.ts'
import { linkToNext } from './paginate.ts'
import { parseInput } from './parse-input.ts'
import { Problem } from '../problems/problem.ts'
import { joinTraceOf } from './trace-requests.ts'
import { limitStrangers, rateLimiter, type RateLimit } from './rate-limit.ts'

/** Only an operation that names neither a project nor an organization may look across them. */
type ViewOf<Op extends OperationDefinition> = Op['path'] extends
  `${string}{projectIdOrName}${string}` | `${string}{orgId}${string}`
  ? Db
  : BodyOf<Op> extends { projectIdOrName: unknown }
    ? Db
    : AcrossTenants

/** What a rule is given of a request, parsed and checked. */
export interface Call<Op extends OperationDefinition> {
  params: ParamsOf<Op>
  query: QueryOf<Op>
  body: BodyOf<Op>
  caller: Caller
  /** The project that the path (or else `body.projectIdOrName`) names; only on such operations. */
  project: ProjectRef
  /** The organization that the path names; only on such operations. */
  org: OrgRef
  /** The one handle of the stage; it sees the rows of that project or organization only. */
  db: ViewOf<Op>
  /** Says in which organizations' audit logs the change belongs where the path names neither one nor a project. */
  concerns(...orgIds: OrgId[]): void
  request: FastifyRequest
  reply: FastifyReply
}

/** Carries an operation out in one stage, which asks nobody outside. */
export type Rule<Op extends OperationDefinition> = (
  call: Call<Op>,
) => Promise<ReplyOf<Op>> | ReplyOf<Op>

/**
 * Carries an operation out in stages, because somebody outside must be asked, such as a provider.
 * Nothing outside is awaited while a transaction is open, so only `carryOut` may be inside one.
 *
 * 0. `admit` may reject the request before anything else runs or is stored, even of a key that has
 *    its reply; what it returns is called when the request is over, whatever came of it.
 * 1. `prepare` asks outside and checks what can be checked. It may run for requests that are then
 *    refused, and again for one that is repeated, so it changes nothing here; but an erasure of more
 *    than one statement can take begins there, and may begin again.
 * 2. `carryOut` decides and writes, in one transaction with its record in the audit log: the `ETag`
 *    is compared there (before `prepare` as well), and the key keeps the reply there. What `prepare` saw may have changed by now, so what must hold is read again.
 * 3. `conclude`, where there is one, runs after the commit and makes the reply of what was carried
 *    out, which must be JSON. It may act outside: send what was accepted, wait for the outcome. With
 *    an `Idempotency-Key` what was carried out is kept with the key until the reply is there, so a
 *    request that is sent again after a crash (or after `conclude` threw) goes on here and nowhere
 *    before. Nobody else concludes the same key meanwhile; but the process before may have died after
 *    it acted, so `conclude` looks first how far it came.
 *
 * A replay of a key that has its reply runs none of them.
 */
export type Stages<Op extends OperationDefinition, Prepared, Carried> = {
  admit?: (call: Call<Op>) => (() => void) | undefined
  prepare?: (call: Call<Op>) => Promise<Prepared> | Prepared
  /** The record that is changed, as its GET replies it; where no GET has the operation's path. */
  present?: (call: Call<Op>) => Promise<unknown>
} & (
  | {
      carryOut: (call: Call<Op>, prepared: Prepared) => Promise<ReplyOf<Op>> | ReplyOf<Op>
      conclude?: undefined
    }
  | {
      carryOut: (call: Call<Op>, prepared: Prepared) => Promise<Carried> | Carried
      conclude: (call: Call<Op>, carried: Carried) => Promise<ReplyOf<Op>> | ReplyOf<Op>
    }
)

/** A change that a caller made, for the audit log. */
export interface Change {
  /** The operation's ID, or another word for what was done. */
  action: string
  caller: Caller
  orgIds: readonly OrgId[]
  projectId: ProjectId | undefined
  /** The path of what was changed. */
  target: string
  before: unknown
  after: unknown
  request: FastifyRequest
  /** What the change was written through: where that is a transaction, its record belongs there. */
  db: AnyView
}

export interface ApiOptions {
  /** Encrypts stored replies; without it `Idempotency-Key` is refused. */
  secrets?: Secrets
  /** Called once for every change that succeeded, before it is replied. */
  recordChange?: (change: Change) => Promise<void>
  /** For how many days a reply is replayed to who sends its `Idempotency-Key` again. */
  keepReplies?: number
  rateLimit?: RateLimit
  /** Of an address at what is not an operation, where nobody is known. */
  anonymousRateLimit?: RateLimit
}

/** Binds operations of the contract to rules. */
export interface Api {
  /**
   * Serves an operation: authenticate, parse, authorize, call the rule (or its stages), reply. What
   * they throw becomes a problem reply.
   *
   * Every operation gets the conventions from here: rate limits, `ETag` and `If-Match` (against the
   * GET of the same path, or `present`), `Idempotency-Key`, `Link` for lists made by `paginate`, `Location` and the audit log.
   */
  serve<Op extends OperationDefinition, Prepared = undefined, Carried = unknown>(
    operation: Op,
    rule: Rule<Op> | Stages<Op, Prepared, Carried>,
  ): void
  /** Every operation served so far. */
  operations: OperationDefinition[]
  /** Has the audit log keep a change that was made otherwise than by an operation. */
  record(change: Change): Promise<void>
  /** Calls back when an operation may have changed something, for whoever remembers things for a moment. */
  afterChanges(forget: () => void): void
  /**
   * For what is passed on as it comes and so is no operation: admits the caller, who is counted as
   * everywhere, to the project. The route says `isUnlimited`.
   */
  admit(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
    names: { projectIdOrName: string },
  ): Promise<{ project: ProjectRef; db: Db; callerId: string }>
  /** For what is not an operation: callbacks, downloads, pages. */
  http: FastifyInstance
}

type AnyCall = Omit<Call<OperationDefinition>, 'db'> & { db: AnyView }

/** The stages of any operation, as they are called here. */
interface AnyStages {
  admit?: (call: AnyCall) => (() => void) | undefined
  present?: (call: AnyCall) => unknown
  prepare?: (call: AnyCall) => unknown
  carryOut: (call: AnyCall, prepared: unknown) => unknown
  conclude?: (call: AnyCall, carried: unknown) => unknown
}

export function createApi(
  http: FastifyInstance,
  database: Database,
  access: Access,
  { secrets, recordChange, keepReplies, rateLimit, anonymousRateLimit }: ApiOptions = {},
): Api {
  const operations: OperationDefinition[] = []
  const afterChanges: (() => void)[] = []
  const leases = keepLeases(database.everything)
  /** By path, the operations that serve one record. */
  const readers = new Map<string, { operation: OperationDefinition; stages: AnyStages }>()
  /** Paths of the collections whose records a GET serves one by one. */
  const readableCollections = new Set<string>()
  const limiter = rateLimiter(database.everything, rateLimit)
  if (anonymousRateLimit) {
    const strangers = rateLimiter(database.everything, anonymousRateLimit)
    limitStrangers(http, { strangers, callers: limiter })
  }

  /** Who calls. Callers are counted by who they are, who only tries credentials by address. */
  async function admit(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Caller> {
    const caller = await access.authenticate(request, operation).catch((error: unknown) => {
      limiter.take(`ip ${addressOf(request.ip)}`)
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
    keepToGroup(caller, input, filtersOf(operation))
    const names = { ...(input.body as object | undefined), ...(input.params as object | undefined) }
    const project = placeOfProject(operation)
      ? await access.project(caller, operation, names as { projectIdOrName: string })
      : undefined
    const org = operation.path.includes('{orgId}')
      ? await access.organization(caller, operation, names as { orgId: string })
      : undefined
    const tenantId = project?.id ?? org?.id
    if (operation.method !== 'GET') await secrets?.ready(project?.id ?? 'server')
    const db = tenantId ? database.tenant(tenantId) : database.everything
    return { ...input, caller, project, org, db, request, reply } as unknown as AnyCall
  }

  /** What the GET of the same path, but for a verb, answers the caller now. */
  async function present(
    { path }: OperationDefinition,
    call: AnyCall,
    stages: AnyStages,
  ): Promise<unknown> {
    if (stages.present) return stages.present(call)
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
    const ifMatch = ifMatchOf(operation, call)
    if (ifMatch !== undefined) mustMatch(ifMatch, await present(operation, call, stages))
    return stages.prepare(call)
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
      const before = updatesRecord(operation) ? await present(operation, own, stages) : undefined
      if (ifMatch !== undefined) mustMatch(ifMatch, before)
      const after = await stages.carryOut(own, prepared)
      if (!isGiven(call, operation.asksWith)) {
        await recordChange?.(changeBy(operation, own, concerned, { before, after }))
      }
      return after
    }
    if (ifMatch === undefined) return inTransaction(call.db, within)
    // What another request changes after this one looked makes the update fail.
    return inTransaction(call.db, within, { isolationLevel: 'repeatable read' }).catch(
      (error: unknown) => {
        if ((error as { code?: unknown }).code !== '40001') throw error
        throw new Problem('precondition-failed', { cause: error })
      },
    )
  }

  /** Carries out a change, or replies what it replied when it was sent with the same `Idempotency-Key` before. */
  async function change(
    operation: OperationDefinition,
    stages: AnyStages,
    call: AnyCall,
  ): Promise<FastifyReply> {
    const { request, reply } = call
    const { conclude } = stages
    const key = takesKey(operation) ? request.headers['idempotency-key'] : undefined
    if (key === undefined || !secrets) {
      const carried = await carryOut(
        operation,
        stages,
        call,
        await prepare(operation, stages, call),
      )
      return send(operation, call, conclude ? await conclude(call, carried) : carried)
    }
    const keyed = {
      key: String(key),
      scope: callerId(call.caller, request),
      projectId: call.project?.id,
      method: operation.method,
      url: request.url,
      body: request.body,
    }
    const stored = await once(
      call.db,
      { secrets, leases },
      keyed,
      {
        prepare: stages.prepare && (() => prepare(operation, stages, call)),
        carryOut: (tx, prepared) => carryOut(operation, stages, { ...call, db: tx }, prepared),
        conclude: conclude && (async (carried) => conclude(call, carried)),
        toReply: (result) => toStored(operation, call, result),
      },
      { keepDays: keepReplies },
    )
    return replay(stored, operation, reply)
  }

  return {
    http,
    operations,
    record: async (made) => recordChange?.(made),
    afterChanges: (forget) => void afterChanges.push(forget),
    async admit(operation, request, reply, names) {
      const caller = await admit(operation, request, reply)
      const project = await access.project(caller, operation, names)
      return { project, db: database.tenant(project.id), callerId: callerId(caller, request) }
    },
    serve(operation, rule) {
      const stages = stagesOf(rule) as AnyStages
      operations.push(operation)
      if (operation.method === 'GET') {
        if (stages.prepare)
          throw new Error(`${operation.id} is not in a transaction: it has no stages.`)
        if (!filtersOf(operation).has('pageToken')) {
          readers.set(operation.path, { operation, stages })
        }
        const collection = /^(.+)\/\{\w+\}$/.exec(operation.path)?.[1]
        if (collection) readableCollections.add(collection)
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
            return send(operation, call, after)
          }

          const leave = stages.admit?.(call)
          try {
            return await change(operation, stages, call)
          } finally {
            leave?.()
            // Not before the commit: until then others would remember how it was.
            if (decidesWhoMayCall.has(operation.tag)) access.forget()
            for (const forget of afterChanges) forget()
          }
        },
      })
    },
  }

  function headersOf(
    operation: OperationDefinition,
    { request }: AnyCall,
    { result, json }: { result: unknown; json: string },
  ) {
    const etag = etagOf(result, json)
    const link = Array.isArray(result) ? linkToNext(result, request.url) : undefined
    const location = operation.success === 201 ? locationOf(operation, request, result) : undefined
    return {
      ...(etag && { etag }),
      ...(location && { location }),
      ...(link && { link }),
    }
  }

  function send(operation: OperationDefinition, call: AnyCall, result: unknown): FastifyReply {
    const { reply } = call
    if (operation.reply === null) return reply.send()
    if (operation.reply === 'text') {
      return reply.type('text/plain; charset=utf-8').send(result)
    }
    if (operation.reply === 'csv') {
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment')
        .send(Readable.from(result as AsyncIterable<string>))
    }
    const json = JSON.stringify(result)
    const headers = headersOf(operation, call, { result, json })
    const ifNoneMatch = operation.method === 'GET' && call.request.headers['if-none-match']
    if (ifNoneMatch && headers.etag && isKnown(ifNoneMatch, headers.etag)) {
      return reply.code(304).headers(headers).send()
    }
    return reply.type('application/json; charset=utf-8').headers(headers).send(json)
  }

  function toStored(operation: OperationDefinition, call: AnyCall, result: unknown): StoredReply {
    const own = call.reply.getHeader('x-connect-session')
    const json = JSON.stringify(result)
    return {
      body: operation.reply === null ? null : json,
      headers: {
        ...headersOf(operation, call, { result, json }),
        ...(own !== undefined && { 'x-connect-session': String(own) }),
      },
    }
  }

  /** Where the new record is, when a GET serves it. */
  function locationOf({ path }: OperationDefinition, { url }: FastifyRequest, record: unknown) {
    const { id, kid, builderId } = record as Record<string, unknown>
    const own = [kid, id, builderId].find((value) => typeof value === 'string')
    if (own === undefined || !readableCollections.has(withoutVerb(path))) return undefined
    return `${url.split(/[?:]/, 1)[0]}/${encodeURIComponent(own)}`
  }
}

/** A rule is the one stage of an operation that asks nobody. */
export const stagesOf = <Op extends OperationDefinition, Prepared, Carried>(
  rule: Rule<Op> | Stages<Op, Prepared, Carried>,
): Stages<Op, Prepared, Carried> => (typeof rule === 'function' ? { carryOut: rule } : rule)

const ifMatchOf = (operation: OperationDefinition, { request }: AnyCall) =>
  updatesRecord(operation) ? request.headers['if-match'] : undefined

const changeBy = (
  { id }: OperationDefinition,
  { caller, project, org, request, db, body }: AnyCall,
  concerned: readonly OrgId[],
  { before, after }: { before: unknown; after: unknown },
): Change => ({
  action: id,
  caller,
  orgIds: project ? [project.orgId] : org ? [org.id] : concerned,
  projectId: project?.id,
  target: request.url.split('?', 1)[0]!,
  before,
  after: withWhom(body, after),
  request,
  db,
})

/** Where a request says for whom it is, and its reply need not: a read that is started, a link to sign in. */
const Whom = z
  .object({
    provider: z.string(),
    groupRef: z.string(),
    groupName: z.string(),
  })
  .partial()
  .catch({})

/** What a change came to, and for whom. */
function withWhom(body: unknown, after: unknown): unknown {
  const whom = Whom.parse(body ?? {})
  if (whom.groupRef === undefined || Array.isArray(after)) return after
  if (typeof after !== 'object' || after === null) return whom
  return 'group' in after || 'connection' in after ? after : { ...whom, ...after }
}

function replay(
  { body, headers, replayed }: StoredReply & { replayed: boolean },
  { reply: schema }: OperationDefinition,
  reply: FastifyReply,
): FastifyReply {
  reply.headers({ ...headers, ...(replayed && { 'idempotency-replayed': 'true' }) })
  if (body === null) return reply.send()
  if (schema === 'text') return reply.type('text/plain; charset=utf-8').send(JSON.parse(body))
  return reply.type('application/json; charset=utf-8').send(body)
}

const filters = new WeakMap<OperationDefinition, Set<string>>()

/** The query parameters that the operation knows. */
function filtersOf(operation: OperationDefinition): Set<string> {
  const known = filters.get(operation) ?? new Set(Object.keys(operation.query?.shape ?? {}))
  filters.set(operation, known)
  return known
}

/** Changes there may change who may do what. */
const decidesWhoMayCall = new Set([
  'API keys',
  'JWT keys',
  'Projects',
  'Organizations',
  'Invites',
  'Claimed domains',
])

/** One word for who calls: what rate limits count by and Idempotency-Keys belong to. */
function callerId(caller: Caller, request: FastifyRequest): string {
  switch (caller.kind) {
    case 'nobody':
      return `ip ${addressOf(request.ip)}`
    case 'builder':
      return caller.builderId
    case 'consumer':
      return `${caller.project.id} ${caller.consumerRef}`
    default:
      return caller.apiKeyId
  }
}

/** Whether the request has the query parameter of this name, and not switched off. */
const isGiven = ({ query }: { query: unknown }, name: string | undefined) =>
  name !== undefined && Boolean((query as Record<string, unknown>)[name])

/** What the audit log records of a GET; undefined for most, which only read what is here. */
function recordedOfGet(
  operation: OperationDefinition,
  call: AnyCall,
  after: unknown,
): Pick<Change, 'before' | 'after'> | undefined {
  if (isGiven(call, operation.changesWith) || tellsSecrets(call))
    return { before: undefined, after }
  if (!operation.showsRecords || call.caller.kind === 'consumer') return undefined
  const { groupRef } = call.query as unknown as { groupRef: string }
  const { objectName } = call.params as unknown as { objectName: string }
  return { before: undefined, after: { groupRef, objectName } }
}

/** Whether a GET was asked for secrets: who was told them is kept, and what they are is not. */
const tellsSecrets = ({ query }: { query: unknown }) =>
  secretFlags.some((flag) => Boolean((query as Record<string, unknown> | undefined)?.[flag]))

const withoutVerb = (path: string) => path.replace(/:[\w-]+$/, '')

/** `/a/{id}:verb` → Fastify's `/a/:id::verb`; a literal colon is doubled there. */
const toFastifyPath = (path: string) =>
  path
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(::)?/g, (_all, name: string, verb?: string) =>
      verb ? `:${name}(^.+)${verb}` : `:${name}`,
    )
