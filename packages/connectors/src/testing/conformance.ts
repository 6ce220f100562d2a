import {
  ProviderError,
  type Connector,
  type ProviderClient,
  type ProviderRecord,
  type ReadRequest,
} from '@platform/connector'
import { beforeAll, describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { oddProvider } from './odd-provider.ts'
import type { RehearsalClient } from './provider-client.ts'
import { readAllPages } from './read-all.ts'
import { isMembers, getMembers } from '../members.ts'

/** A provider with a few thousand records of one object, which a test reads and disturbs. */
export interface Rehearsal {
  client: RehearsalClient
  /** Changes a record, as another user does during a read. */
  change(id: string): Promise<unknown>
  /** Makes the provider forget every issued page token. */
  loseCursors(): Promise<unknown>
}

export interface Conformance {
  connector: Connector
  objectName: string
  /** Number of records of the object, on several pages. */
  count: number
  fieldNames: readonly string[]
  /** Fields that the object does not have. */
  missingFieldNames: readonly string[]
  /** Field used in filters. */
  filterFieldName: string
  rehearse(): Rehearsal
}

/** Tests what the engine requires of any connector. */
export function behavesAsConnector({
  connector,
  objectName,
  count,
  fieldNames,
  missingFieldNames,
  filterFieldName,
  rehearse,
}: Conformance): void {
  const whole: ReadRequest = { objectName, fieldNames }
  const read = (request: ReadRequest, options?: Parameters<typeof readAllPages>[3]) =>
    readAllPages(connector, rehearse().client, request, options)

  describe('read', () => {
    it('returns every record once, with its fields and modification time', async () => {
      const { records, pages } = await read(whole)

      expect(records).toHaveLength(count)
      expect(collectIds(records).size).toBe(count)
      expect(pages.length).toBeGreaterThan(1)
      for (const { updatedTime, raw } of records) {
        expect(updatedTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        for (const fieldName of fieldNames) {
          expect(connector.fieldValue(raw, fieldName)).not.toBeUndefined()
        }
      }
    })

    it('returns the records modified in a period', async () => {
      const { records: all } = await read(whole)
      const times = all.map(({ updatedTime }) => requireValue(updatedTime)).toSorted()
      const since = requireValue(times[Math.floor(count / 4)])
      const until = requireValue(times[Math.floor((count * 3) / 4)])

      const { records } = await read({ ...whole, since, until })

      const expected = all.filter(
        ({ updatedTime = '' }) => updatedTime >= since && updatedTime < until,
      )
      expect(collectIds(records)).toEqual(collectIds(expected))
      expect(records).toHaveLength(expected.length)
      expect(records.map(({ updatedTime }) => updatedTime)).toEqual(
        records.map(({ updatedTime }) => updatedTime).toSorted(),
      )
    })

    it('returns nothing without changes', async () => {
      const { records } = await read({ ...whole, since: '2999-01-01T00:00:00+02:00' })

      expect(records).toEqual([])
    })

    it('returns the records whose field equals a value', async () => {
      const { records: all } = await read({ objectName, fieldNames: [filterFieldName] })
      const getFieldValue = ({ raw }: ProviderRecord) => connector.fieldValue(raw, filterFieldName)
      const value = getFieldValue(
        requireValue(all.find((record) => getFieldValue(record) !== null)),
      )

      const { records } = await read({ ...whole, filters: [{ fieldName: filterFieldName, value }] })

      expect(collectIds(records)).toEqual(
        collectIds(all.filter((record) => getFieldValue(record) === value)),
      )
    })

    it.each([
      ['whole', undefined],
      ['since a time', '2000-01-01T00:00:00Z'],
    ])('returns every record with limited repetitions during changes (%s)', async (_, since) => {
      const { client, change } = rehearse()
      const { records: before } = await read(whole)
      const changed = new Set([requireValue(before[0]).id, requireValue(before[count - 1]).id])
      const disturb = (page: { records: ProviderRecord[] }) => {
        const [first] = page.records
        if (first) changed.add(first.id)
        return Promise.all([...changed].map(change))
      }

      const { records, pages } = await readAllPages(
        connector,
        client,
        { ...whole, since },
        { between: (page, number) => (number <= 3 ? disturb(page) : Promise.resolve()) },
      )

      expect(collectIds(records)).toEqual(collectIds(before))
      expect(records.length).toBeLessThanOrEqual(count + 3 * changed.size)
      const { records: later } = await read({ ...whole, since: requireValue(pages[0]).asOf })
      expect(collectIds(later)).toEqual(expect.objectContaining(changed))
    })

    it('continues after page tokens have expired', async () => {
      const { client, loseCursors } = rehearse()

      const { records } = await readAllPages(connector, client, whole, {
        between: (_, number) => (number % 2 === 1 ? loseCursors() : Promise.resolve()),
      })

      expect(collectIds(records).size).toBe(count)
      expect(records.length).toBeLessThan(2 * count)
    })

    it('returns the same page for the same cursor, as after a crash', async () => {
      const { client } = rehearse()
      const first = await connector.read(client, whole)

      const once = await connector.read(client, { ...whole, cursor: first.next })
      const again = await connector.read(client, { ...whole, cursor: first.next })

      expect(again.records).toEqual(once.records)
    })

    it('requests fewer records if a page is too large', async () => {
      const { client } = rehearse()
      const { records: all } = await read(whole)
      const first = requireValue(requireValue(all[Math.floor(count / 2)]).updatedTime)
      const some: ReadRequest = { ...whole, since: first }
      const expected = (await read(some)).records
      const isHuge = ({ id }: ProviderRecord) => id === requireValue(expected[7]).id

      const narrow = tightClient(client, (found) => found.length > (found.some(isHuge) ? 1 : 60))
      const { records } = await readAllPages(connector, narrow, some)

      expect(collectIds(records)).toEqual(collectIds(expected))
      expect(records.length).toBeLessThan(expected.length + 250)
    })

    it('throws when a single record is too large', async () => {
      const narrow = tightClient(rehearse().client, (found) => found.length > 0)

      const attempt = readAllPages(connector, narrow, whole)

      await expect(attempt).rejects.toMatchObject({ failure: 'too-large' })
    })

    it('returns small pages on request', async () => {
      const { client } = rehearse()
      const first = await connector.read(client, { ...whole, pageSize: 7 })
      const second = await connector.read(client, { ...whole, pageSize: 7, cursor: first.next })

      const ids = [...first.records, ...second.records].map(({ id }) => id)
      expect([first, second].every(({ records }) => records.length <= 7)).toBe(true)
      expect(new Set(ids).size).toBe(ids.length)
      expect(first.asOf).toBeDefined()
    })

    it('reports an unreadable cursor as expired', async () => {
      const attempt = connector.read(rehearse().client, { ...whole, cursor: '{"by":' })

      await expect(attempt).rejects.toMatchObject({ failure: 'cursor-gone' })
    })
  })

  describe('describeObject', () => {
    it('describes the fields that can be read', async () => {
      const { fields } = await connector.describeObject(rehearse().client, objectName)

      expect(Object.keys(fields)).toEqual(expect.arrayContaining([filterFieldName]))
      expect(Object.values(fields).map(({ fieldName }) => fieldName)).toEqual(Object.keys(fields))
    })
  })

  describe('sampleRead', () => {
    it('returns one record with its fields', async () => {
      const record = await connector.sampleRead(rehearse().client, { objectName, fieldNames })

      for (const fieldName of fieldNames) {
        expect(connector.fieldValue(requireValue(record).raw, fieldName)).not.toBeUndefined()
      }
    })

    it('names every unknown field', async () => {
      const attempt = connector.sampleRead(rehearse().client, {
        objectName,
        fieldNames: [...fieldNames, ...missingFieldNames],
      })

      const error = await attempt.catch((refusal: ProviderError) => refusal)
      expect(error).toMatchObject({ failure: 'bad-request', fieldNames: missingFieldNames })
    })

    it('rejects an unknown object', async () => {
      const attempt = connector.sampleRead(rehearse().client, {
        objectName: 'Butterflies',
        fieldNames: [],
      })

      await expect(attempt).rejects.toMatchObject({
        failure: expect.stringMatching(/^(bad-request|not-found)$/),
        message: expect.stringContaining('Butterflies'),
      })
    })
  })

  describe('a refusal', () => {
    it.each([
      [401, {}, 'credentials'],
      [403, {}, 'permission'],
      [404, {}, 'not-found'],
      [400, {}, 'bad-request'],
      [429, {}, 'rate-limit'],
      [500, {}, 'unavailable'],
      [502, '<html>Bad gateway</html>', 'unavailable'],
      [503, '', 'unavailable'],
      [200, '<html>Maintenance</html>', 'unavailable'],
      [200, {}, 'unavailable'],
      [200, [], 'unavailable'],
    ])('with status %s and body %j means %s', async (status, body, failure) => {
      const client = await oddProvider(() => ({ status, body, headers: { 'retry-after': '7' } }))

      const attempts = [
        () => connector.read(client, whole),
        () => connector.describeObject(client, objectName),
        () => connector.sampleRead(client, { objectName, fieldNames }),
      ]

      for (const attempt of attempts) {
        await expect(attempt()).rejects.toMatchObject({ failure, status, retryAfterMs: 7_000 })
      }
    })

    it('for a truncated body means unavailable', async () => {
      const headers = { 'content-type': 'application/json' }
      const client = await oddProvider(() => ({ body: '{"records":[{"Id":', headers }))

      await expect(connector.read(client, whole)).rejects.toMatchObject({ failure: 'unavailable' })
    })
  })
}

/** Returns a client that limits the size of replies, like the engine's. */
function tightClient(
  client: RehearsalClient,
  isTooLarge: (records: ProviderRecord[]) => boolean,
): ProviderClient {
  return {
    metadata: client.metadata,
    async request(request) {
      const response = await client.request(request)
      const { results, records } = getMembers(response.body)
      const found = [results ?? records ?? []].flat().filter(isMembers)
      const isOfRecords = !/\/(properties|describe|pipelines)/.test(request.path)
      const asRecords = found.map((raw) => ({ id: String(raw.id ?? raw.Id), raw }))
      if (!isOfRecords || !isTooLarge(asRecords)) return response
      throw new ProviderError('too-large', 'The reply is too large.')
    },
  }
}

/** Formats a time with Nepal's offset. */
const inNepal = (time: string) =>
  new Date(Date.parse(time) + 345 * 60_000).toISOString().replace('Z', '+05:45')

const collectIds = (records: readonly ProviderRecord[]) => new Set(records.map(({ id }) => id))

/** Tests what the engine requires of reads with deleted records. */
export function testDeletions({
  connector,
  objectName,
  fieldNames,
  deletions,
  rehearse,
}: {
  connector: Connector
  objectName: string
  fieldNames: readonly string[]
  /** Number of deletions; more than one page, and fewer than all records. */
  deletions: number
  /** A separate provider whose records are deleted in the test. */
  rehearse(): { client: RehearsalClient; remove(id: string): Promise<unknown> }
}): void {
  describe('read with deletions', () => {
    let deletedIds: string[]
    let began: string
    const request: ReadRequest = { objectName, fieldNames, includeDeleted: true }
    const read = async (more: Partial<ReadRequest>) =>
      (await readAllPages(connector, rehearse().client, { ...request, ...more })).records

    beforeAll(async () => {
      const { client, remove } = rehearse()
      const { records, pages } = await readAllPages(connector, client, {
        objectName,
        fieldNames: [],
      })
      began = pages[0]?.asOf ?? ''
      deletedIds = records.slice(0, deletions).map(({ id }) => id)
      for (const id of deletedIds) await remove(id)
    })

    it.each([
      ['whole', {}],
      ['since a time', { since: '2000-01-01T00:00:00Z' }],
    ])('marks deleted records and returns the others unchanged (%s)', async (_, more) => {
      const all = await read(more)
      const live = await read({ ...more, includeDeleted: false })

      const deleted = all.filter((record) => record.deleted)
      expect(collectIds(deleted)).toEqual(new Set(deletedIds))
      expect(collectIds(all.filter((record) => !record.deleted))).toEqual(collectIds(live))
      expect(all).toHaveLength(live.length + deletedIds.length)
      for (const { updatedTime, raw } of deleted) {
        expect(requireValue(updatedTime) >= began).toBe(true)
        expect(connector.fieldValue(raw, requireValue(fieldNames[0]))).not.toBeUndefined()
      }
    })

    it('returns the deletions of the requested period', async () => {
      const since = await read({ since: began })
      const until = await read({ until: began })
      const later = await read({ since: '2999-01-01T00:00:00Z' })
      const elsewhere = await read({ since: inNepal(began) })

      expect(collectIds(elsewhere)).toEqual(collectIds(since))
      expect(collectIds(since.filter((record) => record.deleted))).toEqual(new Set(deletedIds))
      expect(until.filter((record) => record.deleted)).toEqual([])
      expect(later).toEqual([])
    })
  })
}
