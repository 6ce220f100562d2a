import { expect, it } from 'vitest'
import { toCsvLine } from './csv.ts'

it.each(['=', '+', '-', '@', '\t', '\r', '＝'])('has no cell begin a formula by %j', (sign) => {
  expect(toCsvLine([`${sign}1`])).toMatch(/^"?'/)
})

it('quotes what separates cells and lines', () => {
  expect(toCsvLine(['Acme, "Inc."', 'a\nb', 'c'])).toBe('"Acme, ""Inc.""","a\nb",c\r\n')
})

it('has none begin behind what separates cells elsewhere, where quotes within a line are none', () => {
  expect(toCsvLine(['x;=1+1', 'a\n=2'])).toBe('"x;\'=1+1","a\n\'=2"\r\n')
})
