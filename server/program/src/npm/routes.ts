import type { FastifyInstance } from 'fastify'
import type { Database } from '@platform/kernel/db/database'
import { getPackument, getTarball } from './published-packages.ts'

/**
 * A read-only registry for npm, yarn and pnpm with the packages that match this server. It serves
 * no other packages: those are requested from their own registry.
 */
export function npmRoutes(
  http: FastifyInstance,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  http.get<{ Params: { '*': string } }>(
    '/npm/*',
    { config: { isCompressed: () => true } },
    async ({ params }, reply) => {
      const [path = '', file] = params['*'].split('/-/')
      if (file === undefined) {
        return getPackument(database.everything, { path, publicUrl })
      }
      const { tarball, integrity } = await getTarball(database.everything, { path, file })
      return reply.type('application/octet-stream').header('etag', `"${integrity}"`).send(tarball)
    },
  )
}
