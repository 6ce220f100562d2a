import { requireDefined } from '../../require-defined.ts'

/**
 * Parses CSV as sent by bulk clients: quoted values may contain commas, line breaks and doubled
 * quotes.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) throw new SyntaxError('The CSV is malformed.')
    row.push(match[1] === undefined ? requireDefined(match[2]) : match[1].replaceAll('""', '"'))
    if (match[3] !== ',') {
      rows.push(row)
      row = []
    }
  }
  if (row.length > 0) rows.push([...row, ''])
  return rows
}

export const recordsToCsv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(quoteCsv).join(',')}\n`).join('')

const quoteCsv = (value: unknown): string => {
  if (value === null || value === undefined) return '""'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `"${text.replaceAll('"', '""')}"`
}
