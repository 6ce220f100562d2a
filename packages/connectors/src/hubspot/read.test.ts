import { ProviderError, type ProviderClient } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { oddProvider } from '../testing/odd-provider.ts'
import { readAllPages } from '../testing/read-all.ts'
import { recordsEach, SpecifiedProvider } from '../evidence/vendor.ts'
import { hubspot } from './connector.ts'

/** A list in HubSpot's OpenAPI documents (CRM v3), with the cursor of its `Paging` schema. */
const specifiedList = {
  list: 'results',
  itemId: 'id',
  ids: ['properties.hs_object_id'],
  times: ['updatedAt'],
  params: [
    { name: 'limit', max: 100 },
    { name: 'after' },
    { name: 'properties' },
    { name: 'propertiesWithHistory' },
    { name: 'associations' },
    // Archived records are the deleted ones, which this read leaves out.
    { name: 'archived' },
  ],
  paging: {
    style: 'cursor' as const,
    param: 'after',
    from: 'paging.next.after',
    size: { param: 'limit', max: 100 },
  },
}

it.each(['contacts', 'companies', 'deals', 'tickets'])(
  'reads all %s of a provider made from HubSpot’s specification',
  async (objectName) => {
    const client = new SpecifiedProvider({
      operations: { [`GET /crm/objects/2026-09/${objectName}`]: specifiedList },
    })

    const { records } = await readAllPages(hubspot, client, { objectName, fieldNames: ['name'] })

    expect(new Set(records.map(({ id }) => id)).size).toBe(recordsEach)
    expect(records).toHaveLength(recordsEach)
    expect(records.every(({ updatedTime }) => updatedTime !== undefined)).toBe(true)
  },
)

interface Filter {
  propertyName: string
  operator: string
  value: string
}

interface Search {
  filterGroups: { filters: Filter[] }[]
  sorts: { propertyName: string }[]
  limit: number
}

/** Answers a search like HubSpot, with companies that changed at the given times. */
function search(times: readonly number[], request: Search) {
  const companies = times.map((time, index) => ({
    hs_object_id: index + 1,
    hs_lastmodifieddate: time,
  }))
  type Company = (typeof companies)[number]
  const passes = (company: Company) =>
    requireValue(request.filterGroups[0]).filters.every(({ propertyName, operator, value }) => {
      const difference = company[propertyName as keyof Company] - Number(value)
      return { GT: difference > 0, GTE: difference >= 0, LT: difference < 0, EQ: difference === 0 }[
        operator
      ]
    })
  const by = requireValue(request.sorts[0]).propertyName as keyof Company
  const found = companies.filter(passes).toSorted((a, b) => a[by] - b[by])
  return {
    total: found.length,
    results: found
      .slice(0, request.limit)
      .map(({ hs_object_id: id, hs_lastmodifieddate: time }) => ({
        id: String(id),
        properties: { hs_lastmodifieddate: new Date(time).toISOString() },
      })),
    ...(found.length > request.limit && { paging: { next: { after: String(request.limit) } } }),
  }
}

it('requests smaller pages after an oversized one, then larger ones again', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => index + 1)
  const limits: number[] = []
  const client: ProviderClient = {
    metadata: {},
    request({ query }) {
      const limit = Number(query?.['limit'])
      limits.push(limit)
      const from = Number(query?.['after'] ?? 0)
      const page = ids.slice(from, from + limit)
      // Each of the first twenty fills a reply alone.
      if (page.length > 1 && from < 20) throw new ProviderError('too-large', 'Too large.')
      const results = page.map((id) => ({ id: String(id), properties: {} }))
      const next = from + limit < ids.length && { next: { after: String(from + limit) } }
      return Promise.resolve({
        status: 200,
        headers: {},
        body: { results, ...(next && { paging: next }) },
      })
    },
  }

  const { records } = await readAllPages(hubspot, client, {
    objectName: 'contacts',
    fieldNames: [],
  })

  expect(records.map(({ id }) => Number(id))).toEqual(ids)
  expect(limits.slice(0, 6)).toEqual([100, 25, 6, 1, 2, 1])
  expect(limits.filter((limit) => limit > 2 && limit < 100).slice(2)).toEqual([4, 8, 16, 32])
  expect(limits.filter((limit) => limit === 100)).toHaveLength(1)
})

describe('a HubSpot read since a time', () => {
  const day = Date.parse('2026-01-01T00:00:00Z')
  it.each([
    ['all in one millisecond', Array.from({ length: 950 }, () => day)],
    ['in a few milliseconds', Array.from({ length: 950 }, (_, index) => day + (index % 3))],
    ['in pairs', Array.from({ length: 950 }, (_, index) => day + Math.floor(index / 2))],
    [
      'a crowd between two others',
      Array.from({ length: 950 }, (_, index) => day + (index < 50 ? 0 : index < 900 ? 1 : 2)),
    ],
    ['as many as a page has', Array.from({ length: 200 }, () => day)],
    ['none', []],
  ])('returns every record once, changed %s', async (_, times) => {
    const client = await oddProvider(({ body }) => ({ body: search(times, body as Search) }))

    const { records } = await readAllPages(hubspot, client, {
      objectName: 'companies',
      fieldNames: [],
      since: '2026-01-01T00:00:00Z',
    })

    expect(records).toHaveLength(times.length)
    expect(new Set(records.map(({ id }) => id)).size).toBe(times.length)
  })

  it('sends filters in addition to the times', async () => {
    const client = await oddProvider(() => ({ body: { total: 0, results: [] } }))

    await hubspot.read(client, {
      objectName: 'contacts',
      fieldNames: ['email'],
      since: '2026-01-01T00:00:00Z',
      until: '2026-01-02T00:00:00Z',
      filters: [
        { fieldName: 'city', value: 'Graz' },
        { fieldName: 'phone', value: null },
      ],
    })

    expect(client.requests[0]).toMatchObject({
      method: 'POST',
      path: '/crm/objects/2026-09/contacts/search',
      body: {
        filterGroups: [
          {
            filters: [
              { propertyName: 'lastmodifieddate', operator: 'GTE', value: '1767225600000' },
              { propertyName: 'lastmodifieddate', operator: 'LT', value: '1767312000000' },
              { propertyName: 'city', operator: 'EQ', value: 'Graz' },
              { propertyName: 'phone', operator: 'NOT_HAS_PROPERTY' },
            ],
          },
        ],
        properties: ['hs_object_id', 'lastmodifieddate', 'email'],
      },
    })
  })
})

