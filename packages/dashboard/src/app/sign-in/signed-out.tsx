import { match, useLocation } from '../router.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { CreateAccount } from './create-account.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { ResetPassword } from './reset-password.tsx'
import { SignIn } from './sign-in.tsx'

/** What there is for people who are not signed in: everywhere but at four pages they can do that. */
export function SignedOut() {
  const { pathname } = useLocation()
  if (match('confirm-address', pathname)) return <ConfirmAddress />
  if (match('create-account', pathname)) return <CreateAccount />
  if (match('forgotten-password', pathname)) return <ForgottenPassword />
  if (match('reset-password', pathname)) return <ResetPassword />
  return <SignIn />
}
