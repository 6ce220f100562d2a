import { readFileSync } from 'node:fs'
import type { CatalogueEntry, Connector } from '@platform/connector'
import type { ProviderInfo } from '@platform/contract'
import { hubspot } from '../hubspot/connector.ts'
import { salesforce } from '../salesforce/connector.ts'
import { dialectOf } from './oauth2-dialects.ts'
import { withSupport } from './support.ts'
import { credentialTemplates, isBelow, ownDomains } from './own-domains.ts'
import { resolveTemplate, TemplateError, templateVariables } from './template.ts'

export type Catalogue = Readonly<Record<string, CatalogueEntry>>

/** The providers that have a connector of their own, by name. */
export const connectors: Readonly<Record<string, Connector>> = { salesforce, hubspot }

/**
 * Makes an entry of what the wire shows of a provider, with all that the wire does not show.
 * `trustedDomains` are what an operator adds to the provider's own.
 */
export function catalogueEntry(
  info: ProviderInfo,
  { trustedDomains }: { trustedDomains?: readonly string[] | undefined } = {},
): CatalogueEntry {
  const oauth2 = dialectOf(info)
  const connector = connectors[info.name]
  return {
    info: withSupport(info, connector),
    domains: ownDomains(info, { oauth2, ...(trustedDomains && { added: trustedDomains }) }),
    ...(oauth2 && { oauth2 }),
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
 * Where a connection's API is, or that of one of its modules. `values` are the inputs of the end
 * user and what was captured from the token reply.
 */
export function baseURLOf(
  entry: CatalogueEntry,
  values: Readonly<Record<string, string>>,
  module?: string,
): string {
  const field = entry.oauth2?.baseURLField
  const ofModule = module === undefined ? undefined : entry.info.modules?.[module]?.baseURL
  const template = field && values[field] ? `{{${field}}}` : (ofModule ?? entry.info.baseURL)
  return addressOf(entry, template, values)
}

/**
 * Fills an address of the provider in, such as its token URL.
 *
 * @throws TemplateError also when it would lead to another domain than the provider's own
 */
export function addressOf(
  { info, domains }: CatalogueEntry,
  template: string,
  values: Readonly<Record<string, string>>,
): string {
  const address = resolveTemplate(template, withDefaults(info, values))
  const url = URL.parse(address)
  if (url && isBelow(domains, url)) return address

  const names = templateVariables(template)
  const label = info.displayName ?? info.name
  throw new TemplateError(
    url
      ? `${url.origin} is not an address of ${label}. If yours is there, the operator of the platform adds its domain to the provider's trustedDomains.`
      : `With this ${names.join(' and ')} there is no valid address.`,
    names,
  )
}

/** Where the credentials of a connection with these values may be sent, one origin each. */
export function originsOf(
  entry: CatalogueEntry,
  values: Readonly<Record<string, string>>,
): Set<string> {
  const templates = credentialTemplates(entry.info, entry.oauth2)
  const reachable = [() => baseURLOf(entry, values)].concat(
    templates.map((template) => () => addressOf(entry, template, values)),
  )
  return new Set(
    reachable.flatMap((address) => {
      try {
        return [new URL(address()).origin]
      } catch (error) {
        // What cannot be filled in is not reached either.
        if (error instanceof TemplateError) return []
        throw error
      }
    }),
  )
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
