import { createHash, randomUUID } from 'node:crypto'
import { ProviderError } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { makeLeaseEnd, renewDuring, waitForLease } from '@platform/kernel/leases/lease'
import { getNowMs, must } from '@platform/kernel/values'

/** Scope of the keys. */
export interface KeyScope {
  projectId: ProjectId
  connectionId: ConnectionId
}

/** A key held by this write, and the state left by earlier ones. */
export interface HeldKey {
  hash: string
  /** Whether a recent create with unknown outcome exists. */
  isInDoubt: boolean
  /** A recently created record that the provider's search may not find yet. */
  recordId: string | null
}

/** State to keep for a key: removed, or kept for the next write. */
export type KeyEnd = { recordId: string } | 'in-doubt' | 'settled'

export const hashOfKey = (key: { objectName: string; fieldName: string; value: unknown }): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        key.objectName.toLowerCase(),
        key.fieldName.toLowerCase(),
        String(key.value).trim().toLowerCase(),
      ]),
    )
    .digest('hex')

const leaseSeconds = 15
const extendEveryMs = 5_000
const maxWaitMs = 30_000
const againMs = 50
/** How long a search may miss a new record, and an unanswered create may still be executed. */
const rememberedMinutes = 10

/** The last waiter per key in this process. */
const lastInQueue = new Map<string, Promise<void>>()

/**
 * Runs the work while this write exclusively holds the keys, across all processes. `end` decides
 * the state to keep of each key; if the work throws, keys marked as sent stay in doubt.
 * @throws ProviderError `unavailable` if the keys are not free within half a minute
 */
export async function withKeys(
  db: Db,
  scope: KeyScope,
  { hashes, unwanted }: { hashes: readonly string[]; unwanted: AbortSignal | undefined },
  work: (keys: Map<string, HeldKey>, holder: string) => Promise<Map<string, KeyEnd>>,
): Promise<void> {
  const until = getNowMs() + maxWaitMs
  const sorted = [...new Set(hashes)].toSorted()
  const leaveQueue = await joinQueue(scope, sorted, until)
  try {
    const holder = randomUUID()
    const keys = await takeKeys(db, scope, { hashes: sorted, holder, until, unwanted })
    let ends = new Map<string, KeyEnd>()
    try {
      // A failed renewal is detected before the next record is sent.
      const renew = () => extendKeys(db, scope, { hashes: sorted, holder })
      ends = await renewDuring(() => work(keys, holder), { renew, everyMs: extendEveryMs })
    } finally {
      await releaseKeys(db, scope, { hashes: sorted, holder, ends })
    }
  } finally {
    leaveQueue()
  }
}

/** Waits for the keys among the writes of this process, in a fixed order, to avoid deadlocks. */
async function joinQueue(
  { connectionId }: KeyScope,
  hashes: readonly string[],
  until: number,
): Promise<() => void> {
  const leaving: (() => void)[] = []
  const leave = () => leaving.forEach((one) => one())
  for (const hash of hashes) {
    const name = `${connectionId} ${hash}`
    const before = lastInQueue.get(name)
    const { promise: turnEnds, resolve } = Promise.withResolvers<void>()
    const last = Promise.all([before, turnEnds]).then(() => {})
    lastInQueue.set(name, last)
    leaving.push(() => {
      resolve()
      if (lastInQueue.get(name) === last) lastInQueue.delete(name)
    })
    if (!before) continue
    let late: NodeJS.Timeout | undefined
    const tooLate = new Promise<false>((resolveLate) => {
      late = setTimeout(() => resolveLate(false), Math.max(until - getNowMs(), 0))
    })
    const isFree = await Promise.race([before.then(() => true), tooLate])
    clearTimeout(late)
    if (isFree) continue
    leave()
    throw makeBusyError()
  }
  return leave
}

const makeBusyError = () =>
  new ProviderError('unavailable', 'Another upsert of the same key is in progress.')

