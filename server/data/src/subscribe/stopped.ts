import type { ProviderError } from '@platform/connector'
import type { LogCall } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { logOperation } from '@platform/installations/operations/logs'
import type { Problem } from '@platform/kernel/problems/problem'
import {
  callInWords,
  logCall,
  callForLog,
  type ProviderCall,
} from '@platform/connections/provider/call/provider-call'
import type { Services } from '@platform/kernel/services'
import type { LinkRow } from './store.ts'

/** An error with the call that caused it and the number of the attempt. */
export interface Stopped {
  error: ProviderError | Problem
  call: ProviderCall | undefined
  attempt: number
}

/** Returns the log message of an operation: what failed, and what happens next. */
export const makeStoppedLine = ({ error, call, attempt }: Stopped, what: string, next: string) => ({
  msg: `${what} (${callInWords(call, attempt)}); ${next}.`,
  error: error.message,
  call: call && logCall(call, attempt),
})

/** Logs the error to the server log. */
export function warnStopped(
  { log }: Services,
  { error, call, attempt }: Stopped,
  { what, next, ...about }: { what: string; next: string } & Partial<Record<string, string>>,
): void {
  log.warn({ ...callForLog(call), attempt, next, ...about, error: error.message }, what)
}

/** Writes to the log of each installation's set-up. */
export async function logForMembers(
  tx: Db,
  links: readonly Pick<LinkRow, 'projectId' | 'operationId'>[],
  line: { severity: 'info' | 'warning' | 'error' } & (
    | ReturnType<typeof makeStoppedLine>
    | { msg: string; call?: LogCall | undefined }
  ),
): Promise<void> {
  for (const { projectId, operationId } of links) {
    if (operationId) await logOperation(tx, { projectId, operationId, ...line })
  }
}
