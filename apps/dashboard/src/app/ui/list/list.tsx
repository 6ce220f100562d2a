import {
  Fragment,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { ListResult } from '../../api/use-query.ts'
import { BulkActions, type Bulk } from './bulk-actions.tsx'
import { Button } from '../button.tsx'
import { ColumnPicker, useColumns } from './column-picker.tsx'
import { download, toCsv } from './csv.ts'
import { ExportButton, type ExportOfAll } from './export-button.tsx'
import { Icon } from '../icons.tsx'
import { Loaded } from '../loaded.tsx'
import { RowMenu, type RowMenuProps } from './row-menu.tsx'
import { SortButton, useSorting, type Sorting } from './sorting.tsx'
import { rowsOfTable } from './table-rows.ts'

export interface Column<Row> {
  title: string
  render: (row: Row) => ReactNode
  align?: 'end'
  /** Width in a compact table, `time` for exact times; columns without it share the rest. */
  width?: 'xs' | 's' | 'm' | 'time'
  /** Hidden until someone chooses it. */
  isOptional?: boolean
  /** Hidden where the page is narrow, unless someone has chosen the columns. */
  isSecondary?: boolean
  /** Value to sort by, ascending at first; columns without it cannot be sorted. */
  sortBy?: (row: Row) => string | number
  /** Whether the server sorts the list by it (`useServerSort`). Others sort only lists of one page. */
  isServerSorted?: boolean
}

/** Selected rows by their keys. */
interface Picked {
  keys: ReadonlySet<string>
  set: (keys: ReadonlySet<string>) => void
}

export interface TableProps<Row> {
  /** Accessible name of the table. */
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The first column is the header of its row; its link applies to the whole row. */
  columns: readonly Column<Row>[]
  /** Shown below a row when it is expanded by its first column, which then has no link. */
  details?: (row: Row) => ReactNode
  /** Names the button that expands a row, starting with the text of the first column. */
  nameOf?: (row: Row) => string
  /** Actions of a row, in a menu at its end. */
  menuOf?: (row: Row) => RowMenuProps
  /** Shows one line for each row, and keeps the head in view. */
  isCompact?: boolean
  /** Whether someone has chosen the columns. */
  hasChosenColumns?: boolean | undefined
  picked?: (Picked & { nameOf: (row: Row) => string }) | undefined
  /** Column by which the rows are sorted, and how to choose another. */
  sorting?: Sorting | undefined
}

export function Table<Row>({
  caption,
  rows,
  keyOf,
  columns,
  details,
  nameOf,
  menuOf,
  isCompact,
  hasChosenColumns,
  picked,
  sorting,
}: TableProps<Row>) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  return (
    <table
      className="table"
      data-density={isCompact ? 'compact' : undefined}
      data-columns={hasChosenColumns ? 'chosen' : undefined}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {picked && (
            <th scope="col" className="pick">
              <PickAll keys={rows.map(keyOf)} picked={picked} />
            </th>
          )}
          {columns.map(({ title, align, width, isSecondary, sortBy, isServerSorted }) => {
            const by = sortBy && (isServerSorted || !sorting?.isPartial) ? sorting : undefined
            return (
              <th
                key={title}
                scope="col"
                data-align={align}
                data-width={width}
                data-secondary={isSecondary}
                aria-sort={by?.of(title)}
              >
                {by ? <SortButton title={title} sorting={by} /> : title}
              </th>
            )
          })}
          {menuOf && (
            <th scope="col" className="row-menu">
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link of the row takes keys */}
      <tbody onClick={followRow}>
        {rows.map((row) => {
          const key = keyOf(row)
          const isExpanded = expanded.has(key)
          return (
            <Fragment key={key}>
              <tr data-expanded={isExpanded || undefined}>
                {picked && (
                  <td className="pick">
                    <input
                      type="checkbox"
                      aria-label={`Select ${picked.nameOf(row)}`}
                      checked={picked.keys.has(key)}
                      onChange={() => picked.set(toggleKey(picked.keys, key))}
                    />
                  </td>
                )}
                {columns.map(({ title, render, align, isSecondary }, index) =>
                  index === 0 ? (
                    <th key={title} scope="row">
                      {details ? (
                        <button
                          type="button"
                          className="row-opener"
                          aria-label={nameOf?.(row)}
                          aria-expanded={isExpanded}
                          onClick={() => setExpanded(toggleKey(expanded, key))}
                        >
                          {render(row)}
                        </button>
                      ) : (
                        render(row)
                      )}
                    </th>
                  ) : (
                    <td
                      key={title}
                      data-title={title}
                      data-align={align}
                      data-secondary={isSecondary}
                    >
                      {render(row)}
                    </td>
                  ),
                )}
                {menuOf && (
                  <td className="row-menu">
                    <RowMenu {...menuOf(row)} />
                  </td>
                )}
              </tr>
              {details && isExpanded && (
                <tr className="row-details">
                  <td colSpan={columns.length + (picked ? 1 : 0) + (menuOf ? 1 : 0)}>
                    {details(row)}
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** Follows the link of a row also from text with a tooltip, which lies above it, unless text is selected. */
function followRow({ target, nativeEvent }: MouseEvent): void {
  if (!(target instanceof Element) || getSelection()?.toString()) return
  if (target.closest('a, button, input, label, summary, [popover]')) return
  // With the keys held, such as Ctrl for a new tab.
  target
    .closest('tr')
    ?.querySelector('th :is(a, .row-opener)')
    ?.dispatchEvent(new globalThis.MouseEvent('click', nativeEvent))
}

function toggleKey(keys: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

function PickAll({ keys, picked }: { keys: readonly string[]; picked: Picked }) {
  const isAll = keys.length > 0 && keys.every((key) => picked.keys.has(key))
  return (
    <input
      type="checkbox"
      aria-label="Select all on this page"
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = picked.keys.size > 0 && !isAll
      }}
      onChange={() => picked.set(new Set(isAll ? [] : keys))}
    />
  )
}

export interface ListProps<Row> extends Omit<
  TableProps<Row>,
  'rows' | 'picked' | 'sorting' | 'hasChosenColumns'
> {
  result: ListResult<Row>
  /** Shown instead of an empty table. */
  empty: ReactElement
  /** Allows choosing and sorting by columns, which is kept in the URL. Only for the main list of a page. */
  hasColumnPicker?: boolean
  /** Actions for several rows at once. */
  bulk?: Bulk<Row> | undefined
  /** Exports all entries that match the filters; without it, those on the page. */
  exportOfAll?: ExportOfAll<Row> | undefined
}

/** Shows a list as a table, with loading, error and empty states. */
export function List<Row>({
  result,
  empty,
  hasColumnPicker,
  bulk,
  exportOfAll,
  columns,
  ...table
}: ListProps<Row>) {
  const top = useRef<HTMLDivElement>(null)
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const { chosen, isChosen } = useColumns(columns, hasColumnPicker)
  const { sorting, sorted } = useSorting(columns)
  return (
    <Loaded result={result} shape="list">
      {(rows) => {
        if (rows.length === 0 && result.page === 1 && !result.hasMore) return empty
        // Rows that have left the page are no longer selected.
        const selected = rows.filter((row) => keys.has(table.keyOf(row)))
        const picked = bulk && {
          keys: new Set(selected.map(table.keyOf)),
          set: setKeys,
          nameOf: bulk.nameOf,
        }
        return (
          <div ref={top} className="list" data-density={table.isCompact ? 'compact' : undefined}>
            {(bulk || hasColumnPicker) && (
              <div className="list-head">
                {bulk && (
                  <BulkActions
                    {...bulk}
                    selected={selected}
                    onLeft={(left) => setKeys(new Set(left.map(table.keyOf)))}
                  />
                )}
                {hasColumnPicker && (
                  <div className="list-tools">
                    {exportOfAll ? (
                      <ExportButton of={exportOfAll} />
                    ) : (
                      <Button
                        tone="quiet"
                        title="Exports the entries on this page"
                        onClick={() => {
                          const shown = top.current?.querySelector('table')
                          if (shown)
                            download(`${toFileName(table.caption)}.csv`, toCsv(rowsOfTable(shown)))
                        }}
                      >
                        <Icon name="download" />
                        Export CSV
                      </Button>
                    )}
                    <ColumnPicker columns={columns} chosen={chosen} />
                  </div>
                )}
              </div>
            )}
            <Table
              rows={hasColumnPicker && !isPartial(result) ? sorted(rows) : rows}
              {...table}
              columns={chosen}
              hasChosenColumns={isChosen}
              picked={picked}
              sorting={hasColumnPicker ? { ...sorting, isPartial: isPartial(result) } : undefined}
            />
            <Pages of={result} onTurn={() => top.current?.scrollIntoView({ block: 'nearest' })} />
          </div>
        )
      }}
    </Loaded>
  )
}

/** Whether there are rows on other pages. */
const isPartial = ({ page, hasMore }: ListResult<unknown>) => page > 1 || hasMore

const toFileName = (caption: string) => caption.toLowerCase().replaceAll(' ', '-')

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
