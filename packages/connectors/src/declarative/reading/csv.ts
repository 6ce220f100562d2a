/**
 * Parses the complete rows of a CSV text (RFC 4180), and returns the number of characters that they have.
 * The last row is complete if the text ends with it.
 */
export function csvRows(text: string, isEnd: boolean): { rows: string[][]; used: number } {
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let used = 0
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const endRow = () => {
    row.push(value)
    value = ''
    // An empty line is no row.
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    used = at
  }
  while (at < text.length) {
    if (text[at] === '"' && value === '') {
      const end = endOfQuoted(text, at + 1)
      if (end === undefined) return { rows, used }
      value = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
      continue
    }
    const stop = nextStop(text, at)
    value += text.slice(at, stop)
    at = stop + 1
    if (stop === text.length) break
    if (text[stop] === ',') {
      row.push(value)
      value = ''
    } else {
      if (text[stop] === '\r' && text[at] === '\n') at++
      endRow()
    }
  }
  if (isEnd) {
    at = text.length
    endRow()
  }
  return { rows, used }
}

/** Returns the place of the next comma or line end, which is a line feed, a carriage return or both. */
function nextStop(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 44 || code === 10 || code === 13) return at
  }
  return text.length
}

/** Returns the place of the quote that ends a value; two quotes are one of the value. */
function endOfQuoted(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return undefined
}

/**
 * Converts rows to records by the names of their columns. A line with a single value among several columns
 * is no record but a remark, such as an error or a count of rows: undefined.
 */
export const csvRecords = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  nullText: string | undefined,
): (Record<string, unknown> | undefined)[] =>
  rows.map((row) =>
    row.length === 1 && columns.length > 1
      ? undefined
      : Object.fromEntries(
          columns.map((name, number) => {
            const value = row[number] ?? ''
            return [name, value === nullText ? null : value]
          }),
        ),
  )
