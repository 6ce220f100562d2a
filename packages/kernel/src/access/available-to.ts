import type { OperationDefinition } from '@platform/contract'
import { Problem } from '../problems/problem.ts'
import type { Caller } from './caller.ts'

/** Rejects kinds of callers for which the operation is not. */
export function mustBeFor({ id, callers }: OperationDefinition, kind: Caller['kind']): void {
  if (kind !== 'nobody' && callers.includes(kind)) return
  throw unavailable(id, callersInWords[kind])
}

export const unavailable = (operationId: string, who: string) =>
  new Problem('permission-missing', { detail: `${operationId} is not available to ${who}.` })

/** How problems name kinds of callers. */
export const callersInWords = {
  nobody: 'anybody',
  builder: 'builders',
  full: 'API keys of servers',
  frontend: 'API keys of scope frontend',
  consumer: 'end users',
}
