import { TextField } from '../ui/field.tsx'

/** A password that is chosen now. */
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
      // Nothing else can be done where it is the first.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isFirst}
    />
  )
}
