import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes what separates cells, and has no text be a formula', () => {
  const csv = toCsv([
    ['who', 'what'],
    ['Ana "A." Lima', 'a,b\nc'],
    ['=HYPERLINK("x")', '-1'],
  ])

  for (const sign of ['=', '+', '-', '@', '\t', '\r']) {
    expect(toCsv([[`${sign}1`]])).toMatch(/^"?'/)
  }
  expect(csv).toBe('who,what\r\n"Ana ""A."" Lima","a,b\nc"\r\n"\'=HYPERLINK(""x"")",\'-1\r\n')
})
