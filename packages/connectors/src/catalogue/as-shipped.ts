import { isDeepStrictEqual } from 'node:util'
import { pickDeclaration, type ProviderEntry } from '../declarative/schema/entry.ts'

/**
 * Returns the objects that an overridden entry reads and writes as the shipped one, so that the
 * evidence of the shipped entry applies: their rules, those of their parents, and all shared rules
 * are the same. Both files must be parsed.
 */
export function objectsAsShipped(shipped: ProviderEntry, own: ProviderEntry): Set<string> {
  const before = pickDeclaration(shipped).objects ?? {}
  const after = pickDeclaration(own).objects ?? {}
  if (!isDeepStrictEqual(pickSharedRules(shipped), pickSharedRules(own))) return new Set()
  const isSame = (name: string, seen: readonly string[] = []): boolean => {
    const parent = after[name]?.read?.parent?.object
    return (
      Object.hasOwn(before, name) &&
      isDeepStrictEqual(before[name], after[name]) &&
      (parent === undefined || seen.includes(parent) || isSame(parent, [...seen, name]))
    )
  }
  return new Set(Object.keys(after).filter((name) => isSame(name)))
}

/** Reports whether both read and write in the same way. */
export const hasSameRules = (shipped: ProviderEntry, own: ProviderEntry): boolean =>
  isDeepStrictEqual(pickSharedRules(shipped), pickSharedRules(own)) &&
  isDeepStrictEqual(shipped.objects ?? {}, own.objects ?? {})

/** Returns the rules of all objects. Rate limits and subscriptions affect no reads or writes. */
function pickSharedRules(file: ProviderEntry) {
  const {
    objects: _objects,
    proof: _proof,
    limits: _limits,
    subscribe: _subscribe,
    ...rules
  } = pickDeclaration(file)
  return rules
}
