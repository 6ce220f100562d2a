import { ProblemError } from '@platform/client'
import { post, problem } from '../api/sign-in.ts'

/**
 * Leaves for the provider that knows the person, who comes back to the page where they are now; in
 * another window where what is on this one is to stay.
 */
export async function startSingleSignOn({ isAside }: { isAside: boolean }): Promise<void> {
  // Browsers open windows only at once after a click.
  const aside = isAside ? window.open('about:blank') : null
  const { pathname, search } = new URL(location.href)
  const { url } = await post<{ url: string }>('/auth/sign-in/social', {
    provider: 'sso',
    callbackURL: search.includes('error=') ? pathname : pathname + search,
    errorCallbackURL: '/',
  })
  const leaving = aside?.location ?? location
  leaving.assign(url)
}

const explanations: Record<string, string> = {
  account_not_linked:
    'There is an account with this address, which has not been confirmed here or at your provider. Sign in with its password, or choose a new one: that confirms it.',
  email_not_found: 'Your provider does not tell your email address. Ask whoever runs it.',
  sign_up_closed:
    'You have no account here, and cannot get one yourself. Ask an owner of your organization to invite you, or whoever runs this platform.',
  link_not_good:
    'The link has been used, has expired or is not complete. Sign in, or sign up again.',
  access_denied: 'It was called off at your provider.',
}

/** Why the person came back without being signed in, by the word that the address has for it. */
export const failureOfSingleSignOn = (code: string) =>
  new ProblemError(
    problem(
      403,
      'You could not be signed in',
      explanations[code.toLowerCase()] ?? 'Try again, or sign in another way.',
    ),
  )
