import { createContext, use, useState, type ReactNode } from 'react'
import { TextField } from '../form/field.tsx'
import { Icon } from '../icons.tsx'
import { Menu } from '../menu.tsx'

interface FilterRowState {
  /** Whether filters are shown as chips, or as entries of the menu that adds one. */
  place: 'row' | 'menu'
  /** Whether the list has a single filter, whose chip is always shown. */
  isOnly: boolean
  /** Label of the filter that is being added. */
  added: string | undefined
  add: (label: string | undefined) => void
}

/** Shares the state of a row of filters with its filters. */
export const FilterRow = createContext<FilterRowState>({
  place: 'row',
  isOnly: true,
  added: undefined,
  add: () => {},
})

interface FilterChipProps {
  label: string
  /** The value, for people; empty if the filter is not set. */
  shown: string
  onRemove: () => void
  /** Renders what chooses the value. */
  children: (close: () => void) => ReactNode
}

/** Shows a filter: its value in a chip that changes or removes it, or while it is not set, an entry of the menu. */
export function FilterChip({ label, shown, onRemove, children }: FilterChipProps) {
  const { place, isOnly, added, add } = use(FilterRow)
  const isSet = shown !== ''
  if (place === 'menu') {
    return isSet ? null : (
      <button type="button" className="menu-choice" data-closes-menu onClick={() => add(label)}>
        {label}
      </button>
    )
  }
  if (!isSet && !isOnly && added !== label) return null
  return (
    <span className="chip" data-set={isSet}>
      <Menu
        at="list"
        isOpenAtFirst={added === label}
        onClose={() => add(undefined)}
        button={
          isSet ? (
            <span className="chip-text" title={shown}>
              {label}: <b>{shown}</b>
            </span>
          ) : (
            <>
              <Icon name="plus" />
              {label}
            </>
          )
        }
      >
        {(close) => <FilterEditor label={label}>{children(close)}</FilterEditor>}
      </Menu>
      {isSet && (
        <button
          type="button"
          className="chip-remove"
          aria-label={`Remove filter ${label}`}
          title="Remove filter"
          onClick={({ currentTarget }) => {
            // The chip disappears, and with it the focus.
            const row = currentTarget.closest('search')
            onRemove()
            const others = ['.add-filter button', '.chip button']
            const next = others.map((one) => row?.querySelector<HTMLElement>(one)).find(Boolean)
            next?.focus()
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </span>
  )
}

function FilterEditor({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="filter-editor" aria-label={label} ref={focusInside}>
      {children}
    </fieldset>
  )
}

/** With more options, a field finds among them. */
const maxOptionsWithoutSearch = 10

interface FilterOptionsProps {
  options: readonly (readonly [value: string, title: string])[]
  chosen?: string
  onChoose: (value: string) => void
}

/** Lists the values of a filter. */
export function FilterOptions({ options, chosen, onChoose }: FilterOptionsProps) {
  const [search, setSearch] = useState('')
  const isSearched = options.length > maxOptionsWithoutSearch
  const found = options.filter(([, title]) => title.toLowerCase().includes(search.toLowerCase()))
  return (
    <>
      {isSearched && (
        <TextField
          label="Search"
          type="search"
          value={search}
          autoComplete="off"
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && found[0] && onChoose(found[0][0])}
        />
      )}
      <ul className="filter-options">
        {found.map(([value, title]) => (
          <li key={value}>
            <button
              type="button"
              className="menu-choice"
              aria-current={value === chosen}
              onClick={() => onChoose(value)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="hint">Nothing found</p>}
    </>
  )
}

/** Ref of an element whose search field, chosen or first entry takes the focus, and whose entries arrow keys reach. */
export function focusInside(element: HTMLElement | null): void {
  if (!element) return
  const list = () => [...element.querySelectorAll<HTMLElement>('input, button')]
  const chosen = element.querySelector<HTMLElement>('input[type=search], [aria-current=true]')
  ;(chosen ?? list()[0])?.focus()
  element.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const isMoment =
      event.target instanceof Element && event.target.matches('[type=datetime-local]')
    if (step === 0 || isMoment) return
    event.preventDefault()
    const all = list()
    const at = all.findIndex((one) => one === document.activeElement)
    all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus()
  })
}
