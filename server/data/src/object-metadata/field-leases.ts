import { randomUUID } from 'node:crypto'
import type { ProjectId } from '@platform/contract'
import { waitForTurn } from '@platform/kernel/admission'
import { sql } from 'kysely'
import type { AcrossTenants, Database, Db } from '@platform/kernel/db/database'
import { makeLeaseEnd, renewDuring, waitForLease } from '@platform/kernel/leases/lease'
import { Problem } from '@platform/kernel/problems/problem'
import { getNow } from '@platform/kernel/values'

/** Objects of an account, which may be known by several names. */
interface LeasedObjects {
  projectId: ProjectId
  accounts: readonly string[]
  objectNames: readonly string[]
}

/** A holder renews its lease until it is done. The lease of a process that was killed ends well before requests give up waiting. */
const leaseSeconds = 12
const leaseEnd = makeLeaseEnd(leaseSeconds)
const renewEveryMs = 3_000
const maxWaitMs = 45_000
const tryEveryMs = 100

/**
 * Does work that reads and then changes fields of these objects, while no other request does: not of another
 * project either, which may be connected to the same account. No database connection is occupied in the
 * meantime. The work calls `mustHold` before each change: while its process stood still, others may have taken the lease.
 * @throws Problem `provider-unavailable` if others hold the lease for too long, or have taken it
 */
export async function withFieldLease<Done>(
  database: Database,
  objects: LeasedObjects,
  work: (mustHold: () => Promise<void>) => Promise<Done>,
): Promise<Done> {
  const holder = randomUUID()
  const db = database.tenant(objects.projectId)
  const renew = () => renewLease(db, holder)
  const count = new Set(objects.accounts).size * new Set(objects.objectNames).size
  const mustHold = async () => {
    if ((await renew()) < count) throw makeLostError(objects)
  }
  await waitForTurn(waitForObjects(database, objects, holder))
  try {
    return await renewDuring(() => work(mustHold), { renew, everyMs: renewEveryMs })
  } finally {
    await endLease(db, holder)
  }
}

const makeLostError = ({ objectNames }: LeasedObjects) =>
  new Problem('provider-unavailable', {
    detail: `Another request is changing fields of ${objectNames.join(', ')}. Repeat the request, which completes what is left.`,
    retryAfter: getNow(5_000),
  })

function waitForObjects(
  database: Database,
  objects: LeasedObjects,
  holder: string,
): Promise<'all'> {
  const claim = async () => {
    const taken = await takeFieldLease(database.everything, objects, holder)
    if (taken === 'all') return taken
    if (taken === 'some') await endLease(database.tenant(objects.projectId), holder)
    return undefined
  }
  const makeError = () =>
    new Problem('provider-unavailable', {
      detail: `Other requests are changing fields of ${objects.objectNames.join(', ')}. Nothing was changed; repeat the request.`,
      retryAfter: getNow(5_000),
    })
  return waitForLease(claim, { maxWaitMs, tryEveryMs, makeError })
}

/** Takes the leases of those objects that nobody holds, and returns how many these are. */
export async function takeFieldLease(
  db: AcrossTenants,
  { projectId, accounts, objectNames }: LeasedObjects,
  holder: string,
): Promise<'all' | 'some' | 'none'> {
  const names = [...new Set(objectNames)].toSorted()
  const unique = [...new Set(accounts)].toSorted()
  const { rows } = await sql`
    insert into field_leases as l (project_id, account, object_name, holder, expire_time)
    select ${projectId}, account, name, ${holder}, ${leaseEnd}
      from unnest(${unique}::text[]) with ordinality a (account, account_place),
           unnest(${names}::text[]) with ordinality n (name, place) order by account_place, place
    on conflict (account, object_name) do update
      set project_id = excluded.project_id, holder = excluded.holder, expire_time = excluded.expire_time
      where l.expire_time <= now()
    returning object_name`.execute(db)
  if (rows.length === unique.length * names.length) return 'all'
  return rows.length > 0 ? 'some' : 'none'
}

/** Returns the number of objects that the holder still has. */
async function renewLease(db: Db, holder: string): Promise<number> {
  const { numAffectedRows } = await sql`update field_leases set expire_time = ${leaseEnd}
       where holder = ${holder}`.execute(db)
  return Number(numAffectedRows)
}

const endLease = (db: Db, holder: string) =>
  db.deleteFrom('fieldLeases').where('holder', '=', holder).execute()
