import { hash } from 'node:crypto'
import {
  ProviderError,
  type Connector,
  type ProviderClient,
  type WriteRecord,
  type ConnectorWrite,
  type ConnectorWriteResult,
} from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { oddProvider } from './odd-provider.ts'
import type { RehearsalClient } from './provider-client.ts'

export interface WriteConformance {
  connector: Connector
  objectName: string
  /** Returns the fields of a new record, different for every number. */
  fieldsOf(number: number): Record<string, string>
  /** A text field, and one that is empty unless written. */
  textFieldName: string
  emptyFieldName: string
  keyFieldName: string
  /** Fields that make a record invalid. */
  wrongFields: Record<string, unknown>
  /** Name of a nonexistent field. */
  missingFieldName: string
  /** A well-formed ID without a record. */
  unknownId: string
  rehearse(): {
    client: RehearsalClient
    /** Loses a reply after the call was executed. */
    loseReply(): Promise<unknown>
  }
}

/** Tests what the engine requires of writes and searches at any provider. */
export function behavesAsWriting({
  connector,
  objectName,
  fieldsOf,
  textFieldName,
  emptyFieldName,
  keyFieldName,
  wrongFields,
  missingFieldName,
  unknownId,
  rehearse,
}: WriteConformance): void {
  const writing = requireValue(connector.writing)
  const numbers = new Map<string, number>()
  /** Records of a test are the same in each run, regardless of other tests. */
  const makeFresh = (): WriteRecord => {
    const test = expect.getState().currentTestName ?? ''
    const count = (numbers.get(test) ?? 0) + 1
    numbers.set(test, count)
    const digest = hash('sha256', test, 'buffer')
    return { fields: fieldsOf(digest.readUInt16BE() * 1_000 + count) }
  }
  const write = (
    request: Omit<ConnectorWrite, 'objectName'>,
    client: ProviderClient = rehearse().client,
  ) => writing.write(client, { objectName, ...request })
  const listIds = (results: readonly ConnectorWriteResult[]) =>
    results.map((result) => {
      if (!result.success) throw result.error
      return requireValue(result.recordId)
    })
  const create = async (count = 1) =>
    listIds(await write({ type: 'create', records: Array.from({ length: count }, makeFresh) }))

  const find = async (fieldName: string, value: unknown) => {
    const { records } = await requireValue(connector.search)(rehearse().client, {
      objectName,
      fieldNames: [textFieldName, emptyFieldName, keyFieldName],
      filters: [{ fieldName, value }],
    })
    return records
  }
  const readValue = async (id: string, fieldName: string) => {
    const { client } = rehearse()
    for (const record of await findById(client, id))
      return connector.fieldValue(record.raw, fieldName)
    return undefined
  }
  const findById = async (client: ProviderClient, id: string) => {
    const idFieldName = connector.provider === 'salesforce' ? 'Id' : 'hs_object_id'
    const { records } = await requireValue(connector.search)(client, {
      objectName,
      fieldNames: [textFieldName, emptyFieldName],
      filters: [{ fieldName: idFieldName, value: id }],
    })
    return records
  }

  describe('write', () => {
    it('creates records in their order', async () => {
      const records = Array.from({ length: requireValue(writing.batchSizes.create) }, makeFresh)

      const results = await write({ type: 'create', records })

      const ids = listIds(results)
      expect(new Set(ids).size).toBe(records.length)
      for (const position of [0, 1, records.length - 1]) {
        const key = requireValue(records[position]).fields[keyFieldName]
        expect((await find(keyFieldName, key)).map(({ id }) => id)).toEqual([ids[position]])
      }
    })

    it('updates records, clears values, and reports a missing record', async () => {
      const [first, second] = await create(2)

      const results = await write({
        type: 'update',
        records: [
          { id: requireValue(first), fields: { [textFieldName]: `Ünïcode 'quoted' "twice"` } },
          { id: unknownId, fields: { [textFieldName]: 'x' } },
          { id: requireValue(second), fields: { [textFieldName]: null } },
        ],
      })

      expect(results.map(({ success }) => success)).toEqual([true, false, true])
      expect(results[1]).toMatchObject({ error: { failure: 'not-found' } })
      expect(await readValue(requireValue(first), textFieldName)).toBe(`Ünïcode 'quoted' "twice"`)
      expect(await readValue(requireValue(second), textFieldName)).toBeNull()
    })

    it('writes a field with ifEmpty only if it has no value', async () => {
      const [taken, empty] = await create(2)
      await write({
        type: 'update',
        records: [{ id: requireValue(taken), fields: { [emptyFieldName]: 'theirs' } }],
      })

      const records = [requireValue(taken), requireValue(empty)].map((id) => ({
        id,
        fields: { [emptyFieldName]: 'ours', [textFieldName]: 'both' },
        ifEmpty: [emptyFieldName],
      }))
      listIds(await write({ type: 'update', records }))

      expect(await readValue(requireValue(taken), emptyFieldName)).toBe('theirs')
      expect(await readValue(requireValue(empty), emptyFieldName)).toBe('ours')
      expect(await readValue(requireValue(taken), textFieldName)).toBe('both')
    })

    it('upserts by a key, and reports which records existed', async () => {
      const [known, unknown] = [makeFresh(), makeFresh()]
      const [id] = listIds(await write({ type: 'create', records: [known] }))
      const change = { [textFieldName]: 'Upserted' }

      const results = await write({
        type: 'upsert',
        keyFieldName,
        records: [known, unknown].map(({ fields }) => ({ fields: { ...fields, ...change } })),
      })

      expect(results).toMatchObject([
        { success: true, created: false, recordId: id },
        { success: true, created: true },
      ])
      expect(await readValue(requireValue(id), textFieldName)).toBe('Upserted')
      expect(await requireValue(writing.upsertKeys)(rehearse().client, objectName)).toContain(
        keyFieldName,
      )
    })

    it('deletes records, also repeatedly', async () => {
      const ids = await create(2)
      const records = ids.map((id) => ({ id, fields: {} }))

      const once = await write({ type: 'delete', records })
      const twice = await write({ type: 'delete', records })

      expect(listIds(once)).toEqual(ids)
      expect(twice.every(({ success }) => success)).toBe(true)
      expect(await findById(rehearse().client, requireValue(ids[0]))).toEqual([])
    })

    it('returns a result for each record', async () => {
      const wrong = (): WriteRecord => ({ fields: { ...makeFresh().fields, ...wrongFields } })
      const missing: WriteRecord = { fields: { ...makeFresh().fields, [missingFieldName]: 'x' } }
      const records = [
        makeFresh(),
        wrong(),
        makeFresh(),
        makeFresh(),
        missing,
        makeFresh(),
        wrong(),
        makeFresh(),
      ]

      const results = await write({ type: 'create', records })

      const expected = [true, false, true, true, false, true, false, true]
      expect(results.map(({ success }) => success)).toEqual(expected)
      const refusals = results.flatMap((result) => (result.success ? [] : [result.error]))
      expect(refusals.map(({ failure }) => failure)).toEqual(
        Array.from(refusals, () => 'bad-request'),
      )
      expect(refusals.every(({ isOutcomeUnknown }) => !isOutcomeUnknown)).toBe(true)
      expect(requireValue(refusals[1]).message).toContain(missingFieldName)
      for (const [position, { fields }] of records.entries()) {
        const found = await find(keyFieldName, fields[keyFieldName])
        expect(found).toHaveLength(expected[position] ? 1 : 0)
      }
    })

    it('writes all records or none', async () => {
      const records = [
        makeFresh(),
        { fields: { ...makeFresh().fields, ...wrongFields } },
        makeFresh(),
      ]

      const refused = await write({ type: 'create', records, allOrNone: true })

      expect(refused.map(({ success }) => success)).toEqual([false, false, false])
      for (const { fields } of records) {
        expect(await find(keyFieldName, fields[keyFieldName])).toEqual([])
      }
      const good = [makeFresh(), makeFresh()]
      listIds(await write({ type: 'create', records: good, allOrNone: true }))
    })

    it('rejects unsupported options before sending anything', async () => {
      const { client } = rehearse()
      client.requests.length = 0
      const tooMany = Array.from({ length: requireValue(writing.batchSizes.create) + 1 }, makeFresh)
      const attempts = [
        write({ type: 'create', records: tooMany }),
        write({ type: 'upsert', records: [makeFresh()] }),
        write({
          type: 'create',
          records: [makeFresh()],
          headers: { Authorization: 'Bearer mine' },
        }),
        write({ type: 'create', records: [makeFresh()], headers: { host: 'evil.test' } }),
      ]

      for (const attempt of attempts) await expect(attempt).rejects.toBeInstanceOf(ProviderError)
      const [withoutId] = await write({ type: 'update', records: [makeFresh()] })
      const [withoutKey] = await write({
        type: 'upsert',
        keyFieldName,
        records: [{ fields: { [textFieldName]: 'x' } }],
      })
      expect([withoutId, withoutKey]).toMatchObject([{ success: false }, { success: false }])
      expect(client.requests).toEqual([])
    })

    it('throws for an unknown object', async () => {
      const attempt = writing.write(rehearse().client, {
        objectName: 'Butterflies',
        type: 'create',
        records: [makeFresh()],
      })

      const results = await attempt.catch((error: ProviderError) => [{ success: false, error }])
      expect(results).toMatchObject([{ success: false, error: { failure: 'bad-request' } }])
    })

    it('reports that a record may have been written when the reply is lost', async () => {
      const { client, loseReply } = rehearse()
      const record = makeFresh()
      await loseReply()

      const attempt = write({ type: 'create', records: [record] }, breaksLikeTheEngine(client))

      await expect(attempt).rejects.toMatchObject({
        failure: 'unavailable',
        isOutcomeUnknown: true,
      })
      expect(await find(keyFieldName, record.fields[keyFieldName])).toHaveLength(1)
    })

    it.each([
      [401, 'credentials', false],
      // An HTML page comes from a firewall.
      [403, 'unavailable', false],
      [429, 'rate-limit', false],
      [500, 'unavailable', true],
      [502, 'unavailable', true],
      [503, 'unavailable', false],
      [200, 'unavailable', true],
    ])('throws for a status %s: %s', async (status, failure, isOutcomeUnknown) => {
      const client = await oddProvider(() => ({ status, body: '<html>Sorry</html>' }))

      for (const type of ['create', 'update', 'upsert', 'delete'] as const) {
        const attempt = writing.write(client, {
          objectName,
          type,
          keyFieldName,
          records: [{ id: unknownId, fields: type === 'delete' ? {} : makeFresh().fields }],
        })
        await expect(attempt).rejects.toMatchObject({ failure, isOutcomeUnknown })
      }
    })
  })

  describe('search', () => {
    it('returns up to the requested number of records whose fields equal all values', async () => {
      const records = Array.from({ length: 3 }, () => ({
        fields: { ...makeFresh().fields, [textFieldName]: 'Needle' },
      }))
      const ids = listIds(await write({ type: 'create', records }))
      const filters = [{ fieldName: textFieldName, value: 'Needle' }]
      const client = rehearse().client
      const search = (limit?: number, more: typeof filters = []) =>
        requireValue(connector.search)(client, {
          objectName,
          fieldNames: [keyFieldName],
          filters: [...filters, ...more],
          ...(limit !== undefined && { limit }),
        })

      const all = await search()
      const two = await search(2)
      const key = String(requireValue(records[1]).fields[keyFieldName])
      const one = await search(undefined, [{ fieldName: keyFieldName, value: key }])

      expect(all.records.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
      expect(all.hasMore).toBe(false)
      expect(two).toMatchObject({ records: [{}, {}], hasMore: true })
      expect(one.records.map(({ id }) => id)).toEqual([ids[1]])
      expect(connector.fieldValue(requireValue(one.records[0]).raw, keyFieldName)).toBe(key)
    })

    it('finds empty fields, and nothing for an invalid value', async () => {
      const [id] = await create()
      const key = requireValue((await findById(rehearse().client, requireValue(id)))[0])

      const empty = await requireValue(connector.search)(rehearse().client, {
        objectName,
        fieldNames: [],
        filters: [{ fieldName: emptyFieldName, value: null }],
      })

      expect(empty.records.map((record) => record.id)).toContain(key.id)
      expect(await find(textFieldName, `' OR Name != '`)).toEqual([])
    })

    it('rejects a search without filters or by an unknown field', async () => {
      const { client } = rehearse()
      const search = (filters: { fieldName: string; value: unknown }[]) =>
        requireValue(connector.search)(client, { objectName, fieldNames: [], filters })

      await expect(search([])).rejects.toMatchObject({ failure: 'bad-request' })
      await expect(search([{ fieldName: missingFieldName, value: 'x' }])).rejects.toMatchObject({
        failure: 'bad-request',
      })
    })
  })
}

/** Replicates the error of the engine's client for a connection that ended without a reply. */
const breaksLikeTheEngine = (client: RehearsalClient): ProviderClient => ({
  metadata: client.metadata,
  request: (request) =>
    client.request(request).catch((cause: unknown) => {
      throw new ProviderError('unavailable', 'The provider did not respond.', {
        isOutcomeUnknown: true,
        cause,
      })
    }),
})
