import { Children, use, useState, type ReactNode } from 'react'
import { recentPeriods, type TimeFilter } from '../../api/time-filter.ts'
import { isOwnKey, listKeys } from '../../own-keys.ts'
import { clearSearch, isFilterParam, useLocation, useSearchParam } from '../../router.tsx'
import { Button } from '../button.tsx'
import { TextField } from '../form/field.tsx'
import { Icon } from '../icons.tsx'
import { Menu } from '../menu.tsx'
import { OnDemand } from '../on-demand.tsx'
import { FilterChip, FilterOptions, FilterRow, focusInside } from './filter-chip.tsx'

/**
 * Shows the filters of a list as one row: a chip for each that is set, and a menu with the others. They are stored in
 * the URL, so that links show the same rows.
 */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  const { searchParams } = useLocation()
  const isNarrowed = [...searchParams.keys()].some(isFilterParam)
  const [added, add] = useState<string>()
  const isOnly = Children.count(children) === 1
  return (
    <search className="filters" aria-label={label}>
      <FilterRow value={{ place: 'row', isOnly, added, add }}>{children}</FilterRow>
      {!isOnly && (
        <span className="chip add-filter">
          <Menu
            at="list"
            button={
              <>
                <Icon name="plus" />
                Filter
              </>
            }
          >
            {() => (
              <FilterRow value={{ place: 'menu', isOnly, added, add }}>
                <FilterMenu>{children}</FilterMenu>
              </FilterRow>
            )}
          </Menu>
        </span>
      )}
      <div className="filter-actions">
        {isNarrowed && (
          <Button tone="quiet" onClick={clearSearch}>
            Clear filters
          </Button>
        )}
        <Menu
          at="list"
          button={
            <>
              <Icon name="bookmark" />
              Saved filters
            </>
          }
        >
          {() => (
            <OnDemand name="saved-filters.tsx" load={() => import('./saved-filters.tsx')}>
              {({ SavedFilters }) => <SavedFilters of={label} />}
            </OnDemand>
          )}
        </Menu>
      </div>
    </search>
  )
}

/** Lists the filters that are not set. */
function FilterMenu({ children }: { children: ReactNode }) {
  return (
    <fieldset className="filter-menu" aria-label="Add filter" ref={focusInside}>
      {children}
      <p className="hint">All filters are set.</p>
    </fieldset>
  )
}

interface SelectFilterProps {
  label: string
  /** Name of the query parameter. */
  name: string
  options: readonly (readonly [value: string, title: string])[]
}

export function SelectFilter({ label, name, options }: SelectFilterProps) {
  const [value, setValue] = useSearchParam(name)
  const title = options.find(([option]) => option === value)?.[1] ?? value
  return (
    <FilterChip label={label} shown={title} onRemove={() => setValue('')}>
      {(close) => (
        <FilterOptions
          options={options}
          chosen={value}
          onChoose={(option) => {
            setValue(option)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}

interface TextFilterProps {
  label: string
  name: string
  /** Prefix of IDs, which are extracted from pasted text with quotes, words or capitals. */
  idsOf?: string
}

export function TextFilter({ label, name, idsOf }: TextFilterProps) {
  const [value, setValue] = useSearchParam(name)
  return (
    <FilterChip label={label} shown={value} onRemove={() => setValue('')}>
      {(close) => (
        <form
          className="stack"
          data-gap="small"
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get(name)
            const text = typeof typed === 'string' ? typed.trim() : ''
            setValue((idsOf && idIn(text, idsOf)) || text)
            close()
          }}
        >
          <TextField
            label={label}
            name={name}
            defaultValue={value}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit">Apply</Button>
        </form>
      )}
    </FilterChip>
  )
}

/** A text field beside the chips, for lists that are mostly searched. */
export function SearchFilter({ label, name }: { label: string; name: string }) {
  const [value, setValue] = useSearchParam(name)
  const { place } = use(FilterRow)
  if (place === 'menu') return null
  return (
    <TextField
      label={label}
      type="search"
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => setValue(target.value)}
    />
  )
}

const idIn = (text: string, prefix: string) =>
  new RegExp(`\\b${prefix}_[0-9a-z]{26}\\b`, 'i').exec(text)?.[0].toLowerCase()

export function useTimeFilter(): TimeFilter {
  const { searchParams } = useLocation()
  const getFilter = (name: string) => searchParams.get(name) || undefined
  const [since, from, to] = [getFilter('since'), getFilter('from'), getFilter('to')]
  return { ...(since && { since }), ...(from && { from }), ...(to && { to }) }
}

/** Narrows a list to a period: a recent one, or one between two times. */
export function TimeFilters() {
  const [since, setSince] = useSearchParam('since')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const choose = (period: { since?: string; from?: string; to?: string }) => {
    setSince(period.since ?? '')
    setFrom(period.from ?? '')
    setTo(period.to ?? '')
  }
  const shown = isOwnKey(recentPeriods, since)
    ? recentPeriods[since].title
    : since ||
      [from && `from ${from.replace('T', ' ')}`, to && `until ${to.replace('T', ' ')}`]
        .filter(Boolean)
        .join(' ')
  return (
    <FilterChip label="Time" shown={shown} onRemove={() => choose({})}>
      {(close) => (
        <>
          <FilterOptions
            options={listKeys(recentPeriods).map((one) => [one, recentPeriods[one].title])}
            chosen={since}
            onChoose={(option) => {
              choose({ since: option })
              close()
            }}
          />
          <form
            className="stack"
            data-gap="small"
            onSubmit={(event) => {
              event.preventDefault()
              const fields = new FormData(event.currentTarget)
              choose({ from: String(fields.get('from')), to: String(fields.get('to')) })
              close()
            }}
          >
            <TextField label="From" name="from" type="datetime-local" defaultValue={from} />
            <TextField label="To" name="to" type="datetime-local" defaultValue={to} />
            <Button type="submit">Apply</Button>
          </form>
        </>
      )}
    </FilterChip>
  )
}
