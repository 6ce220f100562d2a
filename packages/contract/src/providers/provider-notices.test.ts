import { expect, it } from 'vitest'
import { listProviderNotices } from './provider-notices.ts'

const version = { apiVersion: '2026-07', supportedUntil: '2027-07-01' }
const changes = [
  { from: '2027-07-01', what: 'Rows are limited.', objects: ['messages'] },
  { from: '2027-07-02', what: 'Tokens expire.' },
]
const at = (time: string) => Date.parse(time)

it.each([
  ['2027-03-01T00:00:00Z', undefined],
  ['2027-04-10T00:00:00Z', 'warning'],
  ['2027-07-01T23:59:59Z', 'warning'],
  ['2027-07-02T00:00:00Z', 'bad'],
])('reports at %s that an API version ends: %s', (now, tone) => {
  expect(listProviderNotices(version, { now: at(now) })[0]?.tone).toBe(tone)
})

it('names the version and the day', () => {
  const now = at('2028-01-01')

  const [named] = listProviderNotices(version, { now })
  const [unnamed] = listProviderNotices({ supportedUntil: '2027-07-01' }, { now })

  expect(named?.text).toContain('API version 2026-07 since 2027-07-01')
  expect(unnamed?.text).toContain('the API version')
  expect(listProviderNotices({ apiVersion: '2026-07' }, { now })).toEqual([])
})

it.each([
  ['2027-04-01', []],
  ['2027-04-02', ['From 2027-07-01: Rows are limited.']],
  ['2027-07-01', ['Since 2027-07-01: Rows are limited.', 'From 2027-07-02: Tokens expire.']],
  ['2027-08-30', ['Since 2027-07-02: Tokens expire.']],
  ['2027-09-01', []],
])('reports dated changes at %s: %j', (now, texts) => {
  const notices = listProviderNotices({ changes }, { now: at(now) })

  expect(notices.map(({ text }) => text)).toEqual(texts)
})

it('omits changes of objects that nobody uses', () => {
  const now = at('2027-06-01')

  const others = listProviderNotices({ changes }, { now, objects: ['channels'] })
  const affected = listProviderNotices({ changes }, { now, objects: ['messages'] })

  expect(others.map(({ text }) => text)).toEqual(['From 2027-07-02: Tokens expire.'])
  expect(affected).toHaveLength(2)
})
