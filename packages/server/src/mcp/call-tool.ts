import { createHash } from 'node:crypto'
import * as contract from '@platform/contract'
import {
  ObjectMetadata,
  SearchReply,
  WriteReply,
  type OperationDefinition,
} from '@platform/contract'
import { didYouMean } from '@platform/manifest'
import { nameOfCaller, type AdmittedProject, type Caller } from '@platform/kernel/access/caller'
import type { Api, PerformedCall } from '@platform/kernel/http/api'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { counted } from '@platform/kernel/values/counted'
import { callProvider } from '@platform/data/proxy/call-provider'
import { runToolCall } from '@platform/data/proxy/tool-operation'
import { findInstallation } from '@platform/installations/installations/installations'
import type { Db } from '@platform/kernel/db/database'
import { idFor, newId } from '@platform/kernel/db/new-id'
import type { Services } from '@platform/kernel/services'
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
  db: Db
}

export interface ToolDependencies {
  api: Api
  services: Services
  secrets: Secrets
  now: () => Date
}

type PerformCall = (operation: OperationDefinition, sent: SentCall) => Promise<unknown>

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
  upsert: z.strictObject({
    keyField: z.string().min(1).max(255),
    record: WriteFields,
    confirmation: Confirmation,
  }),
  delete: z.strictObject({ id: RecordId, confirmation: Confirmation }),
  defineFields: z.strictObject({
    fields: z.array(contract.FieldDefinition).min(1).max(100),
    confirmation: Confirmation,
  }),
  call: z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    path: z.string().max(2000),
    query: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
    confirmation: Confirmation,
  }),
}

/**
 * Carries out a call of a tool, by an operation of the contract. A call that needs a confirmation and
 * has none changes nothing: it returns what would be written, and the confirmation.
 */
export async function callTool(
  dependencies: ToolDependencies,
  by: ToolCaller,
  {
    tool,
    metadata,
    input,
  }: { tool: PlannedTool; metadata: ObjectMetadata | undefined; input: unknown },
): Promise<ToolOutcome> {
  const perform: PerformCall = (operation, sent) =>
    dependencies.api.perform(operation, performed(by, tool, sent))
  switch (tool.action) {
    case 'describe': {
      const asked = parsed(inputs.describe, input)
      return asOperation(by, tool, 'fields', async () => describe(tool, metadata, asked))
    }
    case 'sample':
      parsed(inputs.sample, input)
      return asOperation(by, tool, 'records', () => sample(by, tool, perform))
    case 'search': {
      const asked = parsed(inputs.search, input)
      mustBeKnown(Object.keys(asked.where), { tool, metadata, field: 'where' })
      if (Object.keys(asked.where).length === 0) {
        throw invalidInput({ in: 'body', name: 'where', detail: 'Name at least one field.' })
      }
      return asOperation(by, tool, 'records', () => search(by, tool, asked, perform))
    }
    case 'defineFields':
      return defineFields(dependencies, by, { tool, input, perform })
    case 'call':
      return callApi(dependencies, by, { tool, input })
    default:
      return write(dependencies, by, { tool, metadata, input, perform })
  }
}

/** Runs a tool that looks something up as an operation; those that change something are one already. */
async function asOperation(
  { db, caller }: ToolCaller,
  { name, objectName, installationId }: PlannedTool,
  what: 'fields' | 'records',
  run: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const installation = installationId && (await findInstallation(db, installationId))
  if (!installation) throw new Problem('installation-not-found')
  const call = { id: newId('op'), tool: name, objectName, by: nameOfCaller(caller) }
  return runToolCall(db, installation, call, async () => {
    const outcome = await run()
    const shown = outcome.data[what]
    const count = Array.isArray(shown) ? shown.length : 0
    const msg = `Returned ${counted(count, what === 'fields' ? 'field' : 'record')}.`
    return { done: outcome, msg, isSuccess: !outcome.isError }
  })
}

