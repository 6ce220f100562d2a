import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesBetween } from './compare.ts'

it('reports differences by path, independent of the order of objects', () => {
  const before = {
    read: { objects: [{ objectName: 'Contact', schedule: 'a' }, { objectName: 'Lead' }] },
  }
  const after = {
    read: { objects: [{ objectName: 'Account' }, { objectName: 'Contact', schedule: 'b' }] },
  }

  expect(changesBetween(before, after)).toEqual([
    { path: 'read.objects[Contact].schedule', before: 'a', after: 'b' },
    { path: 'read.objects[Lead]', before: { objectName: 'Lead' } },
    { path: 'read.objects[Account]', after: { objectName: 'Account' } },
  ])
})

it('finds differences exactly between unequal revisions', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
      expect(changesBetween(JSON.parse(a), JSON.parse(a))).toEqual([])
      if (a !== b && typeof one !== 'object') expect(changesBetween(one, other)).not.toEqual([])
    }),
  )
})
