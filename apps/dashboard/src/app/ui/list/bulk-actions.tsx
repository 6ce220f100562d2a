import { use, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Button, MayChange } from '../button.tsx'
import { Confirm } from '../form/confirm.tsx'
import { formatCount } from '../format.ts'

interface BulkAction<Row> {
  /** Label of the button, such as `Retry`. */
  title: string
  /** Verb for the rows that worked, such as `retried`. */
  done: string
  /** Hidden from people who may only view. */
  changes: boolean
  /** Whether the action applies to the row; others are skipped. */
  applies: (row: Row) => boolean
  act: (row: Row) => Promise<unknown>
  /** Consequences, shown in a confirmation dialog; without it, the action runs at once. */
  warning?: string
}

export interface Bulk<Row> {
  /** Names a row for its checkbox. */
  nameOf: (row: Row) => string
  actions: readonly BulkAction<Row>[]
  /** Called after an action, to fetch what changed. */
  onDone: () => unknown
}

interface BulkActionsProps<Row> extends Bulk<Row> {
  selected: readonly Row[]
  /** Called with the rows for which the action failed. */
  onLeft: (rows: readonly Row[]) => void
}

/** Shows buttons for the selected rows and the outcome of the last action. */
export function BulkActions<Row>({ actions, onDone, selected, onLeft }: BulkActionsProps<Row>) {
  const mayChange = use(MayChange)
  const [outcome, setOutcome] = useState('')
  const [asked, setAsked] = useState<BulkAction<Row>>()
  const bulk = useAction(async ({ done, applies, act }: BulkAction<Row>) => {
    const failed: Row[] = []
    let reason = ''
    const meant = selected.filter(applies)
    // One after the other: a page of requests at once would be rejected by the rate limit.
    for (const row of meant) {
      try {
        await act(row)
      } catch (error) {
        failed.push(row)
        reason = error instanceof Error ? error.message : String(error)
      }
    }
    setOutcome(
      [
        `${formatCount(meant.length - failed.length)} ${done}.`,
        failed.length > 0 && `${formatCount(failed.length)} failed: ${reason}`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    onLeft(failed)
    await onDone()
  })
  const offered = actions.filter(({ changes }) => mayChange || !changes)

  return (
    <div className="bulk">
      {selected.length > 0 && (
        <>
          <span className="strong">{formatCount(selected.length)} selected</span>
          {offered.map((action) => {
            const count = selected.filter(action.applies).length
            if (count === 0) return null
            return (
              <Button
                key={action.title}
                isBusy={bulk.isRunning}
                onClick={() => (action.warning ? setAsked(action) : void bulk.run(action))}
              >
                {action.title} {formatCount(count)}
              </Button>
            )
          })}
          <Button tone="quiet" onClick={() => onLeft([])}>
            Clear selection
          </Button>
        </>
      )}
      <output className="hint">{outcome}</output>
      {asked && (
        <Confirm
          title={`${asked.title} ${formatCount(selected.filter(asked.applies).length)}?`}
          doIt={asked.title}
          otherwise="Back"
          act={() => bulk.run(asked)}
          onClose={() => setAsked(undefined)}
        >
          {asked.warning}
        </Confirm>
      )}
    </div>
  )
}
