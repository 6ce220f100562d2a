/**
 * Scopes that an app needs. This file is also part of the published client, so its types are its own
 * and it imports nothing.
 */

interface ObjectScopes {
  read?: readonly string[] | undefined
  write?: readonly string[] | undefined
}

interface Provider {
  name: string
  oauth2Opts?: { scopeMappings?: Readonly<Record<string, string>> | undefined } | undefined
  scopes?:
    | {
        signIn?: readonly string[] | undefined
        offline?: readonly string[] | undefined
        subscribe?: readonly string[] | undefined
        byObject?: Readonly<Record<string, ObjectScopes>> | undefined
      }
    | undefined
}

interface ReadObjects {
  objects?:
    | readonly { objectName: string; associations?: readonly string[] | undefined }[]
    | undefined
}

interface NamedObjects {
  objects?: readonly { objectName: string }[] | undefined
}

/** What an integration reads and writes. */
interface Manifest {
  read?: ReadObjects | undefined
  write?: NamedObjects | undefined
  subscribe?: NamedObjects | undefined
  tools?: NamedObjects | undefined
}

interface Integration {
  provider: string
  latestRevision: { content: Manifest }
}

/** Names of the objects that integrations use, without duplicates. `read` contains the subscribed ones. */
interface UsedObjects {
  read: string[]
  write: string[]
  subscribe: string[]
}

/** Scopes that an app needs, and the objects for which they are unknown. */
export interface NeededScopes {
  scopes: string[]
  unknownObjects: string[]
}

/** Scopes that one object needs, by action. */
export interface UsedObjectScopes {
  objectName: string
  read: string[]
  write: string[]
  subscribe: string[]
  /** Whether the catalogue does not contain the object's scopes. */
  areUnknown: boolean
}

/**
 * Derives the scopes that the app of a provider needs for the project's integrations: those of each
 * sign-in, of a refresh token, and of each object that an integration reads, writes or subscribes to.
 * Without known scopes, returns those that the catalogue has short names for.
 */
export function getNeededScopes(
  provider: Provider,
  integrations: readonly Integration[],
): NeededScopes {
  const { oauth2Opts, scopes: known } = provider
  if (!known) return { scopes: Object.keys(oauth2Opts?.scopeMappings ?? {}), unknownObjects: [] }

  const byObject = listUsedObjectScopes(provider, integrations)
  const scopes = [
    ...(known.signIn ?? []),
    ...(known.offline ?? []),
    ...byObject.flatMap(({ read }) => read),
    ...byObject.flatMap(({ write }) => write),
    ...byObject.flatMap(({ subscribe }) => subscribe),
  ]
  const unknown = byObject.filter(({ areUnknown }) => areUnknown)
  return {
    scopes: [...new Set(scopes)],
    unknownObjects: unknown.map(({ objectName }) => objectName),
  }
}

/** Lists the scopes that each object of the project's integrations needs. */
export function listUsedObjectScopes(
  { name, scopes: known }: Provider,
  integrations: readonly Integration[],
): UsedObjectScopes[] {
  const used = listUsedObjects(name, integrations)
  return [...new Set([...used.read, ...used.write])].map((objectName) => {
    const found = known?.byObject && findObjectScopes(known.byObject, objectName)
    return {
      objectName,
      // Writes also read fields, unique keys, current values and records created by an earlier attempt.
      read: [...(found?.read ?? [])],
      write: used.write.includes(objectName) ? [...(found?.write ?? [])] : [],
      subscribe: used.subscribe.includes(objectName) ? [...(known?.subscribe ?? [])] : [],
      areUnknown: known?.byObject !== undefined && !found,
    }
  })
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
    subscribe: listNames(contents.flatMap(({ subscribe }) => subscribe?.objects ?? [])),
  }
}

/** Finds the scopes of an object by its name, in singular or plural and in any case. */
function findObjectScopes(
  byObject: Readonly<Record<string, ObjectScopes>>,
  objectName: string,
): ObjectScopes | undefined {
  const lower = objectName.toLowerCase()
  const name = [objectName, lower, `${lower.replace(/y$/, 'ie')}s`].find((one) =>
    Object.hasOwn(byObject, one),
  )
  if (name !== undefined) return byObject[name]
  return (isCustomObject(objectName) ? byObject['custom'] : undefined) ?? byObject['*']
}

/** Reports whether the name is that of an object which a HubSpot account defines. */
const isCustomObject = (name: string) => /^(p\d+_|2-\d+$)/.test(name)
