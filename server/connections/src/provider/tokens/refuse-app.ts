import type { ProviderError } from '@platform/connector'
import { findProvider, templateVariables } from '@platform/connectors'
import type { ConnectionId, ProviderAppId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { refuseClient } from '@platform/tenancy/projects/provider-apps'
import * as store from '../../credentials/store.ts'

/**
 * Records that the provider rejects the app's client; returns false if only the server of this customer does.
 * That one may be anybody's, or an account that is not open to the client. While other customers sign in with
 * the same client, it says nothing about them.
 */
export async function refuseApp(
  { catalogue }: Pick<Services, 'catalogue'>,
  db: Db,
  {
    appId,
    provider,
    connectionId,
    error,
  }: {
    appId: ProviderAppId
    provider: string
    /** Null during the first sign-in. */
    connectionId: ConnectionId | null
    error: Pick<ProviderError, 'code' | 'message'>
  },
): Promise<boolean> {
  const entry = findProvider(provider, { among: catalogue })
  const urls = [
    entry?.info.oauth2Opts?.tokenURL,
    entry?.oauth2?.refreshURL,
    ...(entry?.authSteps?.steps ?? []).map((step) => ('url' in step ? step.url : undefined)),
  ]
  const mayBeOfOne =
    error.code === 'unauthorized_client' ||
    urls.some((url) => url !== undefined && templateVariables(url).length > 0)
  if (mayBeOfOne && (await store.isAppAcceptedForOthers(db, { appId, connectionId }))) return false
  await refuseClient(db, appId, error.message)
  return true
}
