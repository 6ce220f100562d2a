import type { OAuthClient } from './token-request.ts'

/**
 * How a client ID and secret are written in HTTP Basic: form-encoded first, as RFC 6749, section
 * 2.3.1, demands, or as they are, as many servers compare them.
 */
type Encoding = 'form' | 'raw'

/** Clients whose server accepted them as they are, the oldest first. */
const rawClients = new Set<string>()
const maxRawClients = 1000

const toHeader = ({ clientId, clientSecret }: OAuthClient, encoding: Encoding): string => {
  const write = encoding === 'form' ? encodeURIComponent : String
  const text = `${write(clientId)}:${write(clientSecret)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}

/**
 * Returns the `authorization` headers to try in turn: one if both encodings are equal, otherwise
 * first the one that the server accepted before.
 */
export function listAuthorizations(url: string, client: OAuthClient): string[] {
  const headers = [toHeader(client, 'form'), toHeader(client, 'raw')]
  if (rawClients.has(toKey(url, client))) headers.reverse()
  return [...new Set(headers)]
}

/** Remembers which of the headers the server accepted. */
export function rememberAuthorization(url: string, client: OAuthClient, header: string): void {
  const key = toKey(url, client)
  rawClients.delete(key)
  if (header === toHeader(client, 'form')) return
  rawClients.add(key)
  for (const oldest of rawClients) {
    if (rawClients.size <= maxRawClients) return
    rawClients.delete(oldest)
  }
}

const toKey = (url: string, { clientId }: OAuthClient) => JSON.stringify([url, clientId])
