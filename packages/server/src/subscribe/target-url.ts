import type { ProjectId, ProviderAppId } from '@platform/contract'

/** Where a provider app's webhooks come in. The address names whose they are, the signature proves it. */
export const targetURLOf = (
  { publicUrl }: { publicUrl: string },
  {
    projectId,
    provider,
    providerAppId,
  }: { projectId: ProjectId; provider: string; providerAppId: ProviderAppId },
): string =>
  `${publicUrl}/subscribe/v1/projects/${projectId}/providers/${encodeURIComponent(provider)}/apps/${providerAppId}`
