const count = new Intl.NumberFormat('en')

/** Formats a number with its noun: `1 record`, `3,200 records`. */
export const formatCounted = (number: number, thing: string): string =>
  `${count.format(number)} ${thing}${number === 1 ? '' : 's'}`

/** Formats a CSV line. Cells that a spreadsheet would interpret as formulas become text. */
export const toCsvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Start of a formula at the start of a cell, including after separators used in other locales. */
const formulas = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g

function cell(text: string): string {
  const harmless = text.replaceAll(formulas, "'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * Reports whether PostgreSQL stores the text unchanged: NUL is rejected, and half a surrogate pair
 * is replaced, so three names could become one.
 */
export const isKept = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Returns the text without what PostgreSQL's `jsonb` rejects: NUL and lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()

/** Returns JSON that `jsonb` accepts: `JSON.stringify` escapes NUL and half surrogate pairs, which it rejects. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!json.includes('\\u')) return json
  return json.replaceAll(/\\(?:u[\da-f]{4}|.)/g, (escape) =>
    /^\\u(?:0000|d[89a-f]..)$/.test(escape) ? '\ufffd' : escape,
  )
}
