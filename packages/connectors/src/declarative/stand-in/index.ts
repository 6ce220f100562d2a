import type { CatalogueEntry } from '@platform/connector'
import { catalogue, getEntryFile } from '../../catalogue/catalogue.ts'
import { requireValue } from '../../require-value.ts'
import { pickDeclaration } from '../schema/entry.ts'
import { rehearse } from './rehearse.ts'
import { serveStandIns } from './serve.ts'
import { DeclaredStandIn } from './stand-in.ts'

/** Starts stand-ins of these providers, and returns the PLATFORM_PROVIDERS for them. */
export async function providerStandIns(
  names: readonly string[],
  { count = 7 }: { count?: number } = {},
) {
  const server = await serveStandIns()
  const all = new Map<string, DeclaredStandIn>()
  for (const name of names) {
    const standIn = new DeclaredStandIn(
      pickDeclaration(requireValue(getEntryFile(requireValue(catalogue[name])))),
      {
        count,
      },
    )
    all.set(name, standIn)
    server.add(name, standIn)
  }
  return {
    overrides: Object.fromEntries(
      names.map((name) => [name, { baseURL: `${server.url}/${name}` }]),
    ),
    of: (name: string) => requireValue(all.get(name)),
    requests: server.requests,
    client: server.client,
    disturb: server.disturb,
    close: server.close,
  }
}

/** Tests an entry's rules for reading and writing against a stand-in; returns the failures. */
export async function rehearseEntry(entry: CatalogueEntry): Promise<string[]> {
  const file = getEntryFile(entry)
  if (!file?.objects) return []
  const standIns = await serveStandIns()
  try {
    return await rehearse({ name: file.name, declaration: pickDeclaration(file), standIns })
  } finally {
    await standIns.close()
  }
}
