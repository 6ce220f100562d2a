import type { BuilderId } from '@platform/contract'
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import type { Database } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'
import type { Caller } from './caller.ts'
import { invalidCredential } from './credential.ts'
import type { Directory } from './directory.ts'
import type { ShortCaches } from '../values/caches.ts'
import * as store from './store.ts'

/** Issuer whose tokens authenticate builders. */
export interface Issuer {
  issuer: string
  audience: string
  /** Finds the key that a token names. */
  key: JWTVerifyGetKey
}

/** A third-party issuer, verified by its published keys. */
export function outsideIssuer({
  issuer,
  audience,
  jwksUrl,
  fetch,
}: {
  issuer: string
  audience: string
  jwksUrl: string
  /** Fetches keys through `egress`. */
  fetch: typeof globalThis.fetch
}): Issuer {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 5000,
    cooldownDuration: 10_000,
    [customFetch]: fetch,
  })
  return {
    issuer,
    audience,
    key: (header, token) =>
      keys(header, token).catch((cause: unknown) => {
        if (isAboutToken(cause)) throw cause
        const detail = `The signing keys of ${issuer} are unavailable. Try again later.`
        throw new Problem('unavailable', { detail, cause })
      }),
  }
}

/** Reports whether the token is invalid, as opposed to a failure of the issuer or the network. */
const isAboutToken = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'].includes(error.code)

const asymmetric = [
  'EdDSA',
  'Ed25519',
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
]

/**
 * Verifies a token of this issuer: signature, issuer, audience and times. Tokens with a longer
 * lifetime are accepted for one hour.
 */
async function verifyBuilderToken(
  token: string,
  { issuer, audience, key }: Issuer,
  now: Date,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer,
      audience,
      algorithms: asymmetric,
      clockTolerance: 30,
      maxTokenAge: '1h',
      currentDate: now,
      requiredClaims: ['sub', 'exp'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw invalidCredential('The token has expired.')
    if (error instanceof errors.JOSEError)
      throw invalidCredential('The signature of the token is invalid.')
    throw error
  }
}

/** Authenticates builders by tokens of the built-in sign-in or of an external issuer. */
export function builderCallers(
  database: Database,
  directory: Directory,
  { caches, now }: { caches: ShortCaches; now: () => Date },
) {
  const db = database.everything
  const builders = caches.open((id) => store.findBuilder(db, id as BuilderId))
  const endedSessions = caches.open((id) => directory.hasEnded(db, id))

  async function verifyOwnToken(token: string, issuer: Issuer): Promise<Caller> {
    const claims = await verifyBuilderToken(token, issuer, now())
    const { sub, email_verified: isVerified } = claims
    // A builder created by the operator has none.
    const sessionId = cleanText(claims['sid'])
    if (sessionId && (await endedSessions.get(sessionId))) {
      throw invalidCredential('The session of the token has ended.')
    }
    let builder = await builders.get(sub!)
    // After an address is confirmed, the token is newer than the cached entry.
    if (isVerified === true && builder?.emailVerified === false) {
      builders.clear()
      builder = await builders.get(sub!)
    }
    if (!builder) throw invalidCredential('The builder no longer exists.')
    return { ...asCaller(builder), ...(sessionId && { sessionId }) }
  }

  async function outsider(token: string, issuer: Issuer): Promise<Caller> {
    const claims = await verifyBuilderToken(token, issuer, now())
    const idpRef = cleanText(claims.sub)
    if (!idpRef) throw invalidCredential('The claim sub of the token does not identify a user.')
    const email = cleanText(claims['email'])?.toLowerCase()
    const fullName = cleanText(claims['name'])
    const person = {
      idpProvider: issuer.issuer,
      idpRef,
      email: email ?? '',
      emailVerified: email !== undefined && claims['email_verified'] === true,
      ...(fullName && { fullName }),
    }
    return asCaller(await store.upsertBuilder(db, person))
  }

  return { own: verifyOwnToken, outsider }
}

const asCaller = (builder: { id: BuilderId; primaryEmail: string; emailVerified: boolean }) => ({
  kind: 'builder' as const,
  builderId: builder.id,
  email: builder.primaryEmail,
  emailVerified: builder.emailVerified,
})

/** Prepares a claim for storage: truncated, without the NUL character that PostgreSQL rejects. */
const cleanText = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= 320 && !claim.includes('\0')
    ? claim
    : undefined
