import { hash } from 'node:crypto'
import { baseURLOf, templateVariables } from '@platform/connectors'
import {
  getTokens,
  listSecrets,
  openCredentials,
} from '@platform/connections/credentials/credentials'
import type { OpenProvider } from '@platform/connections/provider/open-provider'
import type { Services } from '@platform/kernel/services'

/**
 * Returns everything that identifies the account of a connection. Connections that have one in common take
 * turns: also an imported one, whose account no sign-in has named.
 */
export async function listLeaseAccounts(
  services: Services,
  provider: OpenProvider,
): Promise<string[]> {
  const { connection } = provider
  const proven = findProvenAccount(provider)
  const credentials = await openCredentials(services, connection)
  // Who has the secret may use the account. Only together are user name and password one.
  const tokens = getTokens(credentials)
  const secrets = tokens
    ? [tokens.accessToken, tokens.refreshToken ?? []].flat()
    : [listSecrets(credentials).join(' ')].filter((secret) => secret !== '')
  return [
    connection.id,
    proven ?? [],
    findOwnHost(provider) ?? [],
    secrets.map((secret) => `${connection.provider} ${createFingerprint(secret)}`),
  ].flat()
}

/**
 * Returns the account that the provider has named with the tokens. One that callers named could make another
 * project wait.
 */
function findProvenAccount({ connection, entry }: OpenProvider): string | undefined {
  const isProven = entry.info.oauth2Opts?.tokenMetadataFields.workspaceRefField !== undefined
  const ref = isProven ? connection.providerWorkspaceRef : null
  return ref === null ? undefined : `${connection.provider} ${ref}`
}

/** Returns the address of the account if it has its own. Callers name it, so it is that of a project. */
function findOwnHost({ connection, entry, client }: OpenProvider): string | undefined {
  if (templateVariables(entry.info.baseURL).length === 0) return undefined
  return `${connection.projectId} ${new URL(baseURLOf(entry, client.metadata)).origin}`
}

const createFingerprint = (secret: string): string => hash('sha256', secret, 'hex')
