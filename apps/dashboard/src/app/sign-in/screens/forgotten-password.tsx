import { useState } from 'react'
import { pathTo } from '../../routes.ts'
import { sendReset } from '../actions.ts'
import { useAction } from '../../api/use-action.ts'
import { Link } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** Sends a link to choose a new password. */
export function ForgottenPassword() {
  const [isSent, setIsSent] = useState(false)
  const send = useAction(sendReset, () => setIsSent(true))

  return (
    <SignInCard
      title="Forgot your password?"
      intro="We will email you a link to choose a new password."
      error={send.error}
      onSubmit={(form) => void send.run(String(form.get('email')))}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        // The only input on the page.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Button type="submit" tone="primary" isBusy={send.isRunning}>
        Send link
      </Button>
      <output className="muted">
        {isSent &&
          'If an account with this address exists, we sent it a link. The link expires in one hour.'}
      </output>
      <p>
        <Link to={pathTo('home')}>Sign in</Link>
      </p>
    </SignInCard>
  )
}
