/** Returns the text of a table as it is shown, but with exact times and whole IDs. The columns of checkboxes and menus are omitted. */
export function rowsOfTable(table: HTMLTableElement): string[][] {
  const [head, ...body] = [...table.rows].map((row) =>
    [...row.cells].filter((cell) => !cell.matches('.pick, .row-menu')),
  )
  return [head?.map(getCellText) ?? [], ...body.map((cells) => cells.map(getExactCellText))]
}

const getCellText = (cell: HTMLElement) => cell.innerText.replaceAll(/\s+/g, ' ').trim()

function getExactCellText(cell: HTMLElement): string {
  const time = cell.querySelector('time')
  const id = cell.querySelector<HTMLElement>('code[title]')
  const isOnly = (part: HTMLElement) => getCellText(part) === getCellText(cell)
  if (time && isOnly(time)) return time.dateTime
  return id && isOnly(id) ? id.title : getCellText(cell)
}
