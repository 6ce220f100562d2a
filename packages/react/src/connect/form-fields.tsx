'use client'

import { useId, useState } from 'react'
import { ProblemError } from '@platform/client'
import { usePart } from '../ui/part.ts'
import { UiTextField } from '../ui/text-field.tsx'
import { useWords } from '../words/use-words.tsx'
import type { ConnectInput } from './connect-method.ts'

interface FormFieldsProps {
  inputs: ConnectInput[]
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
  /** Validation errors of the API, by input. */
  issues: Record<string, string>
}

export function FormFields({ inputs, values, onChange, issues }: FormFieldsProps) {
  const { t } = useWords()
  return (
    <>
      {inputs.map(({ name, label, hint, docsUrl, isSecret, options }) => {
        const value = values[name] ?? ''
        const change = (text: string) => onChange({ ...values, [name]: text })
        const words = typeof label === 'string' ? label : t(label.word)
        if (options) {
          return <Choice key={name} {...{ options, value }} label={words} onChange={change} />
        }
        return (
          <UiTextField
            key={name}
            label={words}
            name={name}
            required
            type={isSecret ? 'password' : 'text'}
            value={value}
            error={issues[name]}
            hint={
              (hint || docsUrl) && (
                <>
                  {hint} {docsUrl && <DocsLink url={docsUrl} />}
                </>
              )
            }
            onChange={(event) => change(event.target.value)}
          />
        )
      })}
    </>
  )
}

/** Link to the provider's page about the requested value. */
export function DocsLink({ url }: { url: string }) {
  const { t } = useWords()
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {t('whereToFind')}
    </a>
  )
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  const id = useId()
  const { t } = useWords()
  return (
    <div {...usePart('field', 'plat-field')}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        {...usePart('input', 'plat-input')}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          {t('choose')}
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

/** Returns the state of the inputs, with known values filled in. */
export const useInputValues = (inputs: ConnectInput[]) =>
  useState<Record<string, string>>(() =>
    Object.fromEntries(inputs.map(({ name, initialValue = '' }) => [name, initialValue])),
  )

/**
 * Returns the issues of a problem by the last part of the input's path: `basicAuth.username` →
 * `username`.
 */
export function issuesByInput(error: Error | null): Record<string, string> {
  const issues = error instanceof ProblemError ? error.problem.issues : undefined
  return Object.fromEntries(
    (issues ?? []).map(({ name, detail }) => [
      name.replace(/\.value$/, '').replace(/^.*[.[]|\]$/g, ''),
      detail,
    ]),
  )
}
