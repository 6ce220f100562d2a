import type { Schemas } from './schemas.ts'

/** Describes the filter of an object in a sentence: what the provider applies, and what is left out. */
export function describeAppliedFilter({
  conditions,
  setBy,
  expression,
}: Schemas['AppliedFilter']): string {
  const list = (by: 'provider' | 'platform') => [
    ...new Set(
      conditions
        .filter(({ appliedBy }) => appliedBy === by)
        .map(({ fieldName, operator }) => `${fieldName} ${operator}`),
    ),
  ]
  const [requested, leftOut] = [list('provider'), list('platform')]
  const of = setBy === 'installation' ? 'the filter of this installation' : 'the filter'
  const sentences = [
    conditions.length === 0 &&
      expression === undefined &&
      `No record matches ${of}: the customer has not mapped its fields.`,
    requested.length > 0 && `Reads request only what matches ${of}: ${requested.join(', ')}.`,
    leftOut.length > 0 && `Left out after reading by ${of}: ${leftOut.join(', ')}.`,
    expression !== undefined && `Left out after reading unless this is true: ${expression}`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
