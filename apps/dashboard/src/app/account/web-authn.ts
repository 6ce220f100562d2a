import { ProblemError } from '@platform/client'
import { getJson, postJson, signInProblem } from '../api/sign-in.ts'

/** Signs in with a passkey that the browser offers. */
export async function signInWithPasskey(): Promise<void> {
  const options = await getJson<PublicKeyCredentialRequestOptionsJSON>(
    '/auth/passkey/generate-authenticate-options',
  )
  const credential = await navigator.credentials
    .get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
        ...options,
        userVerification: 'required',
      }),
    })
    .catch(throwExplained)
  await postJson('/auth/passkey/verify-authentication', { response: toJSON(credential) }).catch(
    (error: unknown) => {
      throw error instanceof ProblemError && error.status === 401 ? unknownPasskey : error
    },
  )
}

/** Creates a passkey of a device for the signed-in person. */
export async function addPasskey(name: string): Promise<void> {
  const options = await getJson<PublicKeyCredentialCreationOptionsJSON>(
    '/auth/passkey/generate-register-options',
  ).catch((error: unknown) => {
    throw isTooLongAgo(error) ? signInAgain : error
  })
  const credential = await navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    .catch(throwExplained)
  await postJson('/auth/passkey/verify-registration', { response: toJSON(credential), name })
}

const toJSON = (credential: Credential | null) =>
  credential instanceof PublicKeyCredential ? credential.toJSON() : undefined

/** Browsers do not report to pages why it failed, except if the passkey already exists. */
function throwExplained(error: DOMException): never {
  if (error.name === 'InvalidStateError') {
    throw new ProblemError(
      signInProblem(
        400,
        'This device already has a passkey',
        'You can already sign in here with it.',
      ),
      { cause: error },
    )
  }
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') {
    throw new ProblemError(
      signInProblem(
        400,
        'No passkey was used',
        'The request was canceled or timed out, or this device has no passkey.',
      ),
      { cause: error },
    )
  }
  throw error
}

const unknownPasskey = new ProblemError(
  signInProblem(401, 'Unknown passkey', 'It may have been removed. Sign in another way.'),
)

const isTooLongAgo = (error: unknown) =>
  error instanceof ProblemError && error.problem.context?.['code'] === 'SESSION_NOT_FRESH'

const signInAgain = new ProblemError(
  signInProblem(
    403,
    'You signed in more than a day ago',
    'To confirm that it is you, sign out and in again, then add the passkey.',
  ),
)
