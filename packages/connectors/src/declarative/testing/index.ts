import { catalogue, fileOf } from '../../catalogue/catalogue.ts'
import { must } from '../../must.ts'
import { declarationOf } from '../entry.ts'
import { serveStandIns } from './serve.ts'
import { StandIn } from './stand-in.ts'

/** Stand-ins of these providers, and what PLATFORM_PROVIDERS says so that they are asked. */
export async function providerStandIns(
  names: readonly string[],
  { count = 7 }: { count?: number } = {},
) {
  const server = await serveStandIns()
  const all = new Map<string, StandIn>()
  for (const name of names) {
    const standIn = new StandIn(declarationOf(must(fileOf(must(catalogue[name])))), { count })
    all.set(name, standIn)
    server.add(name, standIn)
  }
  return {
    overrides: Object.fromEntries(
      names.map((name) => [name, { baseURL: `${server.url}/${name}` }]),
    ),
    of: (name: string) => must(all.get(name)),
    requests: server.requests,
    disturb: server.disturb,
    close: server.close,
  }
}
