import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { requireValue } from '../require-value.ts'
import { holdsFact } from './holds-fact.ts'
import { reviewedMs } from './reviewed.ts'

/** A dated change of a provider, and what shows that calls and sign-ins follow it. */
interface FollowedChange {
  provider: string
  from: string
  /** Beginning of the change, if the provider has several on that day. */
  what?: string
  checks?: string[]
  /** Why nothing shows it. */
  why?: string
}

const followed = JSON.parse(
  readFileSync(new URL('../../evidence/changes.json', import.meta.url), 'utf8'),
) as FollowedChange[]

const noticeDays = 90

const announced = Object.keys(catalogue).flatMap((provider) =>
  (requireValue(catalogue[provider]).info.changes ?? []).map(({ from, what }) => ({
    provider,
    from,
    what,
  })),
)

const isAbout = (one: FollowedChange, { provider, from, what }: (typeof announced)[number]) =>
  one.provider === provider && one.from === from && what.startsWith(one.what ?? '')

it('follows every change of a provider that has come or comes within 90 days', () => {
  const until = new Date(reviewedMs + noticeDays * 86_400_000).toISOString()
  const open = announced.filter(
    (change) => change.from <= until && !followed.some((one) => isAbout(one, change)),
  )

  expect(open).toEqual([])
})

it('finds the facts that show that a change is followed', () => {
  const missing = followed.flatMap(({ provider, checks = [] }) =>
    checks.filter((check) => !holdsFact(provider, check)).map((check) => `${provider} ${check}`),
  )

  expect(missing).toEqual([])
})

it('gives facts or a reason for announced changes alone', () => {
  const unknown = followed.filter((one) => !announced.some((change) => isAbout(one, change)))
  const silent = followed.filter(
    ({ checks = [], why = '' }) => (checks.length === 0) === (why === ''),
  )

  expect([unknown, silent]).toEqual([[], []])
})
