import { useState } from 'react'
import { pathTo } from '../../routes.ts'
import { signUp } from '../actions.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Link, useSearchParam } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { availableSignInMethods } from '../queries.ts'
import { NewPassword } from '../new-password.tsx'
import { SignInCard } from './sign-in-card.tsx'

export function CreateAccount() {
  const [invited] = useSearchParam('invited')
  const [sentTo, setSentTo] = useState<string>()
  const { data } = useQuery(availableSignInMethods)
  const create = useAction(async (account: { name: string; email: string; password: string }) => {
    await signUp(account)
    setSentTo(account.email)
  })

  if (sentTo || data?.signUp === false) {
    return (
      <SignInCard
        title={sentTo ? 'Check your email' : 'Sign-up is closed'}
        intro={
          sentTo
            ? `We sent a link to ${sentTo}. Open it in this browser to confirm your address. The link expires in 24 hours.`
            : 'Ask the administrator of this platform for an account.'
        }
        onSubmit={() => setSentTo(undefined)}
      >
        {sentTo && <Button type="submit">Try again</Button>}
        <p>
          <Link to={pathTo('home')}>Sign in instead</Link>
        </p>
      </SignInCard>
    )
  }

  return (
    <SignInCard
      title="Create account"
      intro={
        invited
          ? 'You were invited. Use the address that received the invite.'
          : 'Then join or create an organization.'
      }
      error={create.error}
      onSubmit={(form) =>
        void create.run({
          name: String(form.get('name')),
          email: String(form.get('email')),
          password: String(form.get('password')),
        })
      }
    >
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={255}
        // The first input on the page.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={invited}
        required
      />
      <NewPassword label="Password" name="password" />
      <Button type="submit" tone="primary" isBusy={create.isRunning}>
        {create.isRunning ? 'Creating…' : 'Create account'}
      </Button>
      <p>
        <Link to={pathTo('home', { invited })}>Sign in instead</Link>
      </p>
    </SignInCard>
  )
}
