import { expect, it } from 'vitest'
import { TokenStore } from './tokens.ts'

const ana = { groupRef: 'acme', consumerRef: 'ana' }

const tokenFor = (lifetimeS: number, name = '') =>
  `h.${btoa(JSON.stringify({ iat: 1000, exp: 1000 + lifetimeS, name }))}.s`

function makeTokens({ lifetimeS = 600 } = {}) {
  const clock = { ms: 0 }
  const asked: unknown[] = []
  const tokens = new TokenStore(
    async (caller) => {
      asked.push(caller)
      return tokenFor(lifetimeS, String(asked.length))
    },
    () => clock.ms,
  )
  return { tokens, asked, clock }
}

it('requests one token for concurrent callers', async () => {
  const { tokens, asked } = makeTokens()

  const [first, second] = await Promise.all([tokens.get(ana), tokens.get(ana)])

  expect(first).toBe(second)
  expect(asked).toEqual([{ consumerRef: 'ana', groupRef: 'acme' }])
})

it('requests a token per consumer and group', async () => {
  const { tokens, asked } = makeTokens()

  await Promise.all([tokens.get(ana), tokens.get({ ...ana, consumerRef: 'ben' })])

  expect(asked).toHaveLength(2)
})

it('renews a token thirty seconds before it expires', async () => {
  const { tokens, asked, clock } = makeTokens({ lifetimeS: 600 })

  await tokens.get(ana)
  clock.ms = 569_999
  await tokens.get(ana)
  clock.ms = 570_000
  await tokens.get(ana)

  expect(asked).toHaveLength(2)
})

it('renews a rejected token once for concurrent calls', async () => {
  const { tokens, asked } = makeTokens()
  const refused = await tokens.get(ana)

  await tokens.drop(ana, refused)
  const next = await tokens.get(ana)
  await tokens.drop(ana, refused)

  expect(await tokens.get(ana)).toBe(next)
  expect(asked).toHaveLength(2)
})

it('requests a token again after getToken failed', async () => {
  let asked = 0
  const tokens = new TokenStore(async () => {
    asked += 1
    if (asked === 1) throw new Error('offline')
    return tokenFor(600)
  })

  await expect(tokens.get(ana)).rejects.toThrow('offline')

  await expect(tokens.get(ana)).resolves.toBeTypeOf('string')
})
