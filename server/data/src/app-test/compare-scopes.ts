import type { CatalogueEntry } from '@platform/connector'
import type { ProviderAppTestStep, UsedObjectScopes } from '@platform/contract'
import type { ConnectionRow } from '@platform/connections/connections/connections'
import { getTokens, openCredentials } from '@platform/connections/credentials/credentials'
import type { Services } from '@platform/kernel/services'

const step = 'scopes'

/**
 * Compares the granted scopes with those that the objects need. A scope that is only needed for
 * reading is not missing if the objects were read: another scope may include it.
 */
export async function compareScopes(
  services: Services,
  {
    connection,
    entry: { info },
    needed,
    reads,
  }: {
    connection: ConnectionRow
    entry: CatalogueEntry
    needed: readonly UsedObjectScopes[]
    reads: readonly ProviderAppTestStep[]
  },
): Promise<ProviderAppTestStep> {
  const name = info.displayName ?? info.name
  const granted = getTokens(await openCredentials(services, connection))?.scopes
  if (!info.scopes) {
    const detail = `The scopes that ${name} requires are unknown. Reading the objects shows whether they suffice.`
    return { step, status: 'skipped', detail }
  }
  if (!granted) {
    const detail = `${name} does not report the granted scopes. Reading the objects shows whether they suffice.`
    return { step, status: 'skipped', detail }
  }
  const { scopeMappings = {} } = info.oauth2Opts ?? {}
  const has = new Set(granted.map(normalizeScope))
  const isMissing = (scope: string) =>
    !has.has(normalizeScope(scope)) && !has.has(normalizeScope(scopeMappings[scope] ?? scope))
  const wasRead = new Set(
    reads.flatMap(({ status, objectName }) => (status === 'passed' ? (objectName ?? []) : [])),
  )
  const signIn = wasRead.size > 0 ? [] : (info.scopes.signIn ?? []).filter(isMissing)
  const byObject = needed.flatMap(({ objectName, read, write, subscribe }) => {
    const unreadScopes = wasRead.has(objectName) ? [] : read
    const missing = [...unreadScopes, ...write, ...subscribe].filter(isMissing)
    return missing.length > 0 ? [`${objectName}: ${[...new Set(missing)].join(', ')}`] : []
  })
  const missing = [...(signIn.length > 0 ? [`sign-in: ${signIn.join(', ')}`] : []), ...byObject]
  if (missing.length > 0) {
    return {
      step,
      status: 'failed',
      detail: `The sign-in did not grant these scopes. ${missing.join('. ')}.`,
      remedy:
        info.scopes.grantedBy === 'app'
          ? 'Select the scopes in the provider’s console, then sign in again.'
          : 'Add the scopes to the provider app and in the provider’s console, leave them selected on the consent page, then sign in again.',
    }
  }
  const unknown = needed.filter(({ areUnknown }) => areUnknown).map(({ objectName }) => objectName)
  return {
    step,
    status: 'passed',
    detail: `The sign-in granted the scopes of ${needed.length - unknown.length} objects.${unknown.length > 0 ? ` Unknown for: ${unknown.join(', ')}.` : ''}`,
  }
}

/** Some providers repeat a scope with its address, or without: `https://graph.microsoft.com/User.Read`. */
const normalizeScope = (scope: string) =>
  scope.toLowerCase().replace(/^https?:\/\/[^/]+\/(?:auth\/)?/, '')
