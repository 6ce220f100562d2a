import { ProblemError } from '@platform/client'
import { needsProviderApp, type ManifestContext } from '@platform/manifest'
import { fetchManifestContext } from './platform-context.ts'
import type { CliTarget } from '../target/target.ts'

/** An integration whose customers cannot connect before the builder adds a provider app. */
export interface MissingApp {
  integration: string
  provider: string
  /** Display name of the provider. */
  providerName: string
  /** What to run next. */
  command: string
}

/** Lists the provider apps that integrations lack; none if the credentials may not list them. */
export async function listMissingApps(
  { client, project }: CliTarget,
  integrations: readonly { name: string; provider: string }[],
): Promise<MissingApp[]> {
  const context = await fetchManifestContext(client, project).catch((error: unknown) => {
    if (error instanceof ProblemError) return undefined
    throw error
  })
  return context ? selectMissingApps(integrations, context) : []
}

/** Selects the provider apps that integrations lack; none if it is unknown which exist. */
export const selectMissingApps = (
  integrations: readonly { name: string; provider: string }[],
  { findProvider, providersWithApp }: Pick<ManifestContext, 'findProvider' | 'providersWithApp'>,
): MissingApp[] =>
  integrations.flatMap(({ name, provider }) => {
    const info = findProvider?.(provider)
    if (!info || !needsProviderApp(info)) return []
    if (providersWithApp?.includes(provider) !== false) return []
    const providerName = info.displayName ?? provider
    return [{ integration: name, provider, providerName, command: formatSetCommand(provider) }]
  })

const formatSetCommand = (provider: string) =>
  `platform provider-apps set ${provider} --client-id <ID> --client-secret <secret>`

/** Describes missing apps, one per provider, with the next command. */
export const describeMissingApps = (missing: readonly MissingApp[]): string[] =>
  [...Map.groupBy(missing, ({ provider }) => provider)].flatMap(([provider, apps]) => {
    const [first] = apps
    if (!first) return []
    const names = apps.map(({ integration }) => integration)
    return [
      `Customers cannot connect ${new Intl.ListFormat('en').format(names)} yet: the project has no provider app for ${first.providerName}.`,
      `  Register one as \`platform provider-apps guide ${provider}\` describes, then run`,
      `  \`${first.command}\``,
    ]
  })
