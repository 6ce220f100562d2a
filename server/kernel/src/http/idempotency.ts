import { hash } from 'node:crypto'
import type { ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, AnyView } from '../db/database.ts'
import { executeAhead, sendAhead } from '../db/prepared.ts'
import { inTransaction } from '../db/transaction.ts'
import { makeLeaseEnd } from '../leases/lease.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { invalidInput, Problem } from '../problems/problem.ts'
import { getFirst, must } from '../values/must.ts'

/** How long the lease of a request is valid if its process stops renewing it. */
const leaseSeconds = 5
const extendEveryMs = 1_000

export interface StoredReply {
  /** JSON text; null for a reply without body. */
  body: string | null
  headers: Record<string, string>
}

export interface KeyedRequest {
  key: string
  /** Owner of the key: two callers may use the same key. */
  scope: string
  projectId: ProjectId | undefined
  /** Values by which requests are recognized as equal. */
  method: string
  url: string
  body: unknown
}

/** The stages of a request; see `Stages` in `api.ts`. */
export interface KeyedWork<Prepared, Carried> {
  prepare: (() => Promise<Prepared>) | undefined
  carryOut(tx: AnyView, prepared: Prepared | undefined): Promise<Carried>
  conclude: ((carried: Carried) => Promise<unknown>) | undefined
  toReply(result: unknown): StoredReply
}

/** Leases of the keys that this process concludes. */
export interface Leases {
  /** Renews the lease of a key until the returned function is called. */
  hold(lease: Lease): () => void
  isHeld(lease: Lease): boolean
  /** Whether it was renewed in time, always: otherwise another process may have it. */
  isSure(lease: Lease): boolean
}

interface Lease {
  scope: string
  keyHash: Buffer
}

/**
 * Renews all leases of this process with one statement per second, outside the tenants'
 * connections.
 */
export function renewLeases(db: AcrossTenants): Leases {
  const held = new Map<string, { lease: Lease; renewedAtMs: number }>()
  let extending: NodeJS.Timeout | undefined
  const nameLease = ({ scope, keyHash }: Lease) => `${keyHash.toString('base64')} ${scope}`
  const isInTime = (renewedAtMs: number) => performance.now() - renewedAtMs < leaseSeconds * 1000

  const extendLater = () => {
    extending ??= setTimeout(() => {
      const all = [...held.values()]
      const beganAtMs = performance.now()
      const inTime = all.filter(({ renewedAtMs }) => isInTime(renewedAtMs))
      void extendLeases(
        db,
        all.map(({ lease }) => lease),
      )
        .then(
          () => {
            for (const one of inTime) one.renewedAtMs = beganAtMs
          },
          // A lease that cannot be renewed expires, and another process may conclude the request.
          () => {},
        )
        .then(() => {
          extending = undefined
          if (held.size > 0) extendLater()
        })
    }, extendEveryMs).unref()
  }

  return {
    hold(lease) {
      const name = nameLease(lease)
      held.set(name, { lease, renewedAtMs: performance.now() })
      extendLater()
      return () => void held.delete(name)
    },
    isHeld: (lease) => held.has(nameLease(lease)),
    isSure: (lease) => isInTime(held.get(nameLease(lease))?.renewedAtMs ?? -Infinity),
  }
}

export async function extendLeases(db: AcrossTenants, leases: readonly Lease[]): Promise<void> {
  if (leases.length === 0) return
  const scopes = leases.map(({ scope }) => scope)
  const hashes = leases.map(({ keyHash }) => keyHash.toString('hex'))
  await sql`update idempotency_keys k set lease_expire_time = ${leaseEnd}
    from unnest(${scopes}::text[], ${hashes}::text[]) l (scope, key_hash)
   where k.scope = l.scope and k.key_hash = decode(l.key_hash, 'hex')
     and k.lease_expire_time is not null`.execute(db)
}

