import { randomUUID } from 'node:crypto'
import type { ProjectId } from '@platform/contract'
import { waitForTurn } from '@platform/kernel/admission/wait-outside'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import { getNow } from '@platform/kernel/values/database-clock'
import { sleep } from '@platform/kernel/values/sleep'

/** Objects of an account. */
interface LeasedObjects {
  projectId: ProjectId
  account: string
  objectNames: readonly string[]
}

/** A holder renews its lease until it is done. The lease of a process that was killed ends well before requests give up waiting. */
const leaseSeconds = 12
const renewEveryMs = 3_000
const maxWaitMs = 45_000
const tryEveryMs = 100

/**
 * Does work that reads and then changes fields of these objects, while no other request does. No database
 * connection is occupied in the meantime.
 * @throws Problem `provider-unavailable` if others hold the lease for too long
 */
export async function withFieldLease<Done>(
  db: Db,
  objects: LeasedObjects,
  work: () => Promise<Done>,
): Promise<Done> {
  const holder = randomUUID()
  await waitForTurn(waitForLease(db, objects, holder))
  const renewal = setInterval(() => {
    // A failure is repaired by the next renewal, which comes before the lease expires.
    renewLease(db, holder).catch(() => undefined)
  }, renewEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await endLease(db, holder)
  }
}

async function waitForLease(db: Db, objects: LeasedObjects, holder: string): Promise<void> {
  const until = performance.now() + maxWaitMs
  while (!(await takeLease(db, objects, holder))) {
    if (performance.now() > until) {
      throw new Problem('provider-unavailable', {
        detail: `Other requests are changing fields of ${objects.objectNames.join(', ')}. Nothing was changed; repeat the request.`,
        retryAfter: getNow(5_000),
      })
    }
    await sleep(tryEveryMs * (1 + Math.random()))
  }
}

/** Takes the lease of all objects, or of none. */
async function takeLease(
  db: Db,
  { projectId, account, objectNames }: LeasedObjects,
  holder: string,
): Promise<boolean> {
  const names = [...new Set(objectNames)].toSorted()
  const { rows } = await sql`
    insert into field_leases as l (project_id, account, object_name, holder, expire_time)
    select ${projectId}, ${account}, name, ${holder}, now() + make_interval(secs => ${leaseSeconds})
      from unnest(${names}::text[]) with ordinality n (name, place) order by place
    on conflict (project_id, account, object_name) do update
      set holder = excluded.holder, expire_time = excluded.expire_time
      where l.expire_time <= now()
    returning object_name`.execute(db)
  if (rows.length === names.length) return true
  if (rows.length > 0) await endLease(db, holder)
  return false
}

const renewLease = (db: Db, holder: string) =>
  sql`update field_leases set expire_time = now() + make_interval(secs => ${leaseSeconds})
       where holder = ${holder}`.execute(db)

const endLease = (db: Db, holder: string) =>
  db.deleteFrom('fieldLeases').where('holder', '=', holder).execute()
