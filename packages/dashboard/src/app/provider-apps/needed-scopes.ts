import type { Schemas } from '@platform/client'

type Integration = Pick<Schemas['Integration'], 'provider' | 'latestRevision'>

/** Names of the objects that integrations read and write, without duplicates. */
interface UsedObjects {
  read: string[]
  write: string[]
}

/** Lists the objects of all integrations with a provider. */
function listUsedObjects(provider: string, integrations: readonly Integration[]): UsedObjects {
  const contents = integrations
    .filter((one) => one.provider === provider)
    .map(({ latestRevision }) => latestRevision.content)
  const names = (objects: readonly { objectName: string }[]) => [
    ...new Set(objects.map(({ objectName }) => objectName)),
  ]
  return {
    read: names(
      contents.flatMap(({ read, subscribe, tools }) =>
        [read, subscribe, tools].flatMap((part) => part?.objects ?? []),
      ),
    ).concat(
      contents.flatMap(({ read }) =>
        (read?.objects ?? []).flatMap((one) => one.associations ?? []),
      ),
    ),
    write: names(contents.flatMap(({ write }) => write?.objects ?? [])),
  }
}

/** Scopes that an app needs, and the objects for which they are unknown. */
interface NeededScopes {
  scopes: string[]
  unknownObjects: string[]
}

/**
 * Derives the scopes that the app of a provider needs for the project's integrations. Falls back to
 * the scopes that the catalogue suggests.
 */
export function findNeededScopes(
  { name, oauth2Opts }: Pick<Schemas['ProviderInfo'], 'name' | 'oauth2Opts'>,
  integrations: readonly Integration[],
): NeededScopes {
  const used = listUsedObjects(name, integrations)
  switch (name) {
    case 'hubspot':
      return hubspotScopes(used)
    case 'salesforce':
      // Permissions of objects are those of the customer's user.
      return { scopes: ['api', 'refresh_token'], unknownObjects: [] }
    default: {
      const scopes = Object.keys(oauth2Opts?.scopeMappings ?? {})
      return { scopes, unknownObjects: [] }
    }
  }
}

/** Page of the provider that lists its scopes. */
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

/*
 * Scopes as in HubSpot's OpenAPI files (HubSpot/HubSpot-public-api-spec-collection, commit 99893791)
 * and, for the content of emails, in its developer changelog.
 */

/** Objects with scopes of their own, named like the object. */
const hubspotObjects = new Set([
  'contacts',
  'companies',
  'deals',
  'products',
  'line_items',
  'quotes',
  'leads',
  'invoices',
  'orders',
  'carts',
  'services',
  'courses',
  'listings',
  'users',
])

/** Objects that need the scopes of contacts. */
const hubspotActivities = new Set([
  'calls',
  'emails',
  'meetings',
  'notes',
  'tasks',
  'communications',
  'postal_mail',
])

/** Returns the plural, under which HubSpot's scopes and the sets above are named. */
function toPlural(objectName: string): string {
  const lower = objectName.toLowerCase()
  const plural = lower.replace(/y$/, 'ie') + 's'
  return [lower, plural].find((name) => isHubspotObject(name)) ?? objectName
}

const isHubspotObject = (name: string) =>
  hubspotObjects.has(name) || hubspotActivities.has(name) || name === 'tickets' || name === 'owners'

function hubspotScopes({ read, write }: UsedObjects): NeededScopes {
  const scopes = new Set(['oauth'])
  const unknownObjects = new Set<string>()
  const add = (given: string, act: 'read' | 'write') => {
    const objectName = toPlural(given)
    if (hubspotObjects.has(objectName)) scopes.add(`crm.objects.${objectName}.${act}`)
    else if (hubspotActivities.has(objectName)) {
      scopes.add(`crm.objects.contacts.${act}`)
      // Without it, emails have no content.
      if (objectName === 'emails') scopes.add('sales-email-read')
    } else if (objectName === 'tickets') scopes.add('tickets')
    else if (objectName === 'owners' && act === 'read') scopes.add('crm.objects.owners.read')
    else if (/^(p\d+_|2-\d+$)/.test(objectName)) {
      scopes.add('crm.schemas.custom.read')
      scopes.add(`crm.objects.custom.${act}`)
    } else unknownObjects.add(objectName)
  }
  // Writes also read fields, unique keys, current values and records created by an earlier attempt.
  for (const objectName of [...read, ...write]) add(objectName, 'read')
  for (const objectName of write) add(objectName, 'write')
  return { scopes: [...scopes], unknownObjects: [...unknownObjects] }
}
