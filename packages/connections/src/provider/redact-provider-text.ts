/** Maximum length of a repeated provider message. */
const mostCharacters = 300

/**
 * Formats a provider's message for people and events: on one line, truncated, and without what is
 * secret, in case it sends back what it was sent.
 */
export function redactProviderText(
  words: string,
  { without = [] }: { without?: readonly string[] } = {},
): string {
  const line = redactSecrets(words, without)
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
  return line.length <= mostCharacters ? line : `${cut(line)}…`
}

/** A token that is shorter may stand in a customer's data of itself. */
export const leastToken = 20

/** The text without what is secret, however it is written there. */
export const redactSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length > 3)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
    ])
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)

/** Returns the message in the body of a refusal; nothing of a page in HTML. */
export function wordsOf(body: unknown): string {
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (typeof first !== 'object' || first === null) return ''
  const { error, errorCode, error_description: description, message }: Words = first
  if (typeof error === 'object' && error !== null) return wordsOf(error)
  return [errorCode ?? error, description ?? message]
    .filter((word) => typeof word === 'string')
    .join(': ')
}

interface Words {
  error?: unknown
  errorCode?: unknown
  error_description?: unknown
  message?: unknown
}

/** Cut between characters: half of one is no text that PostgreSQL takes. */
const cut = (line: string) => line.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, '')
