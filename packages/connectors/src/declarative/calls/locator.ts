import type { RecordLocator } from '@platform/connector'
import { getAtDotPath } from './dot-path.ts'
import type { ById } from '../subscribe/rules.ts'

/** Where a record, or its list, has the values by which it is read besides its ID. */
export interface LocatorPlaces {
  /** Whether the value of the parent is one. */
  parent: boolean
  /** Paths in a record, by name. */
  own: Readonly<Record<string, string>>
}

/** Returns the places; undefined if records are read by their IDs alone. */
export function findLocatorPlaces(byId: ById | null | undefined): LocatorPlaces | undefined {
  if (byId?.style !== 'path') return undefined
  const { path, query, body, locator: own = {} } = byId
  const parent = JSON.stringify([path, query, body]).includes('{parent}')
  return parent || Object.keys(own).length > 0 ? { parent, own } : undefined
}

/** Returns the names of the values. */
export const listLocatorNames = ({ parent, own }: LocatorPlaces): string[] => [
  ...(parent ? ['parent'] : []),
  ...Object.keys(own),
]

/** Returns the values of a listed record; undefined if it needs none, or lacks one. */
export function findLocator(
  raw: Record<string, unknown>,
  {
    locatorPlaces: places,
    below,
  }: { locatorPlaces?: LocatorPlaces | undefined; below?: string | undefined },
): RecordLocator | undefined {
  if (!places) return undefined
  const own = readLocator(raw, places.own)
  if (!own || !places.parent) return own
  return below === undefined ? undefined : { ...own, parent: below }
}

/** Returns the values at these paths; undefined if one is missing. */
export function readLocator(
  item: unknown,
  places: Readonly<Record<string, string>>,
): RecordLocator | undefined {
  const found: Record<string, string> = {}
  for (const [name, place] of Object.entries(places)) {
    const value = getAtDotPath(item, place)
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string' || text === '') return undefined
    found[name] = text
  }
  return found
}
