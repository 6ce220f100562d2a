import { useState } from 'react'
import { myInfo } from '../../account/queries.ts'
import { pathTo } from '../../routes.ts'
import { useDashboard } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { canUsePasskeys } from '../../can-use-passkeys.ts'
import { Link, useSearchParam } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { failureOfSingleSignOn, startSingleSignOn } from '../single-sign-on.ts'
import { MailedCodeField, readMailedCode } from '../mailed-code.tsx'
import { availableSignInMethods } from '../queries.ts'
import { SignInCard } from './sign-in-card.tsx'

export function SignInScreen() {
  const { session, client, store } = useDashboard()
  const hasEnded = session.status() === 'ended'
  const before = hasEnded ? store.state(myInfo(client)).data?.builder.primaryEmail : undefined
  const [invited] = useSearchParam('invited')
  const [changed] = useSearchParam('changed')
  const [failure] = useSearchParam('error')
  const [isCodeNeeded, setIsCodeNeeded] = useState(false)
  const [isMailCodeNeeded, setIsMailCodeNeeded] = useState(false)
  const signIn = useAction(
    (email: string, password: string, mailCode?: string) =>
      session.signIn(email, password, mailCode),
    (outcome) => {
      setIsCodeNeeded(outcome === 'code-needed')
      setIsMailCodeNeeded(outcome === 'mail-code-needed')
    },
  )
  const usePasskey = useAction(async () => {
    const { signInWithPasskey } = await import('../../account/web-authn.ts')
    await signInWithPasskey()
    await session.enter()
  })
  const useSingleSignOn = useAction(() => startSingleSignOn({ isAside: hasEnded }))
  const { data } = useQuery(availableSignInMethods)

  if (isCodeNeeded) {
    return (
      <OnDemand name="code-form.tsx" load={() => import('./code-form.tsx')}>
        {({ CodeForm }) => <CodeForm onBack={() => setIsCodeNeeded(false)} />}
      </OnDemand>
    )
  }
  const isUntouched = !signIn.isRunning && !usePasskey.isRunning && !useSingleSignOn.isRunning
  return (
    <SignInCard
      title="Sign in"
      intro={
        isMailCodeNeeded
          ? 'Too many wrong passwords. If this address has an account, we emailed it a code. Enter the code as well.'
          : changed
            ? 'Password changed. Sign in with the new password.'
            : hasEnded
              ? 'Your session has expired. Sign in again to continue. Your input is kept.'
              : invited
                ? `You were invited. Sign in as ${invited} to accept${data?.signUp ? ', or create an account' : ''}.`
                : 'Manage your integrations and deliveries.'
      }
      error={
        signIn.error ??
        usePasskey.error ??
        useSingleSignOn.error ??
        (isUntouched && failure ? failureOfSingleSignOn(failure) : undefined)
      }
      onSubmit={(form) =>
        void signIn.run(
          String(form.get('email')),
          String(form.get('password')),
          readMailedCode(form).code,
        )
      }
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={before ?? invited}
        required
        // The first input on the page.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!before}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={Boolean(before)}
      />
      {isMailCodeNeeded && <MailedCodeField />}
      <Button type="submit" tone="primary" isBusy={signIn.isRunning}>
        {signIn.isRunning ? 'Signing in…' : 'Sign in'}
      </Button>
      {data?.singleSignOn && (
        <Button isBusy={useSingleSignOn.isRunning} onClick={() => void useSingleSignOn.run()}>
          Sign in with single sign-on
        </Button>
      )}
      {canUsePasskeys() && (
        <Button isBusy={usePasskey.isRunning} onClick={() => void usePasskey.run()}>
          Sign in with a passkey
        </Button>
      )}
      <p className="row">
        {data?.signUp && <Link to={pathTo('createAccount', { invited })}>Create account</Link>}
        <Link to={pathTo('forgottenPassword')}>Forgot your password?</Link>
      </p>
    </SignInCard>
  )
}
