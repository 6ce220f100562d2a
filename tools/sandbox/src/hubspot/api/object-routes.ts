import type { FastifyInstance, FastifyRequest } from 'fastify'
import { baseUrl, listParameter, getQuery } from '../../http.ts'
import type { AuthenticateHubspot } from './access.ts'
import { associateRecords, type WrittenAssociation } from '../records/associate.ts'
import {
  batchArchive,
  batchCreate,
  batchRead,
  batchUpdate,
  batchUpsert,
  getInputs,
  type BatchReply,
} from '../records/batch.ts'
import { validationError } from '../portal/errors.ts'
import { isPlainObject, toMembers } from '../../members.ts'
import { requireDefined } from '../../require-defined.ts'
import { findRecordIndex, getSingularName, type CrmObject } from '../portal/crm-object.ts'
import type { Portal } from '../portal/portal.ts'
import type { Portals } from './portals.ts'
import {
  createPortalRecord,
  listPortalPage,
  recordWriter,
  requireRecord,
  updatePortalRecord,
} from '../records/records.ts'

type OfType = { Params: { type: string } }
type OfRecord = { Params: { type: string; id: string } }

const maxLimit = 100
const maxLimitWithHistory = 50

export function objectRoutes(
  app: FastifyInstance,
  base: string,
  options: { enter: AuthenticateHubspot; portals: Portals },
): void {
  const { enter } = options

  app.get<OfType>(`${base}/:type`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('objects', object, 'read')
    const query = getQuery(request)
    const page = listPortalPage(object, {
      after: query['after'],
      limit: parseLimit(
        query['limit'],
        listParameter(request, 'propertiesWithHistory').length > 0 ? maxLimitWithHistory : maxLimit,
      ),
      archived: query['archived'] === 'true',
    })
    const withHistory = listParameter(request, 'propertiesWithHistory')
    const write = recordWriter(portal, object, listParameter(request, 'properties'), withHistory)
    return {
      results: page.indexes.map(write),
      ...(page.after === undefined
        ? {}
        : { paging: { next: { after: page.after, link: linkTo(request, page.after) } } }),
    }
  })

  app.post<OfType & { Body: { associations?: WrittenAssociation[] } }>(
    `${base}/:type`,
    async (request, reply) => {
      const { portal, need } = enter(request, reply)
      const object = portal.object(request.params.type)
      need('objects', object, 'write')
      const properties = getProperties(request)
      const index = createPortalRecord(portal, object, properties)
      associateRecords(portal, object, index, request.body.associations)
      return reply.code(201).send(recordWriter(portal, object, Object.keys(properties))(index))
    },
  )

  app.get<OfRecord>(`${base}/:type/:id`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('objects', object, 'read')
    const query = getQuery(request)
    const index = requireRecord(portal, object, request.params.id, {
      idProperty: query['idProperty'],
      archived: query['archived'] === 'true',
    })
    const record = recordWriter(
      portal,
      object,
      listParameter(request, 'properties'),
      listParameter(request, 'propertiesWithHistory'),
    )(index)
    const wanted = listParameter(request, 'associations').map((type) => portal.object(type))
    return wanted.length === 0
      ? record
      : { ...record, associations: listLinked(portal, object, record.id, wanted) }
  })

  app.patch<OfRecord>(`${base}/:type/:id`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('objects', object, 'write')
    const { idProperty } = getQuery(request)
    const index = requireRecord(portal, object, request.params.id, { idProperty })
    const properties = getProperties(request)
    updatePortalRecord(portal, object, index, properties)
    return recordWriter(portal, object, Object.keys(properties))(index)
  })

  app.delete<OfRecord>(`${base}/:type/:id`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('objects', object, 'write')
    const index = findRecordIndex(object, request.params.id)
    // Archiving an archived record succeeds, as at HubSpot.
    if (index !== undefined) portal.archive(object, index)
    return reply.code(204).send()
  })

  actionRoutes(app, base, options)
  batchRoutes(app, base, enter)
}

