import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { timeOption } from './time-option.ts'

beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York')
  vi.useFakeTimers({ now: new Date('2026-11-02T03:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

// It is 22:00 on November 1 in New York, the day on which summer time ended.
it.each([
  ['2026-01-15T09:30:00Z', '2026-01-15T09:30:00Z'],
  ['2026-01-15T09:30:00.5+02:00', '2026-01-15T09:30:00.5+02:00'],
  ['2026-01-15', '2026-01-15T05:00:00.000Z'],
  ['today', '2026-11-01T04:00:00.000Z'],
  ['yesterday', '2026-10-31T04:00:00.000Z'],
  ['90m', '2026-11-02T01:30:00.000Z'],
  ['2d', '2026-10-31T03:00:00.000Z'],
])('parses %s as %s', (given, at) => {
  expect(timeOption('since', given)).toBe(at)
})

it.each(['gestern', '', '2026-02-31', '2026-13-01', '2026-01-15T09:30:00', '2026-01-15T99:30:00Z'])(
  'names the option for which “%s” is invalid',
  (given) => {
    expect(() => timeOption('since', given)).toThrow(`--since must be a time such as`)
  },
)
