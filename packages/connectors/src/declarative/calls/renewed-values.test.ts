import type { ProviderClient, ProviderRequest, ProviderResponse } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

/** Uses `{{site}}` wherever an entry may use values of the connection. */
const site = { query: { site: '{{site}}' }, headers: { 'x-site': '{{site}}' } }
const body = { site: '{{site}}', where: { sites: ['{{site}}'] } }
const list = { records: 'data', id: 'id' }
const posted = { method: 'POST', body, ...site, ...list }
const declaration = Declaration.parse({
  headers: { 'x-own': '{{site}}' },
  fields: {
    from: 'endpoint',
    endpoint: { path: '/{{site}}/fields', query: site.query, records: 'data', name: 'id' },
  },
  objects: {
    trees: {
      read: {
        path: '/{{site}}/trees',
        ...posted,
        byId: {
          style: 'path',
          path: '/{{site}}/trees/{id}',
          query: site.query,
          body: { ...body, of: '{id}' },
        },
      },
      search: { in: 'query', names: { name: 'name' } },
      associations: {
        owners: { path: '/{{site}}/owners', query: { of: '{{site}}-{id}' }, ...list },
      },
      create: { path: '/{{site}}/trees', body, ...site, recordId: 'id' },
      update: { path: '/{{site}}/trees/{id}', body, ...site },
      delete: { path: '/{{site}}/trees/{id}', ...site },
      events: { create: 'tree.created' },
    },
    leaves: {
      read: { path: '/{{site}}/trees/{parent}/leaves', ...posted, parent: { object: 'trees' } },
    },
    roots: {
      read: {
        path: '/{{site}}/roots',
        ...list,
        fetch: { path: '/{{site}}/roots/{id}', query: site.query },
      },
    },
    exports: {
      read: {
        path: '/{{site}}/jobs',
        ...posted,
        job: {
          id: 'data.0.id',
          status: {
            path: '/{{site}}/jobs/{job}',
            query: site.query,
            at: 'state',
            done: ['done'],
            failed: [],
          },
          pages: { path: '/{{site}}/jobs/{job}/file', query: site.query },
        },
      },
    },
  },
  subscribe: {
    create: {
      path: '/{{site}}/hooks',
      body: { url: '{url}', secret: '{secret}', site: ['{{site}}'] },
      query: site.query,
      id: 'id',
    },
    delete: { path: '/{{site}}/hooks/{id}', query: site.query },
    events: { at: 'events', item: '{event}' },
    verify: {
      style: 'hmac',
      hash: 'sha256',
      encoding: 'hex',
      header: 'X-Signature',
      secret: 'ours',
    },
    delivery: { name: '{type}', record: 'tree', id: 'key' },
  },
})
const connector = requireValue(makeDeclaredConnector('orchard', declaration))

/** A client whose tokens are renewed by each request, so that it is built again. */
function makeClient() {
  const metadata = { site: 'old-grove' }
  const sent: ProviderRequest[] = []
  const client: ProviderClient = {
    metadata,
    request: (wanted) => {
      metadata.site = 'new-grove'
      sent.push({ ...wanted, ...wanted.rebuild?.() })
      metadata.site = 'old-grove'
      const reply = { id: '1', name: 'Elm', state: 'done', data: [{ id: '1', name: 'Elm' }] }
      return Promise.resolve<ProviderResponse>({ status: 200, headers: {}, body: reply })
    },
  }
  return { client, sent }
}

async function readToEnd(client: ProviderClient, objectName: string): Promise<void> {
  let cursor: string | undefined
  do {
    const page = await connector.read(client, { objectName, fieldNames: ['name'], cursor })
    cursor = page.next
  } while (cursor !== undefined)
}

const write = (client: ProviderClient, type: 'create' | 'update' | 'delete') =>
  requireValue(connector.writing).write(client, {
    objectName: 'trees',
    type,
    records: [{ ...(type !== 'create' && { id: '1' }), fields: { name: 'Elm' } }],
  })

describe('values of renewed tokens are in the repeated request', () => {
  it.each<[string, number, (client: ProviderClient) => Promise<unknown>]>([
    ['a list', 1, (client) => readToEnd(client, 'trees')],
    ['lists below a parent', 2, (client) => readToEnd(client, 'leaves')],
    ['records one by one', 2, (client) => readToEnd(client, 'roots')],
    ['a job', 3, (client) => readToEnd(client, 'exports')],
    ['fields', 1, (client) => connector.describeObject(client, 'trees')],
    [
      'a search',
      1,
      (client) =>
        requireValue(connector.search)(client, {
          objectName: 'trees',
          fieldNames: [],
          filters: [{ fieldName: 'name', value: 'Elm' }],
        }),
    ],
    [
      'records by ID',
      1,
      (client) =>
        requireValue(connector.subscribing).readRecords(client, {
          objectName: 'trees',
          fieldNames: [],
          ids: ['1'],
        }),
    ],
    [
      'associations',
      1,
      async (client) => {
        const request = { objectName: 'trees', associations: ['owners'] }
        const reader = await requireValue(connector.associating).open(client, request)
        return reader.read(client, [{ id: '1', raw: {} }])
      },
    ],
    ['a created record', 1, (client) => write(client, 'create')],
    ['an updated record', 1, (client) => write(client, 'update')],
    ['a deleted record', 1, (client) => write(client, 'delete')],
    [
      'a webhook',
      1,
      (client) => {
        const { subscribing } = connector
        if (subscribing?.delivery !== 'push') throw new Error('It has no webhooks.')
        return subscribing.setUp(client, {
          objects: [{ objectName: 'trees', create: true, delete: false }],
          targetUrl: 'https://platform.test/hook',
        } as never)
      },
    ],
  ])('for %s', async (_what, count, run) => {
    const { client, sent } = makeClient()

    await run(client)

    expect(sent.length).toBeGreaterThanOrEqual(count)
    for (const request of sent) {
      const text = JSON.stringify(request)
      expect(text).toContain('new-grove')
      expect(text).not.toMatch(/old-grove|\{\{/)
    }
  })
})

it('a value of a record is no value of the connection', async () => {
  const { client, sent } = makeClient()

  await requireValue(connector.writing).write(client, {
    objectName: 'trees',
    type: 'create',
    records: [{ fields: { name: '{{site}}', note: '{{secret}}' } }],
  })

  expect(sent[0]?.body).toMatchObject({ name: '{{site}}', note: '{{secret}}', site: 'new-grove' })
})
