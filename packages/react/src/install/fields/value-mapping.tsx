'use client'

import { useId, useRef, useState } from 'react'
import { UiIcon } from '../../ui/icons.tsx'
import { usePart } from '../../ui/part.ts'
import { useAllWords } from '../../words/all-words.ts'

interface ValueMappingProps {
  label: string
  /** The builder's values. */
  ours: { value: string; label: string }[]
  /** Possible values of the provider's field. */
  theirs: { value: string; displayValue: string }[]
  /** The builder's value by the provider's. */
  chosen: Record<string, string>
  onChange: (chosen: Record<string, string>) => void
}

/** Maps any number of the provider's values to each of the builder's values. */
export function ValueMapping({ label, ours, theirs, chosen, onChange }: ValueMappingProps) {
  const id = useId()
  const { t } = useAllWords()
  const without = (their: string) =>
    Object.fromEntries(Object.entries(chosen).filter(([value]) => value !== their))

  return (
    <fieldset className="plat-values" data-plat-part="values">
      <legend className="plat-hint">{t('matchValues', { field: label })}</legend>
      {ours.map((our) => {
        const mapped = theirs.filter(({ value }) => chosen[value] === our.value)
        const open = theirs.filter(({ value }) => !(value in chosen))
        return (
          <div key={our.value} className="plat-value">
            <label htmlFor={`${id}-${our.value}`}>{our.label}</label>
            <div className="plat-chips">
              {mapped.map(({ value, displayValue }) => (
                <button
                  key={value}
                  type="button"
                  className="plat-chip plat-value-chip"
                  aria-label={`${t('remove')}: ${displayValue}`}
                  onClick={() => onChange(without(value))}
                >
                  {displayValue}
                  <UiIcon name="close" />
                </button>
              ))}
              {(open.length > 0 || mapped.length === 0) && (
                <AddValue
                  id={`${id}-${our.value}`}
                  label={t(mapped.length > 0 ? 'addValue' : 'choose')}
                  open={open}
                  onAdd={(value) => onChange({ ...chosen, [value]: our.value })}
                />
              )}
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}

interface AddValueProps {
  id: string
  label: string
  open: ValueMappingProps['theirs']
  onAdd: (value: string) => void
}

/**
 * Adds a value. In a closed list every arrow key changes the selection, so with the keyboard it is
 * added on Enter or when focus leaves. A choice from an open list is added immediately.
 */
function AddValue({ id, label, open, onAdd }: AddValueProps) {
  const inputPart = usePart('input', 'plat-input')
  const [selected, setSelected] = useState('')
  const isClosed = useRef(false)
  const add = () => {
    if (selected === '') return
    setSelected('')
    onAdd(selected)
  }
  return (
    <select
      id={id}
      {...inputPart}
      value={selected}
      onPointerDown={() => {
        isClosed.current = false
      }}
      onKeyDown={(event) => {
        const { key, altKey } = event
        // While typing to find a value, a space does not open the list.
        isClosed.current = !(altKey || key === 'F4' || (key === ' ' && selected === ''))
        if (key !== 'Enter' || selected === '') return
        // Enter would submit the form.
        event.preventDefault()
        add()
      }}
      onBlur={add}
      onChange={({ target: { value } }) => {
        if (isClosed.current || value === '') setSelected(value)
        else onAdd(value)
      }}
    >
      <option value="">{label}</option>
      {open.map(({ value, displayValue }) => (
        <option key={value} value={value}>
          {displayValue}
        </option>
      ))}
    </select>
  )
}
