import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { InputValidationIssue } from '@platform/contract'
import { getNowMs } from '@platform/kernel/values'
import { parseReplyBody } from '../batches.ts'
import { issue } from '../sink.ts'

const lifetimeMs = 3_600_000
/** How long before it expires a token is replaced. */
const earlyMs = 5 * 60_000

const ServiceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().min(1),
})

interface GoogleServiceAccount {
  email: string
  keyId: string
  privateKey: KeyObject
}

/** Parses the JSON file of a service account; undefined if it is none, or its key is no RSA key. */
function parseServiceAccount(json: string): GoogleServiceAccount | undefined {
  const account = parseReplyBody(ServiceAccount, json)
  if (!account) return undefined
  try {
    const privateKey = createPrivateKey(account.private_key)
    if (privateKey.asymmetricKeyType !== 'rsa') return undefined
    return { email: account.client_email, keyId: account.private_key_id, privateKey }
  } catch {
    // The text is no key; its error would quote it.
    return undefined
  }
}

/** Returns the issues of the key of a service account, which emulators do not need. */
export function serviceAccountIssues(
  serviceAccountKey: string | undefined,
  { isRequired }: { isRequired: boolean },
): InputValidationIssue[] {
  const name = 'secrets.serviceAccountKey'
  if (!serviceAccountKey) {
    return isRequired ? [issue(name, 'The key of a service account is required.')] : []
  }
  if (parseServiceAccount(serviceAccountKey)) return []
  return [
    issue(
      name,
      'This is no key of a service account. Use the JSON file that Google Cloud creates.',
    ),
  ]
}

/**
 * Returns a function that resolves to a token for the audience or scope, signed by the account itself: no other
 * host is asked, whatever the file names. Without an account, for emulators, it resolves to undefined.
 * https://google.aip.dev/auth/4111
 */
export function createGoogleTokens(
  json: string | undefined,
  claim: { audience: string } | { scope: string },
): () => Promise<string | undefined> {
  if (!json) return () => Promise.resolve(undefined)
  let account: GoogleServiceAccount | undefined
  let token: { text: string; expireTime: number } | undefined
  return async () => {
    const now = getNowMs()
    if (token && token.expireTime - earlyMs > now) return token.text
    account ??= parseServiceAccount(json)
    if (!account) throw new Error('The key of the service account is invalid.')
    const { email, keyId, privateKey } = account
    const text = await new SignJWT(
      'scope' in claim ? { scope: claim.scope } : { aud: claim.audience },
    )
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyId })
      .setIssuer(email)
      .setSubject(email)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor((now + lifetimeMs) / 1000))
      .sign(privateKey)
    token = { text, expireTime: now + lifetimeMs }
    return text
  }
}
