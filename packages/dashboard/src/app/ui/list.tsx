import { useRef, type ReactElement, type ReactNode } from 'react'
import type { ListResult } from '../api/use-query.ts'
import { Button } from './button.tsx'
import { Loaded } from './loaded.tsx'

export interface Column<Row> {
  title: string
  render: (row: Row) => ReactNode
  align?: 'end'
}

export interface TableProps<Row> {
  /** Accessible name of the table. */
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The first column is the header of its row; its link applies to the whole row. */
  columns: readonly Column<Row>[]
}

export function Table<Row>({ caption, rows, keyOf, columns }: TableProps<Row>) {
  return (
    <table className="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, align }) => (
            <th key={title} scope="col" data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, render, align }, index) =>
              index === 0 ? (
                <th key={title} scope="row">
                  {render(row)}
                </th>
              ) : (
                <td key={title} data-title={title} data-align={align}>
                  {render(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export interface ListProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  result: ListResult<Row>
  /** Shown instead of an empty table. */
  empty: ReactElement
}

/** Shows a list as a table, with loading, error and empty states. */
export function List<Row>({ result, empty, ...table }: ListProps<Row>) {
  const top = useRef<HTMLDivElement>(null)
  return (
    <Loaded result={result}>
      {(rows) =>
        rows.length === 0 && result.page === 1 ? (
          empty
        ) : (
          <div ref={top} className="list">
            <Table rows={rows} {...table} />
            <Pages of={result} onTurn={() => top.current?.scrollIntoView({ block: 'nearest' })} />
          </div>
        )
      }
    </Loaded>
  )
}

/** Shows page navigation, if there is more than one page. */
export function Pages({ of, onTurn }: { of: ListResult<unknown>; onTurn?: () => void }) {
  const { page, hasMore, isTurning, previous, next } = of
  if (page === 1 && !hasMore) return null

  const turn = (to: () => void) => () => {
    to()
    onTurn?.()
  }
  return (
    <nav className="list-foot" aria-label="Pages">
      <Button tone="quiet" disabled={page === 1} onClick={turn(previous)}>
        Previous
      </Button>
      <output className="hint">{isTurning ? 'Loading…' : `Page ${page}`}</output>
      <Button tone="quiet" disabled={!hasMore} onClick={turn(next)}>
        Next
      </Button>
    </nav>
  )
}
