import { loopTurn, ProviderError } from '@platform/connector'

/** Maximum number of values in memory, more than any page has: they take more of it than their text. */
export const maxValuesOfPage = 500_000

/** Maximum number of rows of one page of a file. */
export const maxRows = 20_000

/** Length of a text between two looks at the time. */
export const lookLength = 16 * 1024

/** Complete rows at the start of a text. */
export interface TakenRows<Row> {
  rows: Row[]
  /** Number of characters that they have. */
  used: number
  /** Whether the text has more rows, which would be too many. */
  isFull: boolean
}

/**
 * Parses the complete rows of a CSV text (RFC 4180), at most as many as have 500,000 values in the number
 * of columns; without one, the first row has it. The last row is complete if the text ends with it.
 * @throws ProviderError `too-large` if one row has more values
 */
export async function csvRows(
  text: string,
  { isEnd, columns = 0 }: { isEnd: boolean; columns?: number },
): Promise<TakenRows<string[]>> {
  const turn = loopTurn()
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let used = 0
  let width = columns
  let shortest = Infinity
  let values = 0
  let lookedAt = 0
  let at = findFirstRow(text, columns)
  const endValue = () => {
    if (row.length >= maxValuesOfPage) throw makeTooManyValuesError('A row of the file')
    row.push(value)
    value = ''
  }
  /** Returns false if there is no memory for the row. */
  const endRow = () => {
    endValue()
    // An empty line is no row, nor what some systems write behind the last one.
    if (row.length > 1 || !isBlank(row[0])) {
      width ||= row.length
      values += Math.max(width, row.length)
      if (rows.length > 0 && (values > maxValuesOfPage || rows.length >= maxRows)) return false
      shortest = Math.min(shortest, row.length)
      // A list that grew has room for more.
      rows.push(row.slice())
    }
    row = []
    used = at
    return true
  }
  while (at < text.length) {
    if (at - lookedAt > lookLength) {
      lookedAt = at
      if (turn.mustPause()) await turn.pause()
    }
    if (text[at] === '"' && value === '') {
      const end = endOfQuoted(text, at + 1)
      if (end === undefined) return { rows, used, isFull: false }
      value = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
      continue
    }
    const stop = nextStop(text, at)
    value += text.slice(at, stop)
    at = stop + 1
    if (stop === text.length) break
    if (text[stop] === ',') endValue()
    else {
      if (text[stop] === '\r' && text[at] === '\n') at++
      if (!endRow()) return { rows, used, isFull: true }
    }
  }
  if (isEnd) {
    at = text.length
    // If only the last row is short, and without a line end, it was cut: what is left is a remark.
    if (row.length + 1 < width && shortest >= width) row = []
    if (!endRow()) return { rows, used, isFull: true }
  }
  return { rows, used, isFull: false }
}

/** Returns where the header begins: behind a byte order mark, and a line that names the separator for Excel. */
const findFirstRow = (text: string, columns: number): number =>
  (columns === 0 ? /^\uFEFF?(?:sep=,(?:\r\n?|\n))?/ : /^\uFEFF?/).exec(text)?.[0].length ?? 0

/** Files may end with zeros, or with the mark that ends a file in CP/M and its successors. */
const isBlank = (value = ''): boolean => value.replaceAll('\0', '').replace('\u001A', '') === ''

export const makeTooManyValuesError = (what: string) =>
  new ProviderError('too-large', `${what} has more than ${maxValuesOfPage} values.`)

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
 * is no record but a remark, such as an error or a count of rows: undefined. So is one with more values than
 * columns, which belong to others. Parts that were joined have the names once more: null.
 */
export async function csvRecords(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  nullText: string | undefined,
): Promise<(Record<string, unknown> | null | undefined)[]> {
  const turn = loopTurn()
  const names = numberColumns(columns)
  const records: (Record<string, unknown> | null | undefined)[] = []
  for (const row of rows) {
    if (turn.mustPause()) await turn.pause()
    const isRemark = row.length === 1 && columns.length > 1
    const isOther = isRemark || row.slice(columns.length).some((value) => value !== '')
    records.push(
      isHeader(columns, row) ? null : isOther ? undefined : toRecord(names, row, nullText),
    )
  }
  return records
}

/** Numbers the further columns of a name, whose values would replace those of the first. */
export function numberColumns(columns: readonly string[]): string[] {
  const taken = new Set(columns)
  const seen = new Set<string>()
  return columns.map((name) => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    let number = 2
    while (taken.has(`${name} (${number})`)) number++
    taken.add(`${name} (${number})`)
    return `${name} (${number})`
  })
}

const isHeader = (columns: readonly string[], row: readonly string[]) =>
  row.length === columns.length &&
  row.every((value, number) => value.replace(/^\uFEFF/, '') === columns[number])

const toRecord = (
  columns: readonly string[],
  row: readonly string[],
  nullText: string | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    columns.map((name, number) => {
      const value = row[number] ?? ''
      return [name, value === nullText ? null : value]
    }),
  )
