import { useState } from 'react'
import { needsMailedCode } from '../api/sign-in.ts'
import { TextField } from '../ui/form/field.tsx'

/** The field for the code that is mailed after many wrong passwords. */
export const MailedCodeField = () => (
  <TextField
    label="Code from the email"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    // The only missing input.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus
  />
)

/** Shows the code field to signed-in users once an error requires a mailed code. */
export function MailedCode({ error }: { error: Error | undefined }) {
  const [isNeeded, setIsNeeded] = useState(false)
  if (!isNeeded && needsMailedCode(error)) setIsNeeded(true)
  return isNeeded && <MailedCodeField />
}

/** Returns the entered mailed code, to be sent with the password. */
export function readMailedCode(form: FormData): { code?: string } {
  const code = String(form.get('code') ?? '').trim()
  return code ? { code } : {}
}