async function sample(
  { groupRef }: ToolCaller,
  tool: PlannedTool,
  perform: PerformCall,
): Promise<ToolOutcome> {
  const fieldNames = [...tool.names.keys()].slice(0, mostSampledFields)
  const { records } = contract.sampleRecords.reply.parse(
    await perform(contract.sampleRecords, {
      query: { groupRef, fieldNames: fieldNames.join(',') },
    }),
  )
  return done({ records: records.map(({ fields }) => namedBy(tool, fields)) })
}

async function search(
  { groupRef }: ToolCaller,
  { objectName }: PlannedTool,
  { where, limit, cursor }: z.output<typeof inputs.search>,
  perform: PerformCall,
): Promise<ToolOutcome> {
  const from = positionOf(cursor)
  const fieldFilters = Object.entries(where).map(([fieldName, value]) => ({
    fieldName,
    operator: 'eq',
    value,
  }))
  const { result } = SearchReply.parse(
    await perform(contract.searchRecords, {
      query: { groupRef },
      body: { objectName, fieldFilters },
    }),
  )
  // The record as the provider has it may contain fields that nobody chose.
  const records = result.map(({ id, fields, mappedFields }) => ({
    id,
    fields: { ...fields, ...mappedFields },
  }))
  return pageOfResults('records', records, { limit, from })
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
      tool.action === 'search' || tool.action === 'defineFields'
        ? { projectIdOrName: params.projectIdOrName, integrationId: params.integrationId }
        : params,
    target: `/mcp/v1/tools/${tool.name}${tool.action === 'search' ? `:${searchRecords.id}` : ''}`,
  }
}

type Confirming = Pick<ToolDependencies, 'secrets' | 'now'>

/** What a call without its confirmation comes to, or when it was confirmed. Neither: it needs none. */
interface Confirmed {
  asked?: ToolOutcome
  confirmedAt?: Date
}

async function confirm(
  { secrets, now }: Confirming,
  { callerId, project, groupRef }: ToolCaller,
  {
    tool,
    input,
    confirmation,
    wouldDo,
  }: {
    tool: PlannedTool
    input: unknown
    confirmation: string | undefined
    wouldDo: Record<string, unknown>
  },
): Promise<Confirmed> {
  const call = { projectId: project.id, callerId, groupRef, tool: tool.name, input }
  if (confirmation !== undefined) {
    return { confirmedAt: await mustConfirm(secrets, call, { confirmation, now: now() }) }
  }
  if (!tool.needsConfirmation) return {}
  const asked = done({
    status: 'confirmation-required',
    wouldDo,
    confirmation: await confirmationFor(secrets, call, now()),
    expiresInSeconds: confirmationMs / 1000,
    nextStep:
      'Nothing has been changed. Show `wouldDo` to the user. If they agree, call the tool again with the same arguments and `confirmation`.',
  })
  return { asked }
}

/** Returns the bytes of a confirmation, which base64 can write in several ways. */
const bytesOf = (confirmation: string) => Buffer.from(confirmation, 'base64url')

/** A confirmation is good for one change: a repeated call returns what the first one came to. */
const keyOf = (confirmation: string | undefined) =>
  confirmation && createHash('sha256').update(bytesOf(confirmation)).digest('base64url')

async function write(
  confirming: Confirming,
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
    perform: PerformCall
  },
): Promise<ToolOutcome> {
  const { confirmation, type, record, keyField } = writeOf(tool, input)
  mustBeKnown(
    [...Object.keys(record), ...(keyField === undefined ? [] : [keyField])].filter(
      (name) => name !== 'id',
    ),
    { tool, metadata, field: 'record' },
  )
  const key = keyField === undefined ? {} : { keyField }
  const { asked } = await confirm(confirming, by, {
    tool,
    input: { ...key, record },
    confirmation,
    wouldDo: { action: type, object: tool.shownName, ...key, record },
  })
  if (asked) return asked
  const reply = WriteReply.parse(
    await perform(contract.writeRecords, {
      body: { groupRef: by.groupRef, type, mode: 'synchronous', ...key, record },
      key: keyOf(confirmation),
    }),
  )
  const { operationId, result, warnings } = reply
  return {
    data: {
      status: result?.success === false ? 'refused' : 'written',
      operationId,
      ...(result?.recordId !== undefined && { id: result.recordId }),
      ...(result?.created !== undefined && { created: result.created }),
      ...(result?.success === false && { errors: result.errors }),
      ...(warnings && { warnings }),
    },
    isError: result?.success === false,
  }
}

