import {
  type BodyOf,
  type OperationDefinition,
  type OrgId,
  type ParamsOf,
  type ProjectId,
  type QueryOf,
  type ReplyOf,
} from '@platform/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { placeOfProject } from '../access/about-project.ts'
import type { Access, OrgRef } from '../access/access.ts'
import type { Caller, ProjectRef } from '../access/caller.ts'
import { keepToGroup } from '../access/own-group.ts'
import type { Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { mustAccept } from './accept.ts'
import { etagOf, matches } from './etag.ts'
import { once, type StoredReply } from './idempotency.ts'
import { linkToNext } from './paginate.ts'
import { parseInput } from './parse-input.ts'
import { Problem } from '../problems/problem.ts'
import { rateLimiter, type RateLimit } from './rate-limit.ts'

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
  /**
   * Sees the rows of that project or organization only. It is a transaction when the request
   * carries `If-Match` or `Idempotency-Key`, so write through it.
   */
  db: Db
  /** Says in which organizations' audit logs the change belongs where the path names neither one nor a project. */
  concerns(...orgIds: OrgId[]): void
  request: FastifyRequest
  reply: FastifyReply
}

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
  db: Db
}

export interface ApiOptions {
  /** Encrypts stored replies; without it `Idempotency-Key` is refused. */
  secrets?: Secrets
  /** Called once for every change that succeeded, before it is replied. */
  recordChange?: (change: Change) => Promise<void>
  rateLimit?: RateLimit
}

/** Binds operations of the contract to rules. */
export interface Api {
  /**
   * Serves an operation: authenticate, parse, authorize, call the rule, reply. What the rule throws
   * becomes a problem reply.
   *
   * Every operation gets the conventions from here: rate limits, `ETag` and `If-Match` (against the
   * GET of the same path), `Idempotency-Key`, `Link` for lists made by `paginate`, `Location` and the audit log.
   */
  serve<Op extends OperationDefinition>(
    operation: Op,
    rule: (call: Call<Op>) => Promise<ReplyOf<Op>> | ReplyOf<Op>,
  ): void
  /** Every operation served so far. */
  operations: OperationDefinition[]
  /** Has the audit log keep a change that was made otherwise than by an operation. */
  record(change: Change): Promise<void>
  /** For what is not an operation: callbacks, downloads, pages. */
  http: FastifyInstance
}

type AnyCall = Call<OperationDefinition>
type AnyRule = (call: never) => unknown