/** Takes all keys or none, when no other process holds any of them. */
function takeKeys(
  db: Db,
  scope: KeyScope,
  {
    hashes,
    holder,
    until,
    unwanted,
  }: {
    hashes: readonly string[]
    holder: string
    until: number
    unwanted: AbortSignal | undefined
  },
): Promise<Map<string, HeldKey>> {
  const claim = async () => {
    const taken = await insertKeys(db, scope, { hashes, holder })
    if (taken.length === hashes.length) return new Map(taken.map((key) => [key.hash, key]))
    await releaseKeys(db, scope, { hashes, holder, ends: new Map() })
    return undefined
  }
  return waitForLease(claim, {
    ...{
      maxWaitMs: until - getNowMs(),
      tryEveryMs: againMs,
      makeError: makeBusyError,
      signal: unwanted,
    },
  })
}

const leaseEnd = makeLeaseEnd(leaseSeconds)
const remembered = sql`${sql.lit(rememberedMinutes)} * interval '1 minute'`

async function insertKeys(
  db: Db,
  { projectId, connectionId }: KeyScope,
  { hashes, holder }: { hashes: readonly string[]; holder: string },
): Promise<HeldKey[]> {
  const { rows } = await sql<HeldKey>`
    insert into upsert_keys as k (connection_id, key_hash, project_id, holder, expire_time)
    select ${connectionId}, decode(hash, 'hex'), ${projectId}, ${holder}, ${leaseEnd}
      from unnest(${hashes}::text[]) hash order by 2
    on conflict (connection_id, key_hash) do update
       set holder = excluded.holder, expire_time = excluded.expire_time
     where k.expire_time <= now()
    returning encode(key_hash, 'hex') as hash,
      coalesce(sent_time > now() - ${remembered} and record_id is null, false) as "isInDoubt",
      case when sent_time > now() - ${remembered} then record_id end as "recordId"`.execute(db)
  return rows
}

const ofHolder = (
  { connectionId }: KeyScope,
  { hashes, holder }: { hashes: readonly string[]; holder: string },
) => sql`connection_id = ${connectionId} and holder = ${holder}
  and key_hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) hash)`

async function extendKeys(
  db: Db,
  scope: KeyScope,
  held: { hashes: readonly string[]; holder: string },
): Promise<void> {
  const extended = sql`update upsert_keys set expire_time = ${leaseEnd} where ${ofHolder(scope, held)}`
  await extended.execute(db)
}

/**
 * Marks creates with these keys as sent.
 * @throws ProviderError `unavailable` if a key is no longer held: then nothing may be sent
 */
export async function noteSent(
  db: Db,
  scope: KeyScope,
  held: { hashes: readonly string[]; holder: string },
): Promise<void> {
  if (held.hashes.length === 0) return
  const { numAffectedRows } = await sql`
    update upsert_keys set sent_time = now(), record_id = null, expire_time = ${leaseEnd}
     where ${ofHolder(scope, held)}`.execute(db)
  if (Number(must(numAffectedRows, 'count')) < held.hashes.length) throw makeBusyError()
}

/** Releases keys. Keys without an end keep their marks. */
async function releaseKeys(
  db: Db,
  scope: KeyScope,
  {
    hashes,
    holder,
    ends,
  }: { hashes: readonly string[]; holder: string; ends: ReadonlyMap<string, KeyEnd> },
): Promise<void> {
  const isSettled = (hash: string) => ends.get(hash) === 'settled'
  const settled = hashes.filter(isSettled)
  const kept = hashes.filter((hash) => !isSettled(hash))
  if (settled.length > 0) {
    const held = { hashes: settled, holder }
    await sql`delete from upsert_keys where ${ofHolder(scope, held)}`.execute(db)
  }
  if (kept.length === 0) return
  const recordIds = kept.map((hash) => {
    const end = ends.get(hash)
    return typeof end === 'object' ? end.recordId : null
  })
  await sql`
    update upsert_keys k set expire_time = now(), record_id = coalesce(e.record_id, k.record_id)
      from unnest(${kept}::text[], ${recordIds}::text[]) e (hash, record_id)
     where k.connection_id = ${scope.connectionId} and k.holder = ${holder}
       and k.key_hash = decode(e.hash, 'hex')`.execute(db)
}

/** Deletes some keys that no write needs any more. Returns how many were deleted. */
export async function removeForgottenKeys(db: AcrossTenants, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from upsert_keys where ctid = any(array(
    select ctid from upsert_keys
     where expire_time < now() - ${remembered} - interval '1 hour'
     limit ${atMost} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
