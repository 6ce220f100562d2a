import { Readable } from 'node:stream'
import type { DownloadId } from '@platform/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '@platform/kernel/db/database'
import { plainQuery } from '@platform/kernel/http/forms'
import type { Services } from '@platform/kernel/services'
import { openDownload } from './downloads.ts'

export function downloadRoutes(
  http: FastifyInstance,
  database: Database,
  services: Services,
): void {
  http.get<{ Params: { id: string } }>('/downloads/:id', async (request, reply) => {
    const { bytes, parts } = await openDownload(services, database, {
      id: request.params.id as DownloadId,
      signature: plainQuery(request)['signature'] ?? '',
    })
    return reply
      .headers({
        'content-type': 'application/json',
        'content-length': bytes,
        'cache-control': 'no-store',
      })
      .send(Readable.from(parts, { objectMode: false }))
  })
}
