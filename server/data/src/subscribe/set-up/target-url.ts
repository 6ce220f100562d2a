import type { ProjectId, ProviderAppId } from '@platform/contract'
import type { SubscriptionId } from '../tables.ts'

/**
 * Returns the webhook URL of a provider app. It identifies the app; the signature verifies the
 * sender.
 */
export const targetURLOf = (
  { publicUrl }: { publicUrl: string },
  {
    projectId,
    provider,
    providerAppId,
  }: { projectId: ProjectId; provider: string; providerAppId: ProviderAppId },
): string =>
  `${publicUrl}/subscribe/v1/projects/${projectId}/providers/${encodeURIComponent(provider)}/apps/${providerAppId}`

/** Returns the URL of a connection's own webhooks. Only the provider gets the key. */
export const ownTargetURLOf = (
  { publicUrl }: { publicUrl: string },
  {
    projectId,
    subscriptionId,
    deliveryKey,
  }: { projectId: ProjectId; subscriptionId: SubscriptionId; deliveryKey: string },
): string =>
  `${publicUrl}/subscribe/v1/projects/${projectId}/subscriptions/${subscriptionId}/${deliveryKey}`
