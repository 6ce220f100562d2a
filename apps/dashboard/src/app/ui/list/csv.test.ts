import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes separators and neutralizes formulas', () => {
  const csv = toCsv([
    ['who', 'what'],
    ['Ana "A." Lima', 'a,b\nc'],
    ['=HYPERLINK("x")', '-1'],
  ])

  for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝']) {
    expect(toCsv([[`${sign}1`]])).toMatch(/^"?'/)
  }
  // Where cells are separated by semicolons, quotes within a line are no quotes.
  expect(toCsv([['x;=1+1', 'a\n=2']])).toBe('"x;\'=1+1","a\n\'=2"\r\n')
  expect(csv).toBe('who,what\r\n"Ana ""A."" Lima","a,b\nc"\r\n"\'=HYPERLINK(""x"")",\'-1\r\n')
})
