import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listParameter, getQuery } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import { orgNotFound, SalesforceError } from '../org/errors.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'
import {
  createOrgRecord,
  findByExternalId,
  findObject,
  findOrgRecord,
  readRecord,
  updateOrgRecord,
} from '../records/records.ts'
import type { AuthenticateSalesforce } from './enter.ts'

interface CollectionRecord {
  attributes?: { type?: string }
  [field: string]: unknown
}

interface RowResult {
  id?: string
  success: boolean
  created?: boolean
  errors: { statusCode: string; message: string; fields: string[] }[]
}

const maxRecords = 200
const base = '/services/data/v:version/composite/sobjects'

/** Serves collections: up to 200 records per call, each with its own result. */
export function collectionRoutes(
  http: FastifyInstance,
  { enter }: { enter: AuthenticateSalesforce },
): void {
  type OfObject = { Params: { version: string; object: string } }
  type OfField = { Params: { version: string; object: string; field: string } }

  http.post(base, async (request, reply) => {
    const org = enter(request, reply)
    const { records, allOrNone } = parseCollection(request)
    return runRows(org, request, records, allOrNone, (record, undo) => {
      const object = requireObject(org, record)
      const id = createOrgRecord(org, object, record)
      undo.push(() => object.table.forget(requireDefined(org.findRecordIndex(object, id))))
      return { id, success: true, errors: [] }
    })
  })

  http.patch(base, async (request, reply) => {
    const org = enter(request, reply)
    const { records, allOrNone } = parseCollection(request)
    return runRows(org, request, records, allOrNone, (record, undo) => {
      const { id, Id, ...values } = record
      const recordId = id ?? Id
      if (typeof recordId !== 'string') {
        throw new SalesforceError(400, 'MISSING_ARGUMENT', 'Id not specified in an update call', [])
      }
      const object = requireObject(org, record)
      const index = findOrgRecord(org, object, recordId)
      undo.push(remember(object, index))
      updateOrgRecord(org, object, index, values)
      return { id: org.idAt(object, index), success: true, errors: [] }
    })
  })

  http.patch<OfField>(`${base}/:object/:field`, async (request, reply) => {
    const org = enter(request, reply)
    const object = findObject(org, request.params.object)
    const field = org.field(object, request.params.field)
    if (!field) throw orgNotFound()
    const { records, allOrNone } = parseCollection(request)
    return runRows(org, request, records, allOrNone, (record, undo) => {
      const value = record[field.name]
      const [index] =
        value === undefined ? [] : findByExternalId(org, object, field.name, String(value))
      if (index === undefined) {
        const id = createOrgRecord(org, object, record)
        undo.push(() => object.table.forget(requireDefined(org.findRecordIndex(object, id))))
        return { id, success: true, errors: [], created: true }
      }
      const { [field.name]: _key, ...values } = record
      undo.push(remember(object, index))
      updateOrgRecord(org, object, index, values)
      return { id: org.idAt(object, index), success: true, errors: [], created: false }
    })
  })

  http.delete(base, async (request, reply) => {
    const org = enter(request, reply)
    const ids = listParameter(request, 'ids')
    requireSize(ids.length)
    const allOrNone = getQuery(request)['allOrNone'] === 'true'
    return runRows(org, request, ids, allOrNone, (id, undo) => {
      const object = org.objectOfId(id)
      if (!object) throw new SalesforceError(400, 'MALFORMED_ID', `malformed id ${id}`, [])
      const index = findOrgRecord(org, object, id)
      const restore = remember(object, index)
      undo.push(() => {
        object.table.restore(index)
        restore()
      })
      org.delete(object, index)
      return { id: org.idAt(object, index), success: true, errors: [] }
    })
  })

  const retrieve = (
    request: FastifyRequest,
    org: SalesforceOrg,
    ids: string[],
    fields: string[],
  ) => {
    const { object: name, version } = request.params as OfObject['Params']
    const object = findObject(org, name)
    requireSize(ids.length)
    return ids.map((id) => {
      const index = org.findRecordIndex(object, id)
      if (index === undefined || !object.table.isLive(index)) return null
      return readRecord(org, object, index, { apiVersion: version, fields })
    })
  }
  http.get<OfObject>(`${base}/:object`, async (request, reply) => {
    const org = enter(request, reply)
    return retrieve(request, org, listParameter(request, 'ids'), listParameter(request, 'fields'))
  })
  http.post<OfObject & { Body: { ids?: string[]; fields?: string[] } }>(
    `${base}/:object`,
    async (request, reply) => {
      const org = enter(request, reply)
      const { ids = [], fields = [] } = request.body
      return retrieve(request, org, ids, fields)
    },
  )
}

/** Undoes one row, for a request that is all or none. */
type Undo = (() => void)[]

function remember(object: SObject, index: number): () => void {
  const before = object.table.getChanges(index)
  return () => object.table.setChanges(index, before)
}

function runRows<Row>(
  org: SalesforceOrg,
  request: FastifyRequest,
  rows: Row[],
  allOrNone: boolean,
  run: (row: Row, undo: Undo) => RowResult,
): RowResult[] {
  const { fault } = request
  const failing = new Set(fault?.effect === 'partial-failure' ? (fault.rows ?? [0]) : [])
  const undo: Undo = []
  const before = org.events.lastReplayId
  const results = rows.map((row, position): RowResult => {
    try {
      if (failing.has(position)) throw makeLockedRowError()
      return run(row, undo)
    } catch (error) {
      if (!(error instanceof SalesforceError)) throw error
      return failure(error)
    }
  })
  if (!allOrNone || results.every(({ success }) => success)) return results

  for (const step of undo.toReversed()) step()
  org.events.rewind(before)
  return results.map((result) => (result.success ? failure(makeRolledBackError()) : result))
}

const makeLockedRowError = () =>
  new SalesforceError(400, 'UNABLE_TO_LOCK_ROW', 'unable to obtain exclusive access to this record')

const makeRolledBackError = () =>
  new SalesforceError(
    400,
    'ALL_OR_NONE_OPERATION_ROLLED_BACK',
    'Record rolled back because not all records were valid and the request was using AllOrNone header',
  )

const failure = ({ errorCode, message, fields }: SalesforceError): RowResult => ({
  success: false,
  errors: [{ statusCode: errorCode, message, fields: fields ?? [] }],
})

function parseCollection(request: FastifyRequest): {
  records: CollectionRecord[]
  allOrNone: boolean
} {
  const { records = [], allOrNone = false } = request.body as {
    records?: CollectionRecord[]
    allOrNone?: boolean
  }
  requireSize(records.length)
  return { records, allOrNone }
}

function requireSize(size: number): void {
  if (size === 0) {
    throw new SalesforceError(400, 'REQUIRED_FIELD_MISSING', 'At least 1 record is required')
  }
  if (size > maxRecords) {
    throw new SalesforceError(
      400,
      'LIMIT_EXCEEDED',
      `record limit reached. cannot submit more than ${maxRecords} records`,
    )
  }
}

function requireObject(org: SalesforceOrg, record: CollectionRecord): SObject {
  const name = record.attributes?.type
  const object = name === undefined ? undefined : org.object(name)
  if (object) return object
  throw new SalesforceError(400, 'INVALID_TYPE', `sObject type '${name}' is not supported.`, [])
}
