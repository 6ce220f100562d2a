import * as contract from '@platform/contract'
import { WriteReply } from '@platform/contract'
import { findApprovedWrite, noSuchApproval } from '@platform/data/write/approvals/approvals'
import { nameOfCaller } from '@platform/kernel/access'
import { z } from 'zod'
import { type AskedCall, mustBeKnownFields, parseToolInput, type ToolCaller } from './asked-call.ts'
import {
  askConfirmation,
  Confirmation,
  type Confirming,
  keyOfConfirmation,
} from './confirmation.ts'
import type { PlannedTool } from './plan-tools.ts'
import { makeToolSuccess, type ToolOutcome } from './tool-outcome.ts'

const WriteFields = z.record(z.string(), z.unknown())
const RecordId = z.string().min(1).max(255)

const consent = { confirmation: Confirmation, approval: z.string().max(100).optional() }

const inputs = {
  create: z.strictObject({ record: WriteFields, ...consent }),
  update: z.strictObject({ id: RecordId, record: WriteFields, ...consent }),
  upsert: z.strictObject({
    keyField: z.string().min(1).max(255),
    record: WriteFields,
    confirmation: Confirmation,
  }),
  delete: z.strictObject({ id: RecordId, ...consent }),
}

/** Creates, changes or deletes a record. */
export async function writeByTool(
  confirming: Confirming,
  by: ToolCaller,
  { tool, metadata, input, perform }: AskedCall,
): Promise<ToolOutcome> {
  const { confirmation, approval, type, record, keyField } = toWrite(tool, input)
  mustBeKnownFields(
    [...Object.keys(record), ...(keyField === undefined ? [] : [keyField])].filter(
      (name) => name !== 'id',
    ),
    { tool, metadata, field: 'record' },
  )
  if (approval !== undefined) return findOutcome(by, { tool, type, approvalId: approval })
  if (tool.needsApproval) return askPerson(by, { tool, type, record, perform })
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

/** Asks for the write, which then waits for a person. */
async function askPerson(
  { groupRef }: ToolCaller,
  {
    tool,
    type,
    record,
    perform,
  }: Pick<AskedCall, 'tool' | 'perform'> & Pick<AskedWrite, 'type' | 'record'>,
): Promise<ToolOutcome> {
  const { operationId, approvalId } = WriteReply.parse(
    await perform(contract.writeRecords, {
      body: { groupRef, type, mode: 'asynchronous', approval: 'person', record },
    }),
  )
  return makeToolSuccess({
    status: 'waiting-for-approval',
    operationId,
    approval: approvalId,
    wouldDo: { action: type, object: tool.shownName, record },
    nextStep:
      'Nothing has been changed. A person decides about it in the product, not in this conversation. Call the tool again with the same arguments and `approval` for the outcome.',
  })
}

/** Returns the outcome of a write that the caller asked for with the same tool. */
async function findOutcome(
  { db, caller, groupRef }: ToolCaller,
  { tool, type, approvalId }: { tool: PlannedTool; type: AskedWrite['type']; approvalId: string },
): Promise<ToolOutcome> {
  const found = await findApprovedWrite(db, approvalId)
  const isOwn =
    found?.approval.requestedBy === nameOfCaller(caller) &&
    found.approval.groupRef === groupRef &&
    found.approval.installationId === tool.installationId &&
    found.approval.rawObjectName === tool.objectName &&
    found.approval.type === type
  if (!found || !isOwn) throw noSuchApproval(approvalId)
  const { approval, operation, results } = found
  const { operationId, decidedBy, reason } = approval
  const errors = results.flatMap((result) => result?.error ?? [])
  const ids = results.flatMap((result) => result?.recordId ?? [])
  const isWritten = operation?.status === 'success'
  const hasEnded = operation !== undefined && operation.status !== 'in_progress'
  const status =
    approval.state !== 'approved'
      ? { pending: 'waiting-for-approval', rejected: 'rejected', expired: 'expired' }[
          approval.state
        ]
      : hasEnded
        ? isWritten
          ? 'written'
          : 'refused'
        : 'approved'
  return {
    data: {
      ...{ status, operationId },
      ...(ids[0] !== undefined && { id: ids[0] }),
      ...(decidedBy !== null && { decidedBy }),
      ...(reason !== null && { reason }),
      ...(status === 'refused' && { errors: errors.map((message) => ({ reason: message })) }),
    },
    isError: status === 'refused',
  }
}

interface AskedWrite {
  type: 'create' | 'update' | 'upsert' | 'delete'
  record: Record<string, unknown>
  keyField?: string
  confirmation: string | undefined
  approval?: string | undefined
}

function toWrite({ action }: PlannedTool, input: unknown): AskedWrite {
  if (action === 'create') {
    const { record, ...given } = parseToolInput(inputs.create, input)
    return { type: 'create', record, confirmation: undefined, ...given }
  }
  if (action === 'update') {
    const { id, record, ...given } = parseToolInput(inputs.update, input)
    return { type: 'update', record: { ...record, id }, confirmation: undefined, ...given }
  }
  if (action === 'upsert') {
    const { keyField, record, confirmation } = parseToolInput(inputs.upsert, input)
    return { type: 'upsert', keyField, record, confirmation }
  }
  const { id, ...given } = parseToolInput(inputs.delete, input)
  return { type: 'delete', record: { id }, confirmation: undefined, ...given }
}
