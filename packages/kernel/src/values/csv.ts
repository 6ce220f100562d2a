/** A line of a file that spreadsheets open. What would be a formula there is text. */
export const toCsvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** What begins a formula, where a cell begins: also behind what separates cells in other countries' settings. */
const formulas = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g

function cell(text: string): string {
  const harmless = text.replaceAll(formulas, "'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
