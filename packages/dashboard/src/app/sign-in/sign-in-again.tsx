import { useEffect, useLayoutEffect, useRef } from 'react'
import { useDashboard } from '../context.tsx'
import { OnDemand } from '../ui/on-demand.tsx'

/**
 * Lets somebody whose session has ended sign in before the page they were at, which stays as it was:
 * what they typed there is still in it, and the focus goes back to where it was.
 */
export function SignInAgain() {
  const { session } = useDashboard()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  // They may have signed in in another window.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return
      // It is looked again the next time; here they can sign in all the same.
      session.resume().catch(() => {})
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [session])

  return (
    <dialog
      ref={dialog}
      className="sign-in-again"
      aria-label="Sign in again"
      onCancel={(event) => event.preventDefault()}
      // A browser closes it all the same when Escape is pressed twice.
      onClose={() => dialog.current?.showModal()}
    >
      <div className="lonely">
        <OnDemand name="sign-in.tsx" load={() => import('./screens/sign-in.tsx')}>
          {({ SignInScreen }) => <SignInScreen />}
        </OnDemand>
      </div>
    </dialog>
  )
}
