import { useEffect, useRef, type FormEvent } from 'react'
import { useDashboard } from '../context.tsx'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Mark } from '../ui/mark.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'

export function SignIn() {
  const { session } = useDashboard()
  const signIn = useAction((email: string, password: string) => session.signIn(email, password))
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => email.current?.focus(), [])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void signIn.run(String(form.get('email')), String(form.get('password')))
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
        {signIn.error && <ProblemMessage error={signIn.error} />}
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
      </form>
    </main>
  )
}
