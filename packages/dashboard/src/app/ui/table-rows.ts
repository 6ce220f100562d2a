/** Returns the text of a table as it is shown, but with exact times and whole IDs. The columns of checkboxes and menus are omitted. */
export function rowsOfTable(table: HTMLTableElement): string[][] {
  const [head, ...body] = [...table.rows].map((row) =>
    [...row.cells].filter((cell) => !cell.matches('.pick, .row-menu')),
  )
  return [head?.map(textOf) ?? [], ...body.map((cells) => cells.map(exactTextOf))]
}

const textOf = (cell: HTMLElement) => cell.innerText.replaceAll(/\s+/g, ' ').trim()

function exactTextOf(cell: HTMLElement): string {
  const time = cell.querySelector('time')
  const id = cell.querySelector<HTMLElement>('code[title]')
  const isOnly = (part: HTMLElement) => textOf(part) === textOf(cell)
  if (time && isOnly(time)) return time.dateTime
  return id && isOnly(id) ? id.title : textOf(cell)
}
