import type { ConnectionId, ProjectId, ProviderAppId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { SubscriptionId } from '../tables.ts'

/** Half of them are the first, half the latest. */
const maxTokens = 20

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

/** Returns the tokens received at the URL of the app, the first one first. */
export const listTokens = (db: Db, providerAppId: ProviderAppId) =>
  db
    .selectFrom('appWebhookTokens')
    .select(['token', 'createTime'])
    .where('providerAppId', '=', providerAppId)
    .orderBy('createTime')
    .orderBy('fingerprint')
    .execute()

/**
 * Stores a token by which the provider checks the URL, beside those received before. Anybody who
 * knows the URL can send one, so the first ten and the latest ten are kept.
 */
export async function addToken(
  db: Db,
  { projectId, providerAppId }: AppRef,
  { token, fingerprint }: { token: Buffer; fingerprint: Buffer },
): Promise<void> {
  await db
    .insertInto('appWebhookTokens')
    .values({ providerAppId, projectId, fingerprint, token })
    .onConflict((conflict) => conflict.columns(['providerAppId', 'fingerprint']).doNothing())
    .execute()
  await sql`
    delete from app_webhook_tokens where provider_app_id = ${providerAppId} and fingerprint in (
      select fingerprint from (
        select fingerprint,
            row_number() over (order by create_time, fingerprint) as from_first,
            row_number() over (order by create_time desc, fingerprint desc) as from_latest
          from app_webhook_tokens where provider_app_id = ${providerAppId}
      ) ranked where from_first > ${maxTokens / 2} and from_latest > ${maxTokens / 2})
  `.execute(db)
}

/** Records a token that is not accepted, at most once a minute. */
export const recordIgnoredToken = (db: Db, { providerAppId }: AppRef) =>
  db
    .updateTable('appWebhooks')
    .set({ ignoredTokenTime: sql`now()` })
    .where('providerAppId', '=', providerAppId)
    .where(
      sql<boolean>`ignored_token_time is null
        or ignored_token_time < now() - interval '1 minute'`,
    )
    .execute()

/** Deletes the tokens of a set-up that is complete: a signature is valid. */
export const deleteSettledTokens = (db: Db, providerAppId: ProviderAppId) =>
  db
    .deleteFrom('appWebhookTokens')
    .where('providerAppId', '=', providerAppId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('appWebhooks')
          .select('providerAppId')
          .where('providerAppId', '=', providerAppId)
          .where(sql<boolean>`coalesce(tokens_until, '-infinity') < now()`),
      ),
    )
    .execute()

/** Deletes all tokens and accepts others for an hour. */
export async function acceptTokensAnew(
  tx: Db,
  { projectId, providerAppId }: AppRef,
): Promise<void> {
  await tx.deleteFrom('appWebhookTokens').where('providerAppId', '=', providerAppId).execute()
  const opened = { tokensUntil: sql<Date>`now() + interval '1 hour'`, ignoredTokenTime: null }
  await tx
    .insertInto('appWebhooks')
    .values({ providerAppId, projectId, ...opened })
    .onConflict((conflict) => conflict.column('providerAppId').doUpdateSet(opened))
    .execute()
}

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
