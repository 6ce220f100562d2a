import { expect, it } from 'vitest'
import { jsonChanges } from './json-changes.ts'

it.each([
  ['nothing, whatever the order', { a: 1, b: { c: 2 } }, { b: { c: 2 }, a: 1 }, []],
  [
    'a changed value by its path',
    { a: { b: 1 } },
    { a: { b: 2 } },
    [{ path: 'a.b', before: 1, after: 2 }],
  ],
  ['an added value', {}, { a: null }, [{ path: 'a', after: null }]],
  ['a removed value', { a: 'x' }, {}, [{ path: 'a', before: 'x' }]],
  [
    'lists as a whole',
    { a: [1, 2] },
    { a: [2, 1] },
    [{ path: 'a', before: [1, 2], after: [2, 1] }],
  ],
  ['members that objects inherit', {}, { constructor: 1 }, [{ path: 'constructor', after: 1 }]],
  ['another type', { a: { b: 1 } }, { a: 'b' }, [{ path: 'a', before: { b: 1 }, after: 'b' }]],
])('reports %s', (_what, before, after, changes) => {
  expect(jsonChanges(before, after)).toEqual(changes)
})
