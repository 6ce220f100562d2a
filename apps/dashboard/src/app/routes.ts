/** Paths of all pages. Parameters follow a colon; optional filters follow the question mark. */
export const patterns = {
  home: '/?invited&changed',
  createAccount: '/create-account?invited',
  confirmAddress: '/confirm-address?token',
  forgottenPassword: '/forgotten-password',
  resetPassword: '/reset-password?token',
  account: '/account',
  commandLine: '/command-line?login',
  connectAgent: '/connect-agent',
  organization: '/organizations/:organization',
  auditLog: '/organizations/:organization/audit-log?actor&action&in&request&since&from&to',
  projects: '/projects',
  project: '/projects/:project',
  integrations: '/projects/:project/integrations',
  integration: '/projects/:project/integrations/:integration?revision',
  catalogue: '/projects/:project/catalogue?search&category&can&verification',
  provider: '/projects/:project/catalogue/:provider',
  installations: '/projects/:project/installations?customer&integration&health&sort',
  /** By IDs, or by the name of the integration and the `groupRef` of the customer. */
  installation: '/projects/:project/installations/:integration/:installation?tab',
  customers: '/projects/:project/customers?search',
  customer: '/projects/:project/customers/:customer',
  operations: '/projects/:project/operations?customer&installation&action&status&since&from&to',
  operation: '/projects/:project/operations/:operation',
  approvals: '/projects/:project/approvals?customer&state',
  tail: '/projects/:project/tail?customer',
  logs: '/projects/:project/logs?customer&installation&operation&severity&since&from&to',
  connections: '/projects/:project/connections?customer&provider&sort',
  connection: '/projects/:project/connections/:connection',
  connectLinks: '/projects/:project/connect-links',
  deliveries:
    '/projects/:project/deliveries?customer&installation&operation&event&destination&type&status&since&from&to',
  delivery: '/projects/:project/deliveries/:delivery',
  destinations: '/projects/:project/destinations',
  destination: '/projects/:project/destinations/:destination',
  customerDestinations: '/projects/:project/customer-destinations?customer',
  routing: '/projects/:project/routing',
  replays: '/projects/:project/replays',
  apiKeys: '/projects/:project/api-keys',
  jwtKeys: '/projects/:project/jwt-keys',
  agents: '/projects/:project/agents',
  appearance: '/projects/:project/appearance',
  providerApps: '/projects/:project/provider-apps?add',
  settings: '/projects/:project/settings',
} as const

export type Route = keyof typeof patterns
type Pattern<Name extends Route> = (typeof patterns)[Name]

type NamesIn<Text extends string> = Text extends `${infer Before}?${string}`
  ? NamesIn<Before>
  : Text extends `${infer Part}/${infer Rest}`
    ? NamesIn<Part> | NamesIn<Rest>
    : Text extends `:${infer Name}`
      ? Name
      : never
type FiltersIn<Text extends string> = Text extends `${string}?${infer Query}`
  ? Query extends `${infer One}&${infer Rest}`
    ? One | FiltersIn<`?${Rest}`>
    : Query
  : never

/** Parameters of a page. */
export type Params<Name extends Route> = { [Key in NamesIn<Pattern<Name>>]: string }
type Filters<Name extends Route> = { [Key in FiltersIn<Pattern<Name>>]?: string }

/** Pages of one project. */
export type ProjectRoute = {
  [Name in Route]: 'project' extends NamesIn<Pattern<Name>> ? Name : never
}[Route]

/** A path. Only `pathTo` creates one, so that links are valid. */
export type RoutePath = string & { readonly [made]: true }
declare const made: unique symbol

type Given<Wanted> = Partial<Wanted> extends Wanted ? [given?: Wanted] : [given: Wanted]

export function pathTo<Name extends Route>(
  name: Name,
  ...[given]: Given<Params<Name> & Filters<Name>>
): RoutePath {
  const [path = '', filters = ''] = patterns[name].split('?')
  const values = new Map(Object.entries<string | undefined>(given ?? {}))
  const parts = path
    .split('/')
    .map((part) =>
      part.startsWith(':') ? encodeURIComponent(values.get(part.slice(1)) ?? '') : part,
    )
  const query = new URLSearchParams()
  for (const filter of filters.split('&')) {
    const value = values.get(filter)
    if (value) query.set(filter, value)
  }
  return (parts.join('/') + (query.size > 0 ? `?${query}` : '')) as RoutePath
}

/** Returns `pathTo` bound to one project. */
export const pathsIn =
  (project: string) =>
  <Name extends ProjectRoute>(
    name: Name,
    ...[given]: Given<Omit<Params<Name>, 'project'> & Filters<Name>>
  ): RoutePath =>
    pathTo(name, ...([{ project, ...given }] as unknown as Given<Params<Name> & Filters<Name>>))

export type MatchedRoute = { [Name in Route]: { name: Name; params: Params<Name> } }[Route]

/** Returns the page at a path; undefined if there is none. */
export function placeAt(pathname: string): MatchedRoute | undefined {
  for (const [name, pattern] of Object.entries(patterns)) {
    const params = match(pattern.split('?')[0]!, pathname)
    if (params) return { name, params } as MatchedRoute
  }
  return undefined
}

/** Returns the project of a path, even if it has no such page. */
export function projectAt(pathname: string): string | undefined {
  const place = placeAt(pathname.split('/').slice(0, 3).join('/'))
  return place?.name === 'project' ? place.params.project : undefined
}

function match(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const actual = (pathname.replace(/\/+$/, '') || '/').split('/')
  if (wanted.length !== actual.length) return undefined

  const found: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const there = actual[index]
    if (part.startsWith(':') && there) found[part.slice(1)] = decodePart(there)
    else if (part !== there) return undefined
  }
  return found
}

const decodePart = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
