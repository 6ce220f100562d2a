import type { IncomingHttpHeaders } from 'node:http'

/** Of one connection only (RFC 9110, section 7.6.1), and what names the other end. */
const hopByHop = [
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** The caller's credentials and whatever else is between the caller and us. */
const ours = new Set([
  ...hopByHop,
  'authorization',
  'cookie',
  'forwarded',
  'origin',
  'referer',
  'via',
  'x-api-key',
  'x-real-ip',
])

export function headersToProvider(headers: IncomingHttpHeaders): Record<string, string> {
  const named = connectionOptions(headers.connection)
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ||
      ours.has(name) ||
      named.has(name) ||
      name.startsWith('x-platform-') ||
      name.startsWith('x-forwarded-')
        ? []
        : [[name, String(value)] as const],
    ),
  )
}

/** The provider speaks for itself, not for this origin: no cookies, no permissions, no frames. */
const theirs = new Set([
  ...hopByHop,
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'alt-svc',
  'clear-site-data',
  'content-security-policy',
  'set-cookie',
  'strict-transport-security',
  'x-content-type-options',
  'x-request-id',
])

export function headersToCaller(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  const named = connectionOptions(headers['connection'])
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || theirs.has(name) || named.has(name) || name.startsWith('x-platform-')
      ? []
      : [[name, value] as const],
  )
  // A page of the provider's must not run as one of ours.
  return { ...Object.fromEntries(passed), 'content-security-policy': 'sandbox' }
}

/** Headers that the sender of the `Connection` header declared to be of this connection only. */
const connectionOptions = (header: string | string[] | undefined): Set<string> =>
  new Set(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((option) => option.trim()),
  )
