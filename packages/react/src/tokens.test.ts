import { expect, it } from 'vitest'
import { Tokens } from './tokens.ts'

const ana = { groupRef: 'acme', consumerRef: 'ana' }

const tokenFor = (lifetimeS: number, name = '') =>
  `h.${btoa(JSON.stringify({ iat: 1000, exp: 1000 + lifetimeS, name }))}.s`

function given({ lifetimeS = 600 } = {}) {
  const clock = { ms: 0 }
  const asked: unknown[] = []
  const tokens = new Tokens(
    async (caller) => {
      asked.push(caller)
      return tokenFor(lifetimeS, String(asked.length))
    },
    () => clock.ms,
  )
  return { tokens, asked, clock }
}

it('asks once for callers that come together', async () => {
  const { tokens, asked } = given()

  const [first, second] = await Promise.all([tokens.get(ana), tokens.get(ana)])

  expect(first).toBe(second)
  expect(asked).toEqual([{ consumerRef: 'ana', groupRef: 'acme' }])
})

it('asks separately for each consumer of each group', async () => {
  const { tokens, asked } = given()

  await Promise.all([tokens.get(ana), tokens.get({ ...ana, consumerRef: 'ben' })])

  expect(asked).toHaveLength(2)
})

it('renews thirty seconds before the token expires', async () => {
  const { tokens, asked, clock } = given({ lifetimeS: 600 })

  await tokens.get(ana)
  clock.ms = 569_999
  await tokens.get(ana)
  clock.ms = 570_000
  await tokens.get(ana)

  expect(asked).toHaveLength(2)
})

it('asks anew after a refusal, but once for calls that were refused together', async () => {
  const { tokens, asked } = given()
  const refused = await tokens.get(ana)

  await tokens.drop(ana, refused)
  const next = await tokens.get(ana)
  await tokens.drop(ana, refused)

  expect(await tokens.get(ana)).toBe(next)
  expect(asked).toHaveLength(2)
})

it('asks again after the host could not give a token', async () => {
  let asked = 0
  const tokens = new Tokens(async () => {
    asked += 1
    if (asked === 1) throw new Error('offline')
    return tokenFor(600)
  })

  await expect(tokens.get(ana)).rejects.toThrow('offline')

  await expect(tokens.get(ana)).resolves.toBeTypeOf('string')
})
