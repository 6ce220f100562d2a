'use client'

import { useId } from 'react'
import { usePart } from './part.ts'

export interface SelectFieldProps {
  label: string
  value: string
  options: { value: string; label: string }[]
  /** Ignores changes but keeps the focus, unlike a disabled box. */
  isBusy?: boolean | undefined
  onChange: (value: string) => void
}

/** A select box beside its label. */
export function SelectField({ label, value, options, isBusy, onChange }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="plat-value">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        {...usePart('input', 'plat-input')}
        value={value}
        aria-disabled={isBusy || undefined}
        onChange={(event) => !isBusy && onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
