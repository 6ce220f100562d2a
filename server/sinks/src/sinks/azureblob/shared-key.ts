import { createHmac } from 'node:crypto'

interface AzureRequest {
  method: 'PUT'
  /** Encoded, as it is sent. */
  path: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Headers that are signed by their value alone, in this order. */
const standardHeaders = ['content-encoding', 'content-language', 'content-length', 'content-md5']
const laterHeaders = [
  ...['content-type', 'date', 'if-modified-since', 'if-match', 'if-none-match'],
  ...['if-unmodified-since', 'range'],
]

/**
 * Returns the value of `Authorization` for a request without a query, by the key of the account.
 * https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export function signBySharedKey(
  { method, path, headers, body }: AzureRequest,
  { account, key }: { account: string; key: string },
): string {
  const signed: Record<string, string> = {
    ...headers,
    // An empty body has no length here.
    'content-length': body.length === 0 ? '' : String(body.length),
  }
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const text = [
    method,
    ...[...standardHeaders, ...laterHeaders].map((name) => signed[name] ?? ''),
    ...own.map(([name, value]) => `${name}:${value.trim()}`),
    `/${account}${path}`,
  ].join('\n')
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')
  return `SharedKey ${account}:${signature}`
}
