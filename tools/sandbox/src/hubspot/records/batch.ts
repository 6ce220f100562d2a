import type { FastifyRequest } from 'fastify'
import { HubSpotError, validationError, type ErrorDetail } from '../portal/errors.ts'
import { findRecordIndex, type CrmObject } from '../portal/crm-object.ts'
import type { Portal } from '../portal/portal.ts'
import { associateRecords, type WrittenAssociation } from './associate.ts'
import {
  AlreadyExists,
  createPortalRecord,
  findPortalRecord,
  recordWriter,
  updatePortalRecord,
  type CrmRecord,
} from './records.ts'
import { parseProperties } from './values.ts'

export interface BatchInput {
  id?: string
  idProperty?: string | null
  properties?: Record<string, unknown>
  associations?: WrittenAssociation[]
  objectWriteTraceId?: string
}

interface BatchError extends ErrorDetail {
  status: 'error'
}

export interface BatchReply {
  status: 200 | 201 | 207
  body: Record<string, unknown>
}

const maxInputs = 100

export function getInputs(request: FastifyRequest): BatchInput[] {
  const inputs = (request.body as { inputs?: BatchInput[] } | undefined)?.inputs
  if (!Array.isArray(inputs)) throw validationError('Invalid input JSON: inputs is missing')
  if (inputs.length > maxInputs) {
    throw validationError(`The maximum batch size is ${maxInputs}; ${inputs.length} were sent.`)
  }
  return inputs
}

export function batchRead(
  portal: Portal,
  object: CrmObject,
  options: {
    inputs: BatchInput[]
    properties: string[]
    propertiesWithHistory: string[]
    idProperty?: string
    archived: boolean
  },
): BatchReply {
  const write = recordWriter(portal, object, options.properties, options.propertiesWithHistory)
  const results: CrmRecord[] = []
  const missing: string[] = []
  for (const { id = '' } of options.inputs) {
    const { idProperty, archived } = options
    const index = findPortalRecord(portal, object, id, { idProperty, archived })
    if (index === undefined) missing.push(id)
    else results.push(write(index))
  }
  return reply(portal, 200, results, missing.length > 0 ? [notFoundError(object, missing)] : [])
}

/**
 * Creates all or none, unless every input has a trace ID: then each is independent. An unknown
 * property rejects the whole batch in either case.
 */
export function batchCreate(
  portal: Portal,
  object: CrmObject,
  inputs: BatchInput[],
  failingRows: ReadonlySet<number>,
): BatchReply {
  for (const { properties } of inputs) parseProperties(object, properties ?? {})
  const isTraced = inputs.every(({ objectWriteTraceId }) => objectWriteTraceId !== undefined)

  const created: { index: number; input: BatchInput }[] = []
  const errors: BatchError[] = []
  for (const [row, input] of inputs.entries()) {
    try {
      if (failingRows.has(row)) throw makeInjectedFailure()
      created.push({ index: createAssociated(portal, object, input), input })
    } catch (error) {
      if (!(error instanceof HubSpotError)) throw error
      if (!isTraced && !failingRows.has(row)) {
        for (const { index } of created) object.table.forget(index)
        throw error instanceof AlreadyExists
          ? new HubSpotError(409, `${object.singular} already exists`, { category: 'CONFLICT' })
          : error
      }
      errors.push(rowError(error, input))
    }
  }
  const write = listWrittenBack(portal, object, inputs)
  const results = created.map(({ index, input }) => addTrace(write(index), input))
  return reply(portal, 201, shuffleResults(results), errors)
}

/** Creates a record with its associations, or not at all. */
function createAssociated(portal: Portal, object: CrmObject, input: BatchInput): number {
  const index = createPortalRecord(portal, object, input.properties ?? {})
  try {
    associateRecords(portal, object, index, input.associations)
  } catch (error) {
    object.table.forget(index)
    throw error
  }
  return index
}