describe('a HubSpot field name', () => {
  it('refers to a property or a member beside the properties', () => {
    const raw = { id: '7', archived: false, properties: { email: 'ada@acme.test', id: 'x' } }

    expect(hubspot.fieldValue(raw, 'email')).toBe('ada@acme.test')
    expect(hubspot.fieldValue(raw, "$['properties']['email']")).toBe('ada@acme.test')
    expect(hubspot.fieldValue(raw, "$['email']")).toBe('ada@acme.test')
    expect(hubspot.fieldValue(raw, 'id')).toBe('7')
    expect(hubspot.fieldValue(raw, 'phone')).toBeUndefined()
  })
})

describe('a HubSpot refusal', () => {
  it.each([
    ['TEN_SECONDLY_ROLLING', 10_000],
    ['SECONDLY', 1_000],
    ['DAILY', undefined],
  ])('for the limit %s contains the retry time', async (policyName, retryAfterMs) => {
    const body = { status: 'error', message: 'You have reached your limit.', policyName }
    const client = await oddProvider(() => ({ status: 429, body }))

    const attempt = hubspot.read(client, { objectName: 'contacts', fieldNames: [] })

    await expect(attempt).rejects.toMatchObject({ failure: 'rate-limit', retryAfterMs })
  })

  it('names the scopes that are missing', async () => {
    const body = {
      status: 'error',
      message: 'One or more of the following scopes are required.',
      category: 'MISSING_SCOPES',
      context: { requiredGranularScopes: ['crm.objects.deals.read'] },
    }
    const client = await oddProvider(() => ({ status: 403, body }))

    const attempt = hubspot.read(client, { objectName: 'deals', fieldNames: [] })

    await expect(attempt).rejects.toMatchObject({
      failure: 'permission',
      code: 'MISSING_SCOPES',
      message: 'One or more of the following scopes are required: crm.objects.deals.read',
    })
  })

  it('in HTML is an outage of a proxy', async () => {
    const client = await oddProvider(() => ({ status: 403, body: '<html>Access denied</html>' }))

    const attempt = hubspot.read(client, { objectName: 'deals', fieldNames: [] })

    await expect(attempt).rejects.toMatchObject({ failure: 'unavailable', status: 403 })
  })

  it.each([423, 477, 521])('with status %s can be retried', async (status) => {
    const client = await oddProvider(() => ({ status, body: {}, headers: { 'retry-after': '2' } }))

    const attempt = hubspot.read(client, { objectName: 'deals', fieldNames: [] })

    await expect(attempt).rejects.toMatchObject({ failure: 'unavailable', retryAfterMs: 2_000 })
  })
})

it('keeps the raw record unchanged', async () => {
  const written = {
    id: '1',
    properties: { lastname: 'Ada', lastmodifieddate: '2026-01-31T10:00:00.5+02:00' },
    createdAt: '2026-01-31T10:00:00+02:00',
    updatedAt: '2026-01-31T10:00:00.5+02:00',
    archived: false,
  }
  const client = await oddProvider(() => ({ body: { results: [written] } }))

  const { records } = await hubspot.read(client, {
    objectName: 'contacts',
    fieldNames: ['lastname'],
  })

  expect(records).toEqual([{ id: '1', updatedTime: '2026-01-31T08:00:00.500Z', raw: written }])
})

it.each([
  ['fewer', 3, 'HubSpot reports 3 records, and 2 were returned.'],
  ['all', 2, undefined],
])('reports when a search ends after %s of its records', async (_, total, incomplete) => {
  const results = [1, 2].map((id) => ({
    id: String(id),
    properties: { hs_lastmodifieddate: new Date(id).toISOString() },
  }))
  const client = await oddProvider(() => ({ body: { total, results } }))

  const page = await hubspot.read(client, {
    objectName: 'companies',
    fieldNames: [],
    since: '1970-01-01T00:00:00Z',
  })

  expect(page.records).toHaveLength(2)
  expect(page.incomplete).toBe(incomplete)
})

it.each([
  ['reads without records that were deleted meanwhile', 'OBJECT_NOT_FOUND', 1],
  ['fails if HubSpot does not return a record for another reason', 'INTERNAL_ERROR', undefined],
])('%s', async (_, category, count) => {
  const fieldNames = Array.from({ length: 700 }, (_name, at) => `a_rather_long_name_${at}`)
  const [one, other] = [1, 2].map((id) => ({ id: String(id), properties: {} }))
  const errors = [{ status: 'error', category, message: 'No.', context: { ids: ['2'] } }]
  const client = await oddProvider(({ url }) =>
    url.pathname.endsWith('/batch/read')
      ? { status: 207, body: { status: 'COMPLETE', results: [one], numErrors: 1, errors } }
      : { body: { results: [one, other] } },
  )

  const read = hubspot.read(client, { objectName: 'contacts', fieldNames })

  await (count === undefined
    ? expect(read).rejects.toMatchObject({ failure: 'unavailable' })
    : expect(read.then(({ records }) => records.length)).resolves.toBe(count))
})
