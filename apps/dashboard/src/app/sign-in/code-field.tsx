import { TextField } from '../ui/form/field.tsx'

export function CodeField() {
  return (
    <TextField
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{6}"
      maxLength={6}
      required
      // The only input on the page.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
    />
  )
}
