import { existsSync, readFileSync } from 'node:fs'
import type { ObjectEvidence, ProviderObject } from '@platform/contract'
import { requireValue } from '../require-value.ts'

/** How each action of an object was verified, besides a stand-in made from its own entry. */
export interface ProviderLevels {
  /** Source and month of the evidence, by level. */
  sources: Partial<Record<'spec' | 'samples', { source: string; date: string }>>
  objects: Record<string, Partial<Record<EvidencedAction, 'spec' | 'samples'>>>
}

export type EvidencedAction = keyof ObjectEvidence
type Level = NonNullable<ObjectEvidence[EvidencedAction]>['level']

const file = new URL('../../evidence/levels.json', import.meta.url)

let all: Readonly<Record<string, ProviderLevels>> | undefined

/** Returns the levels of all providers, as `npm run providers:score -- --write` writes them. */
export function levels(): Readonly<Record<string, ProviderLevels>> {
  all ??= existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, ProviderLevels>)
    : {}
  return all
}

const standIn = { level: 'stand-in' as const }

/** Returns how an object of the catalogue was verified; others only by a stand-in. */
export function findEvidence(
  provider: string,
  objectName: string,
  { read, writes, searchFields }: Pick<ProviderObject, 'read' | 'writes' | 'searchFields'>,
): ObjectEvidence {
  const { sources, objects } = levels()[provider] ?? { sources: {}, objects: {} }
  const known = Object.hasOwn(objects, objectName) ? objects[objectName] : undefined
  const actions: EvidencedAction[] = [
    ...(read ? ['read' as const] : []),
    ...(read?.changes === 'time' ? ['changes' as const] : []),
    ...writes,
    ...(searchFields.length > 0 ? ['search' as const] : []),
  ]
  return Object.fromEntries(
    actions.map((action) => {
      const level = known?.[action]
      return [action, level ? { level, ...requireValue(sources[level]) } : standIn]
    }),
  )
}

const ranks: Record<Level, number> = { 'stand-in': 0, samples: 1, spec: 2, live: 3 }

export const leastLevel = (found: readonly Level[]): Level | undefined =>
  found.toSorted((one, other) => ranks[one] - ranks[other])[0]

/** Parts of names of the most used objects. */
const wanted =
  /^(?:contacts?|people|persons?|leads?|deals?|opportunit(?:y|ies)|compan(?:y|ies)|organi[sz]ations?|accounts?|customers?|tickets?|conversations?|issues?|tasks?|projects?|users?|orders?|invoices?|payments?|subscriptions?|products?|employees?|candidates?|jobs?|messages?|(?:scheduled_)?events?|campaigns?|lists?|calls?|meetings?|members?|profiles?|subscribers?|clients?|appointments?|parties|prospects?|records?)$/i

/** Returns the names of the most used objects; all if none is known. */
export function mainObjects(names: readonly string[]): readonly string[] {
  const main = names.filter((name) => wanted.test(name.slice(name.lastIndexOf('/') + 1)))
  return main.length > 0 ? main : names
}
