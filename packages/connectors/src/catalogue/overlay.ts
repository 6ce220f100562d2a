import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CatalogueEntry } from '@platform/connector'
import { blankComments } from '@platform/contract/json-comments'
import type { z } from 'zod'
import { listKnownMembers } from '../declarative/schema/known-members.ts'
import { findFaults } from '../declarative/schema/find-faults.ts'
import { pickDeclaration, ProviderEntry, inheritDeclaration } from '../declarative/schema/entry.ts'
import { hasSameRules, objectsAsShipped } from './as-shipped.ts'
import {
  catalogueEntry,
  catalogueWith,
  getEntryFile,
  isAsShipped,
  type Catalogue,
} from './catalogue.ts'
import { faultsOfValues } from './value-faults.ts'
import { findPosition } from './json-position.ts'
import { listFalseClaims } from './support.ts'

/** Overrides of providers that are not JSON, or result in an invalid entry. */
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
 * Overrides of catalogue entries by provider name: a JSON merge patch (RFC 7396)
 * of its file. `null` removes a member; a list replaces the whole list. An unknown name adds a provider.
 * `trustedDomains` adds to the domains that credentials may go to.
 */
export type CatalogueOverrides = Record<string, Record<string, unknown>>

/** Returns the position of a member of an override: `providers/acme.json:3:5: acme.baseURL`, or only its path. */
type WhereIs = (provider: string, path: readonly PropertyKey[]) => string

const byPath: WhereIs = (provider, path) => [provider, ...path.map(String)].join('.')

/** Overrides with their positions in files. */
interface ReadOverrides {
  overrides: CatalogueOverrides
  whereIs: WhereIs
  /** Returns the number of comments that mark a proposed value as guessed, in the file of a provider. */
  countGuesses: (provider: string) => number
}

const countGuessesIn = (text: string) => [...text.matchAll(/^\s*\/\/ guessed: /gm)].length

/**
 * Reads overrides from inline JSON or from a path: a JSON file with several providers, a file named
 * after one provider, or a folder of such files. They can contain comments.
 */
export function readOverrides(source: string): ReadOverrides {
  const isInline = source.trimStart().startsWith('{')
  if (!isInline && isFolder(source)) return readFolder(source)
  const withComments = isInline ? source : readText(source)
  const text = blankComments(withComments)
  const countGuesses = () => countGuessesIn(withComments)
  try {
    const overrides: unknown = JSON.parse(text)
    if (!isInline && isOneProvider(overrides))
      return { ...readOne(source, text, overrides), countGuesses }
    if (!areOverrides(overrides)) {
      throw new SyntaxError(
        'must be an object of provider entries by name, such as {"acme": {"displayName": "Acme"}}',
      )
    }
    const inFile: WhereIs = (provider, path) =>
      `${placeIn(source, text, [provider, ...path])}: ${byPath(provider, path)}`
    return { overrides, whereIs: isInline ? byPath : inFile, countGuesses }
  } catch (error) {
    const where = isInline ? 'The provider overrides' : source
    throw new CatalogueError([`${where}: ${getMessage(error)}`], { cause: error })
  }
}

function placeIn(file: string, text: string, path: readonly PropertyKey[]): string {
  const { line, column } = findPosition(text, path)
  return `${file}:${line}:${column}`
}

/** Reports whether its members are those of an entry instead of provider names. */
const isOneProvider = (value: unknown): value is Record<string, unknown> =>
  isJsonMap(value) &&
  Object.keys(value).some((name) => name !== '$schema' && Object.hasOwn(ProviderEntry.shape, name))

function readOne(
  file: string,
  text: string,
  entry: Record<string, unknown>,
): Omit<ReadOverrides, 'countGuesses'> {
  return {
    overrides: { [basename(file, '.json')]: entry },
    whereIs: (provider, path) => `${placeIn(file, text, path)}: ${byPath(provider, path)}`,
  }
}

