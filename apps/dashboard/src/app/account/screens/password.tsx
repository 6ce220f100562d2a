import { useState } from 'react'
import { useDashboard } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { changePassword } from '../actions.ts'
import { sendReset } from '../../sign-in/actions.ts'
import { MailedCode, readMailedCode } from '../../sign-in/mailed-code.tsx'
import { NewPassword } from '../../sign-in/new-password.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'

interface PasswordProps {
  email: string
  /** Whether the person has a password: people with single sign-on have none. */
  hasPassword: boolean
}

export function Password({ email, hasPassword }: PasswordProps) {
  return (
    <Section title="Password">
      {hasPassword ? <ChangePassword /> : <ChooseFirst email={email} />}
    </Section>
  )
}

function ChangePassword() {
  const { store } = useDashboard()
  const [isOpen, setIsOpen] = useState(false)
  const change = useAction(
    (form: FormData) =>
      changePassword({
        currentPassword: String(form.get('currentPassword')),
        newPassword: String(form.get('newPassword')),
        ...readMailedCode(form),
      }),
    async () => {
      setIsOpen(false)
      await Promise.all([store.invalidate(['sessions']), store.invalidate(['account'])])
    },
  )
  return (
    <div className="row">
      <Button onClick={() => setIsOpen(true)}>Change password</Button>
      {isOpen && (
        <FormDialog
          title="Change password"
          doIt="Save password"
          action={change}
          onClose={() => setIsOpen(false)}
        >
          <TextField
            label="Current password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
          />
          <MailedCode error={change.error} />
          <NewPassword />
          <p className="hint">Ends all your other sessions.</p>
        </FormDialog>
      )}
    </div>
  )
}

/** Sends a link to choose a password, as for a forgotten one. */
function ChooseFirst({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false)
  const send = useAction(
    () => sendReset(email),
    () => setIsSent(true),
  )
  return (
    <>
      <p className="muted">You sign in with single sign-on and have no password.</p>
      {send.error && <ProblemMessage error={send.error} />}
      <div className="row">
        <Button isBusy={send.isRunning} onClick={() => void send.run()}>
          Set password
        </Button>
        <output className="muted">{isSent && `We sent a link to ${email}.`}</output>
      </div>
    </>
  )
}
