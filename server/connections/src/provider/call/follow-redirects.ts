import { ProviderError } from '@platform/connector'
import type { EgressReply } from '@platform/kernel/egress'

const maxRedirects = 5

/**
 * Sends a request and repeats it where the provider redirects it, on hosts to which the credential is sent
 * anyway. A redirect that may turn the request into another one is followed only for GET.
 * @throws ProviderError `bad-request` that names the target, which a retry does not change
 */
export async function followRedirects(
  send: (url: URL) => Promise<EgressReply>,
  start: URL,
  { method, isOwn, name }: { method: string; isOwn: (origin: string) => boolean; name: string },
): Promise<EgressReply> {
  const seen = new Set<string>()
  for (let url = start; ;) {
    seen.add(url.origin + url.pathname + url.search)
    const response = await send(url)
    const target = findTarget(response, url)
    if (!target) return response

    const shown = target.origin + target.pathname
    const keepsMethod = response.status === 307 || response.status === 308
    if (method !== 'GET' && !keepsMethod) {
      // After a change, 302 and 303 may lead to its result.
      const isOutcomeUnknown = response.status === 302 || response.status === 303
      throw redirected(`${name} redirects a ${method} request to ${shown}.`, { isOutcomeUnknown })
    }
    if (target.origin !== url.origin && !isOwn(target.origin)) {
      throw redirected(`${name} redirects to ${shown}, which is not the provider's host.`)
    }
    if (seen.size > maxRedirects || seen.has(target.origin + target.pathname + target.search)) {
      throw redirected(`${name} redirects in a circle, at last to ${shown}.`)
    }
    url = target
  }
}

function findTarget({ status, headers }: EgressReply, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  const location = [headers['location'] ?? []].flat()[0]
  if (location === undefined || !URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  target.hash = ''
  // Behind a proxy, some providers name the scheme of the request that the proxy sends.
  const isDowngrade = target.host === from.host && target.protocol === 'http:'
  return isDowngrade ? new URL(target.pathname + target.search, from.origin) : target
}

const redirected = (message: string, details: { isOutcomeUnknown?: boolean } = {}) =>
  new ProviderError('bad-request', `${message} Correct the address in the entry.`, {
    status: 422,
    ...details,
  })
