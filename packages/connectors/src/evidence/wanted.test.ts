import { expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { compareWanted, wantedTools } from './wanted.ts'

it('counts what 80 wanted tools support, of which each is one entry', () => {
  const names = Object.values(wantedTools)

  const counts = Object.fromEntries(compareWanted().map(({ column, count }) => [column, count]))

  expect(new Set(names).size).toBe(80)
  expect(names.filter((name) => catalogue[name] === undefined)).toEqual([])
  // Fewer would be a loss; raise these when a provider is added.
  expect(counts).toEqual({
    signIn: 80,
    read: expect.any(Number),
    write: 73,
    subscribe: 49,
  })
})
