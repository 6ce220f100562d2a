import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { baseUrl, listParameter, getQuery } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import type { SandboxState } from '../../state.ts'
import { getRequestBody, releases, type AuthenticateSalesforce, type Version } from './enter.ts'
import { describeOrgObject, summarizeObject } from '../metadata/describe.ts'
import { orgNotFound, SalesforceError } from '../org/errors.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { Orgs } from './orgs.ts'
import { runQuery } from '../query/query.ts'
import {
  createOrgRecord,
  findByExternalId,
  findObject,
  findOrgRecord,
  readRecord,
  updateOrgRecord,
} from '../records/records.ts'

export function restRoutes(
  app: FastifyInstance,
  options: { state: SandboxState; enter: AuthenticateSalesforce; orgs: Orgs },
): void {
  const { state, enter, orgs } = options

  app.get('/services/data', async () =>
    releases.map((release) => ({ ...release, url: `/services/data/v${release.version}` })),
  )

  app.get<{ Params: Version }>('/services/data/v:version', async (request, reply) => {
    const org = enter(request, reply)
    const base = `/services/data/v${request.params.version}`
    const names = ['sobjects', 'query', 'queryAll', 'limits', 'composite', 'tooling']
    return {
      ...Object.fromEntries(names.map((name) => [name, `${base}/${name}`])),
      identity: `${baseUrl(request)}/id/${org.id}/${org.userId}`,
    }
  })

  app.get<{ Params: Version }>('/services/data/v:version/limits', async (request, reply) => {
    const { calls } = enter(request, reply)
    const max = state.settings.salesforceCallsPerDay
    return { DailyApiRequests: { Max: max, Remaining: max - calls } }
  })

  app.get<{ Params: Version }>('/services/data/v:version/sobjects', async (request, reply) => {
    const org = enter(request, reply)
    return {
      encoding: 'UTF-8',
      maxBatchSize: 200,
      sobjects: org.objects().map((object) => summarizeObject(object, request.params.version)),
    }
  })

  app.get<{ Params: Version & { object: string } }>(
    '/services/data/v:version/sobjects/:object',
    async (request, reply) => {
      const org = enter(request, reply)
      const object = findObject(org, request.params.object)
      return {
        objectDescribe: summarizeObject(object, request.params.version),
        recentItems: [],
      }
    },
  )

  app.get<{ Params: Version & { object: string } }>(
    '/services/data/v:version/sobjects/:object/describe',
    async (request, reply) => {
      const org = enter(request, reply)
      return describeOrgObject(org, findObject(org, request.params.object), request.params.version)
    },
  )

  queryRoutes(app, enter, orgs)
  recordRoutes(app, enter)
}

function queryRoutes(app: FastifyInstance, enter: AuthenticateSalesforce, orgs: Orgs): void {
  const serve = (url: string, includeDeleted: boolean) => {
    app.get<{ Params: Version }>(url, async (request, reply) => {
      const org = enter(request, reply)
      const text = getQuery(request)['q']
      if (!text) throw new SalesforceError(400, 'MALFORMED_QUERY', 'SOQL query is missing')
      const apiVersion = request.params.version
      const result = runQuery(org, text, { apiVersion, includeDeleted })
      return orgs.cursors(org).first(result, { apiVersion, pageSize: pageSize(request) })
    })
  }
  serve('/services/data/v:version/query', false)
  serve('/services/data/v:version/queryAll', true)

  app.get<{ Params: Version & { locator: string } }>(
    '/services/data/v:version/query/:locator',
    async (request, reply) => {
      const org = enter(request, reply)
      return orgs.cursors(org).at(request.params.locator)
    },
  )
}

function pageSize(request: FastifyRequest): number {
  const wanted = /batchSize=(\d+)/i.exec(String(request.headers['sforce-query-options'] ?? ''))
  return wanted ? Math.min(Math.max(Number(wanted[1]), 200), 2000) : 2000
}

function recordRoutes(app: FastifyInstance, enter: AuthenticateSalesforce): void {
  type Record = { Params: Version & { object: string; id: string } }
  type External = { Params: Version & { object: string; field: string; value: string } }
  const one = '/services/data/v:version/sobjects/:object/:id'
  const external = '/services/data/v:version/sobjects/:object/:field/:value'

  app.post<{ Params: Version & { object: string } }>(
    '/services/data/v:version/sobjects/:object',
    async (request, reply) => {
      const org = enter(request, reply)
      const id = createOrgRecord(
        org,
        findObject(org, request.params.object),
        getRequestBody(request),
      )
      return reply.code(201).send({ id, success: true, errors: [] })
    },
  )

  app.get<Record>(one, async (request, reply) => {
    const org = enter(request, reply)
    const object = findObject(org, request.params.object)
    const index = findOrgRecord(org, object, request.params.id)
    const fields = listParameter(request, 'fields')
    return readRecord(org, object, index, { apiVersion: request.params.version, fields })
  })

  const patch = async (request: FastifyRequest<Record>, reply: FastifyReply) => {
    const { params } = request
    const org = enter(request, reply)
    const object = findObject(org, params.object)
    updateOrgRecord(org, object, findOrgRecord(org, object, params.id), getRequestBody(request))
    return reply.code(204).send()
  }
  app.patch<Record>(one, patch)
  app.post<Record>(one, async (request, reply) => {
    requirePatchOverride(request)
    return patch(request, reply)
  })

  app.delete<Record>(one, async (request, reply) => {
    const org = enter(request, reply)
    const object = findObject(org, request.params.object)
    org.delete(object, findOrgRecord(org, object, request.params.id))
    return reply.code(204).send()
  })

  app.get<External>(external, async (request, reply) => {
    const org = enter(request, reply)
    const { object: name, field, value, version } = request.params
    const object = findObject(org, name)
    const [index, ...others] = findByExternalId(org, object, field, value)
    if (index === undefined) throw orgNotFound()
    if (others.length > 0) return reply.code(300).send(urls(org, name, [index, ...others], version))
    return readRecord(org, object, index, {
      apiVersion: version,
      fields: listParameter(request, 'fields'),
    })
  })

  const upsert = async (request: FastifyRequest<External>, reply: FastifyReply) => {
    const { object: name, field, value, version } = request.params
    const org = enter(request, reply)
    const object = findObject(org, name)
    const [index, ...others] = findByExternalId(org, object, field, value)
    if (others.length > 0)
      return reply.code(300).send(urls(org, name, [requireDefined(index), ...others], version))
    if (index === undefined) {
      const id = createOrgRecord(org, object, { ...getRequestBody(request), [field]: value })
      return reply.code(201).send({ id, success: true, errors: [], created: true })
    }
    updateOrgRecord(org, object, index, getRequestBody(request))
    return { id: org.idAt(object, index), success: true, errors: [], created: false }
  }
  app.patch<External>(external, upsert)
  app.post<External>(external, async (request, reply) => {
    requirePatchOverride(request)
    return upsert(request, reply)
  })
}

function urls(org: SalesforceOrg, name: string, indexes: number[], version: string): string[] {
  const object = findObject(org, name)
  return indexes.map(
    (index) => `/services/data/v${version}/sobjects/${object.name}/${org.idAt(object, index)}`,
  )
}

function requirePatchOverride(request: FastifyRequest): void {
  if (getQuery(request)['_HttpMethod']?.toUpperCase() !== 'PATCH') {
    throw new SalesforceError(405, 'METHOD_NOT_ALLOWED', `HTTP Method 'POST' not allowed.`)
  }
}
