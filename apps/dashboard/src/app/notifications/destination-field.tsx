import type { DestinationField } from '@platform/client'
import { TextField } from '../ui/form/field.tsx'

interface FieldInputProps {
  field: DestinationField
  isSecret?: boolean
  defaultValue?: string
}

/** An input of the forms that create and edit a destination. */
export function FieldInput({ field, isSecret = false, defaultValue }: FieldInputProps) {
  const { name, label, hint, placeholder, isRequired, isFlag, isShown } = field
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
  const isUrl = name.toLowerCase().endsWith('url')
  return (
    <TextField
      label={label}
      name={name}
      hint={hint}
      type={isUrl ? 'url' : isSecret && !isShown ? 'password' : 'text'}
      required={isRequired ?? false}
      {...(placeholder !== undefined && { placeholder })}
      {...(isSecret && { autoComplete: 'off' })}
      {...(defaultValue !== undefined && { defaultValue })}
    />
  )
}

/** Returns what was entered into the fields that are not empty. */
export const readFields = (
  fields: readonly DestinationField[],
  form: FormData,
): Record<string, string | true> =>
  Object.fromEntries(
    fields.flatMap(({ name, isFlag }): [string, string | true][] => {
      const entered = String(form.get(name) ?? '').trim()
      if (isFlag) return form.has(name) ? [[name, true]] : []
      return entered === '' ? [] : [[name, entered]]
    }),
  )