interface AskedWrite {
  type: 'create' | 'update' | 'upsert' | 'delete'
  record: Record<string, unknown>
  keyField?: string
  confirmation: string | undefined
}

function writeOf({ action }: PlannedTool, input: unknown): AskedWrite {
  if (action === 'create') {
    const { record, confirmation } = parsed(inputs.create, input)
    return { type: 'create', record, confirmation }
  }
  if (action === 'update') {
    const { id, record, confirmation } = parsed(inputs.update, input)
    return { type: 'update', record: { ...record, id }, confirmation }
  }
  if (action === 'upsert') {
    const { keyField, record, confirmation } = parsed(inputs.upsert, input)
    return { type: 'upsert', keyField, record, confirmation }
  }
  const { id, confirmation } = parsed(inputs.delete, input)
  return { type: 'delete', record: { id }, confirmation }
}

/** Creates or changes custom fields of the object in the account of the customer. */
async function defineFields(
  confirming: Confirming,
  by: ToolCaller,
  { tool, input, perform }: { tool: PlannedTool; input: unknown; perform: PerformCall },
): Promise<ToolOutcome> {
  const { fields, confirmation } = parsed(inputs.defineFields, input)
  const { asked } = await confirm(confirming, by, {
    tool,
    input: { fields },
    confirmation,
    wouldDo: { action: 'defineFields', object: tool.shownName, fields },
  })
  if (asked) return asked
  const reply = contract.UpsertMetadataResponse.parse(
    await perform(contract.upsertMetadataForInstallation, {
      body: { groupRef: by.groupRef, fields: { [tool.objectName]: fields } },
      key: keyOf(confirmation),
    }),
  )
  return {
    data: { ...reply, fields: reply.fields[tool.objectName] ?? {} },
    isError: !reply.success,
  }
}

/** Calls the API of the provider, with the credentials of the installation, and records who did. */
async function callApi(
  { api, services, ...confirming }: ToolDependencies,
  by: ToolCaller,
  { tool, input }: { tool: PlannedTool; input: unknown },
): Promise<ToolOutcome> {
  const { method, path, query, body, confirmation } = parsed(inputs.call, input)
  const { calls, installationId } = tool
  if (!calls?.methods.includes(method) || installationId === undefined) {
    throw invalidInput({
      in: 'body',
      name: 'method',
      value: method,
      detail: `The method is not allowed. Allowed are: ${calls?.methods.join(', ')}.`,
    })
  }
  const call = { method, path, ...(query && { query }), ...(body !== undefined && { body }) }
  const { asked, confirmedAt }: Confirmed =
    method === 'GET'
      ? {}
      : await confirm(confirming, by, { tool, input: call, confirmation, wouldDo: call })
  if (asked) return asked
  const { caller, project, request, groupRef, db } = by
  await api.record({
    action: 'proxy',
    caller,
    orgIds: [project.orgId],
    projectId: project.id,
    target: `/mcp/v1/tools/${tool.name}`,
    before: undefined,
    after: { groupRef, method, path },
    request,
    db,
  })
  const reply = await callProvider(services, db, {
    ...call,
    installationId,
    allowed: calls.paths,
    operation: {
      // A confirmation allows one call, also in another process and after a crash.
      id:
        confirmation !== undefined && confirmedAt
          ? idFor('op', {
              text: bytesOf(confirmation).toString('hex'),
              timeMs: confirmedAt.getTime(),
            })
          : newId('op'),
      tool: tool.name,
      objectName: '',
      by: nameOfCaller(caller),
    },
  })
  const { data } = pageOfResults('reply', [reply.body], { limit: 1, from: 0 })
  const [shown] = data['reply'] as unknown[]
  const text = JSON.stringify(shown)
  return {
    data: {
      status: reply.status,
      ...(text.length <= mostResultChars
        ? { body: shown }
        : { truncated: true, startOfBody: text.slice(0, mostResultChars) }),
    },
    isError: reply.status >= 400,
  }
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
