import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useDashboard } from '../context.tsx'
import { useAction } from '../api/use-action.ts'
import { canUsePasskeys } from '../can-use-passkeys.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Mark } from '../ui/mark.tsx'
import { OnDemand } from '../ui/on-demand.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'

export function SignIn() {
  const { session } = useDashboard()
  const [isCodeNeeded, setIsCodeNeeded] = useState(false)
  const signIn = useAction(
    (email: string, password: string) => session.signIn(email, password),
    (outcome) => setIsCodeNeeded(outcome === 'code-needed'),
  )
  const usePasskey = useAction(async () => {
    const { signInWithPasskey } = await import('../account/web-authn.ts')
    await signInWithPasskey()
    await session.enter()
  })
  const error = signIn.error ?? usePasskey.error
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => email.current?.focus(), [])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void signIn.run(String(form.get('email')), String(form.get('password')))
  }

  if (isCodeNeeded) {
    return (
      <main className="lonely">
        <OnDemand name="code-form.tsx" load={() => import('../account/code-form.tsx')}>
          {({ CodeForm }) => <CodeForm onBack={() => setIsCodeNeeded(false)} />}
        </OnDemand>
      </main>
    )
  }
  return (
    <main className="lonely">
      <title>Sign in · Dashboard</title>
      <form className="card sign-in" onSubmit={submit}>
        <Mark />
        <div>
          <h1>Sign in</h1>
          <p className="muted">
            {session.hasEnded
              ? 'Your session has ended. Sign in again to go on.'
              : 'To your integrations and what they deliver.'}
          </p>
        </div>
        {error && <ProblemMessage error={error} />}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          ref={email}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" tone="primary" isBusy={signIn.isRunning}>
          {signIn.isRunning ? 'Signing in…' : 'Sign in'}
        </Button>
        {canUsePasskeys() && (
          <Button isBusy={usePasskey.isRunning} onClick={() => void usePasskey.run()}>
            Sign in with a passkey
          </Button>
        )}
      </form>
    </main>
  )
}
