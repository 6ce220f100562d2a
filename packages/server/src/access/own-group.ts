import { invalidInput, Problem } from '../problems/problem.ts'
import type { Caller } from './caller.ts'

interface Named {
  groupRef?: string
  consumerRef?: string
}

/**
 * Keeps a request within the group of its caller. A consumer names no other group or consumer than
 * its own, and is taken to name its own; a `frontend` key names the group whose records it sees or
 * changes, so that nothing reveals which groups exist; neither can read secrets.
 *
 * `filters` are the query parameters that the operation knows.
 */
export function requireOwnGroup(
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
      detail: '`groupRef` is required with a key of scope frontend.',
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

/** What they need who would hold more than a page of a browser should. */
export const secretFlags = [
  'includeCreds',
  'includeRefreshToken',
  'includeSecrets',
  'linkHours',
] as const

/** Replies to a browser never carry tokens and other secrets. */
function refuseSecrets(query: object): void {
  const wanted = secretFlags.filter((flag) => (query as Record<string, unknown>)[flag])
  if (wanted.length === 0) return
  throw new Problem('permission-missing', {
    detail: `${wanted.join(', ')}: secrets are only available to builders and keys of scope full.`,
  })
}

const foreign = (what: string, ref: string) =>
  new Problem('permission-missing', {
    detail: `The token was issued for another ${what} than ${ref}.`,
  })

/** Whether a caller may know of a record: those of other groups than the one it names do not exist. */
export const maySeeGroup = (
  caller: Caller,
  groupRef: string,
  { groupRef: named }: { groupRef?: string | undefined } = {},
): boolean =>
  (caller.kind !== 'consumer' || caller.groupRef === groupRef) &&
  (named === undefined || named === groupRef)
