/** Where messages are fetched, and the key that allows it: one environment variable. */
export interface ReceiveToken {
  baseUrl: string
  /** ID or name of the project. */
  project: string
  /** ID or name of the destination, that the key is limited to. */
  destination: string
  /** API key that is limited to the destination. */
  apiKey: string
}

const tokenPrefix = 'prcv_'

/** Writes a token for `PLATFORM_RECEIVE`. Whoever has it can read the messages of the destination. */
export const formatReceiveToken = (token: ReceiveToken): string =>
  tokenPrefix + Buffer.from(JSON.stringify(token)).toString('base64url')

/** Reads a token. @throws TypeError if it is none */
export function parseReceiveToken(text: string): ReceiveToken {
  const token = text.startsWith(tokenPrefix) ? readToken(text.slice(tokenPrefix.length)) : undefined
  if (token) return token
  throw new TypeError(
    'This is no token to receive with. Create one with `platform destinations create <name> --pull`, and set PLATFORM_RECEIVE to it.',
  )
}

function readToken(text: string): ReceiveToken | undefined {
  try {
    const value: Partial<ReceiveToken> = JSON.parse(Buffer.from(text, 'base64url').toString())
    const { baseUrl, project, destination, apiKey } = value
    return baseUrl && project && destination && apiKey
      ? { baseUrl, project, destination, apiKey }
      : undefined
  } catch {
    return undefined
  }
}
