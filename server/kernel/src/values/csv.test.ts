import { expect, it } from 'vitest'
import { toCsvLine } from './text.ts'

it.each(['=', '+', '-', '@', '\t', '\r', '＝'])('escapes cells that start with %j', (sign) => {
  expect(toCsvLine([`${sign}1`])).toMatch(/^"?'/)
})

it('quotes what separates cells and lines', () => {
  expect(toCsvLine(['Acme, "Inc."', 'a\nb', 'c'])).toBe('"Acme, ""Inc.""","a\nb",c\r\n')
})

it('escapes formulas after other separators, where quotes inside a line have no meaning', () => {
  expect(toCsvLine(['x;=1+1', 'a\n=2'])).toBe('"x;\'=1+1","a\n\'=2"\r\n')
})
