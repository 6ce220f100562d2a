import { findProvider } from '@platform/connectors'
import * as contract from '@platform/contract'
import type { ProviderAppId, ProviderAppWebhook } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Api } from '@platform/kernel/http'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getProviderApp } from '@platform/tenancy/projects/provider-apps'
import { acceptTokensAnew, findAppWebhook, listTokens } from './app-webhook-store.ts'
import { findSubscribing } from '../set-up/subscribe-request.ts'
import { targetURLOf } from '../set-up/target-url.ts'

export function appWebhookRoutes(api: Api, services: Services): void {
  api.serve(contract.getProviderAppWebhook, ({ db, project, params }) =>
    getProviderAppWebhook(services, db, {
      providerAppId: params.providerAppId,
      // Whoever has the token can sign events.
      mayReadToken: project.capabilities.includes('manage:project'),
    }),
  )
  api.serve(
    contract.resetProviderAppWebhook,
    async ({ db, project, params: { providerAppId } }) => {
      await requireAppWebhooks(services, db, providerAppId)
      await inTransaction(db, (tx) =>
        acceptTokensAnew(tx, { projectId: project.id, providerAppId }),
      )
      return getProviderAppWebhook(services, db, { providerAppId, mayReadToken: true })
    },
  )
}

/** @throws Problem `provider-not-supported` if no webhooks are sent to the app */
async function requireAppWebhooks(services: Services, db: Db, providerAppId: ProviderAppId) {
  const { projectId, provider } = await getProviderApp(db, providerAppId)
  const subscribing = findSubscribing(services, provider)
  if (subscribing?.delivery !== 'push' || !subscribing.ofApp) {
    const { displayName = provider } =
      findProvider(provider, { among: services.catalogue })?.info ?? {}
    throw new Problem('provider-not-supported', {
      detail: `${displayName} sends no webhooks to one URL of an app.`,
    })
  }
  return { projectId, provider }
}

/**
 * Returns the URL of an app's webhooks, and what has arrived there.
 * @throws Problem `provider-not-supported` if no webhooks are sent to the app
 */
async function getProviderAppWebhook(
  services: Services,
  db: Db,
  { providerAppId, mayReadToken }: { providerAppId: ProviderAppId; mayReadToken: boolean },
): Promise<ProviderAppWebhook> {
  const { projectId, provider } = await requireAppWebhooks(services, db, providerAppId)
  const row = await findAppWebhook(db, providerAppId)
  const { verifiedTime, deliveryTime, rejectedTime, droppedTime, tokensUntil } = row ?? {}
  const verificationTokens = await Promise.all(
    (await listTokens(db, providerAppId)).map(async ({ token, createTime }) => ({
      receivedTime: createTime.toISOString(),
      ...(mayReadToken && { token: await services.secrets.open(projectId, token) }),
    })),
  )
  const [first] = verificationTokens
  return {
    url: targetURLOf(services, { projectId, provider, providerAppId }),
    state: verifiedTime ? 'receiving' : 'waiting',
    verifiedTime: verifiedTime?.toISOString(),
    deliveryTime: deliveryTime?.toISOString(),
    rejectedTime: rejectedTime?.toISOString(),
    droppedEvents: row?.dropped ?? 0,
    droppedTime: droppedTime?.toISOString(),
    verificationTokens,
    verificationToken: first?.token,
    verificationTokenTime: first?.receivedTime,
    tokensAcceptedUntil: tokensUntil?.toISOString(),
    ignoredTokenTime: row?.ignoredTokenTime?.toISOString(),
  }
}
