import { ProviderError, type AppWebhooks } from '@platform/connector'
import {
  findConnectionRow,
  type ConnectionRow,
} from '@platform/connections/connections/connections'
import { findCall } from '@platform/connections/provider/call/provider-call'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import type { ProviderInfo } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { getOwn } from '@platform/kernel/values'
import type { SubscriptionMember } from './end-set-up.ts'
import { failSetUp } from './failed-set-up.ts'
import { warnStopped } from '../stopped.ts'
import * as store from '../store.ts'

/**
 * Determines the accounts whose events the members hear at the URL of the app. Only the provider
 * decides which account that is: a value that an end user can enter is tried with the credentials of
 * the connection, so that nobody hears the events of another account.
 */
export async function proveAccounts(
  services: Services,
  db: Db,
  {
    subscription,
    members,
    ofApp,
  }: {
    subscription: store.SubscriptionRow
    members: readonly SubscriptionMember[]
    ofApp: AppWebhooks
  },
): Promise<{ proved: SubscriptionMember[]; isComplete: boolean }> {
  const proved: SubscriptionMember[] = []
  let isComplete = true
  for (const member of members) {
    let provider: OpenProvider | undefined
    const { installationId, connectionId, account: before, objects } = member.link
    const attempt = subscription.attempts + 1
    try {
      const connection = await findConnectionRow(db, connectionId)
      if (!connection) continue
      const account = findAccount(ofApp, connection)
      if (account === undefined) throw unknownAccount(ofApp)
      if (account !== before) {
        provider = await openProvider(services, db, connectionId, { isBackground: true })
        if (!isFromProvider(ofApp, connection, provider.entry.info)) {
          await ofApp.proveAccount(provider.client, objects[0]?.objectName ?? '')
        }
        await store.updateLink(db, installationId, { account })
      }
      proved.push(member)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const stopped = { error, call: findCall(error, provider), attempt }
      if (error.isOutage) {
        isComplete = false
        const what = 'the account of a connection could not be read'
        warnStopped(services, stopped, { what, next: 'retrying in a minute', connectionId })
        if (before !== null) proved.push(member)
      } else {
        await failSetUp(services, db, { subscription, members: [member], stopped, goesOn: true })
      }
    }
  }
  return { proved, isComplete }
}

function findAccount({ account }: AppWebhooks, connection: ConnectionRow): string | undefined {
  if (account === 'providerWorkspaceRef' || account === 'providerConsumerRef') {
    return connection[account] ?? undefined
  }
  return getOwn(connection.providerMetadata, account)?.value
}

/** Whether the provider itself stated the account, in the reply to a sign-in. */
function isFromProvider(
  { account }: AppWebhooks,
  { providerMetadata }: ConnectionRow,
  { oauth2Opts, metadata }: ProviderInfo,
): boolean {
  const fields = oauth2Opts?.tokenMetadataFields
  if (account === 'providerWorkspaceRef') return fields?.workspaceRefField !== undefined
  if (account === 'providerConsumerRef') return fields?.consumerRefField !== undefined
  // The redirect of a browser contains what its user wants.
  const isInput = metadata?.input?.some(({ name }) => name === account) === true
  return !isInput && getOwn(providerMetadata, account)?.source === 'token'
}

const unknownAccount = ({ account }: AppWebhooks) =>
  new ProviderError(
    'bad-request',
    `The connection was created before its account (${account}) was recorded, so its events cannot be recognized. Reconnect the account.`,
  )
