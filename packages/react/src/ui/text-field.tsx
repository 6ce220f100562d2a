'use client'

import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { usePart } from './part.ts'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: ReactNode
  error?: string
}

/** A text box with its label, hint and error. */
export function UiTextField({ label, hint, error, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div {...usePart('field', 'plat-field')} data-state={error ? 'invalid' : undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...usePart('input', 'plat-input')}
        aria-describedby={`${id}-hint ${id}-error`}
        aria-invalid={error ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} className="plat-hint">
          <bdi>{hint}</bdi>
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="plat-field-error">
          <bdi>{error}</bdi>
        </p>
      )}
    </div>
  )
}
