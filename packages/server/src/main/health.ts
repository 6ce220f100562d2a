import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'

/** `/healthz`: the process runs. `/readyz`: it can serve. `/metrics`: Prometheus. */
export function healthRoutes(
  http: FastifyInstance,
  { database, registry }: { database: Database; registry: Registry },
): void {
  http.get('/healthz', () => ({ status: 'ok' }))

  http.get('/readyz', async () => {
    await sql`select 1`.execute(database.everything).catch((cause: unknown) => {
      throw new Problem('unavailable', { detail: 'The database does not answer.', cause })
    })
    return { status: 'ok' }
  })

  http.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
