import type { CatalogueEntry, RateLimits } from '@platform/connector'
import { expect, it } from 'vitest'
import { getLimits } from './limits.ts'

const connection = {
  id: 'conn_1',
  projectId: 'proj_1',
  provider: 'crm',
  providerAppId: 'papp_1',
  providerWorkspaceRef: 'acme',
} as const

const entryWith = (rateLimits?: RateLimits) =>
  ({ info: { name: 'crm' }, ...(rateLimits && { connector: { rateLimits } }) }) as CatalogueEntry

const reply = (headers: Record<string, string>) => ({ status: 200, headers, body: undefined })

it('counts calls that share a limit together', () => {
  const assumed = (['connection', 'account', 'app', 'appInAccount'] as const).map((sharedBy) => ({
    name: sharedBy,
    calls: 1,
    perMs: 1000,
    sharedBy,
  }))
  const listKeys = (other: object) =>
    getLimits(entryWith({ assumed }), { ...connection, ...other }).all.map(({ key }) => key)
  const listShared = (other: object) =>
    ['calls', ...assumed.map(({ name }) => name)].filter(
      (_, index) => listKeys({})[index] === listKeys(other)[index],
    )

  expect(listShared({ id: 'conn_2' })).toEqual(['account', 'app', 'appInAccount'])
  expect(listShared({ id: 'conn_2', providerWorkspaceRef: 'globex' })).toEqual(['app'])
  expect(listShared({ id: 'conn_2', providerAppId: 'papp_2' })).toEqual(['account'])
  expect(listShared({ id: 'conn_2', providerWorkspaceRef: null, providerAppId: null })).toEqual([])
})

it.each([
  [{ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '30' }, 30_000],
  [
    { 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '7', 'ratelimit-reset': '5' },
    5_000,
  ],
])('parses common rate limit headers: %o', (headers, resetMs) => {
  const [found] = getLimits(entryWith(), connection).read(reply(headers))

  expect(found).toMatchObject({
    key: 'conn_1 calls',
    reading: { limit: 100, remaining: 7, resetMs },
  })
})

it('applies an unnamed limit in a reply to the connection', () => {
  const reading = { name: 'as they count', sharedBy: 'connection', remaining: 0 } as const

  const [found] = getLimits(entryWith({ assumed: [], read: () => [reading] }), connection).read(
    reply({}),
  )

  expect(found?.key).toBe('conn_1 calls')
})

it('ignores invalid numbers', () => {
  for (const remaining of ['', '-1', '1e9', 'many', '9'.repeat(400), 'NaN']) {
    expect(
      getLimits(entryWith(), connection).read(reply({ 'ratelimit-remaining': remaining })),
    ).toEqual([])
  }
})
