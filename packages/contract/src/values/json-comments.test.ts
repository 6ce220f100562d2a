import { expect, it } from 'vitest'
import { blankComments } from './json-comments.ts'

it('replaces comments and keeps positions and texts', () => {
  const text = '{ // one\n  "a": "x // y /* z */ \\" // q", /* two\n three */ "b": 1 }'

  const blanked = blankComments(text)

  expect(JSON.parse(blanked)).toEqual({ a: 'x // y /* z */ " // q', b: 1 })
  expect(blanked).toHaveLength(text.length)
  expect(blanked.indexOf('"b"')).toBe(text.indexOf('"b"'))
  expect(blanked.split('\n')).toHaveLength(3)
})

it('takes an unfinished comment to the end of the text', () => {
  expect(blankComments('{} /* open')).toBe('{}        ')
})