/** Serves what can be done with records besides reading and writing them. */
function actionRoutes(
  app: FastifyInstance,
  base: string,
  { enter, portals }: { enter: AuthenticateHubspot; portals: Portals },
): void {
  app.post<OfType>(`${base}/:type/search`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('objects', object, 'read')
    return portals.searches(portal).search(portal, object, request.body ?? {})
  })

  app.post<OfType & { Body: { objectId: string; idProperty?: string } }>(
    `${base}/:type/gdpr-delete`,
    async (request, reply) => {
      const { portal, need } = enter(request, reply)
      const object = portal.object(request.params.type)
      need('objects', object, 'write')
      const { objectId, idProperty } = request.body
      const index = requireRecord(portal, object, objectId, { idProperty })
      portal.erase(object, index)
      return reply.code(204).send()
    },
  )

  app.post<OfType & { Body: { primaryObjectId: string; objectIdToMerge: string } }>(
    `${base}/:type/merge`,
    async (request, reply) => {
      const { portal, need } = enter(request, reply)
      const object = portal.object(request.params.type)
      need('objects', object, 'write')
      const { primaryObjectId, objectIdToMerge } = request.body
      if (primaryObjectId === objectIdToMerge) {
        throw validationError(`${primaryObjectId} cannot be merged with itself`)
      }
      const [index, other] = [primaryObjectId, objectIdToMerge].map((id) =>
        requireRecord(portal, object, id),
      )
      portal.merge(object, requireDefined(index), requireDefined(other))
      return recordWriter(portal, object, [])(requireDefined(index))
    },
  )
}

function batchRoutes(app: FastifyInstance, base: string, enter: AuthenticateHubspot): void {
  const serve = (
    act: 'read' | 'create' | 'update' | 'upsert',
    run: (portal: Portal, object: CrmObject, request: FastifyRequest) => BatchReply,
  ) => {
    app.post<OfType>(`${base}/:type/batch/${act}`, async (request, reply) => {
      const { portal, need } = enter(request, reply)
      const object = portal.object(request.params.type)
      need('objects', object, act === 'read' ? 'read' : 'write')
      const { status, body } = run(portal, object, request)
      return reply.code(status).send(body)
    })
  }

  serve('read', (portal, object, request) => {
    const body = request.body as {
      properties?: string[]
      propertiesWithHistory?: string[]
      idProperty?: string
    }
    return batchRead(portal, object, {
      inputs: getInputs(request),
      properties: body.properties ?? [],
      propertiesWithHistory: body.propertiesWithHistory ?? [],
      archived: getQuery(request)['archived'] === 'true',
      ...(body.idProperty ? { idProperty: body.idProperty } : {}),
    })
  })
  serve('create', (portal, object, request) =>
    batchCreate(portal, object, getInputs(request), failingRows(request)),
  )
  serve('update', (portal, object, request) =>
    batchUpdate(portal, object, getInputs(request), failingRows(request)),
  )
  serve('upsert', (portal, object, request) => batchUpsert(portal, object, getInputs(request)))

  app.post<OfType>(`${base}/:type/batch/archive`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('objects', object, 'write')
    batchArchive(portal, object, getInputs(request))
    return reply.code(204).send()
  })
}

/** Returns existing associations in the short form of a read. */
function listLinked(portal: Portal, object: CrmObject, id: string, wanted: CrmObject[]) {
  const type = (to: CrmObject) => `${getSingularName(object)}_to_${getSingularName(to)}`
  const found = wanted.flatMap((to) => {
    const results = portal.associations
      .list(object, id, to)
      .map(({ toObjectId }) => ({ id: String(toObjectId), type: type(to) }))
    return results.length > 0 ? [[to.name, { results }] as const] : []
  })
  return Object.fromEntries(found)
}

/** Returns rows of a batch that fail because of the fault of this request. */
function failingRows({ fault }: FastifyRequest): ReadonlySet<number> {
  return new Set(fault?.effect === 'partial-failure' ? (fault.rows ?? [0]) : [])
}

function parseLimit(text: string | undefined, max: number): number {
  const limit = text === undefined ? 10 : Number(text)
  if (!Number.isInteger(limit) || limit < 1) {
    throw validationError(`The limit must be a positive integer: ${text}`)
  }
  if (limit > max) {
    throw validationError(`The limit must not be above ${max}: ${text}`)
  }
  return limit
}

function linkTo(request: FastifyRequest, after: string): string {
  const url = new URL(request.url, baseUrl(request))
  url.searchParams.set('after', after)
  return url.href
}

function getProperties(request: FastifyRequest): Record<string, unknown> {
  const { properties } = toMembers(request.body)
  if (!isPlainObject(properties)) throw validationError('Invalid input JSON: no properties')
  return properties
}
