import { createHash } from 'node:crypto'
import type { ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { invalidInput, Problem } from '../problems/problem.ts'

/** For how long a reply is replayed. */
const lifetime = sql`interval '24 hours'`

export interface StoredReply {
  /** As JSON text; null when the reply has no body. */
  body: string | null
  headers: Record<string, string>
}

export interface KeyedRequest {
  key: string
  /** Whose key it is: two callers may use the same one. */
  scope: string
  projectId: ProjectId | undefined
  /** What makes two requests the same. */
  method: string
  url: string
  body: unknown
}

/**
 * Carries out a request once, however often it is sent with its `Idempotency-Key`: work and stored
 * reply commit together, so neither a crash nor a race can separate them.
 *
 * A project's replies may hold secrets (a new key), so they are stored encrypted.
 */
export async function once(
  db: Db,
  secrets: Secrets,
  request: KeyedRequest,
  work: (tx: Db) => Promise<StoredReply>,
): Promise<StoredReply & { replayed: boolean }> {
  const { key, scope, projectId } = request
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalidInput({
      in: 'header',
      name: 'Idempotency-Key',
      detail: 'Use 1 to 255 printable ASCII characters.',
    })
  }
  const keyHash = sha256(key)
  const fingerprint = sha256(JSON.stringify([request.method, request.url, request.body ?? null]))

  return inTransaction(db, async (tx) => {
    const lock = sha256(`${scope} ${key}`).readBigInt64BE()
    const { rows } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as mine`.execute(tx)
    if (!rows[0]!.mine) throw new Problem('idempotency-key-in-use')

    const stored = await tx
      .selectFrom('idempotencyKeys')
      .select(['fingerprint', 'reply'])
      .where('scope', '=', scope)
      .where('keyHash', '=', keyHash)
      .where('createTime', '>', sql<Date>`now() - ${lifetime}`)
      .executeTakeFirst()
    if (stored) {
      if (!stored.fingerprint.equals(fingerprint)) throw new Problem('idempotency-key-reused')
      const text = projectId ? await secrets.open(projectId, stored.reply) : stored.reply.toString()
      return { ...(JSON.parse(text) as StoredReply), replayed: true }
    }

    const reply = await work(tx)
    const text = JSON.stringify(reply)
    const sealed = projectId ? await secrets.seal(projectId, text) : Buffer.from(text)
    await tx
      .insertInto('idempotencyKeys')
      .values({ scope, keyHash, projectId: projectId ?? null, fingerprint, reply: sealed })
      .onConflict((expired) =>
        expired
          .columns(['scope', 'keyHash'])
          .doUpdateSet({ fingerprint, reply: sealed, createTime: sql`now()` }),
      )
      .execute()
    return { ...reply, replayed: false }
  })
}

/** Removes what is no longer replayed. */
export const removeExpiredReplies = (db: Db) =>
  db
    .deleteFrom('idempotencyKeys')
    .where('createTime', '<', sql<Date>`now() - ${lifetime}`)
    .execute()

const sha256 = (text: string) => createHash('sha256').update(text).digest()
