import { expect, it } from 'vitest'
import { apiVersionNotice } from './api-version.ts'

const version = { apiVersion: '2026-07', supportedUntil: '2027-07-01' }

it.each([
  ['2027-03-01T00:00:00Z', undefined],
  ['2027-04-10T00:00:00Z', 'warning'],
  ['2027-07-01T23:59:59Z', 'warning'],
  ['2027-07-02T00:00:00Z', 'bad'],
])('reports at %s that an API version ends: %s', (now, tone) => {
  expect(apiVersionNotice(version, Date.parse(now))?.tone).toBe(tone)
})

it('names the version and the day', () => {
  const now = Date.parse('2028-01-01')

  expect(apiVersionNotice(version, now)?.text).toContain('API version 2026-07 since 2027-07-01')
  expect(apiVersionNotice({ supportedUntil: '2027-07-01' }, now)?.text).toContain('the API version')
  expect(apiVersionNotice({ apiVersion: '2026-07' }, now)).toBeUndefined()
})
