import type { Connector } from '@platform/connector'
import type { ProviderInfo } from '@platform/contract'
import type { ProviderEntry } from '../declarative/schema/entry.ts'

/**
 * Returns the known facts about the provider's API, derived from the rules that this server uses.
 */
export function listFacts(
  file: ProviderEntry,
  connector: Connector | undefined,
): Pick<ProviderInfo, 'docsURL' | 'paging' | 'rateLimits'> {
  const docsURL = file.docsURL ?? getAuthDocs(file)
  const paging = connector?.paging ?? findDeclaredPaging(file)
  const rateLimits = connector?.rateLimits?.assumed.map(({ calls, perMs, sharedBy }) => ({
    calls,
    perSeconds: perMs / 1000,
    sharedBy,
  }))
  return {
    ...(docsURL && { docsURL }),
    ...(paging && { paging }),
    ...(rateLimits?.length && { rateLimits }),
  }
}

/** Documentation pages about sign-in. */
const getAuthDocs = ({ oauth2Opts, apiKeyOpts, basicOpts }: ProviderEntry) =>
  oauth2Opts?.docsURL ?? apiKeyOpts?.docsURL ?? basicOpts?.docsURL

/** Returns the paging of most lists; lists without pages are ignored. */
function findDeclaredPaging({ defaults }: ProviderEntry): ProviderInfo['paging'] {
  const paging = defaults?.read?.paging
  if (!paging || paging.style === 'none') return undefined
  const { param, max } = paging.size ?? {}
  return {
    style: paging.style,
    ...(param !== undefined && { sizeParam: param }),
    ...(max !== undefined && { maxSize: max }),
  }
}
