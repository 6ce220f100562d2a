import type { IncomingHttpHeaders } from 'node:http'

/** Hop-by-hop headers (RFC 9110, section 7.6.1), and those that name the other end. */
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

/** Credentials and other headers between the caller and the platform. */
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

/** Headers that would apply to the platform's origin: cookies, permissions, framing. */
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
  // An HTML page of the provider must not run on the platform's origin.
  return { ...Object.fromEntries(passed), 'content-security-policy': 'sandbox' }
}

/** Returns the headers that the `Connection` header declares as hop-by-hop. */
const connectionOptions = (header: string | string[] | undefined): Set<string> =>
  new Set(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((option) => option.trim()),
  )
