import { invalidInput, Problem } from '../problems/problem.ts'
import type { AdmittedProject, Caller, CallingLink } from './caller.ts'
import { mustHave } from './permissions.ts'

interface Named {
  provider?: string
  groupRef?: string
  consumerRef?: string
}

/** Returns all that a body names: itself, and the record whose fields it changes. */
function listNamedInBody(body: unknown): Named[] {
  const { connection, installation, ...itself } = (body ?? {}) as Named & Record<string, unknown>
  return [itself, connection, installation].filter(
    (one): one is Named => typeof one === 'object' && one !== null,
  )
}

/**
 * Restricts a request to the group of its caller. A consumer can name only its own group and
 * consumer, which are also the defaults. A `frontend` key names the group whose records it reads or
 * changes, in the query or the body, so that replies do not reveal which groups exist. Neither can
 * read secrets. `filters` are the query parameters of the operation.
 */
export function requireOwnGroup(
  caller: Caller,
  input: { query?: unknown; body?: unknown },
  filters: ReadonlySet<string>,
): void {
  const query = (input.query ?? {}) as Named
  const filtersByGroup = filters.has('groupRef')
  if (caller.kind === 'frontend' || caller.kind === 'consumer') rejectSecrets(query)
  const named = listNamedInBody(input.body)
  if (caller.kind === 'frontend' && filtersByGroup) {
    query.groupRef ??= named.find(({ groupRef }) => groupRef !== undefined)?.groupRef
  }
  if (caller.kind === 'frontend' && filtersByGroup && query.groupRef === undefined) {
    throw invalidInput({
      in: 'query',
      name: 'groupRef',
      detail: '`groupRef` is required with a key of scope frontend.',
    })
  }
  if (caller.kind !== 'consumer') return

  for (const { groupRef, consumerRef } of [query, ...named]) {
    if (groupRef !== undefined && groupRef !== caller.groupRef) throw foreign('group', groupRef)
    if (consumerRef !== undefined && consumerRef !== caller.consumerRef) {
      throw foreign('consumer', consumerRef)
    }
  }
  if (filtersByGroup) query.groupRef = caller.groupRef
  if (caller.link) requireProvider(caller.link, [query, ...named], filters)
}

/** Restricts the page of a link to the provider of its integration. */
function requireProvider(
  { integration }: CallingLink,
  [query, ...named]: [Named, ...Named[]],
  filters: ReadonlySet<string>,
): void {
  for (const { provider } of [query, ...named]) {
    if (provider !== undefined && provider !== integration.provider) {
      throw new Problem('permission-missing', {
        detail: `The link is not for ${provider.slice(0, 255)}.`,
      })
    }
  }
  if (filters.has('provider')) query.provider = integration.provider
}

/** Remedy for a caller that needs more access than a browser page should have. */
export const secretFlags = [
  'includeCreds',
  'includeRefreshToken',
  'includeSecrets',
  'linkHours',
] as const

/** Reports whether the parsed or unparsed query requests secrets in the reply. */
export const revealsSecrets = (query: unknown): boolean =>
  [...secretFlags, 'rotate'].some((flag) => (query as Record<string, unknown> | undefined)?.[flag])

/** Rejects requests for stored secrets from callers that lack the capability. */
export function mustBeAllowedSecrets({ who, capabilities }: AdmittedProject, query: unknown): void {
  const flags = (query ?? {}) as Record<string, unknown>
  const isRevealing = ['includeCreds', 'includeRefreshToken', 'includeSecrets', 'rotate'].some(
    (flag) => flags[flag],
  )
  if (isRevealing) mustHave(who, capabilities, 'read:secrets')
}

/** Removes tokens and other secrets from replies to browsers. */
function rejectSecrets(query: object): void {
  const wanted = secretFlags.filter((flag) => (query as Record<string, unknown>)[flag])
  if (wanted.length === 0) return
  throw new Problem('permission-missing', {
    detail: `${wanted.join(', ')}: secrets are only available to builders and servers.`,
  })
}

const foreign = (what: string, ref: string) =>
  new Problem('permission-missing', {
    detail: `The token was issued for another ${what} than ${ref}.`,
  })

/** Reports whether a caller may see a record. Records of other groups are treated as missing. */
export const maySeeGroup = (
  caller: Caller,
  groupRef: string,
  { groupRef: named }: { groupRef?: string | undefined } = {},
): boolean =>
  (caller.kind !== 'consumer' || caller.groupRef === groupRef) &&
  (named === undefined || named === groupRef)

/** Reports whether a caller may see a connection or connect session: a link only those of its provider. */
export const maySeeConnection = (
  caller: Caller,
  { groupRef, provider }: { groupRef: string; provider: string },
  named?: { groupRef?: string | undefined },
): boolean =>
  maySeeGroup(caller, groupRef, named) &&
  (caller.kind !== 'consumer' || !caller.link || caller.link.integration.provider === provider)
