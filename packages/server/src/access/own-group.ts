import { invalidInput, Problem } from '../problems/problem.ts'
import type { Caller } from './caller.ts'

interface Named {
  groupRef?: string
  consumerRef?: string
}

/**
 * Keeps a request within the group of its caller. A consumer names no other group or consumer than
 * its own, and its lists are filtered by its group; a `frontend` key lists one group at a time;
 * neither is told secrets.
 *
 * `filters` are the query parameters that the operation knows.
 */
export function keepToGroup(
  caller: Caller,
  input: { query?: unknown; body?: unknown },
  filters: ReadonlySet<string>,
): void {
  const query = (input.query ?? {}) as Named
  const filtersByGroup = filters.has('groupRef')
  if (caller.kind === 'frontend' || caller.kind === 'consumer') refuseSecrets(query)
  if (caller.kind === 'frontend' && filtersByGroup && query.groupRef === undefined) {
    throw invalidInput({
      in: 'query',
      name: 'groupRef',
      detail: 'A key of scope frontend lists one group at a time: groupRef is required.',
    })
  }
  if (caller.kind !== 'consumer') return

  const body = (input.body ?? {}) as Named
  for (const { groupRef, consumerRef } of [query, body]) {
    if (groupRef !== undefined && groupRef !== caller.groupRef) throw foreign('group', groupRef)
    if (consumerRef !== undefined && consumerRef !== caller.consumerRef) {
      throw foreign('consumer', consumerRef)
    }
  }
  if (filtersByGroup) query.groupRef = caller.groupRef
}

const secretFlags = ['includeCreds', 'includeRefreshToken', 'includeSecrets'] as const

/** Replies to a browser never carry tokens and other secrets. */
function refuseSecrets(query: object): void {
  const wanted = secretFlags.filter((flag) => (query as Record<string, unknown>)[flag])
  if (wanted.length === 0) return
  throw new Problem('permission-missing', {
    detail: `${wanted.join(', ')}: secrets are for builders and keys of scope full.`,
  })
}

const foreign = (what: string, ref: string) =>
  new Problem('permission-missing', { detail: `The token is not for the ${what} ${ref}.` })

/** Whether a caller may know of a record: those of other groups do not exist for a consumer. */
export const maySeeGroup = (caller: Caller, groupRef: string): boolean =>
  caller.kind !== 'consumer' || caller.groupRef === groupRef
