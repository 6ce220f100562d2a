import { pathTo } from '../../routes.ts'
import { useDashboard } from '../../context.tsx'
import { confirmAddress } from '../actions.ts'
import { useAction } from '../../api/use-action.ts'
import { Link, navigate, useSearchParam } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { NewPassword } from '../new-password.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** Target of the mailed link in a browser other than the one used to sign up. */
export function ConfirmAddress() {
  const { session } = useDashboard()
  const [token] = useSearchParam('token')
  const confirm = useAction(async (newPassword: string) => {
    await confirmAddress(token, newPassword)
    navigate(pathTo('home'), { replace: true })
    await session.enter()
  })

  return (
    <SignInCard
      title="Confirm your email address"
      intro="You signed up in another browser. Choose your password here to continue. If you did not sign up, close this page."
      error={confirm.error}
      onSubmit={(form) => void confirm.run(String(form.get('newPassword')))}
    >
      <NewPassword label="Password" />
      <Button type="submit" tone="primary" isBusy={confirm.isRunning}>
        Confirm
      </Button>
      <p>
        <Link to={pathTo('home')}>Sign in instead</Link>
      </p>
    </SignInCard>
  )
}
