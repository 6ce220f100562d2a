import { readFileSync } from 'node:fs'
import type { CatalogueEntry, Connector } from '@platform/connector'
import type { ProviderInfo } from '@platform/contract'
import { hubspot } from '../hubspot/connector.ts'
import { salesforce } from '../salesforce/connector.ts'
import { dialectOf } from './oauth2-dialects.ts'
import { resolveTemplate } from './template.ts'

export type Catalogue = Readonly<Record<string, CatalogueEntry>>

/** The providers that have a connector of their own, by name. */
export const connectors: Readonly<Record<string, Connector>> = { salesforce, hubspot }

/** Where the end of a provider's host is a value, the domains that it may lead to. */
const trustedDomains: Readonly<Record<string, readonly string[]>> = {
  coupa: ['coupahost.com', 'coupacloud.com'],
  gong: ['gong.io'],
  talkdesk: [
    'talkdeskapp.com',
    'talkdeskapp.eu',
    'talkdeskappca.com',
    'talkdeskid.com',
    'talkdeskid.eu',
    'talkdeskidca.com',
  ],
  zoho: ['com', 'eu', 'in', 'com.au', 'com.cn', 'jp', 'sa'].flatMap((region) => [
    `zohoapis.${region}`,
    `zoho.${region}`,
    `manageengine.${region}`,
  ]),
}

/** Makes an entry of what the wire shows of a provider, with all that the wire does not show. */
export function catalogueEntry(info: ProviderInfo): CatalogueEntry {
  const oauth2 = dialectOf(info)
  const domains = trustedDomains[info.name]
  const connector = connectors[info.name]
  return {
    info,
    ...(oauth2 && { oauth2 }),
    ...(domains && { trustedDomains: domains }),
    ...(connector && { connector }),
  }
}

export function loadCatalogue(): Catalogue {
  const text = readFileSync(new URL('providers.json', import.meta.url), 'utf8')
  const infos = JSON.parse(text) as Record<string, ProviderInfo>
  return Object.fromEntries(
    Object.entries(infos).map(([name, info]) => [name, catalogueEntry(info)]),
  )
}

/** Every provider that the platform knows, by name. */
export const catalogue: Catalogue = loadCatalogue()

/** The entry of a provider; undefined when the catalogue has none of that name. */
export function findProvider(
  name: string,
  { among = catalogue }: { among?: Catalogue } = {},
): CatalogueEntry | undefined {
  return Object.hasOwn(among, name) ? among[name] : undefined
}

/**
 * Where a connection's API is. `values` are the inputs of the end user and what was captured from
 * the token reply.
 */
export function baseURLOf(
  { info, oauth2, trustedDomains: domains }: CatalogueEntry,
  values: Readonly<Record<string, string>>,
): string {
  const captured = oauth2?.baseURLField && values[oauth2.baseURLField]
  if (captured) return captured.replace(/\/+$/, '')
  return resolveTemplate(info.baseURL, withDefaults(info, values), { trustedDomains: domains })
}

/** The values, completed by the default values of the inputs that were left empty. */
export function withDefaults(
  info: ProviderInfo,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const defaults = (info.metadata?.input ?? []).flatMap(({ name, defaultValue }) =>
    defaultValue === undefined ? [] : [[name, defaultValue] as const],
  )
  const given = Object.entries(values).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(given) }
}
