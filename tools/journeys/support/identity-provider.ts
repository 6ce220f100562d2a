import { once } from 'node:events'
import { generateKeyPairSync } from 'node:crypto'
import { Provider } from 'oidc-provider'

export const oidcClient = { id: 'platform', secret: 'a secret of the client' }

/** Starts a real OpenID Connect provider that accepts everyone under any name. */
export async function startIdentityProvider({
  port,
  redirectUri,
}: {
  port: number
  redirectUri: string
}) {
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@acme.test`, email_verified: true, name: id }),
    }),
  })
  const listening = provider.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  return {
    issuer,
    close() {
      listening.closeAllConnections()
      listening.close()
    },
  }
}
