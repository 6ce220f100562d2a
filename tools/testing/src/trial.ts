import { pino } from 'pino'
import { lockClasses } from '@platform/kernel/db/advisory-locks'
import type { AcrossTenants, Database } from '@platform/kernel/db/database'
import type { TwoTenants } from './two-tenants.ts'

export type TrialContext = TwoTenants & { all: AcrossTenants }

/** A statement that runs for the tenant `mine`. It must not change rows of the other tenant. */
export interface Trial {
  /**
   * - `reads` returns rows of that tenant and none of the other;
   * - `finds` returns due rows of all tenants as IDs with their project, for further work in the
   *   view of the project;
   * - `changes` rows of that tenant;
   * - `serves` no particular tenant: returns rows of neither.
   */
  kind: 'reads' | 'finds' | 'changes' | 'serves'
  given(world: TrialContext): Promise<unknown>
  act(world: TrialContext, given: never): Promise<unknown>
}
const trial =
  (kind: Trial['kind']) =>
  <Given>(
    act: (world: TrialContext, given: Given) => Promise<unknown>,
    given: (world: TrialContext) => Promise<Given | void> = async () => {},
  ): Trial => ({ kind, act, given })
export const reads = trial('reads')
export const finds = trial('finds')
export const changes = trial('changes')
export const serves = trial('serves')

export const past = new Date(Date.now() - 2 * 86_400_000)
export const future = new Date(Date.now() + 3_600_000)
export const longAgo = new Date(Date.now() - 400 * 86_400_000)
/** Earlier times, in ascending order. */
export const longerAgo = [500, 450].map((days) => new Date(Date.now() - days * 86_400_000))
export const silent = pino({ level: 'silent' })
/** Numbers that no real sender has. */
export const mySender = 900_001
export const theirSender = 900_002

export type Alive = Awaited<ReturnType<typeof aliveProcess>>

/** Registers a live process that takes over no work; without `keepsRecords`, of an older version. */
export async function aliveProcess(database: Database, { keepsRecords = true } = {}) {
  const client = await database.dedicated()
  const { rows } = await client.query<{ key: number }>(
    `with p as (insert into engine_processes (worker_ids, keeps_records) values ('{}', $2) returning key)
     select key, pg_advisory_lock($1, key) from p`,
    [lockClasses.processes, keepsRecords],
  )
  return { key: rows[0]!.key, stop: () => client.end() }
}

export const lockTurn = (all: AcrossTenants, { ids }: TwoTenants['mine'], runner: number | null) =>
  all.updateTable('readTurns').set({ runner }).where('operationId', '=', ids.operation).execute()
