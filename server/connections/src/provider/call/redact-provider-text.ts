/** Maximum length of a repeated provider message. */
const maxCharacters = 300

/**
 * Formats a provider's message for people and events: on one line, truncated, and without secrets
 * that it may echo.
 */
export function redactProviderText(
  words: string,
  { without = [] }: { without?: readonly string[] } = {},
): string {
  const line = redactSecrets(words, without)
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
  return line.length <= maxCharacters ? line : `${cutLine(line)}…`
}

/** Shorter tokens may occur in customer data by chance. */
export const leastToken = 20

/** Removes secrets from the text in any encoding. */
export const redactSecrets = (text: string, secrets: readonly string[]): string =>
  createRedactor(secrets)(text)

/** Returns a function that removes the secrets from several texts, in any encoding. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const encoded = secrets
    .filter((secret) => secret.length > 3)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
    ])
  // Most secrets look the same in every encoding.
  const distinct = [...new Set(encoded)]
  return (text) => distinct.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

/** Returns the message in the body of a rejection; empty for an HTML page. */
export function findWords(body: unknown): string {
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (typeof first !== 'object' || first === null) return ''
  const { error, errorCode, error_description: description, message }: Words = first
  if (typeof error === 'object' && error !== null) return findWords(error)
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

/** Cuts between characters: PostgreSQL rejects half a surrogate pair. */
const cutLine = (line: string) => line.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '')
