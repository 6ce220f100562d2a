/** Headers without secrets or customer data. Of all others, only the name is logged. */
const open = new Set([
  'accept',
  'accept-encoding',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'if-modified-since',
  'prefer',
  'retry-after',
  'server',
  'sforce-limit-info',
  'sforce-query-options',
  'transfer-encoding',
  'user-agent',
])
const openPatterns = [/^(x-)?rate-?limit/, /^x-(\w+-)?(rate-?limit|request-id|correlation-id)/]

const maxHeaders = 40
const maxCharacters = 200

const isOpen = (name: string) => open.has(name) || openPatterns.some((one) => one.test(name))

/** Returns headers for a log: values of a few, names of all. `redact` removes secrets (`createRedactor`). */
export function showHeaders(
  headers: Record<string, string | string[] | undefined>,
  redact: (text: string) => string,
): Record<string, string> {
  const shown = Object.entries(headers)
    .slice(0, maxHeaders)
    .map(([given, value]) => {
      const name = given.toLowerCase()
      const text = isOpen(name) ? redact(String(value ?? '')).slice(0, maxCharacters) : '…'
      return [redact(name).slice(0, maxCharacters), toPlainLine(text)]
    })
  return Object.fromEntries(shown) as Record<string, string>
}

/** Returns a URL for a log: its query may contain customer data, so only the names are kept. */
export function showUrl(
  { origin, pathname, searchParams }: URL,
  redact: (text: string) => string,
): string {
  const names = [...new Set(searchParams.keys())].map((name) => `${encodeURIComponent(name)}=…`)
  const query = names.length > 0 ? `?${names.join('&')}` : ''
  return toPlainLine(redact(origin + pathname + query)).slice(0, 2_000)
}

/** Removes what PostgreSQL rejects in text, and line breaks. */
const toPlainLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
