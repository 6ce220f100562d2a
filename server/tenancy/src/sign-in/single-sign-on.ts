import { APIError } from '@better-auth/core/error'
import {
  authorizationCodeRequest,
  createAuthorizationURL,
  getOAuth2Tokens,
  type OAuthProvider,
} from '@better-auth/core/oauth2'
import type { BetterAuthPlugin } from 'better-auth'
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import {
  type EgressRequest,
  type TenantEgress,
  fetchBy,
  maxDocumentBytes,
} from '@platform/kernel/egress'
import { ssoUnavailable } from './sso-unavailable.ts'
import { getNowMs } from '@platform/kernel/values'

/** An OpenID Connect provider for sign-in. */
export interface SingleSignOn {
  /** Its issuer; endpoints are discovered below `/.well-known/openid-configuration`. */
  issuer: string
  clientId: string
  clientSecret: string
}

const Discovered = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
type Discovered = z.infer<typeof Discovered>

const Profile = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
})
type Profile = z.infer<typeof Profile>

/**
 * Signs people in through an OpenID Connect provider. Its configuration is loaded when someone
 * signs in, and again after a failure, so the platform starts without it.
 */
export const singleSignOn = (
  settings: SingleSignOn,
  egress: Pick<TenantEgress, 'request'>,
): BetterAuthPlugin => ({
  id: 'single-sign-on',
  init: ({ socialProviders }) => ({
    context: {
      socialProviders: [...socialProviders, makeProvider(settings, egress)],
    },
  }),
})

function makeProvider(
  { issuer, clientId, clientSecret }: SingleSignOn,
  egress: Pick<TenantEgress, 'request'>,
): OAuthProvider<Profile> {
  const request = async (url: string, options?: EgressRequest): Promise<unknown> => {
    const { status, body } = await egress
      .request(url, { timeoutMs: 10_000, maxBodyBytes: maxDocumentBytes, ...options })
      .catch((error: Error & { code?: string }) => {
        throw unavailable(issuer, error)
      })
    if (status !== 200) throw unavailable(issuer, new Error(`${url} answered ${status}`))
    try {
      return JSON.parse(body)
    } catch (cause) {
      throw unavailable(issuer, new Error(`${url} did not return JSON`, { cause }))
    }
  }
  const discover = shareRequest(async () => {
    const base = issuer.replace(/\/$/, '')
    const url = `${base}/.well-known/openid-configuration`
    const { data } = Discovered.safeParse(await request(url))
    if (!data)
      throw unavailable(
        issuer,
        new Error(`${url} is not the configuration of an OpenID Connect provider`),
      )
    if (data.issuer.replace(/\/$/, '') !== base) {
      throw unavailable(issuer, new Error(`its issuer is ${data.issuer}`))
    }
    const keys = createRemoteJWKSet(new URL(data.jwks_uri), { [customFetch]: fetchBy(egress) })
    return { ...data, keys }
  })

  return {
    id: 'sso',
    name: 'Single sign-on',
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    createAuthorizationURL: async ({ scopes, idTokenNonce, ...data }) =>
      createAuthorizationURL({
        ...data,
        id: 'sso',
        options: { clientId, clientSecret },
        authorizationEndpoint: (await discover()).authorization_endpoint,
        scopes: ['openid', 'email', 'profile', ...(scopes ?? [])],
        nonce: idTokenNonce,
      }),
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const found = await discover()
      const { body, headers } = await authorizationCodeRequest({
        code,
        codeVerifier,
        redirectURI,
        options: { clientId, clientSecret },
        authentication: chooseAuthentication(found),
      })
      const reply = await request(found.token_endpoint, {
        method: 'POST',
        headers,
        body: body.toString(),
      })
      return getOAuth2Tokens(reply as Record<string, unknown>)
    },
    async getUserInfo({ idToken, accessToken, expectedIdTokenNonce }) {
      const found = await discover()
      const claims = await verifyIdToken(idToken, found, { clientId, nonce: expectedIdTokenNonce })
      if (!claims) return null
      const more =
        claims.email === undefined && found.userinfo_endpoint
          ? Profile.parse(
              await request(found.userinfo_endpoint, {
                headers: { authorization: `Bearer ${accessToken}` },
              }),
            )
          : undefined
      if (more && more.sub !== claims.sub) return null
      const profile: Profile = { ...claims, ...more }
      return {
        data: profile,
        user: {
          email: profile.email,
          emailVerified: profile.email_verified ?? false,
          name: profile.name,
          image: profile.picture,
        },
      }
    },
  }
}

/**
 * Returns the claims of the ID token; undefined if it is not the provider's, or not for this
 * attempt.
 */
async function verifyIdToken(
  idToken: string | undefined,
  { issuer, keys }: { issuer: string; keys: JWTVerifyGetKey },
  { clientId, nonce }: { clientId: string; nonce: string | undefined },
): Promise<Profile | undefined> {
  if (idToken === undefined || nonce === undefined) return undefined
  try {
    const { payload } = await jwtVerify(idToken, keys, { issuer, audience: clientId })
    return payload['nonce'] === nonce ? Profile.safeParse(payload).data : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

const chooseAuthentication = ({ token_endpoint_auth_methods_supported: supported }: Discovered) =>
  supported && !supported.includes('client_secret_post') ? 'basic' : 'post'

function unavailable(issuer: string, cause: Error & { code?: string }): APIError {
  const message =
    cause.code === 'EADDRREFUSED'
      ? `The address of ${issuer} is private. If you trust it, allow its network with PLATFORM_OPERATOR_ALLOW_CIDR.`
      : `${issuer} could not be reached: ${cause.message || cause.code}. Try again, or check PLATFORM_SSO_ISSUER.`
  return APIError.from('BAD_GATEWAY', { code: ssoUnavailable, message })
}

const keptMs = 3600 * 1000

/** Shares one request among concurrent callers, and repeats it after an hour or a failure. */
function shareRequest<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  let askedAtMs = 0
  return () => {
    if (!known || getNowMs() - askedAtMs > keptMs) {
      askedAtMs = getNowMs()
      const asked = ask()
      asked.catch(() => {
        if (known === asked) known = undefined
      })
      known = asked
    }
    return known
  }
}