const areOverrides = (value: unknown): value is CatalogueOverrides =>
  isJsonMap(value) && Object.values(value).every(isJsonMap)

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Every file is read, so that all errors are reported together. */
function readFolder(folder: string): ReadOverrides {
  const issues: string[] = []
  const texts = new Map<string, string>()
  const guesses = new Map<string, number>()
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const entries = files.toSorted().map((file) => {
    const path = join(folder, file)
    try {
      const withComments = readText(path)
      const text = blankComments(withComments)
      guesses.set(basename(file, '.json'), countGuessesIn(withComments))
      const entry: unknown = JSON.parse(text)
      texts.set(basename(file, '.json'), text)
      if (isJsonMap(entry)) return [basename(file, '.json'), entry] as const
      issues.push(`${path}: must be an object with the entry of one provider`)
    } catch (error) {
      issues.push(error instanceof CatalogueError ? error.message : `${path}: ${getMessage(error)}`)
    }
    return undefined
  })
  if (issues.length > 0) throw new CatalogueError(issues)
  const inFile: WhereIs = (provider, path) => {
    const place = placeIn(join(folder, `${provider}.json`), texts.get(provider) ?? '', path)
    return `${place}: ${byPath(provider, path)}`
  }
  return {
    overrides: Object.fromEntries(entries.filter((entry) => entry !== undefined)),
    whereIs: inFile,
    countGuesses: (provider) => guesses.get(provider) ?? 0,
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CatalogueError([`${path} cannot be read: ${getMessage(error)}`], {
      cause: error,
    })
  }
}

/** Lists each unknown member with its place. */
const Lenient = ProviderEntry.strip()

/**
 * Returns the catalogue with the overrides applied; the given catalogue is unchanged. Throws a
 * `CatalogueError` with every unknown or invalid member and its position.
 */
export function overlayCatalogue(
  base: Catalogue,
  overrides: CatalogueOverrides,
  { whereIs = byPath }: { whereIs?: WhereIs } = {},
): Catalogue {
  const issues: string[] = []
  const overlaid: Record<string, CatalogueEntry> = {}
  for (const [name, patch] of Object.entries(overrides)) {
    const report: Report = (path, message) => void issues.push(`${whereIs(name, path)}: ${message}`)
    const before = Object.hasOwn(base, name) ? base[name] : undefined
    const file = before && getEntryFile(before)
    const parsed = Lenient.safeParse(mergePatch(file ?? { name }, patch as Json))
    if (parsed.success) {
      if (parsed.data.name !== name) report(['name'], `must be ${name}`)
      reportUnknown(patch, parsed.data, [], report)
      for (const [path, address] of listAddresses(parsed.data)) {
        if (!isAddress(address)) {
          report(path, 'must be an http or https address, such as https://api.acme.example')
        }
      }
      const { like } = parsed.data
      const original = like !== undefined && Object.hasOwn(base, like) ? base[like] : undefined
      if (like !== undefined && !original) report(['like'], 'is no provider of the catalogue')
      const whole = original
        ? inheritDeclaration(parsed.data, getEntryFile(original) ?? {})
        : parsed.data
      const faults = findFaults(pickDeclaration(whole))
      for (const { path, message } of [...faultsOfValues(whole), ...faults]) report(path, message)
      // The rules of an entry with such faults do not fit together.
      if (faults.length > 0) continue
      overlaid[name] = ownEntry(whole, before, { declaresProof: Object.hasOwn(patch, 'proof') })
      for (const { path, message } of listFalseClaims(patch, overlaid[name].info)) {
        report(path, message)
      }
    } else {
      const isPart = parsed.error.issues.some(
        ({ path }) => path.length === 1 && !Object.hasOwn(patch, String(path[0])),
      )
      if (!before && isPart)
        report([], 'is not in the catalogue, so the complete entry is required')
      for (const issue of parsed.error.issues) reportIssue(issue, report)
      for (const key of Object.keys(patch)) {
        if (!Object.hasOwn(Lenient.shape, key)) report([key], unknownMember([key]))
      }
    }
  }
  if (issues.length > 0) throw new CatalogueError(issues)
  return catalogueWith(base, overlaid)
}

