import { expect, it } from 'vitest'
import { getCapabilities } from './capabilities.ts'
import type { Connector } from './connector.ts'

const reading: Connector = {
  provider: 'acme',
  fieldValue: (raw, fieldName) => raw[fieldName],
  read: () => Promise.resolve({ records: [] }),
  describeObject: (_, objectName) =>
    Promise.resolve({ objectName, displayName: objectName, fields: {} }),
  sampleRead: () => Promise.resolve(undefined),
}

it('returns no capabilities without a connector', () => {
  const { batchSizes, events, ...flags } = getCapabilities(undefined)

  expect(Object.values(flags)).not.toContain(true)
  expect(Object.values(events)).not.toContain(true)
  expect(batchSizes).toEqual({})
})

it('returns exactly the implemented capabilities', () => {
  const capabilities = getCapabilities({
    ...reading,
    readsDeletions: true,
    writing: {
      types: ['create', 'delete'],
      batchSizes: { create: 100 },
      allOrNone: [],
      associations: false,
      write: () => Promise.resolve([]),
    },
  })

  expect(capabilities).toMatchObject({
    read: true,
    deletions: true,
    write: true,
    delete: true,
    batchSizes: { create: 100, delete: 1 },
    search: false,
    subscribe: false,
    customFields: false,
  })
})

it('does not report writing for a provider that only deletes', () => {
  const { write, delete: deletes } = getCapabilities({
    ...reading,
    writing: {
      types: ['delete'],
      batchSizes: {},
      allOrNone: [],
      associations: false,
      write: () => Promise.resolve([]),
    },
  })

  expect([write, deletes]).toEqual([false, true])
})
