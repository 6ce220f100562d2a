import type { ProviderClient, ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { ProviderEntry } from '../declarative/schema/entry.ts'
import { getAtDotPath } from '../declarative/calls/dot-path.ts'
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
      const from = Number(getAtDotPath(body, 'offset') ?? 0)
      const limit = Math.min(Number(getAtDotPath(body, 'limit') ?? 500), 100)
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
  // jobs.query and jobs.getQueryResults: rows of cells, columns in the schema, pages by token.
  bigquery: {
    object: '/orders',
    reply: ({ method = 'GET', path, query = {}, body }) => {
      const job = { jobReference: { projectId: 'p', jobId: 'j1', location: 'asia-east1' } }
      if (method === 'POST') {
        const isRight =
          path === '/bigquery/v2/projects/p/queries' &&
          getAtDotPath(body, 'query') === 'SELECT * FROM `shop.orders`'
        return isRight ? { ...job, jobComplete: false } : {}
      }
      if (path !== '/bigquery/v2/projects/p/queries/j1' || query['location'] !== 'asia-east1')
        return {}
      if (query['maxResults'] === '0') return { ...job, jobComplete: true }
      const from = Number(query['pageToken'] ?? 0)
      return {
        ...job,
        jobComplete: true,
        schema: { fields: [{ name: 'number', type: 'INTEGER' }] },
        totalRows: String(records.length),
        rows: records.slice(from, from + 100).map(({ number }) => ({ f: [{ v: String(number) }] })),
        ...(from + 100 < records.length && { pageToken: String(from + 100) }),
      }
    },
  },
  // SQL API: 202 while a statement runs, then columns and partitions, of which only the first has columns.
  snowflake: {
    object: '/orders',
    reply: ({ method = 'GET', path, query = {}, body }) => {
      if (method === 'POST') {
        const isRight = getAtDotPath(body, 'statement') === 'SELECT * FROM db.public.orders'
        return isRight && getAtDotPath(body, 'warehouse') === 'wh' ? { statementHandle: 'h1' } : {}
      }
      if (path !== '/api/v2/statements/h1') return {}
      const partition = Number(query['partition'] ?? 0)
      const part = records.slice(partition * 90, partition * 90 + 90)
      return {
        data: part.map(({ number }) => [String(number)]),
        ...(partition === 0 && {
          resultSetMetaData: {
            rowType: [{ name: 'NUMBER', type: 'fixed' }],
            partitionInfo: [{ rowCount: 90 }, { rowCount: 90 }, { rowCount: 50 }],
          },
        }),
      }
    },
  },
  // Searches take the cursor in the body, below `pagination`.
  intercom: {
    object: 'tickets',
    reply: ({ body }) => {
      const from = Number(getAtDotPath(body, 'pagination.starting_after') ?? 0)
      const to = from + Math.min(Number(getAtDotPath(body, 'pagination.per_page') ?? 20), 150)
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
      metadata: {
        projectId: 'p',
        dataset: 'shop',
        database: 'db',
        schema: 'public',
        warehouse: 'wh',
        timestampColumn: 'changed',
      },
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
