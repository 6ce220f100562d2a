import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogue, getEntryFile } from '../catalogue/catalogue.ts'
import { getMembers } from '../members.ts'
import { requireValue } from '../require-value.ts'

/** A correction of an entry that a vendor's document demands, and its state. */
interface Correction {
  provider: string
  what: string
  /** `declined`: the entry is right without it. */
  state: 'done' | 'open' | 'declined'
  source?: string
  /** Facts of the entry that show that it is done. */
  checks?: string[]
  why?: string
}

const corrections = JSON.parse(
  readFileSync(new URL('../../evidence/corrections.json', import.meta.url), 'utf8'),
) as Correction[]

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
 * `no:path`, or `oauth:provider` for another way to sign in.
 */
function holds(provider: string, check: string): boolean {
  const [, kind, rest = ''] = /^(?:(no|oauth):)?(.*)$/s.exec(check) ?? []
  if (kind === 'oauth') return Object.hasOwn(catalogue, rest)
  if (kind === 'no') return findFact(provider, rest) === undefined
  const [, path = '', operator, text = ''] = /^([^=~]+)(?:([=~])(.*))?$/s.exec(rest) ?? []
  const fact = findFact(provider, path)
  if (!operator) return fact !== undefined
  return operator === '=' ? String(fact) === text : String(fact).includes(text)
}

it('has every correction that is said to be done', () => {
  const missing = corrections.flatMap(({ provider, state, checks = [] }) =>
    state === 'done'
      ? checks.filter((check) => !holds(provider, check)).map((check) => `${provider} ${check}`)
      : [],
  )

  expect(missing).toEqual([])
})

it('says of each correction what shows that it is done, or why it is not', () => {
  const silent = corrections.filter(({ state, checks = [], why = '' }) =>
    state === 'done' ? checks.length === 0 || why !== '' : why === '' || checks.length > 0,
  )
  const unknown = corrections.filter(
    ({ provider, why = '' }) =>
      !Object.hasOwn(catalogue, provider) && !why.includes('no such entry'),
  )

  expect([silent, unknown]).toEqual([[], []])
  expect(new Set(corrections.map(({ provider, what }) => `${provider} ${what}`)).size).toBe(
    corrections.length,
  )
})

it.each([
  ['a fact that differs', 'trello', 'baseURL=https://trello.com', false],
  ['a fact that is right', 'trello', 'baseURL=https://api.trello.com', true],
  ['a fact that is missing', 'trello', 'oauth2Opts', false],
  ['a part of a fact', 'trello', 'baseURL~trello', true],
  ['a fact that must be missing', 'trello', 'no:baseURL', false],
  ['another sign-in', 'trello', 'oauth:trelloOAuth', true],
  ['another sign-in that is missing', 'trello', 'oauth:trelloSAML', false],
])('recognizes %s', (_what, provider, check, expected) => {
  expect(holds(provider, check)).toBe(expected)
})
