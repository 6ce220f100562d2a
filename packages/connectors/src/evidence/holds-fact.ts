import { existsSync } from 'node:fs'
import { catalogue, getEntryFile } from '../catalogue/catalogue.ts'
import { getMembers } from '../members.ts'
import { requireValue } from '../require-value.ts'

/** Returns what the entry's file and its OAuth dialect say at a path; undefined if nothing. */
function findFact(provider: string, path: string): unknown {
  const entry = requireValue(catalogue[provider])
  const whole: object = { ...getEntryFile(entry), dialect: entry.oauth2 }
  return path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)] as unknown
    const members = getMembers(value)
    return Object.hasOwn(members, name) ? members[name] : undefined
  }, whole)
}

/**
 * Reports whether a check holds: `path` for a fact that exists, `path=text`, `path~part of a text`,
 * `no:path`, `oauth:provider` for another entry or way to sign in, or `test:path` for a test of the
 * connector.
 */
export function holdsFact(provider: string, check: string): boolean {
  const [, kind, rest = ''] = /^(?:(no|oauth|test):)?(.*)$/s.exec(check) ?? []
  if (kind === 'oauth') return Object.hasOwn(catalogue, rest)
  if (kind === 'test') return existsSync(new URL(`../${rest}`, import.meta.url))
  if (kind === 'no') return findFact(provider, rest) === undefined
  const [, path = '', operator, text = ''] = /^([^=~]+)(?:([=~])(.*))?$/s.exec(rest) ?? []
  const fact = findFact(provider, path)
  if (!operator) return fact !== undefined
  return operator === '=' ? String(fact) === text : String(fact).includes(text)
}
