import { useState } from 'react'
import { useDashboard } from '../../context.tsx'
import { account } from '../queries.ts'
import { confirmApp, setUpApp, turnAppOff, type Proof, type Setup } from '../actions.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Id } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { CodeField } from '../../sign-in/code-field.tsx'
import { MailedCode, mailedCodeIn } from '../../sign-in/mailed-code.tsx'
import { QrCode } from './qr-code.tsx'

/** The second factor: codes of an app, asked for after the password. */
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
        After your password you are asked for a code that an app on your phone shows.
        {!hasPassword &&
          ' You have no password: what single sign-on asks for is up to your provider.'}
      </p>
      <Loaded result={useQuery(account)}>
        {({ user }) =>
          user.twoFactorEnabled ? (
            <div className="row">
              <Status of="active" />
              <Button onClick={() => setOpened('turn-off')}>Turn it off</Button>
            </div>
          ) : (
            <div className="row">
              <Button disabled={!hasPassword} onClick={() => setOpened('set-up')}>
                Set up an app
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
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      {!setup && <PasswordForm doIt="Go on" act={setUpApp} onDone={setSetup} onClose={onClose} />}
      {setup && !isOn && <Confirm setup={setup} onDone={() => setIsOn(true)} onClose={onClose} />}
      {setup && isOn && <BackupCodes codes={setup.backupCodes} onClose={onClose} />}
    </Dialog>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Turn the authenticator app off?" onClose={onClose}>
      <PasswordForm doIt="Turn it off" act={turnAppOff} onDone={onClose} onClose={onClose} />
    </Dialog>
  )
}

interface PasswordFormProps<Result> {
  doIt: string
  act: (proof: Proof) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
}

function PasswordForm<Result>({ doIt, act, onDone, onClose }: PasswordFormProps<Result>) {
  const action = useAction(act, onDone)
  return (
    <Form
      error={action.error}
      onSubmit={(form) =>
        void action.run({ password: String(form.get('password')), ...mailedCodeIn(form) })
      }
    >
      <TextField
        label="Your password"
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
        Scan this with your app, <a href={totpURI}>open it there</a>, or type the key in.
      </p>
      <QrCode text={totpURI} label="The key, for the camera of your phone" />
      <Id what="key">{key}</Id>
      <CodeField />
      <div className="row" data-align="end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" isBusy={confirm.isRunning}>
          Turn it on
        </Button>
      </div>
    </Form>
  )
}

function BackupCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <div className="stack">
      <p>It is on. Keep these codes: each lets you in once if you lose the app.</p>
      <Id what="codes">{codes.join(' ')}</Id>
      <div className="row" data-align="end">
        <Button tone="primary" onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}
