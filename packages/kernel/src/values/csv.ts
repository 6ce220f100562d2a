/** Formats a CSV line. Cells that a spreadsheet would interpret as formulas become text. */
export const toCsvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Start of a formula at the start of a cell, including after separators used in other locales. */
const formulas = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g

function cell(text: string): string {
  const harmless = text.replaceAll(formulas, "'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
