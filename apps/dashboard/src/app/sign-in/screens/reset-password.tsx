import { pathTo } from '../../routes.ts'
import { useDashboard } from '../../context.tsx'
import { resetPassword } from '../actions.ts'
import { useAction } from '../../api/use-action.ts'
import { Link, navigate, useSearchParam } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { NewPassword } from '../new-password.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** Target of the mailed link. */
export function ResetPassword() {
  const { session } = useDashboard()
  const [token] = useSearchParam('token')
  const reset = useAction(async (newPassword: string) => {
    await resetPassword(token, newPassword)
    // All sessions have been ended, including the one in this browser: if entering fails, the
    // person signs in.
    await session.enter().catch(() => {})
    navigate(pathTo('home', { changed: 'password' }), { replace: true })
  })

  return (
    <SignInCard
      title="Choose a new password"
      intro={
        token
          ? 'This ends all your sessions. Sign in with the new password afterwards.'
          : 'This link is incomplete, expired or already used.'
      }
      error={reset.error}
      onSubmit={(form) => void reset.run(String(form.get('newPassword')))}
    >
      {token && (
        <>
          <NewPassword isFirst />
          <Button type="submit" tone="primary" isBusy={reset.isRunning}>
            Save
          </Button>
        </>
      )}
      <p>
        <Link to={pathTo('forgottenPassword')}>Send another link</Link>
      </p>
    </SignInCard>
  )
}
