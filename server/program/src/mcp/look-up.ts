import * as contract from '@platform/contract'
import { SearchReply } from '@platform/contract'
import { nameOfCaller } from '@platform/kernel/access'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { formatCounted } from '@platform/kernel/values'
import { runToolCall } from '@platform/data/proxy/tool-operation'
import { findInstallation } from '@platform/installations/installations/installations'
import { newId } from '@platform/kernel/db/new-id'
import { z } from 'zod'
import { type AskedCall, mustBeKnownFields, parseToolInput, type ToolCaller } from './asked-call.ts'
import type { PlannedTool } from './plan-tools.ts'
import {
  pageOfResults,
  positionOfCursor,
  makeToolSuccess,
  type ToolOutcome,
} from './tool-outcome.ts'
import { listToolFields, plainLabel } from './tool-schema.ts'

const fieldsPerPage = 100
const maxSampledFields = 50

const Where = z.record(z.string(), z.union([z.string().max(10_000), z.number(), z.boolean()]))
const Cursor = z.string().max(100).optional()
const DescribeInput = z.strictObject({ cursor: Cursor })
const SampleInput = z.strictObject({})
const SearchInput = z.strictObject({
  where: Where,
  limit: z.int().min(1).max(100).default(25),
  cursor: Cursor,
})

/** Lists the fields of the object in the account, page by page. */
export async function describeFieldsByTool(
  by: ToolCaller,
  { tool, metadata, input }: AskedCall,
): Promise<ToolOutcome> {
  const { cursor } = parseToolInput(DescribeInput, input)
  return asOperation(by, tool, 'fields', async () => {
    const fields = [...listToolFields(tool, metadata)].map(([name, field]) => ({
      name,
      ...(field && {
        label: plainLabel(field.displayName),
        type: field.valueType ?? 'other',
        ...(field.isRequired && { isRequired: true }),
        ...(field.readOnly && { isReadOnly: true }),
        ...(field.values && { options: field.values.slice(0, 200).map(({ value }) => value) }),
      }),
    }))
    return pageOfResults('fields', fields, { limit: fieldsPerPage, from: positionOfCursor(cursor) })
  })
}

/** Returns a few records with the fields that the agent may know. */
export async function sampleByTool(
  by: ToolCaller,
  { tool, input, perform }: AskedCall,
): Promise<ToolOutcome> {
  parseToolInput(SampleInput, input)
  return asOperation(by, tool, 'records', async () => {
    const fieldNames = [...tool.names.keys()].slice(0, maxSampledFields)
    const { records } = contract.sampleRecords.reply.parse(
      await perform(contract.sampleRecords, {
        query: { groupRef: by.groupRef, fieldNames: fieldNames.join(',') },
      }),
    )
    return makeToolSuccess({ records: records.map(({ fields }) => renameByTool(tool, fields)) })
  })
}

/** Searches records by the values of fields. */
export async function searchByTool(
  by: ToolCaller,
  { tool, metadata, input, perform }: AskedCall,
): Promise<ToolOutcome> {
  const { where, limit, cursor } = parseToolInput(SearchInput, input)
  mustBeKnownFields(Object.keys(where), { tool, metadata, field: 'where' })
  if (Object.keys(where).length === 0) {
    throw invalidInput({ in: 'body', name: 'where', detail: 'Name at least one field.' })
  }
  return asOperation(by, tool, 'records', async () => {
    const from = positionOfCursor(cursor)
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
    return pageOfResults('records', records, { limit, from })
  })
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
    const msg = `Returned ${formatCounted(count, what === 'fields' ? 'field' : 'record')}.`
    return { done: outcome, msg, isSuccess: !outcome.isError }
  })
}

/** The values by the names that the agent uses. */
const renameByTool = ({ names }: PlannedTool, fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([fieldName, value]) => [names.get(fieldName) ?? fieldName, value]),
  )
