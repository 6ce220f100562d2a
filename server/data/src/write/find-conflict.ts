import type { Connector, ProviderRecord } from '@platform/connector'
import { isSameExactly } from '../echoes/value-hashes.ts'
import type { FieldConflict, StoredRecord, StoredWriteResult } from './tables.ts'

/**
 * Returns why a record must not be written: somebody has changed it. A field that already has the value to
 * be written is no conflict, nor is a record that already has all of them: the write may be a repetition.
 */
export function findConflict(
  { fields, condition }: StoredRecord,
  found: ProviderRecord,
  { fieldValue, timePrecisionMs = 1 }: Pick<Connector, 'fieldValue' | 'timePrecisionMs'>,
): StoredWriteResult | undefined {
  if (!condition) return undefined
  const { expected = {}, unmodifiedSince, onConflict } = condition
  const getActual = (fieldName: string) => fieldValue(found.raw, fieldName)
  const isWritten = (fieldName: string) =>
    Object.hasOwn(fields, fieldName) && isSameExactly(fields[fieldName], getActual(fieldName))
  const names = Object.keys(fields)
  if (names.length > 0 && names.every(isWritten)) return undefined

  const conflicts = Object.entries(expected).flatMap(([fieldName, value]): FieldConflict[] => {
    const actual = getActual(fieldName)
    return isSameExactly(value, actual) || isWritten(fieldName)
      ? []
      : [{ fieldName, expected: value, actual: actual ?? null }]
  })
  if (unmodifiedSince === undefined) return conflicts.length > 0 ? toResult(conflicts) : undefined
  const { updatedTime } = found
  if (updatedTime === undefined) return timeUnknown
  const floor = (time: string) => Math.floor(Date.parse(time) / timePrecisionMs)
  const isLater = floor(updatedTime) > floor(unmodifiedSince)
  const hasExpected = Object.keys(expected).length > 0
  const isConflict =
    onConflict === 'reject'
      ? isLater || conflicts.length > 0
      : isLater && (conflicts.length > 0 || !hasExpected)
  return isConflict ? toResult(conflicts, updatedTime) : undefined
}

const toResult = (conflicts: FieldConflict[], updatedTime?: string): StoredWriteResult => ({
  success: false,
  failure: 'changed',
  error:
    conflicts.length > 0
      ? `The record was changed at the provider: ${conflicts.map(({ fieldName }) => fieldName).join(', ')} no longer has the expected value.`
      : `The record was modified at the provider at ${updatedTime}.`,
  ...(conflicts.length > 0 && { conflicts }),
})

const timeUnknown: StoredWriteResult = {
  success: false,
  failure: 'unsupported',
  error: 'The provider does not report when the record was modified. Use `expected`.',
}

/** Of records that are written all or none. */
export const notWrittenAlone: StoredWriteResult = {
  success: false,
  failure: 'changed',
  error: 'Another record of the batch was changed at the provider, so none was written.',
}
