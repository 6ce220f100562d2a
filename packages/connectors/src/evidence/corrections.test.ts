import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { holdsFact } from './holds-fact.ts'

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

it('has every correction that is said to be done', () => {
  const missing = corrections.flatMap(({ provider, state, checks = [] }) =>
    state === 'done'
      ? checks.filter((check) => !holdsFact(provider, check)).map((check) => `${provider} ${check}`)
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
  ['a test', 'hubspot', 'test:hubspot/api-version.test.ts', true],
  ['a test that is missing', 'hubspot', 'test:hubspot/old.test.ts', false],
])('recognizes %s', (_what, provider, check, expected) => {
  expect(holdsFact(provider, check)).toBe(expected)
})
