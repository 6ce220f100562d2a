import type { OperationId } from '@platform/contract'
import {
  callInWords,
  logCall,
  type ProviderCall,
} from '@platform/connections/provider/call/provider-call'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { endOperation } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import { insertOperation } from '@platform/installations/operations/operations'
import type { Db } from '@platform/kernel/db/database'
import { isUniqueViolation } from '@platform/kernel/db/errors'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'

/** A call of a tool by an agent. */
export interface ToolCall {
  id: OperationId
  tool: string
  /** Empty for calls to the API of the provider. */
  objectName: string
  /** Who called, as `nameOfCaller` returns it. */
  by: string
}

/** What came of a call. */
export interface ToolCallOutcome<Done> {
  done: Done
  /** The outcome as a sentence. */
  msg: string
  isSuccess: boolean
  call?: ProviderCall | undefined
}

const maxChars = 1000

/**
 * Runs a call of a tool as an operation with its log. The operation exists before the provider is
 * called, so that a call whose process ends is not lost.
 * @throws Problem `invalid-input` if the operation exists: its confirmation was used before
 */
export async function runToolCall<Done>(
  db: Db,
  installation: Pick<InstallationRow, 'id' | 'projectId' | 'integrationId' | 'configId'>,
  { id, tool, objectName, by }: ToolCall,
  run: () => Promise<ToolCallOutcome<Done>>,
  keep: (end: () => Promise<void>) => Promise<void> = (end) => end(),
): Promise<Done> {
  const { projectId, integrationId, configId } = installation
  await insertOperation(db, {
    ...{ id, projectId, integrationId, configId },
    installationId: installation.id,
    actionType: 'toolCall',
    objectName: objectName || tool,
    readType: null,
    status: 'in_progress',
    createdBy: by,
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? alreadyCalled(id) : error
  })
  const end = async (isSuccess: boolean, msg: string, call?: ProviderCall) => {
    const place = call ? ` (${callInWords(call, 1)})` : ''
    await inTransaction(db, async (tx) => {
      const status = isSuccess ? 'success' : 'failure'
      const outcome = { status, result: msg.slice(0, maxChars) } as const
      if (!(await endOperation(tx, { id, fence: 0 }, outcome))) return
      await logOperation(tx, {
        ...{ projectId, operationId: id, by },
        severity: isSuccess ? 'info' : 'error',
        msg: `${tool}${place}: ${msg}`.slice(0, maxChars),
        ...(call && { call: logCall(call, 1) }),
      })
    })
  }
  const outcome = await run().catch(async (error: unknown) => {
    await end(false, error instanceof Error ? error.message : String(error))
    throw error
  })
  const { done, msg, isSuccess, call } = outcome
  // A call that the provider has carried out has not failed, although this may.
  await keep(() => end(isSuccess, msg, call))
  return done
}

const alreadyCalled = (id: OperationId) =>
  new Problem('invalid-input', {
    detail: `The confirmation was used before: the call is operation ${id}.`,
    remedy:
      'Look at the outcome of the operation. Call the tool without `confirmation` to ask the user again.',
  })
