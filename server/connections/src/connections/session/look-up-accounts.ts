import {
  parseExactly,
  ProviderError,
  type AccountLookup,
  type CatalogueEntry,
} from '@platform/connector'
import { providerBaseUrl } from '@platform/connectors'
import type { ProjectId } from '@platform/contract'
import { attachCredential } from '../../provider/call/attach-credential.ts'
import { traceCall } from '../../provider/call/provider-call.ts'
import type { Services } from '@platform/kernel/services'
import type { Credentials } from '../../credentials/credentials.ts'
import { OtherAccountError } from './account.ts'
import type { ConnectSessionRow } from './store.ts'

/** An account of the provider that a token gives access to. */
export interface ReachableAccount {
  label: string
  /** By variable of the connection. */
  values: Record<string, string>
}

const maxBodyBytes = 1024 * 1024
/** Maximum number of accounts offered for a choice. */
const maxAccounts = 500

/**
 * Requests the accounts that the credentials give access to; at least one.
 * @throws ProviderError if the provider does not answer or returns none
 */
export async function lookUpAccounts(
  services: Services,
  {
    projectId,
    entry,
    lookup,
    credentials,
    values,
  }: {
    projectId: ProjectId
    entry: CatalogueEntry
    lookup: AccountLookup
    credentials: Credentials
    values: Record<string, string>
  },
): Promise<ReachableAccount[]> {
  const label = entry.info.displayName ?? entry.info.name
  const url = new URL(providerBaseUrl(entry, lookup.url, values))
  const headers: Record<string, string> = { accept: 'application/json' }
  attachCredential(entry, credentials, values, url, headers)
  if (lookup.scheme !== undefined) setScheme(headers, lookup.scheme)
  const call = { projectId, of: entry.info.name, isBackground: false }
  const response = await services.calls
    .run(call, () =>
      traceCall(entry, 'GET', () =>
        services.egress
          .forTenant(projectId)
          .request(url.href, { method: 'GET', headers, maxBodyBytes: maxBodyBytes }),
      ),
    )
    .catch((cause: unknown) => {
      if (cause instanceof ProviderError) throw cause
      throw new ProviderError('unavailable', `${label} did not respond.`, { cause })
    })
  if (response.status >= 400) {
    const message = `${label} did not report which ${lookup.what} you allowed (status ${response.status}).`
    throw new ProviderError('unavailable', message, { status: response.status })
  }
  const accounts = accountsIn(lookup, parseReply(response.body))
  if (accounts.length > 0) return accounts
  throw new ProviderError('credentials', `Your ${label} sign-in gives access to no ${lookup.what}.`)
}

/** Replaces the scheme of the credential in the header `Authorization`. */
function setScheme(headers: Record<string, string>, scheme: string): void {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'authorization')
  if (name !== undefined) headers[name] = `${headers[name]}`.replace(/^Bearer /i, `${scheme} `)
}

function parseReply(body: string): unknown {
  try {
    return parseExactly(body)
  } catch {
    // Contains no accounts, like an empty reply.
    return undefined
  }
}

/** Extracts the accounts of a reply that have all required values. */
function accountsIn(
  { records = '', values, where = {}, label }: AccountLookup,
  body: unknown,
): ReachableAccount[] {
  const found = findReplyValue(body, records)
  const list: unknown[] = Array.isArray(found) ? found : found === undefined ? [] : [found]
  const isMeant = (one: unknown) =>
    Object.entries(where).every(([place, value]) => findReplyText(one, place) === value)
  return list
    .filter(isMeant)
    .slice(0, maxAccounts)
    .flatMap((one) => {
      const known = Object.entries(values).map(
        ([name, place]) => [name, findReplyText(one, place)] as const,
      )
      if (known.some(([, value]) => value === undefined)) return []
      const all = Object.fromEntries(known.map(([name, value]) => [name, value ?? '']))
      const name = label === undefined ? undefined : findReplyText(one, label)
      return [{ label: name ?? Object.values(all)[0] ?? '', values: all }]
    })
}

function findReplyValue(value: unknown, place: string): unknown {
  if (place === '') return value
  return place.split('.').reduce<unknown>((inner, step) => {
    const isThere = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
    return isThere ? (inner as Record<string, unknown>)[step] : undefined
  }, value)
}

function findReplyText(value: unknown, place: string): string | undefined {
  const found = findReplyValue(value, place)
  const text = typeof found === 'number' ? String(found) : found
  return typeof text === 'string' && text !== '' && text.length <= 500 ? text : undefined
}

/**
 * Returns the account to connect: the only one, the previously connected one, or the one whose name
 * was given. Undefined if the end user has to choose.
 * @throws OtherAccountError if the previously connected account is not among them
 */
export function chooseAccount(
  accounts: readonly ReachableAccount[],
  session: Pick<
    ConnectSessionRow,
    'connectionId' | 'changesAccount' | 'providerMetadata' | 'providerWorkspaceRef'
  >,
  lookup: AccountLookup,
): ReachableAccount | undefined {
  const variables = Object.keys(lookup.values)
  const before = variables.map((name) => session.providerMetadata[name]?.value)
  const isKnown = before.some((value) => value !== undefined)
  if (isKnown && !session.changesAccount) {
    const same = accounts.find(({ values }) =>
      variables.every((name, n) => before[n] === undefined || values[name] === before[n]),
    )
    if (!same && session.connectionId) {
      throw new OtherAccountError(
        `This sign-in gives no access to the ${lookup.what} that was connected. Sign in to the previous account, or ask the app to change the account.`,
      )
    }
    if (same) return same
  }
  const named = session.providerMetadata['workspace']?.value ?? session.providerWorkspaceRef
  const byName = named
    ? accounts.filter(({ label }) => label.toLowerCase() === named.toLowerCase())
    : []
  return accounts.length === 1 ? accounts[0] : byName.length === 1 ? byName[0] : undefined
}
