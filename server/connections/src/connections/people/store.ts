import type { ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { hasInIt } from '@platform/kernel/db/conditions'

/**
 * Names the project, because the index of groups begins with it. A search scans all matches: with a
 * limit inside, PostgreSQL would walk the index, which is slow if few groups match.
 */
export const groupQuery = (
  db: Db,
  { projectId, search }: { projectId: ProjectId; search?: string | undefined },
) =>
  db
    .selectFrom(
      db
        .selectFrom('groups')
        .selectAll()
        .where('projectId', '=', projectId)
        .$if(search !== undefined, (of) => of.where(isSearched(search ?? '')).offset(0))
        .as('groups'),
    )
    .selectAll()

/**
 * Returns the first groups whose reference or name contains the text, preceded by an exact match.
 */
export const findGroups = (
  db: Db,
  { projectId, text, atMost }: { projectId: ProjectId; text: string; atMost: number },
) =>
  groupQuery(db, { projectId, search: text })
    .orderBy((is) => is('groupRef', '=', text), 'desc')
    .orderBy('groupName')
    .limit(atMost)
    .execute()

const isSearched = (text: string) => sql<boolean>`search like lower(${hasInIt(text)})`

/** Returns those of the groups that have a connection. */
export const findConnectedGroups = (
  db: Db,
  { projectId, groupRefs }: { projectId: ProjectId; groupRefs: readonly string[] },
) =>
  db
    .selectFrom('groups as g')
    .select('g.groupRef')
    .where('g.projectId', '=', projectId)
    .where('g.groupRef', 'in', groupRefs)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('connections as c')
          .select('c.id')
          .whereRef('c.projectId', '=', 'g.projectId')
          .whereRef('c.groupRef', '=', 'g.groupRef'),
      ),
    )
    .execute()

/** Returns the providers to which each of the groups has a connection. */
export const findProvidersOfGroups = (
  db: Db,
  { projectId, groupRefs }: { projectId: ProjectId; groupRefs: readonly string[] },
) =>
  db
    .selectFrom('connections')
    .select(['groupRef', 'provider'])
    .distinct()
    .where('projectId', '=', projectId)
    .where('groupRef', 'in', groupRefs)
    .orderBy('provider')
    .execute()

export const consumerQuery = (db: Db) => db.selectFrom('consumers').selectAll()

interface NamedGroup {
  projectId: ProjectId
  groupRef: string
  groupName: string | undefined
}

interface NamedConsumer {
  projectId: ProjectId
  consumerRef: string
  consumerName: string | undefined
}

/** Records the group under its latest name. */
export const recordGroup = (db: Pick<Db, 'insertInto'>, row: NamedGroup) =>
  db
    .insertInto('groups')
    .values({ ...row, groupName: row.groupName ?? row.groupRef })
    .onConflict((conflict) =>
      row.groupName === undefined
        ? conflict.columns(['projectId', 'groupRef']).doNothing()
        : conflict
            .columns(['projectId', 'groupRef'])
            .doUpdateSet({ groupName: row.groupName, updateTime: sql`now()` })
            .where('groups.groupName', '!=', row.groupName),
    )

/** Inserts or updates the consumer. */
export const recordConsumer = (db: Pick<Db, 'insertInto'>, row: NamedConsumer) =>
  db
    .insertInto('consumers')
    .values({ ...row, consumerName: row.consumerName ?? row.consumerRef })
    .onConflict((conflict) =>
      row.consumerName === undefined
        ? conflict.columns(['projectId', 'consumerRef']).doNothing()
        : conflict
            .columns(['projectId', 'consumerRef'])
            .doUpdateSet({ consumerName: row.consumerName, updateTime: sql`now()` })
            .where('consumers.consumerName', '!=', row.consumerName),
    )

export const upsertGroup = (db: Db, row: NamedGroup) => recordGroup(db, row).execute()

export const upsertConsumer = (db: Db, row: NamedConsumer) => recordConsumer(db, row).execute()

/** Locks the group, so that transactions that build on it wait. */
export const lockGroup = (tx: Db, groupRef: string) =>
  tx.selectFrom('groups').select('groupRef').where('groupRef', '=', groupRef).forUpdate().execute()

/** Locks the consumers. */
export const lockConsumers = (tx: Db, consumerRefs: string[]) =>
  tx
    .selectFrom('consumers')
    .select('consumerRef')
    .where('consumerRef', 'in', consumerRefs)
    .orderBy('consumerRef')
    .forUpdate()
    .execute()

/** Deletes the group; returns undefined if it does not exist. */
export const deleteGroup = (tx: Db, groupRef: string) =>
  tx.deleteFrom('groups').where('groupRef', '=', groupRef).returning('groupRef').executeTakeFirst()

/** Returns how many were deleted. */
export async function deleteConsumersWithoutConnection(
  tx: Db,
  consumerRefs: string[],
): Promise<bigint> {
  if (consumerRefs.length === 0) return 0n
  // A connection being created for one of them is committed first and is included in the deletion.
  await lockConsumers(tx, consumerRefs)
  const { numDeletedRows } = await tx
    .deleteFrom('consumers')
    .where('consumerRef', 'in', consumerRefs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('connections as c')
            .select('c.id')
            .whereRef('c.projectId', '=', 'consumers.projectId')
            .whereRef('c.consumerRef', '=', 'consumers.consumerRef'),
        ),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows
}
