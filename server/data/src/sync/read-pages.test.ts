import {
  ProviderError,
  type AssociationReader,
  type Connector,
  type ProviderClient,
  type ReadRequest,
} from '@platform/connector'
import { expect, it } from 'vitest'
import { readLargePage } from './large-records.ts'
import { readPage, readWholePage } from './read-pages.ts'

const client: ProviderClient = {
  metadata: {},
  request: () => Promise.reject(new Error('Nothing is requested')),
}

/** A connector with 100 records, and a reader of associations for that many records at a time. */
function given(maxAtOnce: number) {
  const requests: ReadRequest[] = []
  const connector: Pick<Connector, 'read'> = {
    read(_client, request) {
      requests.push(request)
      const { pageSize = 100, cursor = '0' } = request
      const from = Number(cursor)
      const ids = Array.from({ length: Math.min(pageSize, 100 - from) }, (_, index) => from + index)
      return Promise.resolve({
        records: ids.map((id) => ({ id: String(id), raw: {} })),
        next: String(from + pageSize),
      })
    },
  }
  const reader: AssociationReader = {
    fieldNames: [],
    read(_client, records) {
      if (records.length > maxAtOnce) throw new ProviderError('too-large', 'Too many.')
      const byRecord = new Map(records.map(({ id }) => [id, { deals: [{ objectId: `of ${id}` }] }]))
      return Promise.resolve({ byRecord })
    },
  }
  return { connector: connector as Connector, reader, requests }
}

/** Reads a page of the connector. */
const whole =
  (connector: Connector): Parameters<typeof readLargePage>[0] =>
  (asked, reader) =>
    readWholePage(connector, client, asked, { associations: reader })

const request = { objectName: 'contacts', fieldNames: ['email'], cursor: '10' }

it('reports a page with too many associations as large', async () => {
  const { connector, reader } = given(50)

  const page = await readPage(connector, client, request, {
    associations: reader,
  })

  expect(page).toBe('large')
})

it.each([
  [25, 25],
  [1, 1],
])('reads fewer records at a time if only %i associations fit', async (maxAtOnce, size) => {
  const { connector, reader } = given(maxAtOnce)

  const page = await readLargePage(whole(connector), request, reader)

  expect(page).toMatchObject({ smallerPage: size, next: String(10 + size), leftOut: [] })
  expect(page.records.map(({ associations }) => associations?.deals)).toEqual(
    Array.from({ length: size }, (_, index) => [{ objectId: `of ${10 + index}` }]),
  )
})

it('skips a single record with too many associations, and continues', async () => {
  const { connector, reader } = given(0)

  const page = await readLargePage(whole(connector), request, reader)

  expect(page).toMatchObject({
    records: [],
    leftOut: ['10'],
    leftOutBecause: 'Too many.',
    next: '11',
  })
})

it('reads objects without associations by one request', async () => {
  const { connector, requests } = given(0)

  const page = await readPage(connector, client, request, {
    associations: undefined,
  })

  expect(page).toMatchObject({ leftOut: [] })
  expect(requests).toEqual([request])
})
