import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { CatalogueEntry, Connector, KnownObjects } from '@platform/connector'
import type { ProviderInfo } from '@platform/contract'
import { makeDeclaredConnector } from '../declarative/connector.ts'
import {
  pickDeclaration,
  defaultModule,
  inheritDeclaration,
  type ProviderEntry,
} from '../declarative/schema/entry.ts'
import { findEvidence } from '../evidence/levels.ts'
import { findSignInEvidence } from '../evidence/sign-in.ts'
import { hubspot } from '../hubspot/connector.ts'
import { salesforce } from '../salesforce/connector.ts'
import { nameScopes } from './name-scopes.ts'
import { makeDialect } from './oauth2-dialects.ts'
import { findCategoryMark } from './category-marks.ts'
import { findMedia } from './logos.ts'
import { toProviderInfo } from './support.ts'
import { credentialTemplates, isBelow, ownDomains } from './own-domains.ts'
import { resolveTemplate, TemplateError, templateVariables } from './template.ts'

export type Catalogue = Readonly<Record<string, CatalogueEntry>>

/** Connectors written in code, by provider. */
export const connectors: Readonly<Record<string, Connector>> = { salesforce, hubspot }

const files = new WeakMap<CatalogueEntry, ProviderEntry>()

const shippedObjects = new WeakMap<CatalogueEntry, ReadonlySet<string>>()

/** Reports whether the evidence of the shipped entry applies to an object. */
export const isAsShipped = (entry: CatalogueEntry, objectName: string): boolean =>
  shippedObjects.get(entry)?.has(objectName) ?? true

/** Returns the file that an entry was built from. */
export const getEntryFile = (entry: CatalogueEntry): ProviderEntry | undefined => files.get(entry)

/** What of an entry an operator wrote or changed. */
interface OwnEntry {
  trustedDomains: readonly string[] | undefined
  /** Objects with the rules of the shipped entry, to which its evidence applies. */
  asShipped: ReadonlySet<string>
  /** Whether URLs of a shipped entry are overridden. */
  urlsOverridden: boolean
}

/** Builds an entry from a provider's file; `own` marks a file that an operator wrote or changed. */
export function catalogueEntry(file: ProviderEntry, own?: OwnEntry): CatalogueEntry {
  const declaration = pickDeclaration(file)
  const connector =
    connectors[file.name] ?? nameScopes(makeDeclaredConnector(file.name, declaration), file.scopes)
  const asDeclared = {
    ...toProviderInfo(file, connector, own),
    ...(own?.urlsOverridden && { urlsOverridden: true as const }),
  }
  const oauth2 = makeDialect(asDeclared, file.oauth2Dialect)
  const signInEvidence = findSignInEvidence(asDeclared, oauth2)
  const isProven = ['spec', 'live'].includes(asDeclared.proof?.read ?? '')
  const info = {
    ...(!asDeclared.media && findCategoryMark(asDeclared.labels?.['category'])),
    ...asDeclared,
    ...(signInEvidence && { signInEvidence }),
    ...(signInEvidence && isProven && { isVerified: true as const }),
  }
  const { authSteps, lookup } = file
  const declared = {
    info,
    ...(oauth2 && { oauth2 }),
    ...(authSteps && { authSteps }),
    ...(lookup && { lookup: { ...lookup, what: lookup.what ?? 'account' } }),
  }
  const added = [...(file.trustedDomains ?? []), ...(own?.trustedDomains ?? [])]
  const entry: CatalogueEntry = {
    ...declared,
    domains: ownDomains(declared, { added }),
    ...(connector && { connector }),
    ...(own && { isOwn: true }),
  }
  files.set(entry, file)
  if (own) shippedObjects.set(entry, own.asShipped)
  return entry
}

/**
 * Returns the objects that every account of a provider has, each with its level of verification.
 */
export function listVerifiedObjects(entry: CatalogueEntry): KnownObjects {
  const { connector, info } = entry
  const known = connector?.knownObjects?.() ?? {}
  if (Object.hasOwn(connectors, info.name)) return known
  const { proof = {} } = files.get(entry) ?? {}
  return Object.fromEntries(
    Object.entries(known).map(([name, object]) => {
      const evidence = findEvidence(isAsShipped(entry, name) ? info.name : '', name, object)
      // A test with the provider applies to all its objects.
      if (proof.read === 'live' && evidence.read) evidence.read = { level: 'live' }
      return [name, { ...object, evidence }]
    }),
  )
}

