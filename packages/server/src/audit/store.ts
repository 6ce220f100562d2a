import type { OrgId } from '@platform/contract'
import type { Insertable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type NewRecord = Required<Omit<Insertable<Tables['auditLog']>, 'time'>>

export const insertRecords = (db: Db, records: NewRecord[]) =>
  db.insertInto('auditLog').values(records).execute()

export const selectRecords = (
  db: Db,
  orgId: OrgId,
  { actor, action, from, to }: { actor?: string; action?: string; from?: string; to?: string },
) =>
  db
    .selectFrom('auditLog')
    .selectAll()
    .where('orgId', '=', orgId)
    .$if(actor !== undefined, (query) => query.where('actorId', '=', actor!))
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(from !== undefined, (query) => query.where('time', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('time', '<', new Date(to!)))
