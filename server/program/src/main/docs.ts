import { mkdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import { problemTypes } from '@platform/contract'
import { buildDocs, docsFolder, docsSecurityPolicy } from '@platform/docs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { compressFiles } from '@platform/kernel/http/compression'
import { Problem } from '@platform/kernel/problems/problem'

/**
 * Serves the documentation, also as plain text for agents, and a page for each problem. Pages are
 * generated at the first request.
 */
export function docsRoutes(http: FastifyInstance): void {
  let building: Promise<unknown> | undefined
  const buildDocsOnce = async () => {
    building ??= buildDocs().then(() => compressFiles(docsFolder))
    await building.catch((error: unknown) => {
      building = undefined
      throw error
    })
  }
  const headers = {
    'content-security-policy': docsSecurityPolicy,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }

  void http.register(async (docs) => {
    docs.addHook('onRequest', buildDocsOnce)
    // A checkout has no files before the first request; do not warn about it at start.
    await mkdir(docsFolder, { recursive: true })
    await docs.register(fastifyStatic, {
      root: docsFolder,
      prefix: '/docs/',
      redirect: true,
      preCompressed: true,
      // File names are the same in every version, so browsers must revalidate.
      maxAge: 0,
      allowedPath: (path) => !path.startsWith('/problems'),
      setHeaders: (reply) => void reply.headers(headers),
    })
    docs.get('/docs', (_request, reply) => reply.redirect('/docs/', 301))
    for (const file of ['llms.txt', 'llms-full.txt']) {
      docs.get(`/${file}`, (_request, reply) => reply.headers(headers).sendFile(file))
    }

    const problemPage = (reply: FastifyReply, file: string) =>
      reply.headers(headers).sendFile(`problems/${file}`)
    docs.get('/problems', (_request, reply) => problemPage(reply, 'index.html'))
    docs.get<{ Params: { kind: string } }>('/problems/:kind', ({ params: { kind } }, reply) => {
      if (!Object.hasOwn(problemTypes, kind)) {
        throw new Problem('not-found', { detail: `The problem type ${kind} does not exist.` })
      }
      return problemPage(reply, `${kind}.html`)
    })
  })
}
