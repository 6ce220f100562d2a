'use client'

import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: ReactNode
  error?: string
}

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className="plat-field" data-plat-part="field" data-state={error ? 'invalid' : undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="plat-input"
        data-plat-part="input"
        aria-describedby={`${id}-hint ${id}-error`}
        aria-invalid={error ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} className="plat-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="plat-field-error">
          {error}
        </p>
      )}
    </div>
  )
}
