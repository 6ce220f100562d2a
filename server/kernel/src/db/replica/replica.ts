import { CompiledQuery, Kysely } from 'kysely'
import type pg from 'pg'
import { Problem } from '../../problems/problem.ts'
import { must } from '../../values/must.ts'
import { sleep } from '../../values/sleep.ts'
import type { Db } from '../database.ts'
import { PreparedDialect } from '../dialect.ts'
import type { PreparedConnection } from '../prepared.ts'
import {
  createPrimaryPositions,
  parsePosition,
  toPosition,
  type PrimarySample,
} from './primary-positions.ts'
import { FairSlots } from '../../admission/fair-slots.ts'
import { ConnectionsBusyError } from '../errors.ts'
import type { Tables } from '../tables.ts'

/** Oldest state of the primary that a list from a replica may show. */
const oldestMs = 2_000
/** How long a list may take on the replica before it is read from the primary instead. */
const listWithinMs = 3_000
/** How long a replica may take to report its position. */
const reportsWithinMs = 1_000
/** How long a replica that does not answer is left alone. */
const pauseMs = 2_000
/** How long the result of a look is returned again. */
const looksEveryMs = 5_000

export type ReplicaState =
  | 'ready'
  | 'behind'
  | 'unreachable'
  | 'not a standby'
  | 'of another server'
  | 'not separating tenants'

/** Where a list was read: from the replica, or from the primary for this reason. */
export type ListSource = 'replica' | 'behind' | 'newer-write' | 'unusable' | 'failed'

export interface ReplicaLook {
  state: ReplicaState
  /** Time that the replica needed to reach the position of the primary; `NaN` if it did not. */
  lagSeconds: number
}

/** A list from a replica, with the greatest age of the state that it shows. */
export interface ListOfReplica<List> {
  list: List
  ageMs: number
}

/** Streaming replicas that serve lists of tenants. */
export interface Replica {
  /** Returns the position of the primary after every commit so far; undefined if unknown. */
  position(): Promise<string | undefined>
  /**
   * Reads a list from the replica if it shows the write at `position` and is at most two seconds
   * old. Returns undefined if it must be read from the primary: no failure here fails the request.
   */
  read<List>(
    tenantId: string,
    position: string,
    list: (db: Db) => Promise<List> | List,
  ): Promise<ListOfReplica<List> | undefined>
  /** Examines the replica, at most every five seconds. */
  look(): Promise<ReplicaLook>
  /** Number of lists by source. */
  counts: ReadonlyMap<ListSource, number>
  close(): Promise<void>
}

interface Standing {
  isStandby: boolean
  isExempt: boolean
  system: string
  replayed: string | null
}

