import type { BuilderId } from '@platform/contract'
import type { Database } from '../db/database.ts'
import { verifyBuilderToken, type Issuer } from './builder-tokens.ts'
import type { Caller } from './caller.ts'
import { invalidCredential } from './credential.ts'
import type { Directory } from './directory.ts'
import type { ShortCaches } from './short-cache.ts'
import * as store from './store.ts'

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
