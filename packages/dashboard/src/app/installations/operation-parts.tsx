import type { Schemas } from '@platform/client'
import { formatCount, words } from '../ui/format.ts'

type OperationRecord = Schemas['Operation']

export const titleOfOperation = ({ actionType }: OperationRecord) => words(actionType)

/** How many records an operation has handled, of how many where that can be told. */
export function Progress({ of: { metadata, status } }: { of: OperationRecord }) {
  const { recordsProcessed, recordsEstimatedTotal, percent } = metadata?.progress ?? {}
  if (recordsProcessed === undefined) return <span className="muted">—</span>

  const isUnderWay = status === 'in_progress' && recordsEstimatedTotal !== undefined
  return (
    <span className="progress">
      {isUnderWay && (
        <progress value={recordsProcessed} max={recordsEstimatedTotal} aria-label="Progress" />
      )}
      <span>
        {formatCount(recordsProcessed)}
        {isUnderWay && ` of ${formatCount(recordsEstimatedTotal)}`}
        {recordsProcessed === 1 ? ' record' : ' records'}
        {isUnderWay && percent !== undefined && ` (${percent}%)`}
      </span>
    </span>
  )
}
