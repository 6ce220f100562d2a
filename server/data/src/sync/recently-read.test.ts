import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RecentlyRead } from './recently-read.ts'

const second = '2026-01-01T00:00:05.000Z'
const asOf = new Date('2026-01-01T00:00:00Z')
const record = (raw: object, updatedTime = second) => ({
  id: '1',
  updatedTime,
  raw: raw as Record<string, unknown>,
})

it('detects a second change within the same second', () => {
  const recentlyRead = new RecentlyRead()
  recentlyRead.add(record({ Title: 'first' }), asOf)

  expect(recentlyRead.has(record({ Title: 'first' }))).toBe(true)
  expect(recentlyRead.has(record({ Title: 'second' }))).toBe(false)
})

it('recognizes a record in every time format', () => {
  const recentlyRead = new RecentlyRead()
  recentlyRead.add(record({ Title: 'first' }, '2026-01-01T01:00:05.000+01:00'), asOf)

  expect(recentlyRead.has(record({ Title: 'first' }))).toBe(true)
})

it('treats a deletion as a change', () => {
  const recentlyRead = new RecentlyRead()
  recentlyRead.add(record({ Title: 'first' }), asOf)

  expect(recentlyRead.has({ ...record({ Title: 'first' }), deleted: true })).toBe(false)
})

it('forgets records that the next read does not return, and bounds its memory', () => {
  const recentlyRead = new RecentlyRead()
  recentlyRead.add(record({}, '2025-12-31T23:59:59Z'), asOf)
  recentlyRead.add({ ...record({}, '2026-01-01T00:59:59+01:00'), id: 'elsewhere' }, asOf)
  for (let id = 0; id < 12_000; id++) recentlyRead.add({ ...record({}), id: `r${id}` }, asOf)

  expect(Object.keys(recentlyRead.marks)).toHaveLength(10_000)
  expect(recentlyRead.marks['1']).toBeUndefined()
  expect(recentlyRead.marks['elsewhere']).toBeUndefined()
})

it('never skips a version that was not read', () => {
  const change = fc.record({
    id: fc.constantFrom('a', 'b', '__proto__'),
    second: fc.integer({ min: 0, max: 3 }),
    title: fc.string({ maxLength: 2 }),
  })
  fc.assert(
    fc.property(fc.array(change), change, (changes, next) => {
      const toRecord = ({ id, second: at, title }: typeof next) => ({
        id,
        updatedTime: new Date(asOf.getTime() + at * 1000).toISOString(),
        raw: { title },
      })
      const recentlyRead = new RecentlyRead()
      for (const each of changes) recentlyRead.add(toRecord(each), asOf)

      const restored = new RecentlyRead(JSON.parse(JSON.stringify(recentlyRead.marks)))
      const before = changes.findLast(({ id }) => id === next.id)
      const isSame = before?.second === next.second && before.title === next.title
      expect(restored.has(toRecord(next))).toBe(isSame)
    }),
  )
})
