import type { ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'
import type { BudgetState } from './tables.ts'
import { getFirst } from '@platform/kernel/values'

export interface BudgetName {
  projectId: ProjectId
  key: string
}

export interface StoredBudget extends BudgetName {
  state: BudgetState
  version: number
}

/** The database's clock, in ms. */
const now = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`

export const findNow = async (db: AcrossTenants): Promise<number> => {
  const { rows } = await sql<{ now: number }>`select ${now} as now`.execute(db)
  return getFirst(rows).now
}

export async function findBudgets(
  db: AcrossTenants,
  names: readonly BudgetName[],
): Promise<StoredBudget[]> {
  const { rows } = await sql<StoredBudget>`
    select project_id as "projectId", key, state, version from provider_budgets
     where (project_id, key) in (
       select * from unnest(
         ${names.map(({ projectId }) => projectId)}::text[], ${names.map(({ key }) => key)}::text[]))
  `.execute(db)
  return rows
}

/**
 * Stores decisions, each unless the row has changed since `version` (0 for a missing row). Returns
 * the names of the stored ones.
 */
export async function saveBudgets(
  db: AcrossTenants,
  budgets: readonly (StoredBudget & { keepMs: number })[],
): Promise<BudgetName[]> {
  const { rows } = await sql<BudgetName>`
    insert into provider_budgets as known (project_id, key, state, version, expire_time)
    select b.project_id, b.key, b.state, b.version + 1, now() + b.keep_ms * interval '1 ms'
      from unnest(
        ${budgets.map(({ projectId }) => projectId)}::text[],
        ${budgets.map(({ key }) => key)}::text[],
        ${budgets.map(({ state }) => JSON.stringify(state))}::jsonb[],
        ${budgets.map(({ version }) => version)}::bigint[],
        ${budgets.map(({ keepMs }) => keepMs)}::float8[]
      ) as b (project_id, key, state, version, keep_ms)
      join projects p on p.id = b.project_id
     -- In a fixed order, so that processes cannot deadlock.
     order by b.project_id collate "C", b.key collate "C"
    on conflict (project_id, key) do update
       set state = excluded.state, version = excluded.version, expire_time = excluded.expire_time
     where known.version = excluded.version - 1
    returning known.project_id as "projectId", known.key
  `.execute(db)
  return rows
}

/** Removes some expired budgets. Returns how many were removed. */
export async function removeExpiredBudgets(db: AcrossTenants, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from provider_budgets where ctid = any(array(
    select ctid from provider_budgets where expire_time < now() limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
