import { Fragment, useState, type ReactNode } from 'react'
import { recentPeriods, type TimeFilter } from '../../api/time-filter.ts'
import { listKeys } from '../../own-keys.ts'
import { clearSearch, isFilterParam, useLocation, useSearchParam } from '../../router.tsx'
import { Button } from '../button.tsx'
import { Select, TextField } from '../form/field.tsx'
import { Icon } from '../icons.tsx'
import { Menu } from '../menu.tsx'
import { OnDemand } from '../on-demand.tsx'

/** Filters of a list, stored in the URL, so that links show the same rows. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  const { searchParams } = useLocation()
  const isNarrowed = [...searchParams.keys()].some(isFilterParam)
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    clearSearch()
    // Resets fields, including uncommitted input.
    setCleared(cleared + 1)
  }
  return (
    <search className="filters" aria-label={label}>
      <Fragment key={cleared}>{children}</Fragment>
      <div className="filter-actions">
        {isNarrowed && (
          <Button tone="quiet" onClick={clear}>
            {' '}
            Clear filters{' '}
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

interface SelectFilterProps {
  label: string
  /** Name of the query parameter. */
  name: string
  options: readonly (readonly [value: string, title: string])[]
}

export function SelectFilter({ label, name, options }: SelectFilterProps) {
  const [value, setValue] = useSearchParam(name)
  return (
    <Select label={label} value={value} onChange={setValue}>
      <option value="">All</option>
      {options.map(([option, title]) => (
        <option key={option} value={option}>
          {title}
        </option>
      ))}
    </Select>
  )
}

interface TextFilterProps {
  label: string
  name: string
  /** Prefix of IDs, which are extracted from pasted text with quotes, words or capitals. */
  idsOf?: string
}

/** A text filter, applied on Enter or blur. */
export function TextFilter({ label, name, idsOf }: TextFilterProps) {
  const [value, setValue] = useSearchParam(name)
  const [draft, setDraft] = useState({ of: value, text: value })
  const text = draft.of === value ? draft.text : value
  const mean = () => setValue((idsOf && idIn(text, idsOf)) || text.trim())
  const type = (typed: string) => {
    setDraft({ of: value, text: typed })
    if (typed === '') setValue(typed)
  }
  return (
    <TextField
      label={label}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => type(event.target.value)}
      onBlur={mean}
      onKeyDown={(event) => event.key === 'Enter' && mean()}
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

const between = 'between'

export function TimeFilters() {
  const [since, setSince] = useSearchParam('since')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const [isBetween, setIsBetween] = useState(Boolean(from || to))
  const showsBounds = !since && (isBetween || Boolean(from || to))
  const choose = (value: string) => {
    setIsBetween(value === between)
    setSince(value === between ? '' : value)
    if (value !== between) {
      setFrom('')
      setTo('')
    }
  }
  return (
    <>
      <Select label="Time" value={showsBounds ? between : since} onChange={choose}>
        <option value="">Any time</option>
        {listKeys(recentPeriods).map((one) => (
          <option key={one} value={one}>
            {recentPeriods[one].title}
          </option>
        ))}
        <option value={between}>Custom range…</option>
      </Select>
      {showsBounds && (
        <>
          <MomentFilter label="From" value={from} onChange={setFrom} />
          <MomentFilter label="To" value={to} onChange={setTo} />
        </>
      )}
    </>
  )
}

interface MomentFilterProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A date and time filter, applied when it is complete. */
function MomentFilter({ label, value, onChange }: MomentFilterProps) {
  const [typed, setTyped] = useState({ value, times: 0 })
  // The value was changed elsewhere: reset the field.
  if (typed.value !== value) setTyped({ value, times: typed.times + 1 })
  return (
    <TextField
      key={typed.times}
      label={label}
      type="datetime-local"
      defaultValue={value}
      onChange={({ target }) => {
        if (target.validity.badInput) return
        setTyped({ ...typed, value: target.value })
        onChange(target.value)
      }}
    />
  )
}
