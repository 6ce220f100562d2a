'use client'

import { useId } from 'react'
import { Icon } from '../ui/icons.tsx'
import { usePart } from '../ui/part.ts'
import { useWords } from '../use-words.tsx'

interface ValueMappingProps {
  label: string
  /** The builder's values. */
  ours: { value: string; label: string }[]
  /** The values that the provider's field can have. */
  theirs: { value: string; displayValue: string }[]
  /** The builder's value by the provider's. */
  chosen: Record<string, string>
  onChange: (chosen: Record<string, string>) => void
}

/** Asks which of the provider's values each of the builder's values stands for: any number of them. */
export function ValueMapping({ label, ours, theirs, chosen, onChange }: ValueMappingProps) {
  const id = useId()
  const { say } = useWords()
  const inputPart = usePart('input', 'plat-input')
  const without = (their: string) =>
    Object.fromEntries(Object.entries(chosen).filter(([value]) => value !== their))

  return (
    <fieldset className="plat-values" data-plat-part="values">
      <legend className="plat-hint">{say('matchValues', { field: label })}</legend>
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
                  aria-label={`${say('remove')}: ${displayValue}`}
                  onClick={() => onChange(without(value))}
                >
                  {displayValue}
                  <Icon name="close" />
                </button>
              ))}
              {(open.length > 0 || mapped.length === 0) && (
                <select
                  id={`${id}-${our.value}`}
                  {...inputPart}
                  value=""
                  onChange={({ target }) => onChange({ ...chosen, [target.value]: our.value })}
                >
                  <option value="">{say(mapped.length > 0 ? 'addValue' : 'choose')}</option>
                  {open.map(({ value, displayValue }) => (
                    <option key={value} value={value}>
                      {displayValue}
                    </option>
                  ))}
                </select>
              )}
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}
