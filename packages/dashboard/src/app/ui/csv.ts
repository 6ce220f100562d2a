/** Rows as a file that spreadsheets open. What would be a formula there is text. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'

/** What begins a formula, where a cell begins: also behind what separates cells in other countries' settings. */
const formulas = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g

function cell(text: string): string {
  const harmless = text.replaceAll(formulas, "'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * Has the browser keep it as a file. Its byte order mark marks it as UTF-8 for spreadsheets, which otherwise
 * show `é` as `Ã©`.
 */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
