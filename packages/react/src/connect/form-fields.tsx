'use client'

import { useId } from 'react'
import { ProblemError } from '@platform/client'
import { TextField } from '../ui/text-field.tsx'
import type { ConnectInput } from './connect-method.ts'

interface FormFieldsProps {
  inputs: ConnectInput[]
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
  /** What the API found wrong, by input. */
  issues: Record<string, string>
}

export function FormFields({ inputs, values, onChange, issues }: FormFieldsProps) {
  return inputs.map(({ name, label, hint, docsUrl, isSecret, options }) => {
    const value = values[name] ?? ''
    const change = (text: string) => onChange({ ...values, [name]: text })
    if (options) {
      return <Choice key={name} {...{ label, options, value }} onChange={change} />
    }
    return (
      <TextField
        key={name}
        label={label}
        name={name}
        required
        type={isSecret ? 'password' : 'text'}
        value={value}
        error={issues[name]}
        hint={
          (hint || docsUrl) && (
            <>
              {hint}{' '}
              {docsUrl && (
                <a href={docsUrl} target="_blank" rel="noreferrer">
                  How to find it
                </a>
              )}
            </>
          )
        }
        onChange={(event) => change(event.target.value)}
      />
    )
  })
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="plat-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="plat-input"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          Choose…
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ChoiceProps {
  label: string
  options: { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** The issues of a problem by the last part of the input's path: `basicAuth.username` → `username`. */
export function issuesByInput(error: Error | null): Record<string, string> {
  const issues = error instanceof ProblemError ? error.problem.issues : undefined
  return Object.fromEntries(
    (issues ?? []).map(({ name, detail }) => [
      name.replace(/\.value$/, '').replace(/^.*[.[]|\]$/g, ''),
      detail,
    ]),
  )
}
