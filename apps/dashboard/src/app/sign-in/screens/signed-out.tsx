import { useLocation } from '../../router.tsx'
import { placeAt } from '../../routes.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { CreateAccount } from './create-account.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { ResetPassword } from './reset-password.tsx'
import { SignInScreen } from './sign-in.tsx'

/** Pages for signed-out people; all other paths show the sign-in. */
export function SignedOut() {
  const { pathname } = useLocation()
  switch (placeAt(pathname)?.name) {
    case 'confirmAddress':
      return <ConfirmAddress />
    case 'createAccount':
      return <CreateAccount />
    case 'forgottenPassword':
      return <ForgottenPassword />
    case 'resetPassword':
      return <ResetPassword />
    default:
      return <SignInScreen />
  }
}
