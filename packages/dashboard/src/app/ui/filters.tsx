import { Fragment, useId, useState, type ReactNode } from 'react'
import { recentPeriods, type TimeFilter } from '../api/time-filter.ts'
import { keysOf } from '../keys-of.ts'
import { clearSearch, useLocation, useSearchParam } from '../router.tsx'
import { Button } from './button.tsx'
import { Select, TextField } from './field.tsx'

/** What narrows a list. All of it is in the address, so that a link leads to what one sees. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  const { search } = useLocation()
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    clearSearch()
    // Fields begin anew, also with what was typed and not meant yet.
    setCleared(cleared + 1)
  }
  return (
    <search className="filters" aria-label={label}>
      <Fragment key={cleared}>{children}</Fragment>
      {search && (
        <Button tone="quiet" onClick={clear}>
          {' '}
          Clear filters{' '}
        </Button>
      )}
    </search>
  )
}

interface SelectFilterProps {
  label: string
  /** Its name in the address. */
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
  suggestions?: readonly { value: string; label: string }[]
  /** Hears of what is typed before it is meant. */
  onType?: (text: string) => void
  /** How IDs that are meant begin: they are found in what was copied with quotes, words or in capitals. */
  idsOf?: string
}

/** Text that is meant once it is entered, left, or chosen among what is suggested. */
export function TextFilter({ label, name, suggestions = [], onType, idsOf }: TextFilterProps) {
  const [value, setValue] = useSearchParam(name)
  const [draft, setDraft] = useState({ of: value, text: value })
  const text = draft.of === value ? draft.text : value
  const id = useId()
  const mean = () => setValue((idsOf && idIn(text, idsOf)) || text.trim())
  const type = (typed: string) => {
    setDraft({ of: value, text: typed })
    onType?.(typed)
    if (typed === '' || suggestions.some((one) => one.value === typed)) setValue(typed)
  }
  return (
    <>
      <TextField
        label={label}
        value={text}
        list={suggestions.length > 0 ? id : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onBlur={mean}
        onKeyDown={(event) => event.key === 'Enter' && mean()}
      />
      {suggestions.length > 0 && (
        <datalist id={id}>
          {suggestions.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

const idIn = (text: string, prefix: string) =>
  new RegExp(`\\b${prefix}_[0-9a-z]{26}\\b`, 'i').exec(text)?.[0].toLowerCase()

export function useTimeFilter(): TimeFilter {
  const { searchParams } = useLocation()
  const given = (name: string) => searchParams.get(name) || undefined
  const [since, from, to] = [given('since'), given('from'), given('to')]
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
        {keysOf(recentPeriods).map((one) => (
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

/** A day and a time, meant once it is whole: who types it part by part is left alone until then. */
function MomentFilter({ label, value, onChange }: MomentFilterProps) {
  const [typed, setTyped] = useState({ value, times: 0 })
  // Another value has come from elsewhere: the field begins anew with it.
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
