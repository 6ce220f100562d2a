import type { Schemas } from '@platform/client'
import { formatCountWithNoun, formatCount, words } from '../ui/format.ts'

type OperationRecord = Schemas['Operation']

export const titleOfOperation = ({ actionType }: OperationRecord) => words(actionType)

const verbs: Record<string, string> = { read: 'read', write: 'written' }

/** Formats what the kind of operation counts: `3,200 records read`. A record counts each time. */
export function formatOperationCount(actionType: string | undefined, number: number): string {
  if (actionType === 'customFields') return formatCountWithNoun(number, 'field')
  const records = formatCountWithNoun(number, 'record')
  const verb = verbs[actionType ?? '']
  return verb ? `${records} ${verb}` : records
}

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
