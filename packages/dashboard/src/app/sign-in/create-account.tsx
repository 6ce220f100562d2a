import { useDashboard } from '../context.tsx'
import { post } from '../api/sign-in.ts'
import { useAction } from '../api/use-action.ts'
import { Link, navigate, useSearchParam } from '../router.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { NewPassword } from './new-password.tsx'
import { SignInCard } from './sign-in-card.tsx'

export function CreateAccount() {
  const { session } = useDashboard()
  const [invited] = useSearchParam('invited')
  const create = useAction(async (account: Record<string, string>) => {
    await post('/auth/sign-up/email', { ...account, callbackURL: '/' })
    navigate('/', { replace: true })
    await session.enter()
  })

  return (
    <SignInCard
      title="Create an account"
      intro={
        invited
          ? 'You are invited. Use the address that the invite came to.'
          : 'Then join your organization, or make one.'
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
      <TextField label="Your name" name="name" autoComplete="name" required maxLength={255} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={invited}
        required
      />
      <NewPassword label="Password" />
      <Button type="submit" tone="primary" isBusy={create.isRunning}>
        {create.isRunning ? 'Creating…' : 'Create the account'}
      </Button>
      <p>
        <Link to={`/${invited && `?invited=${encodeURIComponent(invited)}`}`}>Sign in instead</Link>
      </p>
    </SignInCard>
  )
}