const leaseEnd = makeLeaseEnd(leaseSeconds)

type Kept = { reply: StoredReply } | { carried: unknown }

/**
 * Carries out a request once per `Idempotency-Key`. The change and its stored reply commit
 * together, so neither a crash nor a race can separate them. If the reply is only known after a
 * stage outside the transaction, the result of the change is stored with the key instead, and
 * whoever repeats the request concludes it. A reply is returned again for `keepDays`. It may
 * contain secrets (a new key), so it is stored encrypted.
 */
export async function runOncePerKey<Prepared, Carried>(
  db: AnyView,
  { secrets, leases }: { secrets: Secrets; leases: Leases },
  request: KeyedRequest,
  work: KeyedWork<Prepared, Carried>,
  { keepDays = 1 }: { keepDays?: number | undefined } = {},
): Promise<StoredReply & { replayed: boolean }> {
  const keys = keyStore(secrets, request, keepDays)
  let known: Kept | undefined
  let prepared: Prepared | undefined
  if (work.prepare) {
    // No external service is called for a request that is in progress or already has a reply.
    await keys.mustBeFree(db)
    known = await keys.find(db)
    prepared = known
      ? undefined
      : await work.prepare().catch(async (error: unknown) => {
          // The rejection may be caused by the same request, carried out in the meantime.
          known = await keys.find(db)
          if (!known) throw error
          return undefined
        })
  }

  const done =
    known ??
    (await inTransaction(db, async (tx): Promise<Kept & { isNew?: true }> => {
      await keys.lock(tx)
      const kept = await keys.find(tx)
      if (kept) return kept
      const carried = await work.carryOut(tx, prepared)
      const outcome: Kept = work.conclude ? { carried } : { reply: work.toReply(carried) }
      await keys.keep(tx, outcome)
      return { ...outcome, isNew: true }
    }).catch((error: unknown) => {
      throw problemOfKey(error) ?? error
    }))
  const isNew = 'isNew' in done
  if ('reply' in done) return { ...done.reply, replayed: !isNew }

  const { conclude } = work
  if (!conclude) throw new Error('The operation concluded its requests before, and no longer does.')
  const isFree = () => !leases.isHeld(keys.lease) && (isNew || keys.takeLease(db))
  if (!(await isFree())) throw new Problem('idempotency-key-in-use')
  const letGo = leases.hold(keys.lease)
  try {
    const reply = work.toReply(await conclude(done.carried as Carried))
    if (await keys.conclude(db, reply)) return { ...reply, replayed: !isNew }
    // Another process concluded it while this one stood still. Each repetition returns that reply.
    const kept = await keys.find(db)
    return kept && 'reply' in kept
      ? { ...kept.reply, replayed: true }
      : { ...reply, replayed: !isNew }
  } catch (error) {
    // If this fails, or may be the lease of another process, it expires by itself.
    if (leases.isSure(keys.lease)) await keys.endLease(db).catch(() => {})
    throw error
  } finally {
    letGo()
  }
}

/** Text that PostgreSQL fails to cast to a number if the key is locked. */
const keyInUse = 'the idempotency key is in use'

/** Maps errors of any statement about the key to its problem. */
function problemOfKey(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  if (code === '22P02' && error.message.includes(keyInUse)) {
    return new Problem('idempotency-key-in-use', { cause: error })
  }
  // The caller has used the key for another tenant, whose rows this handle does not see.
  if (code === '42501' && error.message.includes('"idempotency_keys"')) {
    return new Problem('idempotency-key-reused', { cause: error })
  }
  return undefined
}

