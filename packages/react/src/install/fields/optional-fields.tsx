'use client'

import { useId, useMemo, useRef, useState } from 'react'
import type { NamedField } from '../../config/manifest.ts'
import { usePlatform } from '../../platform-provider.tsx'
import { UiButton } from '../../ui/button.tsx'
import { UiIcon } from '../../ui/icons.tsx'
import { usePart } from '../../ui/part.ts'
import { filterOptions } from '../../ui/search.ts'
import { useAllWords } from '../../words/all-words.ts'

interface OptionalFieldsProps {
  fields: NamedField[]
  isSelected: (fieldName: string) => boolean
  onSelect: (fieldNames: string[], selected: boolean) => void
  errors: Record<string, string>
}

/** Maximum number of fields rendered quickly; search shows the rest. */
const shownAtOnce = 60
const searchableFrom = 8

/** Lists fields that the user may share in addition. */
export function OptionalFields({ fields, isSelected, onSelect, errors }: OptionalFieldsProps) {
  const id = useId()
  const { t } = useAllWords()
  const inputPart = usePart('input', 'plat-input')
  const { builderMode } = usePlatform().options
  const [words, setWords] = useState('')
  const [limit, setLimit] = useState(shownAtOnce)
  const list = useRef<HTMLUListElement>(null)
  const searchable = useMemo(
    () => fields.map((field) => ({ ...field, label: field.displayName, name: field.fieldName })),
    [fields],
  )
  const matches = useMemo(() => filterOptions(searchable, words), [searchable, words])
  const isSearching = words.trim() !== ''
  // Fields that the provider maintains for itself are folded at first.
  const useful = matches.filter(({ name, isSystem }) => !isSystem || isSelected(name))
  const isFolded = !isSearching && limit === shownAtOnce && useful.length > 0
  const shown = (isFolded ? useful : matches).slice(0, limit)
  const selected = fields.filter(({ fieldName }) => isSelected(fieldName)).length
  const isAllSelected = matches.length > 0 && matches.every(({ name }) => isSelected(name))
  const selectWords = () => {
    const count = matches.length
    if (isSearching) return t(isAllSelected ? 'deselectFound' : 'selectFound', { count })
    return t(isAllSelected ? 'deselectAll' : 'selectAll')
  }

  return (
    <fieldset className="plat-group" data-plat-part="optional-fields">
      <legend className="plat-group-title">
        {t('optionalFields')}
        <span className="plat-count">
          {t('selectedOf', { count: selected, total: fields.length })}
        </span>
        <UiButton
          tone="quiet"
          disabled={!matches.length}
          onClick={() =>
            onSelect(
              matches.map(({ name }) => name),
              !isAllSelected,
            )
          }
        >
          {selectWords()}
        </UiButton>
      </legend>
      {fields.length >= searchableFrom && (
        <div className="plat-search">
          <UiIcon name="search" />
          <label className="plat-visually-hidden" htmlFor={id}>
            {t('searchFields')}
          </label>
          <input
            id={id}
            type="search"
            {...inputPart}
            placeholder={t('searchFields')}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      )}
      <ul className="plat-checks" data-plat-part="field-list" ref={list}>
        {shown.map(({ fieldName, displayName, isAmbiguous }) => {
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
                  {(isAmbiguous || builderMode) && <span className="plat-code">{fieldName}</span>}
                  {error && <span className="plat-field-error">{error}</span>}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      {matches.length === 0 && <p className="plat-muted">{t('noMatch')}</p>}
      {matches.length > shown.length && (
        <UiButton
          tone="quiet"
          onClick={() => {
            setLimit(limit + 500)
            // The button may disappear with the focus.
            setTimeout(() => list.current?.querySelectorAll('input')[shown.length]?.focus())
          }}
        >
          {t('showMore', { count: matches.length - shown.length })}
        </UiButton>
      )}
    </fieldset>
  )
}