export function batchUpdate(
  portal: Portal,
  object: CrmObject,
  inputs: BatchInput[],
  failingRows: ReadonlySet<number>,
): BatchReply {
  const ids = inputs.map(({ id }) => id)
  const repeated = [...new Set(ids.filter((id, row) => ids.indexOf(id) !== row))].map(String)
  if (repeated.length > 0) {
    throw validationError(
      `Duplicate IDs found in batch input: [${repeated.join(', ')}]. IDs must be unique`,
      { context: { ids: repeated } },
    )
  }
  for (const { properties } of inputs) parseProperties(object, properties ?? {})

  const write = listWrittenBack(portal, object, inputs)
  const results: TracedRecord[] = []
  const errors: BatchError[] = []
  const missing: string[] = []
  for (const [row, input] of inputs.entries()) {
    const idProperty = input.idProperty ?? undefined
    const index = findPortalRecord(portal, object, input.id ?? '', { idProperty })
    if (index === undefined) {
      missing.push(input.id ?? '')
      continue
    }
    try {
      if (failingRows.has(row)) throw makeInjectedFailure()
      updatePortalRecord(portal, object, index, input.properties ?? {})
      results.push(addTrace(write(index), input))
    } catch (error) {
      if (!(error instanceof HubSpotError)) throw error
      errors.push(rowError(error, input))
    }
  }
  if (missing.length > 0) errors.push(notFoundError(object, missing))
  return reply(portal, 200, shuffleResults(results), errors)
}

export function batchUpsert(portal: Portal, object: CrmObject, inputs: BatchInput[]): BatchReply {
  for (const { properties } of inputs) parseProperties(object, properties ?? {})
  const write = listWrittenBack(portal, object, inputs)
  const results = inputs.map((input) => {
    const idProperty = input.idProperty ?? undefined
    const id = input.id ?? ''
    const existing = findPortalRecord(portal, object, id, { idProperty })
    if (existing !== undefined) {
      updatePortalRecord(portal, object, existing, input.properties ?? {})
      return { ...addTrace(write(existing), input), new: false }
    }
    if (idProperty === undefined) throw validationError('idProperty is required to create a record')
    const properties = { ...input.properties, [idProperty]: id }
    return { ...addTrace(write(createPortalRecord(portal, object, properties)), input), new: true }
  })
  return reply(portal, 200, shuffleResults(results), [])
}

export function batchArchive(portal: Portal, object: CrmObject, inputs: BatchInput[]): void {
  for (const { id } of inputs) {
    const index = findRecordIndex(object, id ?? '')
    if (index !== undefined) portal.archive(object, index)
  }
}

/** Returns written records with the written values. */
function listWrittenBack(portal: Portal, object: CrmObject, inputs: BatchInput[]) {
  const names = inputs.flatMap(({ properties }) => Object.keys(properties ?? {}))
  return recordWriter(portal, object, names)
}

interface TracedRecord extends CrmRecord {
  objectWriteTraceId?: string
}

const addTrace = (record: CrmRecord, { objectWriteTraceId }: BatchInput): TracedRecord =>
  objectWriteTraceId === undefined ? record : { ...record, objectWriteTraceId }

/** HubSpot returns the results of a batch in no particular order; trace IDs identify them. */
const shuffleResults = (results: TracedRecord[]): TracedRecord[] =>
  results.every(({ objectWriteTraceId }) => objectWriteTraceId !== undefined)
    ? results.toReversed()
    : results

const makeInjectedFailure = () =>
  new HubSpotError(500, 'internal error', { category: 'INTERNAL_ERROR' })

function rowError(error: HubSpotError, input: BatchInput): BatchError {
  const context: Record<string, string[]> = {}
  if (input.objectWriteTraceId !== undefined) {
    context['objectWriteTraceId'] = [input.objectWriteTraceId]
  }
  if (input.id !== undefined) context['ids'] = [input.id]
  if (error instanceof AlreadyExists) context['existingId'] = [error.existingId]
  return {
    status: 'error',
    category: String(error.extra['category'] ?? 'VALIDATION_ERROR'),
    message: error.message,
    context,
  }
}

const notFoundError = (object: CrmObject, ids: string[]): BatchError => ({
  status: 'error',
  category: 'OBJECT_NOT_FOUND',
  message:
    `Could not get some ${object.singular.toUpperCase()} objects, they may be deleted or not ` +
    `exist. Check that ids are valid.`,
  context: { ids },
})

function reply(
  portal: Portal,
  status: 200 | 201,
  results: unknown[],
  errors: BatchError[],
): BatchReply {
  const at = new Date(portal.now()).toISOString()
  const body = { status: 'COMPLETE', results, startedAt: at, completedAt: at }
  if (errors.length === 0) return { status, body }
  return { status: 207, body: { ...body, numErrors: errors.length, errors } }
}
