'use client'

import { useId } from 'react'
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

/** Says for each of the builder's values which of the provider's it is. One is never two. */
export function ValueMapping({ label, ours, theirs, chosen, onChange }: ValueMappingProps) {
  const id = useId()
  const { say } = useWords()
  const inputPart = usePart('input', 'plat-input')
  const theirOf = (value: string) =>
    Object.entries(chosen).find(([, our]) => our === value)?.[0] ?? ''
  const choose = (our: string, their: string) => {
    const others = Object.entries(chosen).filter(([, value]) => value !== our)
    onChange(Object.fromEntries([...others, ...(their ? [[their, our]] : [])]))
  }

  return (
    <fieldset className="plat-values" data-plat-part="values">
      <legend className="plat-hint">{say('matchValues', { field: label })}</legend>
      {ours.map((our) => (
        <div key={our.value} className="plat-value">
          <label htmlFor={`${id}-${our.value}`}>{our.label}</label>
          <select
            id={`${id}-${our.value}`}
            {...inputPart}
            value={theirOf(our.value)}
            onChange={(event) => choose(our.value, event.target.value)}
          >
            <option value="">{say('choose')}</option>
            {theirs.map(({ value, displayValue }) => (
              <option
                key={value}
                value={value}
                disabled={value in chosen && chosen[value] !== our.value}
              >
                {displayValue}
              </option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  )
}
