import type { Schemas } from '@platform/client'
import { formatCountWithNoun, formatCount, words } from '../ui/format.ts'

type OperationRecord = Schemas['Operation']

export const titleOfOperation = ({ actionType }: OperationRecord) => words(actionType)

/** Formats a count in the unit of the kind of operation. */
export const formatOperationCount = (actionType: string | undefined, number: number): string =>
  formatCountWithNoun(number, actionType === 'customFields' ? 'field' : 'record')

/** Shows the number of records that an operation has processed, and their total if known. */
export function Progress({ of: { actionType, metadata, status } }: { of: OperationRecord }) {
  const { recordsProcessed, recordsEstimatedTotal, percent } = metadata?.progress ?? {}
  if (recordsProcessed === undefined) return <span className="muted">—</span>

  const isUnderWay = status === 'in_progress' && recordsEstimatedTotal !== undefined
  return (
    <span className="progress">
      {isUnderWay && (
        <progress value={recordsProcessed} max={recordsEstimatedTotal} aria-label="Progress" />
      )}
      <span>
        {isUnderWay && `${formatCount(recordsProcessed)} of `}
        {formatOperationCount(actionType, isUnderWay ? recordsEstimatedTotal : recordsProcessed)}
        {isUnderWay && percent !== undefined && ` (${percent}%)`}
      </span>
    </span>
  )
}

/** A write continues at the provider and cannot be cancelled. */
export const mayCancel = ({ actionType, status }: OperationRecord) =>
  actionType === 'read' && status === 'in_progress'