export function createApi(
  http: FastifyInstance,
  database: Database,
  access: Access,
  { secrets, recordChange, rateLimit }: ApiOptions = {},
): Api {
  const operations: OperationDefinition[] = []
  const readers = new Map<string, { operation: OperationDefinition; rule: AnyRule }>()
  /** Paths of the collections whose records a GET serves one by one. */
  const readableCollections = new Set<string>()
  const limiter = rateLimiter(database.everything, rateLimit)

  async function receive(
    operation: OperationDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AnyCall> {
    mustAccept(operation, request)
    const caller = await access.authenticate(request, operation).catch((error: unknown) => {
      // Who tries credentials is counted by address.
      limiter.take(`ip ${request.ip}`)
      throw error
    })
    reply.headers(limiter.take(callerId(caller, request)))

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
    const db = tenantId ? database.tenant(tenantId) : database.everything
    return { ...input, caller, project, org, db, request, reply } as unknown as AnyCall
  }

  /** What the GET of the same path, but for a verb, answers the caller now. */
  async function present({ path }: OperationDefinition, call: AnyCall): Promise<unknown> {
    const reader = readers.get(withoutVerb(path))
    if (!reader) return undefined
    const query = reader.operation.query?.parse({})
    return reader.rule({ ...call, query, body: undefined } as never)
  }

  async function change(
    operation: OperationDefinition,
    rule: AnyRule,
    call: AnyCall,
  ): Promise<unknown> {
    const isUpdate = operation.method === 'PATCH' || operation.method === 'DELETE'
    const ifMatch = isUpdate ? call.request.headers['if-match'] : undefined

    const carryOut = async (db: Db) => {
      const concerned: OrgId[] = []
      const own = { ...call, db, concerns: (...ids: OrgId[]) => void concerned.push(...ids) }
      const before = isUpdate ? await present(operation, own) : undefined
      if (ifMatch !== undefined && !matches(ifMatch, etagOf(before))) {
        throw new Problem('precondition-failed')
      }
      const after = await rule(own as never)
      await recordChange?.(changeBy(operation, own, concerned, { before, after }))
      return after
    }
    if (ifMatch === undefined) return carryOut(call.db)
    // What another request changes after this one looked makes the update fail.
    return inTransaction(call.db, carryOut, { isolationLevel: 'repeatable read' }).catch(
      (error: unknown) => {
        if ((error as { code?: unknown }).code !== '40001') throw error
        throw new Problem('precondition-failed', { cause: error })
      },
    )
  }

  /** The change, or what it replied when it was sent with the same `Idempotency-Key` before. */
  async function changeOnce(
    operation: OperationDefinition,
    rule: AnyRule,
    call: AnyCall,
  ): Promise<FastifyReply> {
    const { request, reply } = call
    const key = request.headers['idempotency-key']
    if (operation.method !== 'POST' || key === undefined || !secrets) {
      return send(operation, call, await change(operation, rule, call))
    }
    const keyed = {
      key: String(key),
      scope: callerId(call.caller, request),
      projectId: call.project?.id,
      method: operation.method,
      url: request.url,
      body: request.body,
    }
    const stored = await once(call.db, secrets, keyed, async (tx) =>
      toStored(operation, call, await change(operation, rule, { ...call, db: tx })),
    )
    return replay(stored, operation, reply)
  }

  return {
    http,
    operations,
    record: async (made) => recordChange?.(made),
    serve(operation, rule) {
      operations.push(operation)
      if (operation.method === 'GET') {
        readers.set(operation.path, { operation, rule })
        const collection = /^(.+)\/\{\w+\}$/.exec(operation.path)?.[1]
        if (collection) readableCollections.add(collection)
      }

      http.route({
        method: operation.method,
        url: toFastifyPath(operation.path),
        config: { subsystem: operation.tag.toLowerCase().replaceAll(' ', '-') },
        handler: async (request, reply) => {
          const call = await receive(operation, request, reply)
          reply.code(operation.success).header('cache-control', 'no-store')
          if (operation.method === 'GET') {
            const after = await rule(call)
            if (changesSomething(operation, call)) {
              await recordChange?.(changeBy(operation, call, [], { before: undefined, after }))
            }
            return send(operation, call, after)
          }

          try {
            return await changeOnce(operation, rule, call)
          } finally {
            // Not before the commit: until then others would remember how it was.
            if (decidesWhoMayCall.has(operation.tag)) access.forget()
          }
        },
      })
    },
  }

  function headersOf(operation: OperationDefinition, { request }: AnyCall, result: unknown) {
    const etag = etagOf(result)
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
    if (operation.reply === 'text') reply.type('text/plain; charset=utf-8')
    return reply.headers(headersOf(operation, call, result)).send(result)
  }

  function toStored(operation: OperationDefinition, call: AnyCall, result: unknown): StoredReply {
    const own = call.reply.getHeader('x-connect-session')
    return {
      body: operation.reply === null ? null : JSON.stringify(result),
      headers: {
        ...headersOf(operation, call, result),
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

const changeBy = (
  { id }: OperationDefinition,
  { caller, project, org, request, db }: AnyCall,
  concerned: readonly OrgId[],
  record: { before: unknown; after: unknown },
): Change => ({
  action: id,
  caller,
  orgIds: project ? [project.orgId] : org ? [org.id] : concerned,
  projectId: project?.id,
  target: request.url.split('?', 1)[0]!,
  ...record,
  request,
  db,
})

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
      return `ip ${request.ip}`
    case 'builder':
      return caller.builderId
    case 'consumer':
      return `${caller.project.id} ${caller.consumerRef}`
    default:
      return caller.apiKeyId
  }
}

/** Whether a GET was asked to change something as well. */
const changesSomething = ({ changesWith }: OperationDefinition, { query }: { query: unknown }) =>
  changesWith !== undefined && Boolean((query as Record<string, unknown>)[changesWith])

const withoutVerb = (path: string) => path.replace(/:[\w-]+$/, '')

/** `/a/{id}:verb` → Fastify's `/a/:id::verb`; a literal colon is doubled there. */
const toFastifyPath = (path: string) =>
  path
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(::)?/g, (_all, name: string, verb?: string) =>
      verb ? `:${name}(^.+)${verb}` : `:${name}`,
    )
