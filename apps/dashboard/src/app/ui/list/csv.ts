/** Formats rows as CSV. Cells that a spreadsheet would interpret as formulas become text. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'

/** Start of a formula at the start of a cell, including after separators used in other locales. */
const formulas = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g

function cell(text: string): string {
  const harmless = text.replaceAll(formulas, "'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * Downloads a text as a file. The byte order mark makes spreadsheets use UTF-8, so that `é` does
 * not become `Ã©`.
 */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