/** Statements about one key. */
function keyStore(
  secrets: Secrets,
  { key, scope, projectId, method, url, body }: KeyedRequest,
  keepDays: number,
) {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalidInput({
      in: 'header',
      name: 'Idempotency-Key',
      detail: 'Use 1 to 255 printable ASCII characters.',
    })
  }
  const keyHash = sha256(key)
  const lockNumber = sha256(`${scope} ${key}`).readBigInt64BE().toString()
  const fingerprint = sha256(JSON.stringify([method, url, body ?? null]))
  const seal = async (value: unknown) => {
    const text = JSON.stringify(value)
    return secrets.seal(projectId ?? 'server', text)
  }
  const open = async (sealed: Buffer): Promise<unknown> =>
    JSON.parse(await secrets.open(projectId ?? 'server', sealed))
  const update = (db: AnyView) =>
    db.updateTable('idempotencyKeys').where('scope', '=', scope).where('keyHash', '=', keyHash)

  return {
    lease: { scope, keyHash },

    /**
     * Locks the key until the transaction ends. The statement fails if another transaction holds
     * it.
     */
    async lock(tx: AnyView): Promise<void> {
      // Written so that PostgreSQL does not evaluate it while planning.
      const text = `select case when pg_try_advisory_xact_lock($1::bigint) then 0
        else concat('${keyInUse}', $1::text)::int end`
      await sendAhead(tx, text, [lockNumber])
    },

    async mustBeFree(db: AnyView): Promise<void> {
      const { rows } = await sql<{
        isFree: boolean
      }>`select pg_try_advisory_xact_lock(${lockNumber}::bigint) as "isFree"`.execute(db)
      if (!getFirst(rows).isFree) throw new Problem('idempotency-key-in-use')
    },

    async find(db: AnyView): Promise<Kept | undefined> {
      const stored = await db
        .selectFrom('idempotencyKeys')
        .select(['fingerprint', 'reply', 'carried'])
        .where('scope', '=', scope)
        .where('keyHash', '=', keyHash)
        .where('createTime', '>', sql<Date>`now() - ${keepDays}::int * interval '1 day'`)
        .executeTakeFirst()
      if (!stored) return undefined
      if (!stored.fingerprint.equals(fingerprint)) throw new Problem('idempotency-key-reused')
      return stored.reply
        ? { reply: (await open(stored.reply)) as StoredReply }
        : { carried: await open(must(stored.carried, 'carried')) }
    },

    async keep(tx: AnyView, kept: Kept): Promise<void> {
      const row =
        'reply' in kept
          ? { reply: await seal(kept.reply), carried: null, leaseExpireTime: null }
          : { reply: null, carried: await seal(kept.carried ?? null), leaseExpireTime: leaseEnd }
      const inserted = tx
        .insertInto('idempotencyKeys')
        .values({ scope, keyHash, projectId: projectId ?? null, fingerprint, ...row })
        .onConflict((expired) =>
          expired
            .columns(['scope', 'keyHash'])
            .doUpdateSet({ fingerprint, ...row, createTime: sql`now()` }),
        )
      await executeAhead(tx, inserted)
    },

    /** Keeps the reply; returns false if there is one already. */
    async conclude(db: AnyView, reply: StoredReply): Promise<boolean> {
      const { numUpdatedRows } = await update(db)
        .set({ reply: await seal(reply), carried: null, leaseExpireTime: null })
        .where('carried', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async takeLease(db: AnyView): Promise<boolean> {
      const { numUpdatedRows } = await update(db)
        .set({ leaseExpireTime: leaseEnd })
        .where('carried', 'is not', null)
        .where(sql<boolean>`coalesce(lease_expire_time, now()) <= now()`)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    endLease: (db: AnyView) => update(db).set({ leaseExpireTime: null }).execute(),
  }
}

/** Removes some expired replies. Returns how many were removed. */
export async function removeExpiredReplies(
  db: AcrossTenants,
  { keepDays, atMost }: { keepDays: number; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from idempotency_keys where ctid = any(array(
    select ctid from idempotency_keys
     where create_time < now() - ${keepDays}::int * interval '1 day' limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}

const sha256 = (text: string) => hash('sha256', text, 'buffer')
