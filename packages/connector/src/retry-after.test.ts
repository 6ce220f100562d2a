import { expect, it } from 'vitest'
import { ProviderError } from './provider-error.ts'
import { maxRetryAfterMs, parseRetryAfter } from './retry-after.ts'

const now = Date.parse('2026-11-30T10:00:00Z')
const inSeconds = (seconds: number) => Math.floor(now / 1_000) + seconds

it.each<[string, number | undefined]>([
  ['7', 7_000],
  ['1.5', 1_500],
  [' 60 ', 60_000],
  ['60s', 60_000],
  ['60, 30', 60_000],
  ['60;', 60_000],
  ['-5', 0],
  ['0', 0],
  ['Mon, 30 Nov 2026 10:00:30 GMT', 30_000],
  ['Mon, 30 Nov 2026 02:00:30 PST', 30_000],
  ['2026-11-30T10:00:30Z', 30_000],
  ['2026-11-30T10:00:30', 30_000],
  ['Mon, 30 Nov 2020 10:00:00 GMT', 0],
  [String(inSeconds(30)), 30_000],
  [String(inSeconds(30) * 1_000), 30_000],
  // pubg/api-documentation-content#61
  [String(inSeconds(30) * 1e6), 30_000],
  [`${inSeconds(30)}000000000`, 30_000],
  [String(inSeconds(-30)), 0],
  ['999999999', maxRetryAfterMs],
  ['9'.repeat(400), maxRetryAfterMs],
  ['Mon, 30 Nov 9999 10:00:00 GMT', maxRetryAfterMs],
  ['', undefined],
  ['1e300', undefined],
  ['Infinity', undefined],
  ['0x10', undefined],
  ['soon', undefined],
  ['try in 5', undefined],
  ['NaN', undefined],
])('%s', (header, ms) => {
  expect(parseRetryAfter(header, now)).toBe(ms)
})

it('is bounded wherever a rejection comes from', () => {
  const make = (retryAfterMs: number) =>
    new ProviderError('rate-limit', 'Slow down.', { retryAfterMs }).retryAfterMs

  expect([Infinity, 1e300, 9e9, -1, NaN, 5].map((ms) => make(ms))).toEqual([
    maxRetryAfterMs,
    maxRetryAfterMs,
    maxRetryAfterMs,
    0,
    undefined,
    5,
  ])
  const outage = new ProviderError('unavailable', 'Down.', { retryAfterMs: 9e9 })
  expect(outage.retryAfterMs).toBe(3_600_000)
})
