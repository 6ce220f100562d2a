import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import { Problem } from '../problems/problem.ts'
import { invalidCredential } from './credential.ts'

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
export async function verifyBuilderToken(
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
