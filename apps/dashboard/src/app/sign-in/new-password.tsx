import { TextField } from '../ui/form/field.tsx'

/** Input for a new password. */
export function NewPassword({ label = 'New password', name = 'newPassword', isFirst = false }) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      hint="10 characters or more."
      minLength={10}
      maxLength={128}
      required
      // The only or first input on the page.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isFirst}
    />
  )
}
