'use client'

import { useId, useState } from 'react'
import type { NamedField } from '../manifest.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { search } from '../ui/search.ts'

interface OptionalFieldsProps {
  fields: NamedField[]
  isSelected: (fieldName: string) => boolean
  onSelect: (fieldNames: string[], selected: boolean) => void
  errors: Record<string, string>
}

/** As many as are quick to show; searching brings up the rest. */
const shownAtOnce = 150
const searchableFrom = 8

/** The fields that the user may share in addition. */
export function OptionalFields({ fields, isSelected, onSelect, errors }: OptionalFieldsProps) {
  const id = useId()
  const [words, setWords] = useState('')
  const [limit, setLimit] = useState(shownAtOnce)
  const matches = search(
    fields.map((field) => ({ ...field, label: field.displayName, name: field.fieldName })),
    words,
  )
  const selected = fields.filter(({ fieldName }) => isSelected(fieldName)).length
  const isAllSelected = matches.length > 0 && matches.every(({ name }) => isSelected(name))
  const isSearching = words.trim() !== ''

  return (
    <fieldset className="plat-group" data-plat-part="optional-fields">
      <legend className="plat-group-title">
        Optional fields
        <span className="plat-count">
          {selected} of {fields.length} selected
        </span>
      </legend>
      <div className="plat-toolbar">
        {fields.length >= searchableFrom && (
          <div className="plat-search">
            <Icon name="search" />
            <label className="plat-visually-hidden" htmlFor={id}>
              Search optional fields
            </label>
            <input
              id={id}
              type="search"
              className="plat-input"
              placeholder="Search fields"
              value={words}
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          </div>
        )}
        <Button
          tone="quiet"
          disabled={!matches.length}
          onClick={() =>
            onSelect(
              matches.map(({ name }) => name),
              !isAllSelected,
            )
          }
        >
          {isAllSelected ? 'Deselect' : 'Select'} all{isSearching && ` ${matches.length} found`}
        </Button>
      </div>
      <ul className="plat-checks" data-plat-part="field-list">
        {matches.slice(0, limit).map(({ fieldName, displayName, mapTo }) => {
          const error = isSelected(fieldName) ? errors[fieldName] : undefined
          return (
            <li key={fieldName}>
              <label className="plat-check" data-state={error ? 'invalid' : undefined}>
                <input
                  type="checkbox"
                  checked={isSelected(fieldName)}
                  aria-invalid={error ? true : undefined}
                  onChange={(event) => onSelect([fieldName], event.target.checked)}
                />
                <span>
                  {displayName}
                  {displayName !== fieldName && <span className="plat-code">{fieldName}</span>}
                  {mapTo && <span className="plat-map-to">{mapTo}</span>}
                  {errors[fieldName] && <span className="plat-field-error">{error}</span>}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      {matches.length === 0 && <p className="plat-muted">No field matches “{words}”.</p>}
      {matches.length > limit && (
        <Button tone="quiet" onClick={() => setLimit(limit + 500)}>
          Show {(matches.length - limit).toLocaleString()} more
        </Button>
      )}
    </fieldset>
  )
}
