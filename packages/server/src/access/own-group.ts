import { invalidInput, Problem } from '../http/problem.ts'
import type { Caller } from './caller.ts'

/**
 * The group whose records a list may show: the consumer's own one, or the one asked for. A key of
 * the front end has to ask for one; undefined means all groups.
 */
export function visibleGroup(caller: Caller, groupRef: string | undefined): string | undefined {
  if (caller.kind === 'consumer') {
    if (groupRef !== undefined) requireOwnGroup(caller, groupRef)
    return caller.groupRef
  }
  if (caller.kind === 'frontend' && groupRef === undefined) {
    throw invalidInput({
      in: 'query',
      name: 'groupRef',
      detail: 'A key of scope frontend lists one group at a time: groupRef is required.',
    })
  }
  return groupRef
}

/** Refuses to let a consumer act for another group than its own. */
export function requireOwnGroup(caller: Caller, groupRef: string): void {
  if (caller.kind === 'consumer' && caller.groupRef !== groupRef) {
    throw new Problem('permission-missing', {
      detail: `The token is for the group ${caller.groupRef}, not for ${groupRef}.`,
    })
  }
}

/** Whether a caller may know of a record: those of other groups do not exist for a consumer. */
export const maySeeGroup = (caller: Caller, groupRef: string): boolean =>
  caller.kind !== 'consumer' || caller.groupRef === groupRef

/** Refuses to let a consumer act for another end user than itself. */
export function requireOwnConsumer(caller: Caller, consumerRef: string): void {
  if (caller.kind === 'consumer' && caller.consumerRef !== consumerRef) {
    throw new Problem('permission-missing', {
      detail: `The token is for the consumer ${caller.consumerRef}, not for ${consumerRef}.`,
    })
  }
}
