import type { Client } from '@platform/client'
import { didYouMean } from '@platform/manifest'
import { everyPage } from './every-page.ts'
import { asMembers } from '../files/as-members.ts'

type Names = (client: Client, projectIdOrName: string) => Promise<{ name: string }[]>

/** By problem of a missing resource: where the URL contains its name, and how to list all names. */
const named: Record<string, { in: RegExp; all: Names }> = {
  'project-not-found': {
    in: /\/projects\/([^/?]+)/,
    all: (client) => everyPage((query) => client.page('/v1/projects', { query })),
  },
  'integration-not-found': {
    in: /\/integrations\/([^/?]+)/,
    all: (client, projectIdOrName) =>
      everyPage((query) =>
        client.page('/v1/projects/{projectIdOrName}/integrations', {
          params: { projectIdOrName },
          query,
        }),
      ),
  },
  'destination-not-found': {
    in: /\/destinations\/([^/?]+)/,
    all: (client, projectIdOrName) =>
      everyPage((query) =>
        client.page('/v1/projects/{projectIdOrName}/destinations', {
          params: { projectIdOrName },
          query,
        }),
      ),
  },
}

/** Fetches; for a missing name, the problem suggests the most similar one. */
export function fetchWithHints(client: Client): typeof globalThis.fetch {
  // Concurrent requests usually miss the same resource: its names are requested once.
  const namesAsked = new Map<string, ReturnType<Names>>()
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status !== 404) return response
    const problem = asMembers(await response.clone().json().catch(nothing))
    const kind = String(problem['type']).replace(/.*\//, '')
    const { in: place, all } = named[kind] ?? {}
    const { pathname } = new URL(response.url)
    const name = place?.exec(pathname)?.[1]
    const project = /\/projects\/([^/?]+)/.exec(pathname)?.[1]
    if (!all || !name || !project) return response
    const key = `${kind} ${project}`
    const asking = namesAsked.get(key) ?? all(client, decodeURIComponent(project))
    namesAsked.set(key, asking)
    const others = await asking.catch(nothing)
    const names = others?.map((one) => one.name) ?? []
    const hint = didYouMean(decodeURIComponent(name), names)
    if (!hint) return response
    const { status, headers } = response
    const detail = `${String(problem['detail'])} ${hint}`
    return new Response(JSON.stringify({ ...problem, detail }), { status, headers })
  }
}

/** Without permission to list the names, the original reply is kept. */
const nothing = () => undefined
