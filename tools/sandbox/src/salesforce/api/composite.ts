import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SalesforceError } from '../org/errors.ts'
import type { AuthenticateSalesforce } from './enter.ts'
import { toMembers } from '../../members.ts'

interface Subrequest {
  method: string
  url: string
  referenceId: string
  body?: Record<string, unknown>
}

/** A call of a batch, whose URL begins with the version. */
interface BatchRequest {
  method: string
  url: string
  richInput?: Record<string, unknown>
}

const maxSubrequests = 25

/**
 * Serves several calls in one, executed in order; `@{reference.id}` refers to a value of an earlier
 * one.
 */
export function compositeRoutes(
  http: FastifyInstance,
  { enter }: { enter: AuthenticateSalesforce },
): void {
  http.post<{ Body: { compositeRequest?: Subrequest[] } }>(
    '/services/data/v:version/composite',
    async (request, reply) => {
      enter(request, reply)
      const { compositeRequest = [] } = request.body
      if (compositeRequest.length === 0 || compositeRequest.length > maxSubrequests) {
        throw new SalesforceError(
          400,
          'LIMIT_EXCEEDED',
          `A composite request has 1 to ${maxSubrequests} subrequests`,
        )
      }

      const bodies = new Map<string, unknown>()
      const compositeResponse: unknown[] = []
      for (const subrequest of compositeRequest) {
        const answer = await run(request, withReferences(subrequest, bodies))
        bodies.set(subrequest.referenceId, answer.body)
        compositeResponse.push({ ...answer, referenceId: subrequest.referenceId })
      }
      return { compositeResponse }
    },
  )

  http.post<{
    Body: {
      batchRequests?: BatchRequest[]
      haltOnError?: boolean
    }
  }>('/services/data/v:version/composite/batch', async (request, reply) => {
    enter(request, reply)
    const { batchRequests = [], haltOnError = false } = request.body
    if (batchRequests.length === 0 || batchRequests.length > maxSubrequests) {
      const message = `A batch has 1 to ${maxSubrequests} subrequests`
      throw new SalesforceError(400, 'LIMIT_EXCEEDED', message)
    }
    const results: { statusCode: number; result: unknown }[] = []
    let hasErrors = false
    for (const { method, url, richInput: body } of batchRequests) {
      if (hasErrors && haltOnError) {
        const skipped = new SalesforceError(
          412,
          'BATCH_PROCESSING_HALTED',
          'Batch processing halted',
        )
        results.push({ statusCode: 412, result: skipped.body })
        continue
      }
      const path = url.startsWith('/services/data/') ? url : `/services/data/${url}`
      const subrequest = { method, url: path, referenceId: '', ...(body ? { body } : {}) }
      const answer = await run(request, subrequest)
      hasErrors ||= answer.httpStatusCode >= 400
      results.push({ statusCode: answer.httpStatusCode, result: answer.body })
    }
    return { hasErrors, results }
  })

  async function run(outer: FastifyRequest, { method, url, body }: Subrequest) {
    if (!url.startsWith('/services/data/')) {
      throw new SalesforceError(400, 'INVALID_INPUT', `The url ${url} is not part of the REST API`)
    }
    const response = await http.inject({
      method: method.toUpperCase() as 'GET',
      url,
      headers: {
        authorization: outer.headers.authorization,
        host: outer.headers.host,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    })
    return {
      body: response.body === '' ? null : (JSON.parse(response.body) as unknown),
      httpHeaders: {},
      httpStatusCode: response.statusCode,
    }
  }
}

function withReferences(subrequest: Subrequest, bodies: ReadonlyMap<string, unknown>): Subrequest {
  const text = JSON.stringify(subrequest).replaceAll(
    /@\{(\w+)\.(\w+)\}/g,
    (whole, reference: string, key: string) => {
      const body = toMembers(bodies.get(reference))
      const value = body?.[key]
      return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : whole
    },
  )
  return JSON.parse(text) as Subrequest
}
