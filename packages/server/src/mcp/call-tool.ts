import { createHash } from 'node:crypto'
import * as contract from '@platform/contract'
import {
  ObjectMetadata,
  SearchReply,
  WriteReply,
  type OperationDefinition,
} from '@platform/contract'
import { didYouMean } from '@platform/manifest'
import type { AdmittedProject, Caller } from '@platform/kernel/access/caller'
import type { Api, PerformedCall } from '@platform/kernel/http/api'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Secrets } from '@platform/kernel/secrets/secrets'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { confirmationFor, confirmationMs, mustConfirm } from './confirmation.ts'
import type { PlannedTool } from './plan-tools.ts'
import { fieldsOf, plainLabel } from './tool-schema.ts'

/** Caller of a tool, with the request and the project. */
export interface ToolCaller {
  caller: Caller
  callerId: string
  project: AdmittedProject
  groupRef: string
  request: FastifyRequest
  reply: FastifyReply
}

/** What a tool returns: JSON with the data of records, and whether something failed. */
export interface ToolOutcome {
  data: Record<string, unknown>
  isError: boolean
}

/** Maximum characters of JSON in a page of results, so that it fits into the context of a model. */
export const mostResultChars = 60_000
const mostValueChars = 10_000
const fieldsPerPage = 100
const mostSampledFields = 50

const Where = z.record(z.string(), z.union([z.string().max(10_000), z.number(), z.boolean()]))
const WriteFields = z.record(z.string(), z.unknown())
const Cursor = z.string().max(100).optional()
const Confirmation = z.string().max(2000).optional()
const RecordId = z.string().min(1).max(255)

const inputs = {
  describe: z.strictObject({ cursor: Cursor }),
  sample: z.strictObject({}),
  search: z.strictObject({
    where: Where,
    limit: z.int().min(1).max(100).default(25),
    cursor: Cursor,
  }),
  create: z.strictObject({ record: WriteFields, confirmation: Confirmation }),
  update: z.strictObject({ id: RecordId, record: WriteFields, confirmation: Confirmation }),
  delete: z.strictObject({ id: RecordId, confirmation: Confirmation }),
}

/**
 * Carries out a call of a tool, by an operation of the contract. A call that needs a confirmation and
 * has none changes nothing: it returns what would be written, and the confirmation.
 */
export async function callTool(
  { api, secrets, now }: { api: Api; secrets: Secrets; now: () => Date },
  by: ToolCaller,
  {
    tool,
    metadata,
    input,
  }: { tool: PlannedTool; metadata: ObjectMetadata | undefined; input: unknown },
): Promise<ToolOutcome> {
  const perform = (operation: OperationDefinition, sent: SentCall) =>
    api.perform(operation, performed(by, tool, sent))
  switch (tool.action) {
    case 'describe':
      return describe(tool, metadata, parsed(inputs.describe, input))
    case 'sample': {
      parsed(inputs.sample, input)
      const fieldNames = [...tool.names.keys()].slice(0, mostSampledFields)
      const { records } = contract.sampleRecords.reply.parse(
        await perform(contract.sampleRecords, {
          query: { groupRef: by.groupRef, fieldNames: fieldNames.join(',') },
        }),
      )
      return done({ records: records.map(({ fields }) => namedBy(tool, fields)) })
    }
    case 'search': {
      const { where, limit, cursor } = parsed(inputs.search, input)
      mustBeKnown(Object.keys(where), { tool, metadata, field: 'where' })
      if (Object.keys(where).length === 0) {
        throw invalidInput({ in: 'body', name: 'where', detail: 'Name at least one field.' })
      }
      const fieldFilters = Object.entries(where).map(([fieldName, value]) => ({
        fieldName,
        operator: 'eq',
        value,
      }))
      const { result } = SearchReply.parse(
        await perform(contract.searchRecords, {
          query: { groupRef: by.groupRef },
          body: { objectName: tool.objectName, fieldFilters },
        }),
      )
      // The record as the provider has it may contain fields that nobody chose.
      const records = result.map(({ id, fields, mappedFields }) => ({
        id,
        fields: { ...fields, ...mappedFields },
      }))
      return pageOfResults('records', records, { limit, from: positionOf(cursor) })
    }
    default:
      return write({ secrets, now }, by, { tool, metadata, input, perform })
  }
}

interface SentCall {
  query?: Record<string, string>
  body?: unknown
  key?: string | undefined
}

function performed(
  { caller, project, request, reply }: ToolCaller,
  tool: PlannedTool,
  { query, body, key }: SentCall,
): PerformedCall {
  const params = {
    projectIdOrName: project.id,
    integrationId: tool.integration,
    objectName: tool.objectName,
  }
  const { searchRecords } = contract
  return {
    ...{ caller, project, request, reply, key, body },
    ...(query && { query }),
    params:
      tool.action === 'search'
        ? { projectIdOrName: params.projectIdOrName, integrationId: params.integrationId }
        : params,
    target: `/mcp/v1/tools/${tool.name}${tool.action === 'search' ? `:${searchRecords.id}` : ''}`,
  }
}

