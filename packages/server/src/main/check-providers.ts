import { catalogue, overlayCatalogue, readOverrides } from '@platform/connectors'
import { checkEntry } from '../provider/self-test/check-entry.ts'

/** `platform providers check FILE`: plays the way of each entry that a file or folder adds or changes. */
export async function checkProviders({
  source,
}: {
  source: string
}): Promise<{ provider: string; problems: string[] }[]> {
  const overrides = readOverrides(source)
  const entries = overlayCatalogue(catalogue, overrides)
  return Promise.all(
    Object.keys(overrides).map(async (provider) => {
      const entry = entries[provider]
      return { provider, problems: entry ? await checkEntry(entry) : [] }
    }),
  )
}
