import { ProblemError } from '@platform/client'
import { postJson, signInProblem } from '../api/sign-in.ts'

/**
 * Opens the identity provider, which returns to the current page; in another window if the page
 * must stay open.
 */
export async function startSingleSignOn({ isAside }: { isAside: boolean }): Promise<void> {
  // Browsers allow windows only directly after a click.
  const aside = isAside ? window.open('about:blank') : null
  const { pathname, search } = new URL(location.href)
  const { url } = await postJson<{ url: string }>('/auth/sign-in/social', {
    provider: 'sso',
    callbackURL: search.includes('error=') ? pathname : pathname + search,
    errorCallbackURL: '/',
  })
  const leaving = aside?.location ?? location
  leaving.assign(url)
}

const explanations: Record<string, string> = {
  account_not_linked:
    'An account with this address exists but is not confirmed. Sign in with its password, or reset the password to confirm the address.',
  email_not_found:
    'Your identity provider did not share your email address. Contact its administrator.',
  sign_up_closed:
    'You have no account, and sign-up is closed. Ask an owner of your organization or the administrator of this platform for an invite.',
  link_not_good: 'The link is incomplete, expired or already used. Sign in or sign up again.',
  access_denied: 'You canceled the sign-in at your identity provider.',
}

/** Returns why single sign-on failed, by the code in the URL. */
export const failureOfSingleSignOn = (code: string) =>
  new ProblemError(
    signInProblem(
      403,
      'Sign-in failed',
      explanations[code.toLowerCase()] ?? 'Try again or use another sign-in method.',
    ),
  )
