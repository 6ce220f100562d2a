import * as contract from '@platform/contract'
import { WriteReply } from '@platform/contract'
import { z } from 'zod'
import { type AskedCall, mustBeKnownFields, parseToolInput, type ToolCaller } from './asked-call.ts'
import {
  askConfirmation,
  Confirmation,
  type Confirming,
  keyOfConfirmation,
} from './confirmation.ts'
import type { PlannedTool } from './plan-tools.ts'
import type { ToolOutcome } from './tool-outcome.ts'

const WriteFields = z.record(z.string(), z.unknown())
const RecordId = z.string().min(1).max(255)

const inputs = {
  create: z.strictObject({ record: WriteFields, confirmation: Confirmation }),
  update: z.strictObject({ id: RecordId, record: WriteFields, confirmation: Confirmation }),
  upsert: z.strictObject({
    keyField: z.string().min(1).max(255),
    record: WriteFields,
    confirmation: Confirmation,
  }),
  delete: z.strictObject({ id: RecordId, confirmation: Confirmation }),
}

/** Creates, changes or deletes a record. */
export async function writeByTool(
  confirming: Confirming,
  by: ToolCaller,
  { tool, metadata, input, perform }: AskedCall,
): Promise<ToolOutcome> {
  const { confirmation, type, record, keyField } = toWrite(tool, input)
  mustBeKnownFields(
    [...Object.keys(record), ...(keyField === undefined ? [] : [keyField])].filter(
      (name) => name !== 'id',
    ),
    { tool, metadata, field: 'record' },
  )
  const key = keyField === undefined ? {} : { keyField }
  const { asked } = await askConfirmation(confirming, by, {
    tool,
    input: { ...key, record },
    confirmation,
    wouldDo: { action: type, object: tool.shownName, ...key, record },
  })
  if (asked) return asked
  const reply = WriteReply.parse(
    await perform(contract.writeRecords, {
      body: { groupRef: by.groupRef, type, mode: 'synchronous', ...key, record },
      key: keyOfConfirmation(confirmation),
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

function toWrite({ action }: PlannedTool, input: unknown): AskedWrite {
  if (action === 'create') {
    const { record, confirmation } = parseToolInput(inputs.create, input)
    return { type: 'create', record, confirmation }
  }
  if (action === 'update') {
    const { id, record, confirmation } = parseToolInput(inputs.update, input)
    return { type: 'update', record: { ...record, id }, confirmation }
  }
  if (action === 'upsert') {
    const { keyField, record, confirmation } = parseToolInput(inputs.upsert, input)
    return { type: 'upsert', keyField, record, confirmation }
  }
  const { id, confirmation } = parseToolInput(inputs.delete, input)
  return { type: 'delete', record: { id }, confirmation }
}
