import { catalogue, overlayCatalogue, readOverrides } from '@platform/connectors'
import type { CatalogueEntry } from '@platform/connector'
import { rehearseEntry } from '@platform/connectors/stand-in'
import { checkEntry } from '@platform/connections/provider/self-test/check-entry'

export interface CheckedProvider {
  provider: string
  /** Capabilities of this server for the provider, and known facts about its API. */
  facts: string[]
  problems: string[]
  apiVersion?: string | undefined
  /** Date until which the provider supports the API version. */
  supportedUntil?: string | undefined
}

/**
 * `platform providers check FILE`: tests the connection flow and the rules for reading and writing
 * of each entry that a file or folder adds or changes.
 */
export async function checkProviders({ source }: { source: string }): Promise<CheckedProvider[]> {
  const { overrides, whereIs, countGuesses } = readOverrides(source)
  const entries = overlayCatalogue(catalogue, overrides, { whereIs })
  return Promise.all(
    Object.keys(overrides).map(async (provider) => {
      const entry = entries[provider]
      if (!entry) return { provider, facts: [], problems: [] }
      const problems = [...(await checkEntry(entry)), ...(await rehearseEntry(entry))]
      const { apiVersion, supportedUntil } = entry.info
      const guesses = countGuesses(provider)
      const facts = [
        ...listEntryFacts(entry),
        ...(guesses > 0
          ? [`guessed values: ${guesses}. Delete each comment when you have checked its value`]
          : []),
      ]
      return { provider, facts, problems, apiVersion, supportedUntil }
    }),
  )
}

const triedWith = {
  live: 'the provider itself',
  samples: 'sample replies of the provider',
  spec: 'the provider’s own API specification',
  'stand-in': undefined,
}

function listEntryFacts({ info }: CatalogueEntry): string[] {
  const { read, write, delete: deletes, subscribe, proxy } = info.support
  const { search, customFields = false } = info.support
  const abilities = {
    read,
    write,
    delete: deletes,
    search: search.operators.equals,
    subscribe,
    proxy,
    fields: customFields,
  }
  const can = Object.entries(abilities).flatMap(([name, isThere]) => (isThere ? [name] : []))
  const asked = [...(info.metadata?.input ?? []), ...(info.customOpts?.inputs ?? [])]
  const { authHealthCheck: health, paging, rateLimits = [], docsURL, proof = {} } = info
  const { readByPath, ...proofs } = proof
  return [
    `connects with ${[info.authType, info.oauth2Opts?.grantType].filter(Boolean).join(', ')}`,
    can.length > 0 ? `can: ${can.join(', ')}` : 'can be connected only',
    ...Object.entries(proofs).map(([name, one]) => {
      const evidence = triedWith[one]
      return evidence ? `${name} is verified with ${evidence}` : `${name} is not verified`
    }),
    ...(readByPath ? ['any list can be read by its path (not verified)'] : []),
    ...(asked.length > 0 ? [`inputs: ${asked.map(({ name }) => name).join(', ')}`] : []),
    ...(health ? [`health check: ${health.method ?? 'GET'} ${health.url}`] : []),
    ...(paging
      ? [`paging: ${paging.style}${paging.maxSize ? `, at most ${paging.maxSize}` : ''}`]
      : []),
    ...rateLimits.map(({ calls, perSeconds }) => `rate limit: ${calls} calls in ${perSeconds} s`),
    ...(info.apiVersion === undefined
      ? []
      : [
          `API version: ${info.apiVersion}${info.supportedUntil === undefined ? '' : `, supported until ${info.supportedUntil}`}`,
        ]),
    ...(docsURL ? [`documentation: ${docsURL}`] : []),
  ]
}
