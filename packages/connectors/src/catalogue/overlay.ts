import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CatalogueEntry } from '@platform/connector'
import type { z } from 'zod'
import { ProviderEntry } from '../declarative/entry.ts'
import { catalogueEntry, catalogueWith, fileOf, type Catalogue } from './catalogue.ts'
import { falseClaims } from './support.ts'

/** What is said about providers is no JSON, or makes no valid entry. */
export class CatalogueError extends Error {
  readonly issues: readonly string[]

  constructor(issues: readonly string[], options?: ErrorOptions) {
    super(issues.join('\n'), options)
    this.name = 'CatalogueError'
    this.issues = issues
  }
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * By provider name, what to say instead of what the catalogue says: a JSON merge patch (RFC 7396)
 * of the entry as the wire shows it. `null` removes a member; a list replaces the whole list.
 * An unknown name adds a provider. `trustedDomains` adds to the domains that credentials may go to.
 */
export type CatalogueOverrides = Record<string, Record<string, unknown>>

/**
 * Reads overrides from inline JSON, or from what the text is the path of: a JSON file, or a folder with
 * a JSON file for each provider, which is named for it.
 */
export function readOverrides(source: string): CatalogueOverrides {
  const isInline = source.trimStart().startsWith('{')
  if (!isInline && isFolder(source)) return readFolder(source)
  const text = isInline ? source : readText(source)
  try {
    const overrides: unknown = JSON.parse(text)
    if (!areOverrides(overrides)) {
      throw new SyntaxError('it must be an object of objects, keyed by provider name')
    }
    return overrides
  } catch (error) {
    const where = isInline ? 'The provider overrides' : source
    throw new CatalogueError([`${where}: ${messageOf(error)}`], { cause: error })
  }
}

const areOverrides = (value: unknown): value is CatalogueOverrides =>
  isObject(value) && Object.values(value).every(isObject)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Every file is read, so that all that is wrong is said at once. */
function readFolder(folder: string): CatalogueOverrides {
  const issues: string[] = []
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const entries = files.toSorted().map((file) => {
    const path = join(folder, file)
    try {
      const entry: unknown = JSON.parse(readText(path))
      if (isObject(entry)) return [basename(file, '.json'), entry] as const
      issues.push(`${path}: it must be an object, the entry of one provider`)
    } catch (error) {
      issues.push(error instanceof CatalogueError ? error.message : `${path}: ${messageOf(error)}`)
    }
    return undefined
  })
  if (issues.length > 0) throw new CatalogueError(issues)
  return Object.fromEntries(entries.filter((entry) => entry !== undefined))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CatalogueError([`${path} cannot be read: ${messageOf(error)}`], {
      cause: error,
    })
  }
}

/**
 * The catalogue with the overrides laid over it; the given catalogue stays as it is.
 * Throws a `CatalogueError` that names every member which is unknown or of the wrong kind.
 */
export function overlayCatalogue(base: Catalogue, overrides: CatalogueOverrides): Catalogue {
  const issues: string[] = []
  const overlaid: Record<string, CatalogueEntry> = {}
  for (const [name, { trustedDomains, ...patch }] of Object.entries(overrides)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined
    if (!areDomains(trustedDomains)) issues.push(`${name}.trustedDomains: ${whatDomainsAre}`)
    const file = before && fileOf(before)
    const parsed = ProviderEntry.strip().safeParse(mergePatch(file ?? { name }, patch as Json))
    if (parsed.success) {
      if (parsed.data.name !== name) issues.push(`${name}.name: must be ${name}`)
      issues.push(...unknownMembers(patch, parsed.data, name))
      overlaid[name] = catalogueEntry(parsed.data, {
        ...(areDomains(trustedDomains) && { trustedDomains }),
      })
      issues.push(...falseClaims(patch.support, overlaid[name].info.support, `${name}.support`))
    } else {
      if (!before) issues.push(`${name}: not in the catalogue, so the whole entry is needed`)
      issues.push(...parsed.error.issues.flatMap((issue) => describeIssue(name, issue)))
    }
  }
  if (issues.length > 0) throw new CatalogueError(issues)
  return catalogueWith(base, overlaid)
}

const describeIssue = (name: string, issue: z.core.$ZodIssue): string[] => {
  const path = [name, ...issue.path.map(String)].join('.')
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => `${path}.${key}: unknown member`)
    : [`${path}: ${issue.message}`]
}

const whatDomainsAre =
  'must be a list of domains, such as crm.example.com, http://crm.example.com where plain http is meant, or * for any'

const areDomains = (value: unknown): value is string[] | undefined =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every(
      (domain) =>
        typeof domain === 'string' && /^(http:\/\/)?(\*|[a-z\d-]+(\.[a-z\d-]+)*)$/.test(domain),
    ))

const isObject = (value: unknown): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch
  const merged: { [key: string]: Json } = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(merged[key] ?? null, value)
  }
  return merged
}

/** The patch's members that validation has dropped, because the schema does not know them. */
function unknownMembers(patch: unknown, accepted: unknown, path: string): string[] {
  if (!isObject(patch)) return []
  return Object.entries(patch).flatMap(([key, value]) => {
    if (value === null) return []
    const here = `${path}.${key}`
    if (!isObject(accepted) || !Object.hasOwn(accepted, key)) return [`${here}: unknown member`]
    return unknownMembers(value, accepted[key], here)
  })
}
