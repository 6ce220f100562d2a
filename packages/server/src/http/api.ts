import type { BodyOf, OperationDefinition, ParamsOf, QueryOf, ReplyOf } from '@platform/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Caller, ProjectRef } from '../access/caller.ts'
import type { Database, Db } from '../db/database.ts'
import { parseInput } from './parse-input.ts'

/** What a rule is given of a request, parsed and checked. */
export interface Call<Op extends OperationDefinition> {
  params: ParamsOf<Op>
  query: QueryOf<Op>
  body: BodyOf<Op>
  caller: Caller
  /** The project that the path names; only on such operations. */
  project: ProjectRef
  /** Sees the rows of that project only. Without a project in the path: see `Access.tenantOf`. */
  db: Db
  request: FastifyRequest
  reply: FastifyReply
}

/** Binds operations of the contract to rules. */
export interface Api {
  /**
   * Serves an operation: parse, authenticate, authorize, call the rule, reply. What the rule throws
   * becomes a problem reply.
   */
  serve<Op extends OperationDefinition>(
    operation: Op,
    rule: (call: Call<Op>) => Promise<ReplyOf<Op>> | ReplyOf<Op>,
  ): void
  /** Every operation served so far. */
  operations: OperationDefinition[]
  /** For what is not an operation: callbacks, downloads, pages. */
  http: FastifyInstance
}

export function createApi(http: FastifyInstance, database: Database, access: Access): Api {
  const operations: OperationDefinition[] = []
  return {
    http,
    operations,
    serve(operation, rule) {
      operations.push(operation)
      const aboutProject = operation.path.includes('{projectIdOrName}')
      http.route({
        method: operation.method,
        url: toFastifyPath(operation.path),
        handler: async (request, reply) => {
          const caller = await access.authenticate(request, operation)
          const input = parseInput(operation, request)
          const project = aboutProject
            ? await access.project(caller, operation, input.params as { projectIdOrName: string })
            : undefined
          const result = await rule({
            ...input,
            caller,
            project,
            db: project ? database.tenant(project.id) : database.everything,
            request,
            reply,
          } as never)
          reply.code(operation.success)
          if (operation.reply === null) return reply.send()
          if (operation.reply === 'text') reply.type('text/plain; charset=utf-8')
          return reply.send(result)
        },
      })
    },
  }
}

/** `/a/{id}:verb` → Fastify's `/a/:id::verb`; a literal colon is doubled there. */
const toFastifyPath = (path: string) =>
  path
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(::)?/g, (_all, name: string, verb?: string) =>
      verb ? `:${name}(^[^:/]+)${verb}` : `:${name}`,
    )
