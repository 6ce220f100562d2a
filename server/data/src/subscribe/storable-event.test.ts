import type { ProviderEvent } from '@platform/connector'
import { expect, it } from 'vitest'
import { sortByStorable } from './storable-event.ts'

const make = (recordId: string, rawEvent: Record<string, unknown>): { event: ProviderEvent } => ({
  event: {
    id: recordId,
    type: 'update',
    objectName: 'trees',
    recordId,
    time: '2026-03-01T00:00:00Z',
    providerEventType: 'tree.updated',
    rawEvent,
  },
})

it('stores an event of very many records without its copies, and others whole', () => {
  const ids = Array.from({ length: 5_000 }, (_, n) => `t${n}`)
  const large = { ids, text: 'x'.repeat(100_000) }
  const small = { ids: ['a', 'b'] }

  const { storable, unstorable } = sortByStorable([
    ...ids.map((id) => make(id, large)),
    ...small.ids.map((id) => make(id, small)),
  ])

  expect(unstorable).toEqual([])
  expect(storable.map(({ event }) => event.recordId)).toEqual([...ids, 'a', 'b'])
  expect(JSON.stringify(storable).length).toBeLessThan(2_000_000)
  expect(storable.slice(-2).map(({ event }) => event.rawEvent)).toEqual([small, small])
})
