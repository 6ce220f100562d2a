import { useEffect, useLayoutEffect, useRef } from 'react'
import { useDashboard } from '../context.tsx'
import { OnDemand } from '../ui/on-demand.tsx'

/**
 * Asks for sign-in above the current page after the session has ended. The page keeps its input,
 * and the focus returns afterwards.
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
      // Checked again next time; people can sign in here anyway.
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
      // Browsers close the dialog anyway when Escape is pressed twice.
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
