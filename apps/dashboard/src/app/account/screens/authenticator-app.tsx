import { useState } from 'react'
import { useDashboard } from '../../context.tsx'
import { account } from '../queries.ts'
import { confirmApp, setUpApp, turnAppOff, type IdentityProof, type Setup } from '../actions.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { CodeField } from '../../sign-in/code-field.tsx'
import { MailedCode, readMailedCode } from '../../sign-in/mailed-code.tsx'
import { QrCode } from './qr-code.tsx'

/** Turns the second factor on or off: codes of an authenticator app after the password. */
export function AuthenticatorApp({ hasPassword }: { hasPassword: boolean }) {
  const { store } = useDashboard()
  const [opened, setOpened] = useState<'set-up' | 'turn-off'>()
  const close = () => {
    setOpened(undefined)
    void store.invalidate(account.key)
  }
  return (
    <Section title="Authenticator app">
      <p className="muted">
        Asks for a code from an authenticator app after your password.
        {!hasPassword &&
          ' You sign in with single sign-on, so your identity provider controls this.'}
      </p>
      <Loaded result={useQuery(account)}>
        {({ user }) =>
          user.twoFactorEnabled ? (
            <div className="row">
              <Status of="active" />
              <Button onClick={() => setOpened('turn-off')}>Turn off</Button>
            </div>
          ) : (
            <div className="row">
              <Button disabled={!hasPassword} onClick={() => setOpened('set-up')}>
                Set up authenticator app
              </Button>
            </div>
          )
        }
      </Loaded>
      {opened === 'set-up' && <SetUp onClose={close} />}
      {opened === 'turn-off' && <TurnOff onClose={close} />}
    </Section>
  )
}

function SetUp({ onClose }: { onClose: () => void }) {
  const [setup, setSetup] = useState<Setup>()
  const [isOn, setIsOn] = useState(false)
  return (
    <Dialog title="Set up authenticator app" onClose={onClose}>
      {!setup && (
        <PasswordForm doIt="Continue" act={setUpApp} onDone={setSetup} onClose={onClose} />
      )}
      {setup && !isOn && <Confirm setup={setup} onDone={() => setIsOn(true)} onClose={onClose} />}
      {setup && isOn && <BackupCodes codes={setup.backupCodes} onClose={onClose} />}
    </Dialog>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Turn off the authenticator app?" onClose={onClose}>
      <PasswordForm doIt="Turn off" act={turnAppOff} onDone={onClose} onClose={onClose} />
    </Dialog>
  )
}

interface PasswordFormProps<Result> {
  doIt: string
  act: (proof: IdentityProof) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
}

function PasswordForm<Result>({ doIt, act, onDone, onClose }: PasswordFormProps<Result>) {
  const action = useAction(act, onDone)
  return (
    <Form
      error={action.error}
      onSubmit={(form) =>
        void action.run({ password: String(form.get('password')), ...readMailedCode(form) })
      }
    >
      <TextField
        label="Current password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <MailedCode error={action.error} />
      <div className="row" data-align="end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" isBusy={action.isRunning}>
          {doIt}
        </Button>
      </div>
    </Form>
  )
}

interface ConfirmProps {
  setup: Setup
  onDone: () => void
  onClose: () => void
}

function Confirm({ setup: { totpURI }, onDone, onClose }: ConfirmProps) {
  const confirm = useAction(confirmApp, onDone)
  const key = new URL(totpURI).searchParams.get('secret') ?? ''
  return (
    <Form error={confirm.error} onSubmit={(form) => void confirm.run(String(form.get('code')))}>
      <p>
        Scan the QR code with your app, <a href={totpURI}>open the app</a>, or enter the key
        manually.
      </p>
      <QrCode text={totpURI} label="QR code of the setup key" />
      <CopyableId what="key">{key}</CopyableId>
      <CodeField />
      <div className="row" data-align="end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" isBusy={confirm.isRunning}>
          Turn on
        </Button>
      </div>
    </Form>
  )
}

function BackupCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <div className="stack">
      <p>
        The authenticator app is on. Save these backup codes: each works once if you lose the app.
      </p>
      <CopyableId what="codes">{codes.join(' ')}</CopyableId>
      <div className="row" data-align="end">
        <Button tone="primary" onClick={onClose}>
          I saved the codes
        </Button>
      </div>
    </div>
  )
}
