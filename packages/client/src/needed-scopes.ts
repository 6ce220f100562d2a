import type { Schemas } from './schemas.ts'

type Provider = Pick<Schemas['ProviderInfo'], 'name' | 'oauth2Opts' | 'scopes'>
type Integration = Pick<Schemas['Integration'], 'provider' | 'latestRevision'>
type Scopes = NonNullable<Schemas['ProviderInfo']['scopes']>

/** Names of the objects that integrations read and write, without duplicates. */
interface UsedObjects {
  read: string[]
  write: string[]
}

/** Scopes that an app needs, and the objects for which they are unknown. */
export interface NeededScopes {
  scopes: string[]
  unknownObjects: string[]
}

/**
 * Derives the scopes that the app of a provider needs for the project's integrations: those of each
 * sign-in, of a refresh token, and of each object that an integration reads or writes. Without
 * known scopes, returns those that the catalogue has short names for.
 */
export function getNeededScopes(
  { name, oauth2Opts, scopes: known }: Provider,
  integrations: readonly Integration[],
): NeededScopes {
  if (!known) return { scopes: Object.keys(oauth2Opts?.scopeMappings ?? {}), unknownObjects: [] }

  const scopes = new Set([...(known.signIn ?? []), ...(known.offline ?? [])])
  const unknownObjects = new Set<string>()
  const used = listUsedObjects(name, integrations)
  // Writes also read fields, unique keys, current values and records created by an earlier attempt.
  const actions = [
    ...[...used.read, ...used.write].map((objectName) => ({ objectName, act: 'read' as const })),
    ...used.write.map((objectName) => ({ objectName, act: 'write' as const })),
  ]
  for (const { objectName, act } of actions) {
    const found = known.byObject && findObjectScopes(known.byObject, objectName)
    if (found) for (const scope of found[act] ?? []) scopes.add(scope)
    else if (known.byObject) unknownObjects.add(objectName)
  }
  return { scopes: [...scopes], unknownObjects: [...unknownObjects] }
}

/** Lists the objects of all integrations with a provider. */
function listUsedObjects(provider: string, integrations: readonly Integration[]): UsedObjects {
  const contents = integrations
    .filter((one) => one.provider === provider)
    .map(({ latestRevision }) => latestRevision.content)
  const listNames = (objects: readonly { objectName: string }[]) => [
    ...new Set(objects.map(({ objectName }) => objectName)),
  ]
  return {
    read: listNames(
      contents.flatMap(({ read, subscribe, tools }) =>
        [read, subscribe, tools].flatMap((part) => part?.objects ?? []),
      ),
    ).concat(
      contents.flatMap(({ read }) =>
        (read?.objects ?? []).flatMap((one) => one.associations ?? []),
      ),
    ),
    write: listNames(contents.flatMap(({ write }) => write?.objects ?? [])),
  }
}

/** Finds the scopes of an object by its name, in singular or plural and in any case. */
function findObjectScopes(byObject: NonNullable<Scopes['byObject']>, objectName: string) {
  const lower = objectName.toLowerCase()
  const name = [objectName, lower, `${lower.replace(/y$/, 'ie')}s`].find((one) =>
    Object.hasOwn(byObject, one),
  )
  if (name !== undefined) return byObject[name]
  return (isCustomObject(objectName) ? byObject['custom'] : undefined) ?? byObject['*']
}

/** Reports whether the name is that of an object which a HubSpot account defines. */
const isCustomObject = (name: string) => /^(p\d+_|2-\d+$)/.test(name)

/** Returns the page of the provider that lists its scopes. */
export const getScopesPage = ({
  name,
  docsURL,
  oauth2Opts,
}: Pick<Schemas['ProviderInfo'], 'name' | 'docsURL' | 'oauth2Opts'>): string | undefined =>
  scopesPages[name] ?? oauth2Opts?.docsURL ?? docsURL

const scopesPages: Record<string, string> = {
  hubspot:
    'https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/scopes',
}
