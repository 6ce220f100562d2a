import { getMembers } from '../members.ts'
import type { ApiCall } from './calls.ts'
import { toList, toText, type ApiDocument } from './document.ts'
import type { EntryGuesses } from './proposal.ts'

/** How customers connect, as members of the entry. */
export interface FoundSignIn {
  entry: Record<string, unknown>
  /** Name of the scheme in the document; undefined if there is none. */
  scheme: string | undefined
  /** Whether the scheme has scopes. */
  hasScopes: boolean
  /** Scope of a refresh token. */
  offline: string[]
}

interface Scheme {
  name: string
  node: Readonly<Record<string, unknown>>
  flows: Readonly<Record<string, unknown>>
  uses: number
}

/** Chooses the scheme with which most calls can be authorized, OAuth 2 first. */
export function findSignIn(
  document: ApiDocument,
  calls: readonly ApiCall[],
  { baseURL, guesses }: { baseURL: string; guesses: EntryGuesses },
): FoundSignIn {
  const components = document.resolve(document.root['components'])
  const schemes = Object.entries(getMembers(components['securitySchemes']))
    .slice(0, 50)
    .map(([name, node]): Scheme => {
      const scheme = document.resolve(node)
      const uses = calls.filter((call) => listSchemes(document, call).includes(name)).length
      return { name, node: scheme, flows: getMembers(scheme['flows']), uses }
    })
  const usable = schemes
    .flatMap((scheme) => {
      const rank = rankScheme(scheme)
      return rank === undefined ? [] : [{ scheme, rank: rank + (scheme.uses > 0 ? 100 : 0) }]
    })
    .toSorted((one, other) => other.rank - one.rank)
  const chosen = usable[0]?.scheme
  if (!chosen) return describeUnknown(schemes, guesses)
  const others = usable.slice(1).map(({ scheme }) => scheme.name)
  if (others.length > 0) {
    guesses.add(
      ['authType'],
      `${chosen.name} of the schemes ${[chosen.name, ...others].join(', ')}. Check which of them customers of other companies can use.`,
    )
  }
  const found = describeScheme(chosen, { baseURL, guesses })
  return { ...found, scheme: chosen.name }
}

/** Names the schemes that a call accepts. */
function listSchemes(document: ApiDocument, { operation }: ApiCall): string[] {
  const alternatives = toList(operation['security'] ?? document.root['security'])
  return alternatives.flatMap((one) => Object.keys(getMembers(one)))
}

/** Higher is better; undefined if the platform cannot use the scheme. */
function rankScheme({ node, flows }: Scheme): number | undefined {
  const type = toText(node['type']).toLowerCase()
  if (type === 'oauth2') {
    if (flows['authorizationCode']) return 9
    return flows['clientCredentials'] ? 4 : undefined
  }
  if (type === 'http') {
    const scheme = toText(node['scheme']).toLowerCase()
    return scheme === 'bearer' ? 7 : scheme === 'basic' ? 5 : undefined
  }
  if (type === 'apikey') return node['in'] === 'header' ? 8 : node['in'] === 'query' ? 6 : undefined
  return undefined
}

function describeUnknown(schemes: readonly Scheme[], guesses: EntryGuesses): FoundSignIn {
  const names = schemes.map(({ name, node }) => `${name} (${toText(node['type'])})`)
  guesses.add(
    ['authType'],
    names.length === 0
      ? 'the document does not describe the authentication. Check how the API is called, and see "Authentication" in the guide.'
      : `the schemes of the document cannot be used: ${names.join(', ')}. Check how the API is called.`,
  )
  return {
    entry: {
      authType: 'apiKey',
      apiKeyOpts: {
        attachmentType: 'header',
        header: { name: 'Authorization', valuePrefix: 'Bearer ' },
      },
    },
    scheme: undefined,
    hasScopes: false,
    offline: [],
  }
}

function describeScheme(
  { node, flows }: Scheme,
  { baseURL, guesses }: { baseURL: string; guesses: EntryGuesses },
): Omit<FoundSignIn, 'scheme'> {
  const type = toText(node['type']).toLowerCase()
  const description = toText(node['description']).slice(0, 2_000)
  const plain = { hasScopes: false, offline: [] }
  if (type === 'oauth2') return describeOauth2(flows, { baseURL, guesses })
  if (type === 'apikey') {
    const name = toText(node['name']).slice(0, 100) || 'Authorization'
    const place = node['in'] === 'query' ? 'query' : 'header'
    const prefix = place === 'header' ? findPrefix(name, description) : undefined
    if (prefix !== undefined) {
      guesses.add(
        ['apiKeyOpts'],
        `the header begins with "${prefix}". Check the documentation of the authentication.`,
      )
    } else if (/^authorization$/i.test(name)) {
      guesses.add(
        ['apiKeyOpts'],
        'the header contains only the key. Check whether it begins with a word, such as "Bearer ", and add it as valuePrefix.',
      )
    }
    return {
      ...plain,
      entry: {
        authType: 'apiKey',
        apiKeyOpts: {
          attachmentType: place,
          [place]: { name, ...(prefix !== undefined && { valuePrefix: prefix }) },
        },
      },
    }
  }
  if (toText(node['scheme']).toLowerCase() === 'basic') {
    const keyIsUser =
      /api[ _-]?(?:key|token)[^.]{0,60}user ?name|user ?name[^.]{0,60}api[ _-]?(?:key|token)/i.test(
        description,
      )
    if (keyIsUser) {
      guesses.add(['basicOpts'], 'customers enter an API key, which is sent as the user name.')
      return { ...plain, entry: { authType: 'basic', basicOpts: { apiKeyAsBasic: true } } }
    }
    guesses.add(
      ['authType'],
      'customers enter a user name and password. Check whether the API takes a key in the place of one.',
    )
    return { ...plain, entry: { authType: 'basic' } }
  }
  return {
    ...plain,
    entry: {
      authType: 'apiKey',
      apiKeyOpts: {
        attachmentType: 'header',
        header: { name: 'Authorization', valuePrefix: 'Bearer ' },
      },
    },
  }
}