const folder = new URL('../../catalogue/', import.meta.url)

/** Tests validate each file against the schema; repeating it here would only cost time. */
const readFile = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Omit<
    ProviderEntry,
    'defaultModule'
  >

/** Returns every file of the catalogue, each loaded when it is first used. */
export function loadCatalogue(): Catalogue {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return lazily(
    names.map((name) => basename(name, '.json')),
    (name) => {
      const file = readFile(name)
      const whole = file.like === undefined ? file : inheritDeclaration(file, readFile(file.like))
      return catalogueEntry({
        defaultModule,
        ...(file.like !== undefined && findMedia(file.like)),
        ...findMedia(name),
        ...whole,
      })
    },
  )
}

/**
 * Returns an object whose members are created at first use, and once: also of objects that got the
 * getters of this one.
 */
function lazily<T>(names: readonly string[], make: (name: string) => T): Record<string, T> {
  const all: Record<string, T> = {}
  for (const name of names) {
    let made: { value: T } | undefined
    Object.defineProperty(all, name, {
      enumerable: true,
      configurable: true,
      get() {
        made ??= { value: make(name) }
        return made.value
      },
    })
  }
  return all
}

/** Returns the catalogue with some entries replaced; unused files stay unloaded. */
export const catalogueWith = (
  base: Catalogue,
  entries: Readonly<Record<string, CatalogueEntry>>,
): Catalogue =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(entries) },
  )

/** Every known provider, by name. */
export const catalogue: Catalogue = loadCatalogue()

/** Returns the entry of a provider; undefined if the catalogue has none. */
export function findProvider(
  name: string,
  { among = catalogue }: { among?: Catalogue } = {},
): CatalogueEntry | undefined {
  return Object.hasOwn(among, name) ? among[name] : undefined
}

/**
 * Returns the base URL of a connection's API, or of one of its modules. `values` are inputs of the
 * end user and values captured from the token reply.
 */
export function baseURLOf(
  entry: CatalogueEntry,
  values: Readonly<Record<string, string>>,
  module?: string,
): string {
  const field = entry.oauth2?.baseURLField
  const ofModule = module === undefined ? undefined : entry.info.modules?.[module]?.baseURL
  const template = field && values[field] ? `{{${field}}}` : (ofModule ?? entry.info.baseURL)
  return providerBaseUrl(entry, template, values)
}

/**
 * Fills in the variables of a URL of the provider, such as its token URL.
 * @throws TemplateError also if it would lead to another domain than the provider's
 */
export function providerBaseUrl(
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
      ? `${url.origin} is not a trusted address of ${label}. If it is yours, ask the platform's operator to add its domain to the provider's trustedDomains.`
      : `This ${names.join(' and ')} does not result in a valid URL.`,
    names,
  )
}

/** Returns the origins to which the credentials of a connection with these values may be sent. */
export function listAllowedOrigins(
  entry: CatalogueEntry,
  values: Readonly<Record<string, string>>,
): Set<string> {
  const templates = credentialTemplates(entry)
  const reachable = [() => baseURLOf(entry, values)].concat(
    templates.map((template) => () => providerBaseUrl(entry, template, values)),
  )
  return new Set(
    reachable.flatMap((address) => {
      try {
        return [new URL(address()).origin]
      } catch (error) {
        // A URL that cannot be filled in is never called.
        if (error instanceof TemplateError) return []
        throw error
      }
    }),
  )
}

/** Returns the values, with defaults for empty inputs. */
export function withDefaults(
  info: ProviderInfo,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const defaults = [
    ...(info.metadata?.input ?? []),
    ...(info.oauth2Opts?.tokenMetadataFields.otherFields ?? []),
  ].flatMap(({ name, defaultValue }) =>
    defaultValue === undefined ? [] : [[name, defaultValue] as const],
  )
  const given = Object.entries(values).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(given) }
}
