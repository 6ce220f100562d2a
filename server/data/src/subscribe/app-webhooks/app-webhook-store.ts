import type { ConnectionId, ProjectId, ProviderAppId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { SubscriptionId } from '../tables.ts'

interface AppRef {
  projectId: ProjectId
  providerAppId: ProviderAppId
}

export const findAppWebhook = (db: Db, providerAppId: ProviderAppId) =>
  db
    .selectFrom('appWebhooks')
    .selectAll()
    .where('providerAppId', '=', providerAppId)
    .executeTakeFirst()

/** Records a request with a valid signature, and how many of its events nobody hears. */
export const recordProved = (
  db: Db,
  { projectId, providerAppId }: AppRef,
  { dropped }: { dropped: number },
) =>
  db
    .insertInto('appWebhooks')
    .values({
      providerAppId,
      projectId,
      verifiedTime: sql`now()`,
      deliveryTime: sql`now()`,
      dropped,
      ...(dropped > 0 && { droppedTime: sql`now()` }),
    })
    .onConflict((conflict) =>
      conflict.column('providerAppId').doUpdateSet((is) => ({
        verifiedTime: sql`coalesce(app_webhooks.verified_time, now())`,
        deliveryTime: sql`now()`,
        dropped: sql`app_webhooks.dropped + excluded.dropped`,
        droppedTime: is.fn.coalesce('excluded.droppedTime', 'appWebhooks.droppedTime'),
      })),
    )
    .execute()

/** Records a request with a wrong signature, at most once a minute, because anybody can send one. */
export const recordRejected = (db: Db, { projectId, providerAppId }: AppRef) =>
  db
    .insertInto('appWebhooks')
    .values({ providerAppId, projectId, rejectedTime: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .column('providerAppId')
        .doUpdateSet({ rejectedTime: sql`now()` })
        .where(
          sql<boolean>`app_webhooks.rejected_time is null
            or app_webhooks.rejected_time < now() - interval '1 minute'`,
        ),
    )
    .execute()

/** Stores the token by which the provider checks the URL; the latest one counts. */
export const storeToken = (db: Db, { projectId, providerAppId }: AppRef, token: Buffer) =>
  db
    .insertInto('appWebhooks')
    .values({ providerAppId, projectId, token, tokenTime: sql`now()` })
    .onConflict((conflict) =>
      conflict.column('providerAppId').doUpdateSet({ token, tokenTime: sql`now()` }),
    )
    .execute()

/** Returns the connections whose accounts are among these. */
export const findListeningAt = (
  db: Db,
  subscriptionId: SubscriptionId,
  accounts: readonly string[],
): Promise<{ connectionId: ConnectionId; workspaceRef: string | null }[]> =>
  db
    .selectFrom('subscribedInstallations')
    .select(['connectionId', 'account as workspaceRef'])
    .distinct()
    .where('subscriptionId', '=', subscriptionId)
    .where('account', 'in', accounts)
    .execute()
