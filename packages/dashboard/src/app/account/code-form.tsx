import { useState, type FormEvent } from 'react'
import { useDashboard } from '../context.tsx'
import { post } from '../api/sign-in.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Mark } from '../ui/mark.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'

/** The second step of signing in: a code of the authenticator app, or one that was kept for its loss. */
export function CodeForm({ onBack }: { onBack: () => void }) {
  const { session } = useDashboard()
  const [isBackup, setIsBackup] = useState(false)
  const verify = useAction(async (code: string) => {
    await post(`/auth/two-factor/verify-${isBackup ? 'backup-code' : 'totp'}`, { code })
    await session.enter()
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void verify.run(String(new FormData(event.currentTarget).get('code')).trim())
  }

  return (
    <form className="card sign-in" onSubmit={submit}>
      <title>Enter your code · Dashboard</title>
      <Mark />
      <div>
        <h1>Enter your code</h1>
        <p className="muted">
          {isBackup
            ? 'One of those that you kept when you set the app up.'
            : 'The one that your authenticator app shows now.'}
        </p>
      </div>
      {verify.error && <ProblemMessage error={verify.error} />}
      {isBackup ? <TextField label="Backup code" name="code" required /> : <CodeField />}
      <Button type="submit" tone="primary" isBusy={verify.isRunning}>
        Sign in
      </Button>
      <div className="row">
        <Button tone="quiet" onClick={() => setIsBackup(!isBackup)}>
          {isBackup ? 'Use the app' : 'Use a backup code'}
        </Button>
        <Button tone="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}

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
      // Nothing else can be done here.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
    />
  )
}