/** The insert position includes every commit, whatever `synchronous_commit` is. */
const positionQuery = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as lsn,
  (select system_identifier::text from pg_control_system()) as system`

const standingQuery = `select pg_is_in_recovery() as "isStandby",
  (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as "isExempt",
  (select system_identifier::text from pg_control_system()) as system,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as replayed`

/** Reports whether a statement failed because a standby does not write (`read_only_sql_transaction`). */
const isOfReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25006'

export function createReplica({
  connect,
  serve,
  connections,
  replicaPool,
  primaryPool,
}: {
  /** Takes a connection of `replicaPool`, trying each server. */
  connect: () => Promise<pg.PoolClient>
  /** Restricts a connection to the rows of the tenant. */
  serve: (client: pg.PoolClient, tenantId: string) => Promise<PreparedConnection>
  connections: number
  replicaPool: pg.Pool
  /** For the position of the primary. */
  primaryPool: pg.Pool
}): Replica {
  const positions = createPrimaryPositions(async () => {
    const { rows } = await primaryPool.query<{ lsn: string; system: string }>(positionQuery)
    return must(rows[0], 'position')
  })
  const counts = new Map<ListSource, number>()
  const count = (source: ListSource) => counts.set(source, (counts.get(source) ?? 0) + 1)

  const reader = new ReplicaReader({ connect, serve, connections, positions })
  const lookNow = async (): Promise<ReplicaLook> => {
    const sample = await rejectAfter(reportsWithinMs, positions.take())
    const client = await connect()
    try {
      const caughtUp = await rejectAfter(oldestMs + reportsWithinMs, catchUp(client, sample))
      client.release(caughtUp.state !== 'ready')
      return caughtUp
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  let looked: { at: number; result: Promise<ReplicaLook> } | undefined

  return {
    position: () =>
      rejectAfter(reportsWithinMs, positions.take()).then(
        toPosition,
        // Without a position, the caller reads from the primary.
        () => undefined,
      ),
    async read(tenantId, position, list) {
      let source: ListSource = 'failed'
      try {
        if (reader.isPaused()) return undefined
        await rejectAfter(reportsWithinMs, positions.keepTaking())
        const read = await reader.read(tenantId, position, list)
        if (typeof read !== 'string') {
          source = 'replica'
          return read
        }
        source = read
        return undefined
      } catch {
        // Also a problem: what was created a moment ago is not found here. The primary decides.
        return undefined
      } finally {
        count(source)
      }
    },
    look() {
      if (looked && performance.now() - looked.at < looksEveryMs) return looked.result
      const result = lookNow().catch((): ReplicaLook => ({
        state: 'unreachable',
        lagSeconds: Number.NaN,
      }))
      looked = { at: performance.now(), result }
      return result
    },
    counts,
    async close() {
      positions.stop()
      await Promise.all([replicaPool.end(), primaryPool.end()])
    },
  }
}

interface ReplicaPorts {
  connect: () => Promise<pg.PoolClient>
  serve: (client: pg.PoolClient, tenantId: string) => Promise<PreparedConnection>
  connections: number
  positions: ReturnType<typeof createPrimaryPositions>
}

/** Reads lists from a replica that is recent enough. */
class ReplicaReader {
  private readonly ports: ReplicaPorts
  private readonly slots: FairSlots
  private pausedUntil = 0

  constructor(ports: ReplicaPorts) {
    this.ports = ports
    const { connections } = ports
    const maxOfProject = Math.max(1, Math.floor(connections * 0.75))
    this.slots = new FairSlots({ slots: connections, maxOfProject })
  }

  isPaused(): boolean {
    return performance.now() < this.pausedUntil
  }

  async read<List>(
    tenantId: string,
    position: string,
    list: (db: Db) => Promise<List> | List,
  ): Promise<ListOfReplica<List> | ListSource> {
    const slot = await this.slots.acquire(
      { org: tenantId, project: tenantId },
      { patienceMs: reportsWithinMs, makeError: () => new ConnectionsBusyError() },
    )
    try {
      const { connection, now } = await this.takeConnection(tenantId)
      const ageMs = this.getAge(now, position)
      if (typeof ageMs === 'string') {
        // Another connection may lead to another server.
        if (ageMs === 'unusable') close(connection)
        else connection.release()
        return ageMs
      }
      const dialect = new PreparedDialect(() => Promise.resolve(connection), { releases: false })
      const db: Db = new Kysely<Tables>({ dialect })
      try {
        const read = await rejectAfter(listWithinMs, Promise.resolve(list(db)))
        connection.release()
        return { list: read, ageMs }
      } catch (error) {
        // Neither an invalid request nor a list that must write first may cost connections.
        if (error instanceof Problem || isOfReadOnly(error)) connection.release()
        else close(connection)
        throw error
      }
    } finally {
      slot.release()
    }
  }

  private async examine(client: pg.PoolClient, tenantId: string) {
    const connection = await this.ports.serve(client, tenantId)
    const asked = CompiledQuery.raw(standingQuery)
    const { rows } = await connection.executeQuery<Standing>(asked)
    return { connection, now: must(rows[0], 'standing') }
  }

  /**
   * Takes a connection and examines the server at its other end: behind one address there may be
   * several. The position is read before the list, so the list shows at least that position.
   */
  private async takeConnection(tenantId: string) {
    try {
      const client = await this.ports.connect()
      try {
        return await rejectAfter(reportsWithinMs, this.examine(client, tenantId))
      } catch (error) {
        client.release(true)
        throw error
      }
    } catch (error) {
      // Only failures that no tenant can cause: a pause is for all of them.
      this.pausedUntil = performance.now() + pauseMs
      throw error
    }
  }

  /** Returns the age of what the server shows, or why the list must not be read from it. */
  private getAge(now: Standing, position: string): number | ListSource {
    const latest = this.ports.positions.latest()
    if (!latest || decideReplicaState(now, latest) !== 'ready') return 'unusable'
    const replayed = BigInt(now.replayed ?? 0)
    const wanted = parsePosition(position, now.system)
    if (wanted === undefined || wanted > replayed) return 'newer-write'
    const ageMs = this.ports.positions.ageOf(replayed)
    return ageMs > oldestMs ? 'behind' : ageMs
  }
}

/** Waits until the replica reaches the position of the primary, for as long as lists may be old. */
async function catchUp(client: pg.PoolClient, sample: PrimarySample): Promise<ReplicaLook> {
  const startedAt = performance.now()
  for (;;) {
    const { rows } = await client.query<Standing>(standingQuery)
    const now = must(rows[0], 'standing')
    const state = decideReplicaState(now, sample)
    if (state !== 'ready') return { state, lagSeconds: Number.NaN }
    const lagMs = performance.now() - startedAt
    if (BigInt(now.replayed ?? 0) >= sample.lsn) return { state, lagSeconds: lagMs / 1_000 }
    if (lagMs > oldestMs) return { state: 'behind', lagSeconds: Number.NaN }
    await sleep(20)
  }
}

function decideReplicaState(
  { isStandby, isExempt, system }: Standing,
  primary: PrimarySample,
): ReplicaState {
  if (system !== primary.system) return 'of another server'
  if (!isStandby) return 'not a standby'
  return isExempt ? 'not separating tenants' : 'ready'
}

/** Closes a connection instead of returning it to the pool: its statement may hang. */
function close(connection: PreparedConnection): void {
  connection.discard()
  connection.release()
}

/** Rejects if the work takes longer. The work continues, and its result is ignored. */
async function rejectAfter<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No reply within ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
