import { columnsParam, keyOfTitle, useSearchParam } from '../../router.tsx'
import { Icon } from '../icons.tsx'
import type { Column } from './list.tsx'
import { Menu } from '../menu.tsx'

/** Returns the columns in the URL, in the order of the list; by default those that are not optional. */
export function useColumns<Row>(
  columns: readonly Column<Row>[],
  hasPicker = false,
): { chosen: readonly Column<Row>[]; isChosen: boolean } {
  const [asked] = useSearchParam(columnsParam)
  const usual = columns.filter(({ isOptional }) => !isOptional)
  if (!hasPicker || !asked) return { chosen: usual, isChosen: false }
  const wanted = new Set(asked.split(','))
  const found = columns.filter(({ title }) => wanted.has(keyOfTitle(title)))
  // The first column names the row and leads to it.
  return found.length === 0
    ? { chosen: usual, isChosen: false }
    : { chosen: [...new Set([...columns.slice(0, 1), ...found])], isChosen: true }
}

interface ColumnPickerProps<Row> {
  columns: readonly Column<Row>[]
  chosen: readonly Column<Row>[]
}

/** Shows a menu in which columns are selected. */
export function ColumnPicker<Row>({ columns, chosen }: ColumnPickerProps<Row>) {
  const [, setAsked] = useSearchParam(columnsParam)
  const toggle = (column: Column<Row>) => {
    const next = columns.filter((one) => chosen.includes(one) !== (one === column))
    const isUsual = columns.every((one) => next.includes(one) !== Boolean(one.isOptional))
    setAsked(isUsual ? '' : next.map(({ title }) => keyOfTitle(title)).join(','))
  }
  return (
    <Menu
      at="list"
      button={
        <>
          <Icon name="columns" />
          Columns
        </>
      }
    >
      {() => (
        <fieldset>
          <legend className="visually-hidden">Columns</legend>
          {columns.map((column, index) => (
            <label key={column.title} className="menu-choice">
              <input
                type="checkbox"
                checked={chosen.includes(column)}
                disabled={index === 0}
                onChange={() => toggle(column)}
              />
              {column.title}
            </label>
          ))}
        </fieldset>
      )}
    </Menu>
  )
}
