import type { ProjectId, ProviderAppId } from '@platform/contract'
import type { SetupReport } from './setup-reports.ts'
import { sql, type Selectable, type Updateable } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { prepareRow } from '@platform/kernel/db/prepared'
import type { Tables } from '@platform/kernel/db/tables'

export type ProviderAppRow = Selectable<Tables['providerApps']>

type NewProviderApp = Omit<
  ProviderAppRow,
  'createTime' | 'updateTime' | 'metadata' | 'refusal' | 'refusedTime'
> & {
  /** JSON. */
  metadata: string | null
}

/** Inserts the provider app; returns undefined if the provider has one with that reference. */
export const insertProviderApp = prepareRow((db, row: NewProviderApp) =>
  db
    .insertInto('providerApps')
    .values({
      id: row.id,
      projectId: row.projectId,
      provider: row.provider,
      externalRef: row.externalRef,
      clientId: row.clientId,
      clientSecret: row.clientSecret,
      scopes: row.scopes,
      metadata: row.metadata,
      providerParams: row.providerParams,
    })
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'provider', 'externalRef']).doNothing(),
    )
    .returningAll(),
)

export const selectProviderApps = (db: Db) => db.selectFrom('providerApps').selectAll()

export const findProviderApp = prepareRow((db, { id }: { id: ProviderAppId }) =>
  selectProviderApps(db).where('id', '=', id),
)

/** Returns the provider app and locks it until the transaction ends. */
export const lockProviderApp = (tx: Db, id: ProviderAppId) =>
  selectProviderApps(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const updateProviderApp = (
  db: Db,
  id: ProviderAppId,
  fields: Updateable<Tables['providerApps']>,
) =>
  db
    .updateTable('providerApps')
    .set({ ...fields, updateTime: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Records the provider's message when it rejects the client, or null when it accepts it. */
export const setClientRejection = (db: Db, id: ProviderAppId, refusal: string | null) =>
  db
    .updateTable('providerApps')
    .set({ refusal, refusedTime: refusal === null ? null : sql`now()` })
    .where('id', '=', id)
    .execute()

/** Records that an end user could not connect. */
export const recordSetupReport = (
  tx: Db,
  row: { projectId: ProjectId } & SetupReport,
): Promise<unknown> =>
  tx
    .insertInto('setupReports')
    .values({ ...row, reportTime: null })
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'provider', 'cause']).doUpdateSet({
        detail: row.detail,
        providerAppId: row.providerAppId,
        count: sql`setup_reports.count + 1`,
        lastTime: sql`now()`,
      }),
    )
    .execute()

/**
 * Reports whether a mail is due, and records it: one a day for each provider and cause, up to the limit of the
 * cause.
 */
export async function noteSetupMail(
  tx: Db,
  { projectId, provider, cause }: { projectId: ProjectId } & SetupReport,
  maxADay: number,
): Promise<boolean> {
  const aDayAgo = sql<Date>`now() - interval '1 day'`
  const { count } = await tx
    .selectFrom('setupReports')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('reportTime', '>', aDayAgo)
    .where('cause', '=', cause)
    .executeTakeFirstOrThrow()
  if (count >= maxADay) return false
  const noted = await tx
    .updateTable('setupReports')
    .set({ reportTime: sql`now()` })
    .where((is) => is.and({ projectId, provider, cause }))
    .where((is) => is.or([is('reportTime', 'is', null), is('reportTime', '<', aDayAgo)]))
    .returning('provider')
    .executeTakeFirst()
  return noted !== undefined
}

export type SetupReportRow = Selectable<Tables['setupReports']>

/** Selects reports of the last 30 days whose cause was not mended. */
export const selectSetupReports = (db: Db) =>
  db
    .selectFrom('setupReports as r')
    .selectAll('r')
    .where('r.lastTime', '>', sql<Date>`now() - interval '30 days'`)
    .where((is) => {
      const apps = is
        .selectFrom('providerApps as a')
        .select('a.id')
        .whereRef('a.provider', '=', 'r.provider')
        .where((of) =>
          of.or([of('r.providerAppId', 'is', null), of('a.id', '=', of.ref('r.providerAppId'))]),
        )
      return is.or([
        is.and([is('r.cause', '=', 'missing'), is.not(is.exists(apps))]),
        is.and([
          is('r.cause', '=', 'rejected'),
          is.exists(apps.where('a.refusedTime', 'is not', null)),
        ]),
      ])
    })

export const deleteProviderApp = (db: Db, id: ProviderAppId) =>
  db.deleteFrom('providerApps').where('id', '=', id).returning('id').executeTakeFirst()

export const chooseProviderApp = (db: Db, provider: string, id: ProviderAppId | undefined) =>
  db
    .selectFrom('providerApps')
    .selectAll()
    .where('provider', '=', provider)
    .where((is) => is.and({ id }))
    .orderBy('externalRef', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .executeTakeFirst()
