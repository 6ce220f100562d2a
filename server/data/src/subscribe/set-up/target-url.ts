import type { ProjectId, ProviderAppId } from '@platform/contract'
import type { SubscriptionId } from '../tables.ts'

/**
 * Returns the webhook URL of a provider app. It identifies the app; the signature verifies the
 * sender.
 */
export const targetURLOf = (
  { hooksUrl }: { hooksUrl: string },
  {
    projectId,
    provider,
    providerAppId,
  }: { projectId: ProjectId; provider: string; providerAppId: ProviderAppId },
): string =>
  `${hooksUrl}/subscribe/v1/projects/${projectId}/providers/${encodeURIComponent(provider)}/apps/${providerAppId}`

/** Returns the URL of a connection's own webhooks. Only the provider gets the key. */
export const ownTargetURLOf = (
  { hooksUrl }: { hooksUrl: string },
  {
    projectId,
    subscriptionId,
    deliveryKey,
  }: { projectId: ProjectId; subscriptionId: SubscriptionId; deliveryKey: string },
): string =>
  `${hooksUrl}/subscribe/v1/projects/${projectId}/subscriptions/${subscriptionId}/${deliveryKey}`
