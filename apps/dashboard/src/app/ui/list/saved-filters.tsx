import { useState } from 'react'
import { navigateWithin, useLocation } from '../../router.tsx'
import { Button } from '../button.tsx'
import { TextField } from '../form/field.tsx'
import { Icon } from '../icons.tsx'

interface SavedFilter {
  name: string
  /** Filters, columns and order, as in the URL. */
  search: string
}

/** Most filters of a list that are kept. */
const max = 20

const getStorageKey = (list: string) => `saved-filters ${list}`

function readSaved(list: string): SavedFilter[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(getStorageKey(list)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSaved) : []
  } catch {
    // Storage is blocked or contains something else: nothing is saved.
    return []
  }
}

const isSaved = (kept: unknown): kept is SavedFilter =>
  typeof kept === 'object' &&
  kept !== null &&
  'name' in kept &&
  typeof kept.name === 'string' &&
  'search' in kept &&
  typeof kept.search === 'string'

function writeSavedFilters(list: string, saved: readonly SavedFilter[]): void {
  try {
    localStorage.setItem(getStorageKey(list), JSON.stringify(saved))
  } catch {
    // Storage is blocked: the filter lasts until the menu is closed.
  }
}

/** Applies, saves and deletes filters of a list, with its columns and order. They are kept in this browser. */
export function SavedFilters({ of }: { of: string }) {
  const { search } = useLocation()
  const [saved, setSaved] = useState(() => readSaved(of))
  const [typed, setTyped] = useState('')
  const keep = (next: readonly SavedFilter[]) => {
    setSaved([...next])
    writeSavedFilters(of, next)
  }
  const save = () => {
    const name = typed.trim()
    if (!name) return
    keep([{ name, search }, ...saved.filter((one) => one.name !== name)].slice(0, max))
    setTyped('')
  }
  return (
    <div className="stack saved-filters" data-gap="small">
      {saved.length > 0 && (
        <ul>
          {saved.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                className="menu-choice"
                aria-current={one.search === search}
                data-closes-menu
                onClick={() => navigateWithin(one.search)}
              >
                {one.name}
              </button>
              <Button
                tone="quiet"
                aria-label={`Delete ${one.name}`}
                onClick={() => keep(saved.filter((other) => other !== one))}
              >
                <Icon name="close" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="stack"
        data-gap="small"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField
          label="Name of the current filters"
          value={typed}
          autoComplete="off"
          maxLength={60}
          hint="Saved in this browser, with columns and sort order."
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">Save filters</Button>
      </form>
    </div>
  )
}
