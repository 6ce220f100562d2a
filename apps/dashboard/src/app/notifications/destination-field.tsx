import { use } from 'react'
import type { DestinationField } from '@platform/client'
import { FormState, isAbout, ChoiceField, TextArea, TextField } from '../ui/form/field.tsx'

interface FieldInputProps {
  field: DestinationField
  isSecret?: boolean
  defaultValue?: string
}

/**
 * The inputs of the forms that create and edit a destination. Those for special cases are folded,
 * unless they have a value or are refused.
 */
export function FieldInputs({ inputs }: { inputs: readonly FieldInputProps[] }) {
  const { issues } = use(FormState)
  const advanced = inputs.filter(({ field }) => field.isAdvanced)
  const isNeeded = advanced.some(
    ({ field, defaultValue }) =>
      Boolean(defaultValue) || issues.some((issue) => isAbout(issue, field.name)),
  )
  const show = (input: FieldInputProps) => <FieldInput key={input.field.name} {...input} />
  return (
    <>
      {inputs.filter(({ field }) => !field.isAdvanced).map(show)}
      {advanced.length > 0 && (
        <details className="fold" open={isNeeded}>
          <summary>More settings</summary>
          <div className="stack">{advanced.map(show)}</div>
        </details>
      )}
    </>
  )
}

function FieldInput({ field, isSecret = false, defaultValue }: FieldInputProps) {
  const { name, label, hint, placeholder, isRequired, isFlag, isMultiline, options } = field
  if (isFlag) {
    return (
      <label className="choice">
        <input type="checkbox" name={name} defaultChecked={defaultValue === 'true'} />
        <span>
          {label}
          {hint && <span className="sub">{hint}</span>}
        </span>
      </label>
    )
  }
  if (options) {
    return (
      <ChoiceField label={label} name={name} hint={hint} defaultValue={defaultValue ?? ''}>
        {!isRequired && <option value="">{placeholder}</option>}
        {options.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </ChoiceField>
    )
  }
  if (isMultiline) {
    return (
      <TextArea
        label={label}
        name={name}
        hint={hint}
        rows={3}
        required={isRequired ?? false}
        autoComplete="off"
        spellCheck={false}
        {...(defaultValue !== undefined && { defaultValue })}
      />
    )
  }
  return (
    <TextField
      label={label}
      name={name}
      hint={hint}
      type={getInputType(field, isSecret)}
      required={isRequired ?? false}
      {...(placeholder !== undefined && { placeholder })}
      {...(isSecret && { autoComplete: 'off' })}
      {...(defaultValue !== undefined && { defaultValue })}
    />
  )
}

function getInputType({ name, isNumber, isShown }: DestinationField, isSecret: boolean): string {
  if (isNumber) return 'number'
  if (isSecret && !isShown) return 'password'
  return name.toLowerCase().endsWith('url') ? 'url' : 'text'
}

/** Returns what was entered into the fields that are not empty. */
export const readFields = (
  fields: readonly DestinationField[],
  form: FormData,
): Record<string, string | number | true> =>
  Object.fromEntries(
    fields.flatMap(({ name, isFlag, isNumber }): [string, string | number | true][] => {
      const entered = String(form.get(name) ?? '').trim()
      if (isFlag) return form.has(name) ? [[name, true]] : []
      return entered === '' ? [] : [[name, isNumber ? Number(entered) : entered]]
    }),
  )
