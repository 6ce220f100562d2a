import { expect, it } from 'vitest'
import { findConflict } from './find-conflict.ts'
import type { StoredRecord } from './tables.ts'

const connector = { fieldValue: (raw: Record<string, unknown>, name: string) => raw[name] }
const since = '2026-01-01T10:00:00.000Z'
const later = '2026-01-01T10:00:01.000Z'

const givenRecord = (
  condition: StoredRecord['condition'],
  fields: Record<string, unknown> = { name: 'Berg' },
): StoredRecord => ({ id: '1', fields, ...(condition && { condition }) })

const found = (raw: Record<string, unknown>, updatedTime?: string) => ({
  id: '1',
  raw,
  ...(updatedTime !== undefined && { updatedTime }),
})

const before = { name: 'Lind', phone: '1' }
const expected = { name: 'Lind' }

it.each<[string, StoredRecord, ReturnType<typeof found>]>([
  ['there is no condition', givenRecord(undefined), found({ name: 'Falk' })],
  ['the value is the expected one', givenRecord({ expected, onConflict: 'reject' }), found(before)],
  [
    'another field changed',
    givenRecord({ expected, onConflict: 'reject' }),
    found({ ...before, phone: '2' }),
  ],
  [
    'the record already has what is written',
    givenRecord({ expected, unmodifiedSince: since, onConflict: 'reject' }),
    found({ name: 'Berg' }, later),
  ],
  [
    'the record was not modified since',
    givenRecord({ unmodifiedSince: since, onConflict: 'reject' }),
    found(before, since),
  ],
  [
    'the other change was earlier, and the latest counts',
    givenRecord({ expected, unmodifiedSince: later, onConflict: 'latest' }),
    found({ name: 'Falk' }, since),
  ],
  [
    'a later change left the expected value, and the latest counts',
    givenRecord({ expected, unmodifiedSince: since, onConflict: 'latest' }),
    found({ name: 'Lind', phone: '2' }, later),
  ],
])('is written if %s', (_, record, now) => {
  expect(findConflict(record, now, connector)).toBeUndefined()
})

it.each<[string, StoredRecord, ReturnType<typeof found>]>([
  [
    'the value is another',
    givenRecord({ expected, onConflict: 'reject' }),
    found({ name: 'Falk' }),
  ],
  ['the value is gone', givenRecord({ expected, onConflict: 'reject' }), found({})],
  [
    'the record was modified since',
    givenRecord({ unmodifiedSince: since, onConflict: 'reject' }),
    found(before, later),
  ],
  [
    'the other change was later, and the latest counts',
    givenRecord({ expected, unmodifiedSince: since, onConflict: 'latest' }),
    found({ name: 'Falk' }, later),
  ],
  [
    'a record to delete was changed',
    givenRecord({ expected, onConflict: 'reject' }, {}),
    found({ name: 'Falk' }),
  ],
])('is not written if %s', (_, record, now) => {
  expect(findConflict(record, now, connector)).toMatchObject({ success: false, failure: 'changed' })
})

it('names the fields with both values', () => {
  const record = givenRecord({ expected: { ...before, email: null }, onConflict: 'reject' })

  expect(findConflict(record, found({ name: 'Falk', phone: '1' }), connector)).toEqual({
    success: false,
    failure: 'changed',
    error: 'The record was changed at the provider: name no longer has the expected value.',
    conflicts: [{ fieldName: 'name', expected: 'Lind', actual: 'Falk' }],
  })
})

it('does not guess when the provider reports no times', () => {
  const record = givenRecord({ unmodifiedSince: since, onConflict: 'reject' })

  expect(findConflict(record, found(before), connector)).toMatchObject({ failure: 'unsupported' })
})
