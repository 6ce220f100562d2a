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
    .catch(explain)
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
    .catch(explain)
  await postJson('/auth/passkey/verify-registration', { response: toJSON(credential), name })
}

const toJSON = (credential: Credential | null) =>
  credential instanceof PublicKeyCredential ? credential.toJSON() : undefined

/** Browsers do not report to pages why it failed, except if the passkey already exists. */
function explain(error: DOMException): never {
  if (error.name === 'InvalidStateError') {
    throw new ProblemError(
      signInProblem(400, 'This device has a passkey already', 'It signs you in here as it is.'),
      { cause: error },
    )
  }
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') {
    throw new ProblemError(
      signInProblem(
        400,
        'No passkey was used',
        'It was called off, took too long, or none is there.',
      ),
      { cause: error },
    )
  }
  throw error
}

const unknownPasskey = new ProblemError(
  signInProblem(
    401,
    'This passkey is not known here',
    'It may have been removed. Sign in another way.',
  ),
)

const isTooLongAgo = (error: unknown) =>
  error instanceof ProblemError && error.problem.context?.['code'] === 'SESSION_NOT_FRESH'

const signInAgain = new ProblemError(
  signInProblem(
    403,
    'You signed in more than a day ago',
    'Sign out and in again, then add the passkey: that makes sure that it is you.',
  ),
)
