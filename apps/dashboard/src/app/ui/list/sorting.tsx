import { keyOfTitle, sortParam, useSearchParam } from '../../router.tsx'
import { Icon } from '../icons.tsx'
import type { Column } from './list.tsx'

export interface Sorting {
  /** Order of the column, for assistive technology; undefined if the rows are not sorted by it. */
  of: (title: string) => 'ascending' | 'descending' | undefined
  /** Sorts by the column, then in the other direction, then as the list comes. */
  toggle: (title: string) => void
  /** Whether there are rows on other pages, so that only the server can sort. */
  isPartial?: boolean
}

/** Sorts rows by the column in the URL: `health` ascending, `-health` descending. */
export function useSorting<Row>(columns: readonly Column<Row>[]): {
  sorting: Sorting
  sorted: (rows: readonly Row[]) => readonly Row[]
} {
  const [asked, ask] = useSearchParam(sortParam)
  const isDescending = asked.startsWith('-')
  const wanted = isDescending ? asked.slice(1) : asked
  const sortBy = columns.find(({ title }) => keyOfTitle(title) === wanted)?.sortBy

  return {
    sorting: {
      of: (title) => {
        if (keyOfTitle(title) !== wanted) return undefined
        return isDescending ? 'descending' : 'ascending'
      },
      toggle: (title) => {
        const key = keyOfTitle(title)
        if (key !== wanted) ask(key)
        else ask(isDescending ? '' : `-${key}`)
      },
    },
    sorted: (rows) => {
      if (!sortBy) return rows
      const ascending = rows.toSorted((one, other) => compareCells(sortBy(one), sortBy(other)))
      return isDescending ? ascending.toReversed() : ascending
    },
  }
}

/** Returns the order in the URL for the server, whose fields are given by the titles of columns. */
export function useServerSort<Field extends string>(
  fields: Record<string, Field>,
): Field | `-${Field}` | undefined {
  const [asked] = useSearchParam(sortParam)
  const isDescending = asked.startsWith('-')
  const wanted = isDescending ? asked.slice(1) : asked
  const [, field] = Object.entries(fields).find(([title]) => keyOfTitle(title) === wanted) ?? []
  return field && (isDescending ? `-${field}` : field)
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const compareCells = (one: string | number, other: string | number) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))

export function SortButton({ title, sorting }: { title: string; sorting: Sorting }) {
  const order = sorting.of(title)
  return (
    <button
      type="button"
      className="sort"
      data-order={order}
      title={order && `Sorted ${order}`}
      onClick={() => sorting.toggle(title)}
    >
      {title}
      {order && <Icon name={order === 'ascending' ? 'sortAscending' : 'sortDescending'} />}
    </button>
  )
}
