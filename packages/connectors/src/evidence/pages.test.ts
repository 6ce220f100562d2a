import type { ProviderClient, ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { ProviderEntry } from '../declarative/entry.ts'
import { at } from '../declarative/dot-path.ts'
import { requireValue } from '../require-value.ts'

const records = Array.from({ length: 230 }, (_, number) => ({
  id: { record_id: `r${number}` },
  number,
}))

/** Servers that page as their vendors document it, each with 230 records. */
const vendors: Record<string, { object: string; reply: (request: ProviderRequest) => unknown }> = {
  // Queries of records take `limit` and `offset` in the body.
  attio: {
    object: 'people',
    reply: ({ body }) => {
      const from = Number(at(body, 'offset') ?? 0)
      const limit = Math.min(Number(at(body, 'limit') ?? 500), 100)
      return { data: records.slice(from, from + limit) }
    },
  },
  // Lists name the next page by a token.
  keap: {
    object: 'tags',
    reply: ({ query = {} }) => {
      const from = Number(query['page_token'] ?? 0)
      const isLast = from + 100 >= records.length
      return {
        tags: records.slice(from, from + 100).map(({ number }) => ({ id: `t${number}` })),
        ...(!isLast && { next_page_token: String(from + 100) }),
      }
    },
  },
  // Searches take the cursor in the body, below `pagination`.
  intercom: {
    object: 'tickets',
    reply: ({ body }) => {
      const from = Number(at(body, 'pagination.starting_after') ?? 0)
      const to = from + Math.min(Number(at(body, 'pagination.per_page') ?? 20), 150)
      return {
        tickets: records.slice(from, to).map(({ number }) => ({ id: `t${number}` })),
        total_count: records.length,
        pages: to < records.length ? { next: { starting_after: String(to) } } : {},
      }
    },
  },
}

describe('a list that is paged as its vendor documents it', () => {
  it.each(Object.entries(vendors))('is read whole at %s', async (name, { object, reply }) => {
    const connector = requireValue(catalogue[name]?.connector)
    const client: ProviderClient = {
      metadata: {},
      request: (request) => Promise.resolve({ status: 200, headers: {}, body: reply(request) }),
    }
    const ids = new Set<string>()
    let cursor: string | undefined
    let incomplete: string | undefined
    for (let pages = 0; pages < 20; pages++) {
      const page = await connector.read(client, { objectName: object, fieldNames: [], cursor })
      for (const { id } of page.records) ids.add(id)
      incomplete = page.incomplete
      cursor = page.next
      if (cursor === undefined) break
    }

    expect(ids.size).toBe(records.length)
    expect(incomplete).toBeUndefined()
  })

  it('has parameters by their names, and their places in `in`', () => {
    const file = (param: string) => ({
      name: 'acme',
      authType: 'none',
      baseURL: 'https://api.acme.test',
      objects: {
        people: {
          read: { path: '/people', records: 'data', id: 'id', paging: { style: 'offset', param } },
        },
      },
    })

    expect(ProviderEntry.safeParse(file('offset')).success).toBe(true)
    expect(ProviderEntry.safeParse(file('body:offset')).error?.issues[0]?.message).toContain(
      'a name without its place',
    )
  })
})
