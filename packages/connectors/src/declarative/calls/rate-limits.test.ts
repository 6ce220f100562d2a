import { expect, it } from 'vitest'
import { readClockMs } from '../../clock.ts'
import { Declaration } from '../schema/entry.ts'
import { toRateLimits } from './rate-limits.ts'

const seconds = Math.floor(readClockMs() / 1_000) + 30

// RocketChat/docs-old#1358, vercel/vercel#14947, withcoral/coral#89, Pirate-Weather/pirateweather#333
it.each<['seconds' | 'unix', string | number]>([
  ['unix', seconds],
  ['unix', seconds * 1_000],
  ['unix', '30'],
  ['unix', new Date(seconds * 1_000).toISOString()],
  ['seconds', 30],
  ['seconds', seconds],
  ['seconds', seconds * 1_000],
])('a reset declared in %s and sent as %s is in half a minute', (resetFormat, reset) => {
  const headers = { remaining: 'X-Left', reset: 'X-Reset', resetFormat }
  const limits = toRateLimits(Declaration.parse({ limits: { headers } }))

  const response = { status: 200, headers: { 'x-left': '0', 'x-reset': String(reset) }, body: {} }
  const [reading] = limits?.read?.(response) ?? []

  expect(reading?.remaining).toBe(0)
  expect(reading?.resetMs).toBeGreaterThan(20_000)
  expect(reading?.resetMs).toBeLessThanOrEqual(31_000)
})

it('a reset in the past delays nothing', () => {
  const headers = { remaining: 'X-Left', reset: 'X-Reset', resetFormat: 'unix' }
  const limits = toRateLimits(Declaration.parse({ limits: { headers } }))

  const past = { 'x-left': '0', 'x-reset': String(seconds - 90) }
  const [reading] = limits?.read?.({ status: 200, headers: past, body: {} }) ?? []

  expect(reading).toMatchObject({ remaining: 0, resetMs: 0 })
})
