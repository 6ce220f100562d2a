import type { CatalogueEntry } from '@platform/connector'
import { withDefaults } from '@platform/connectors'
import type { ProviderMetadata } from '@platform/contract'
import { listMetadataValues } from '../../credentials/connection-record.ts'
import type { findProviderApp } from '@platform/tenancy/projects/provider-apps'
import { openParams } from '@platform/tenancy/projects/provider-params'
import type { Services } from '@platform/kernel/services'

export type ProviderAppRow = NonNullable<Awaited<ReturnType<typeof findProviderApp>>>

/**
 * Returns the initial values of a provider's own scheme. The names of the builder's client cannot
 * be set by anyone else.
 */
export async function stepValues(
  { secrets }: Services,
  {
    entry: { info },
    app,
    metadata,
    inputs,
  }: {
    entry: CatalogueEntry
    app: ProviderAppRow | undefined
    metadata: ProviderMetadata
    inputs: Record<string, string>
  },
): Promise<Record<string, string>> {
  return {
    ...withDefaults(info, listMetadataValues({ providerMetadata: metadata })),
    ...inputs,
    ...(app && {
      ...(await openParams(secrets, app)),
      clientId: app.clientId,
      clientSecret: await secrets.open(app.projectId, app.clientSecret),
    }),
  }
}
