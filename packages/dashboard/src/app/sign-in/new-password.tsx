import { TextField } from '../ui/field.tsx'

/** A password that is chosen now. */
export function NewPassword({ label = 'New password', name = 'newPassword' }) {
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
    />
  )
}