/** Builds the entry of an override. Evidence of the entry before applies as far as rules are the same. */
function ownEntry(
  whole: ProviderEntry,
  before: CatalogueEntry | undefined,
  { declaresProof }: { declaresProof: boolean },
): CatalogueEntry {
  const file = before && getEntryFile(before)
  const trustedDomains = file?.trustedDomains
  // Like the override, so that both have the same defaults.
  const shipped = file && Lenient.safeParse(file).data
  if (!before || !shipped) {
    return catalogueEntry(whole, { trustedDomains, asShipped: new Set(), urlsOverridden: false })
  }
  const { proof, ...withoutProof } = whole
  const keepsProof = proof && (declaresProof || hasSameRules(shipped, whole))
  const asShipped = [...objectsAsShipped(shipped, whole)].filter((name) =>
    isAsShipped(before, name),
  )
  const urlsOverridden = !isDeepStrictEqual(listAddresses(shipped), listAddresses(whole))
  return catalogueEntry(
    { ...withoutProof, ...(keepsProof && { proof }) },
    {
      trustedDomains,
      asShipped: new Set(asShipped),
      urlsOverridden: urlsOverridden || before.info.urlsOverridden === true,
    },
  )
}

/** Returns every URL that is called or opened in a browser, by its path in the file. */
function listAddresses(file: ProviderEntry): [path: PropertyKey[], address: string][] {
  const { baseURL, modules = {}, oauth2Opts, oauth2Dialect, authHealthCheck, authSteps } = file
  const places: [PropertyKey[], string | undefined][] = [
    [['baseURL'], baseURL],
    ...Object.entries(modules).map(([name, module]): [PropertyKey[], string] => [
      ['modules', name, 'baseURL'],
      module.baseURL,
    ]),
    [['oauth2Opts', 'authURL'], oauth2Opts?.authURL],
    [['oauth2Opts', 'tokenURL'], oauth2Opts?.tokenURL],
    [['oauth2Dialect', 'refreshURL'], oauth2Dialect?.refreshURL],
    [['authHealthCheck', 'url'], authHealthCheck?.url],
    ...(authSteps?.steps ?? []).map((step, index): [PropertyKey[], string | undefined] => [
      ['authSteps', 'steps', index, 'url'],
      'url' in step ? step.url : undefined,
    ]),
  ]
  return places.filter((place): place is [PropertyKey[], string] => place[1] !== undefined)
}

/** Reports whether the template is a valid URL after its `{{variables}}` are replaced. */
function isAddress(template: string): boolean {
  const filled = template
    .replace(/^\{\{[^{}]*\}\}/, 'https://x')
    .replaceAll(/:\{\{[^{}]*\}\}/g, ':1')
    .replaceAll(/\{\{[^{}]*\}\}/g, 'x')
  return /^https?:\/\/[^\s/?#]\S*$/.test(filled) && URL.canParse(filled)
}

type Report = (path: readonly PropertyKey[], message: string) => void

function reportIssue(issue: z.core.$ZodIssue, report: Report): void {
  if (issue.code !== 'unrecognized_keys') report(issue.path, messageOfIssue(issue))
  else
    for (const key of issue.keys) report([...issue.path, key], unknownMember([...issue.path, key]))
}

const messageOfIssue = ({ code, message }: z.core.$ZodIssue) =>
  code === 'invalid_type' && message.endsWith('received undefined') ? 'is required' : message

/** Names the known members, which are those of the schema for editors. */
function unknownMember(path: readonly PropertyKey[]): string {
  const known = listKnownMembers(path.slice(0, -1))
  return known.length === 0 ? 'unknown member' : `unknown member. Known are ${known.join(', ')}`
}

const isJsonMap = (value: unknown): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mergePatch(target: Json, patch: Json): Json {
  if (!isJsonMap(patch)) return patch
  const merged: { [key: string]: Json } = isJsonMap(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    // Not a member of an entry; reported as unknown, because assigning it would change the
    // prototype.
    if (key === '__proto__') continue
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(merged[key] ?? null, value)
  }
  return merged
}

/** Reports the members that validation dropped because the schema does not know them. */
function reportUnknown(
  patch: unknown,
  accepted: unknown,
  path: readonly PropertyKey[],
  report: Report,
): void {
  if (!isJsonMap(patch)) return
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) continue
    const here = [...path, key]
    if (!isJsonMap(accepted) || !Object.hasOwn(accepted, key)) report(here, unknownMember(here))
    else reportUnknown(value, accepted[key], here, report)
  }
}
