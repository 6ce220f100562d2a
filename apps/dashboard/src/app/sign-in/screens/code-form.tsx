import { useState } from 'react'
import { useDashboard } from '../../context.tsx'
import { verifyCode } from '../actions.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { CodeField } from '../code-field.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** Second step of sign-in: a code of the authenticator app, or a backup code. */
export function CodeForm({ onBack }: { onBack: () => void }) {
  const [isBackup, setIsBackup] = useState(false)
  // Errors of one kind of code do not apply to the other.
  return (
    <OneCode
      key={String(isBackup)}
      isBackup={isBackup}
      onSwitch={() => setIsBackup(!isBackup)}
      onBack={onBack}
    />
  )
}

interface OneCodeProps {
  isBackup: boolean
  onSwitch: () => void
  onBack: () => void
}

function OneCode({ isBackup, onSwitch, onBack }: OneCodeProps) {
  const { session } = useDashboard()
  const verify = useAction(async (code: string) => {
    await verifyCode(isBackup ? 'backup-code' : 'totp', code)
    await session.enter()
  })

  return (
    <SignInCard
      title="Enter your code"
      intro={
        isBackup
          ? 'Enter one of the backup codes you saved during setup.'
          : 'Enter the current code from your authenticator app.'
      }
      error={verify.error}
      onSubmit={(form) => void verify.run(String(form.get('code')).trim())}
    >
      {isBackup ? (
        <TextField
          label="Backup code"
          name="code"
          required
          // The requested input.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
      ) : (
        <CodeField />
      )}
      <Button type="submit" tone="primary" isBusy={verify.isRunning}>
        Sign in
      </Button>
      <div className="row">
        <Button tone="quiet" onClick={onSwitch}>
          {isBackup ? 'Use authenticator app' : 'Use a backup code'}
        </Button>
        <Button tone="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </SignInCard>
  )
}
