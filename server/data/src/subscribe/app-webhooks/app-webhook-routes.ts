import { findProvider } from '@platform/connectors'
import * as contract from '@platform/contract'
import type { ProviderAppId, ProviderAppWebhook } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Api } from '@platform/kernel/http'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getProviderApp } from '@platform/tenancy/projects/provider-apps'
import { findAppWebhook } from './app-webhook-store.ts'
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
  const { projectId, provider } = await getProviderApp(db, providerAppId)
  const subscribing = findSubscribing(services, provider)
  if (subscribing?.delivery !== 'push' || !subscribing.ofApp) {
    const { displayName = provider } =
      findProvider(provider, { among: services.catalogue })?.info ?? {}
    throw new Problem('provider-not-supported', {
      detail: `${displayName} sends no webhooks to one URL of an app.`,
    })
  }
  const row = await findAppWebhook(db, providerAppId)
  const { verifiedTime, deliveryTime, rejectedTime, droppedTime, token, tokenTime } = row ?? {}
  const isRejected =
    rejectedTime && (!deliveryTime || rejectedTime.getTime() > deliveryTime.getTime())
  return {
    url: targetURLOf(services, { projectId, provider, providerAppId }),
    state: isRejected ? 'rejecting' : verifiedTime ? 'receiving' : 'waiting',
    verifiedTime: verifiedTime?.toISOString(),
    deliveryTime: deliveryTime?.toISOString(),
    rejectedTime: rejectedTime?.toISOString(),
    droppedEvents: row?.dropped ?? 0,
    droppedTime: droppedTime?.toISOString(),
    verificationTokenTime: tokenTime?.toISOString(),
    ...(token &&
      mayReadToken && { verificationToken: await services.secrets.open(projectId, token) }),
  }
}
