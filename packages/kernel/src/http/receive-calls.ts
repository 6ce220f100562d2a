import type { OperationDefinition } from '@platform/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { placeOfProject } from '../access/about-project.ts'
import type { Access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { mustBeAllowedSecrets, requireOwnGroup } from '../access/own-group.ts'
import type { Database } from '../db/database.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { mustAccept } from './accept.ts'
import { clientAddress } from './client-address.ts'
import { allowOnly } from './cors.ts'
import { parseInput } from './parse-input.ts'
import { rateLimiter } from './rate-limit.ts'
import type { AnyCall } from './stages.ts'
import { joinTraceOf } from './trace-requests.ts'

/** Turns requests into calls: authenticates, parses and authorizes. */
export function createReception({
  access,
  database,
  limiter,
  secrets,
}: {
  access: Access
  database: Database
  limiter: ReturnType<typeof rateLimiter>
  secrets: Secrets | undefined
}) {
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

  return { admit, receive }
}

const filters = new WeakMap<OperationDefinition, Set<string>>()

/** Returns the query parameters of the operation. */
export function filtersOf(operation: OperationDefinition): Set<string> {
  const known = filters.get(operation) ?? new Set(Object.keys(operation.query?.shape ?? {}))
  filters.set(operation, known)
  return known
}

/** Identifies the caller for rate limits and Idempotency-Keys. */
export function callerId(caller: Caller, request: FastifyRequest): string {
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
