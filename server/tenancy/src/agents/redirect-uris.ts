/** Apps that open links of their own scheme, besides schemes in reverse domain notation (RFC 8252). */
const appSchemes = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:']

const loopbacks = ['localhost', '127.0.0.1', '[::1]']

const isLoopback = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && loopbacks.includes(hostname)
}

/** Returns why a browser must not be sent to this address with a code; undefined if it may. */
export function faultOfRedirectUri(uri: string): string | undefined {
  if (uri.length > 2000 || !/^[\u0021-\u007e]+$/.test(uri) || !URL.canParse(uri)) {
    return 'It is not a URI.'
  }
  const { protocol, username, password } = new URL(uri)
  if (uri.includes('#')) return 'It must not contain a fragment.'
  if (username || password) return 'It must not contain a user name or password.'
  // Browsers read a backslash as a slash, and other parsers do not.
  if (uri.includes('\\')) return 'It must not contain a backslash.'
  if (protocol === 'https:' || isLoopback(uri) || appSchemes.includes(protocol)) return undefined
  if (/^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/.test(protocol)) return undefined
  return 'It must be https, http on localhost, or the scheme of an app.'
}

/**
 * Reports whether the address is one that the client has registered, character by character. Only
 * the port on the loopback interface may differ (RFC 8252, 7.3).
 */
export const isRegisteredUri = (registered: readonly string[], uri: string): boolean =>
  registered.some(
    (one) =>
      one === uri || (isLoopback(one) && isLoopback(uri) && withoutPort(one) === withoutPort(uri)),
  )

const withoutPort = (uri: string) => uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*)):\d+/, '$1')

/** Names where the browser continues, as people read it. */
export function hostOfRedirect(uri: string): string {
  const { protocol, host } = new URL(uri)
  if (isLoopback(uri)) return 'localhost'
  return protocol === 'https:' ? host : protocol.slice(0, -1)
}

/** Reports whether a program on the person's own machine receives the code. */
export const isOnMachine = (uri: string): boolean => !uri.startsWith('https:')

/** Returns the address with these parameters in its query. */
export function redirectWith(uri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}
