import fc from 'fast-check'
import type { ResultEntry, WebhookMessage } from '@platform/contract'
import { expect, it } from 'vitest'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import { mapRecord, packMessages } from './messages.ts'
import { getFirst, must, getNth } from '@platform/kernel/values'

const envelope = { action: 'read', objectName: 'contacts' } as never
const noDownload = () => Promise.reject(new Error('no record is that large'))

const addIds = (entries: ResultEntry[]) =>
  entries.map((entry, index) => ({ id: String(index), entry }))

it('keeps every record, in order, in messages of at most 300 KB', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 30 }),
      async (sizes) => {
        const entries = sizes.map((size, n) => ({ fields: { n, text: 'é'.repeat(size / 2) } }))

        const messages = await packMessages(envelope, addIds(entries), { store: noDownload })

        const bodies = messages.map(({ body }) => JSON.parse(body) as WebhookMessage)
        expect(bodies.flatMap(({ result }) => result)).toEqual(
          entries.map((entry, index) => ({ id: String(index), ...entry })),
        )
        for (const [index, { body }] of messages.entries()) {
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(300_000)
          expect(getNth(bodies, index).resultInfo.numRecords).toBe(
            must(getNth(bodies, index).result, 'result').length,
          )
        }
      },
    ),
    { numRuns: 30 },
  )
})

it('sends a record that is too large for a message by download', async () => {
  const huge = { fields: { text: 'x'.repeat(400_000) } }
  const stored: { json: string; eventId: string }[] = []

  const messages = await packMessages(envelope, addIds([{ fields: {} }, huge, { fields: {} }]), {
    store: async (json, eventId) =>
      `https://platform.test/downloads/${stored.push({ json, eventId })}`,
  })

  const infos = messages.map(({ body }) => (JSON.parse(body) as WebhookMessage).resultInfo)
  expect(infos).toEqual([
    { type: 'inline', numRecords: 1 },
    { type: 'url', numRecords: 1, downloadUrl: 'https://platform.test/downloads/1' },
    { type: 'inline', numRecords: 1 },
  ])
  const { json, eventId } = getFirst(stored)
  expect(JSON.parse(json)).toEqual([{ id: '1', ...huge }])
  expect(eventId).toBe(getNth(messages, 1).id)
})

it('adds ID and version to each record, which identify it without knowing the provider', async () => {
  const versionTime = new Date('2026-01-15T09:30:00.123Z')
  const deletion: ResultEntry = { subscribeEventType: 'delete', id: '8', fields: {} }

  const [message] = await packMessages(
    envelope,
    [
      { id: '7', entry: { fields: { Id: 'other' } }, versionTime },
      { id: '8', entry: deletion },
    ],
    { store: noDownload },
  )

  expect((JSON.parse(must(message, 'message').body) as WebhookMessage).result).toEqual([
    { id: '7', versionTime: '2026-01-15T09:30:00.123Z', fields: { Id: 'other' } },
    deletion,
  ])
})

it("respects the builder's number of records per message", async () => {
  const entries = Array.from({ length: 7 }, () => ({ fields: {} }))

  const messages = await packMessages(envelope, addIds(entries), {
    pageSize: 3,
    store: noDownload,
  })

  expect(messages).toHaveLength(3)
})

const connector = {
  fieldValue: (raw: Record<string, unknown>, fieldName: string) => raw[fieldName],
}
const record = { id: '1', raw: { Name: 'Ada', Stage: 'open', City: 'Graz' } }

it('delivers unmapped fields under their own name and mapped ones under the builder’s', () => {
  const entry = mapRecord(
    connector,
    {
      associations: [],
      plain: ['Name', 'Missing'],
      mapped: [{ fieldName: 'Stage', mapToName: 'status', values: undefined }],
    },
    record,
  )

  expect(entry).toEqual({
    fields: { Name: 'Ada' },
    mappedFields: { status: 'open' },
    raw: record.raw,
  })
})

it('translates values, and leaves those without a mapping as they are', () => {
  const mapped: ReadPlan['mapped'] = [
    { fieldName: 'Stage', mapToName: 'status', values: { open: 'ACTIVE' } },
    { fieldName: 'City', mapToName: 'town', values: { Wien: 'Vienna' } },
  ]

  const entry = mapRecord(connector, { associations: [], plain: [], mapped }, record)

  expect(entry.mappedFields).toEqual({ status: 'ACTIVE', town: 'Graz' })
})

it.each(['{"toString":1}', '{"valueOf":1,"toString":"x"}', '[{"toString":1}]'])(
  'leaves the value %s as it is, which has no usual text',
  (json) => {
    const value: unknown = JSON.parse(json)
    const mapped: ReadPlan['mapped'] = [
      { fieldName: 'Stage', mapToName: 'status', values: { open: 'ACTIVE' } },
    ]
    const odd = { ...record, raw: { ...record.raw, Stage: value } }

    const entry = mapRecord(connector, { associations: [], plain: [], mapped }, odd)

    expect(entry.mappedFields).toEqual({ status: value })
  },
)

it('reports a deletion with the last known fields', () => {
  const entry = mapRecord(
    connector,
    { associations: [], plain: ['Name'], mapped: [] },
    { id: '1', deleted: true, raw: { Name: 'Ada' } },
  )

  expect(entry).toEqual({
    subscribeEventType: 'delete',
    id: '1',
    fields: { Name: 'Ada' },
    raw: { Name: 'Ada' },
  })
})

it('nests fields mapped to a name in bracket notation', () => {
  const mapped = [
    { fieldName: 'City', mapToName: "$['address']['city']", values: undefined },
    { fieldName: 'Name', mapToName: "$['address']['to']", values: undefined },
  ]

  const entry = mapRecord(connector, { associations: [], plain: [], mapped }, record)

  expect(entry.mappedFields).toEqual({ address: { city: 'Graz', to: 'Ada' } })
})

it('delivers the associations that the plan names, as an empty list if there are none', () => {
  const plan = { associations: ['companies', 'deals'], plain: [], mapped: [] }
  const companies = [{ objectId: '9', associationTypes: ['Primary'] }]

  const entry = mapRecord(connector, plan, { ...record, associations: { companies, tasks: [] } })
  const without = mapRecord(connector, plan, record)

  expect(entry.associations).toEqual({ companies, deals: [] })
  expect(without).not.toHaveProperty('associations')
})