function findPrefix(name: string, description: string): string | undefined {
  if (!/^authorization$/i.test(name)) return undefined
  const [, word] =
    /Authorization:?\s*[`"']?(Bearer|Token|ApiKey|Api-Key|Basic|OAuth|Key|SSWS|Klaviyo-API-Key)\b/i.exec(
      description,
    ) ??
    /\b(Bearer|Token)\s+[<{[`]/i.exec(description) ??
    []
  return word === undefined ? undefined : `${word} `
}

function describeOauth2(
  flows: Readonly<Record<string, unknown>>,
  { baseURL, guesses }: { baseURL: string; guesses: EntryGuesses },
): Omit<FoundSignIn, 'scheme'> {
  const grantType = flows['authorizationCode'] ? 'authorizationCode' : 'clientCredentials'
  const flow = getMembers(flows[grantType])
  const toURL = (name: string) => {
    const text = toText(flow[name])
    if (text === '' || !URL.canParse(text, baseURL.replaceAll(/\{\{\w+\}\}/g, 'x')))
      return undefined
    if (/^https?:\/\//.test(text)) return text.slice(0, 500)
    guesses.add(
      ['oauth2Opts', name === 'tokenUrl' ? 'tokenURL' : 'authURL'],
      'the address is relative in the document.',
    )
    return `${/^https?:\/\/[^/]+/.exec(baseURL)?.[0] ?? baseURL}/${text.replace(/^\/+/, '')}`
  }
  const authURL = grantType === 'authorizationCode' ? toURL('authorizationUrl') : undefined
  const tokenURL = toURL('tokenUrl')
  const refreshURL = toText(flow['refreshUrl']) === '' ? undefined : toURL('refreshUrl')
  const scopes = Object.keys(getMembers(flow['scopes']))
  if (grantType === 'authorizationCode') {
    guesses.add(
      ['oauth2Opts', 'grantType'],
      'the client secret is sent in the body, PKCE and lasting access are not stated. Check the documentation of the sign-in: Basic authentication, PKCE, rotation and parameters for refresh tokens are set by oauth2Dialect and authURLParams.',
    )
  }
  if (tokenURL === undefined)
    guesses.add(['oauth2Opts', 'tokenURL'], 'the document has no token URL. Enter it.')
  const offline = scopes.filter((one) => /^offline(?:[_.]access)?$|^refresh_token$/i.test(one))
  return {
    entry: {
      authType: 'oauth2',
      oauth2Opts: {
        grantType,
        ...(grantType === 'authorizationCode' && {
          authURL: authURL ?? 'https://auth.example.com/authorize',
        }),
        tokenURL: tokenURL ?? 'https://auth.example.com/token',
        explicitScopesRequired: scopes.length > 0,
      },
      ...(refreshURL !== undefined && refreshURL !== tokenURL && { oauth2Dialect: { refreshURL } }),
    },
    hasScopes: scopes.length > 0,
    offline,
  }
}

/** Returns the scopes of a call by one scheme: those of the alternative with the fewest. */
export function findScopes(
  document: ApiDocument,
  { operation }: ApiCall,
  scheme: string | undefined,
): string[] | undefined {
  if (scheme === undefined) return undefined
  const found = toList(operation['security'] ?? document.root['security']).flatMap((one) => {
    const scopes = getMembers(one)[scheme]
    return Array.isArray(scopes) ? [scopes.filter((scope) => typeof scope === 'string')] : []
  })
  const [least] = found.toSorted((one, other) => one.length - other.length)
  return least && dropStronger(least)
}

/** `contacts:read` suffices where `contacts:write` and `contacts:admin` are listed as well. */
function dropStronger(scopes: readonly string[]): string[] {
  const levels = ['read', 'write', 'admin']
  const split = (scope: string) => /^(.*[:._/])(read|write|admin)$/.exec(scope)
  return scopes.filter((scope) => {
    const [, stem, level = ''] = split(scope) ?? []
    if (stem === undefined) return true
    return !levels.slice(0, levels.indexOf(level)).some((weaker) => scopes.includes(stem + weaker))
  })
}