async function write(
  { secrets, now }: { secrets: Secrets; now: () => Date },
  by: ToolCaller,
  {
    tool,
    metadata,
    input,
    perform,
  }: {
    tool: PlannedTool
    metadata: ObjectMetadata | undefined
    input: unknown
    perform: (operation: OperationDefinition, sent: SentCall) => Promise<unknown>
  },
): Promise<ToolOutcome> {
  const { confirmation, type, record } = writeOf(tool, input)
  mustBeKnown(
    Object.keys(record).filter((name) => name !== 'id'),
    { tool, metadata, field: 'record' },
  )
  const { callerId, project, groupRef } = by
  const call = { projectId: project.id, callerId, groupRef, tool: tool.name, input: record }
  if (tool.needsConfirmation && confirmation === undefined) {
    return done({
      status: 'confirmation-required',
      wouldDo: { action: type, object: tool.shownName, record },
      confirmation: await confirmationFor(secrets, call, now()),
      expiresInSeconds: confirmationMs / 1000,
      nextStep:
        'Nothing has been changed. Show `wouldDo` to the user. If they agree, call the tool again with the same arguments and `confirmation`.',
    })
  }
  if (confirmation !== undefined) await mustConfirm(secrets, call, { confirmation, now: now() })
  const reply = WriteReply.parse(
    await perform(contract.writeRecords, {
      body: { groupRef, type, mode: 'synchronous', record },
      // A confirmation is good for one write: a repeated call returns what the first one came to.
      key: confirmation && createHash('sha256').update(confirmation).digest('base64url'),
    }),
  )
  const { operationId, result, warnings } = reply
  return {
    data: {
      status: result?.success === false ? 'refused' : 'written',
      operationId,
      ...(result?.recordId !== undefined && { id: result.recordId }),
      ...(result?.success === false && { errors: result.errors }),
      ...(warnings && { warnings }),
    },
    isError: result?.success === false,
  }
}

function writeOf({ action }: PlannedTool, input: unknown) {
  if (action === 'create') {
    const { record, confirmation } = parsed(inputs.create, input)
    return { type: 'create', record, confirmation } as const
  }
  if (action === 'update') {
    const { id, record, confirmation } = parsed(inputs.update, input)
    return { type: 'update', record: { ...record, id }, confirmation } as const
  }
  const { id, confirmation } = parsed(inputs.delete, input)
  return { type: 'delete', record: { id } as Record<string, unknown>, confirmation } as const
}

function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input ?? {})
  if (success) return data
  throw invalidInput(
    ...error.issues.slice(0, 20).map(({ path, message }) => ({
      in: 'body' as const,
      name: path.join('.'),
      detail: message,
    })),
  )
}

/** Rejects fields that the schema of the tool does not show, with the name that was probably meant. */
function mustBeKnown(
  named: readonly string[],
  {
    tool,
    metadata,
    field,
  }: { tool: PlannedTool; metadata: ObjectMetadata | undefined; field: string },
): void {
  const known = [...fieldsOf(tool, metadata).keys()]
  if (!metadata && !tool.isLimitedToNames) return
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw invalidInput(
    ...unknown.slice(0, 20).map((name) => ({
      in: 'body' as const,
      name: `${field}.${name.slice(0, 100)}`,
      detail: [
        'The tool has no such field.',
        didYouMean(name, known) ?? 'The schema of the tool lists its fields.',
      ].join(' '),
    })),
  )
}

function describe(
  tool: PlannedTool,
  metadata: ObjectMetadata | undefined,
  { cursor }: { cursor?: string | undefined },
): ToolOutcome {
  const fields = [...fieldsOf(tool, metadata)].map(([name, field]) => ({
    name,
    ...(field && {
      label: plainLabel(field.displayName),
      type: field.valueType ?? 'other',
      ...(field.isRequired && { isRequired: true }),
      ...(field.readOnly && { isReadOnly: true }),
      ...(field.values && { options: field.values.slice(0, 200).map(({ value }) => value) }),
    }),
  }))
  return pageOfResults('fields', fields, { limit: fieldsPerPage, from: positionOf(cursor) })
}

/** The values by the names that the agent uses. */
const namedBy = ({ names }: PlannedTool, fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([fieldName, value]) => [names.get(fieldName) ?? fieldName, value]),
  )

const done = (data: Record<string, unknown>): ToolOutcome => ({ data, isError: false })

const positionOf = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0
  if (/^\d{1,6}$/.test(cursor)) return Number(cursor)
  throw invalidInput({
    in: 'body',
    name: 'cursor',
    detail: 'Send `nextCursor` of the previous result.',
  })
}

/** A part of a list that a model can take in, with the cursor of the next. */
export function pageOfResults(
  name: string,
  all: readonly unknown[],
  { limit, from }: { limit: number; from: number },
): ToolOutcome {
  const page: unknown[] = []
  let chars = 0
  for (const entry of all.slice(from, from + limit)) {
    const shown: unknown = JSON.parse(JSON.stringify(entry), shortened)
    chars += JSON.stringify(shown).length
    if (page.length > 0 && chars > mostResultChars) break
    page.push(shown)
  }
  const next = from + page.length
  return done({ [name]: page, ...(next < all.length && { nextCursor: String(next) }) })
}

export const shortened = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > mostValueChars
    ? `${value.slice(0, mostValueChars)}… (${value.length} characters)`
    : value
