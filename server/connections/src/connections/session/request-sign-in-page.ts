import type { CatalogueEntry } from '@platform/connector'
import { isBelow } from '@platform/connectors'
import { BodyTooLargeError, type EgressReply, type TenantEgress } from '@platform/kernel/egress'
import { readPageText } from './page-text.ts'

/** What a provider answers to a browser that opens its sign-in page. */
export type SignInReply =
  | { kind: 'page'; status: number; place: string; text: string }
  /** The provider redirects back with an error before anybody has signed in. */
  | { kind: 'error'; code: string; description: string; place: string }
  /** It redirects to a host that is not the provider’s. */
  | { kind: 'elsewhere'; place: string }
  /** It redirects back without asking anybody. */
  | { kind: 'signed-in'; place: string }
  | { kind: 'too-large'; place: string }
  | { kind: 'none'; reason: string; isAddressRefused: boolean }

const maxRedirects = 5
const maxPageBytes = 1024 * 1024
/** Of all redirects. */
const timeoutMs = 10_000

/**
 * Requests a sign-in page like a browser without cookies. Redirects are followed on the provider’s
 * hosts only.
 */
export async function requestSignInPage(
  egress: Pick<TenantEgress, 'request'>,
  { entry, url, redirectUri }: { entry: CatalogueEntry; url: string; redirectUri: string },
): Promise<SignInReply> {
  const signal = AbortSignal.timeout(timeoutMs)
  let at = new URL(url)
  for (let count = 0; ; count++) {
    const place = at.origin + at.pathname
    let reply: EgressReply
    try {
      reply = await egress.request(at, {
        headers: { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en' },
        maxBodyBytes: maxPageBytes,
        timeoutMs,
        signal,
      })
    } catch (error) {
      if (error instanceof BodyTooLargeError) return { kind: 'too-large', place }
      return toNoReply(error, at)
    }
    const target = findTarget(reply, at)
    if (!target)
      return { kind: 'page', status: reply.status, place, text: readPageText(reply.body) }
    const failure = findError(target)
    const next = target.origin + target.pathname
    if (failure) return { kind: 'error', ...failure, place: next }
    if (next === redirectUri) return { kind: 'signed-in', place: next }
    if (!isBelow(entry.domains, target)) return { kind: 'elsewhere', place: next }
    if (count === maxRedirects) {
      return { kind: 'none', reason: `${place} redirects too often.`, isAddressRefused: false }
    }
    at = target
  }
}

function toNoReply(error: unknown, { host }: URL): SignInReply {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  if (name === 'AddressRefusedError') {
    return { kind: 'none', reason: message, isAddressRefused: true }
  }
  const reason =
    name === 'TimeoutError'
      ? `${host} did not answer within ${timeoutMs / 1000} seconds.`
      : `${host} did not answer: ${message.slice(0, 200)}`
  return { kind: 'none', reason, isAddressRefused: false }
}

function findTarget({ status, headers }: EgressReply, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  return URL.parse([headers['location'] ?? []].flat()[0] ?? '', from) ?? undefined
}

/** Returns the OAuth error of a redirect, in its query or fragment. */
function findError({ searchParams, hash }: URL) {
  const fragment = new URLSearchParams(hash.slice(1))
  const get = (name: string) => searchParams.get(name) ?? fragment.get(name)
  const code = get('error') ?? get('error_code')
  if (!code) return undefined
  return { code: code.slice(0, 100), description: (get('error_description') ?? '').slice(0, 1000) }
}
