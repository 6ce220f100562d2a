import { expect, it } from 'vitest'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import { mapRecord } from './mapping.ts'

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
