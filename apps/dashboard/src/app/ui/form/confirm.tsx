import { useState, type ReactNode } from 'react'
import { ProblemError } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { ProblemMessage } from '../problem-message.tsx'

/** Problems that the user can override. */
const refusals = new Set(['in-use', 'deliveries-pending'])

export interface ConfirmProps {
  title: string
  /** Label of the button that confirms. */
  doIt: string
  /** Label of the button that cancels. */
  otherwise?: string
  /**
   * Performs the action. `anyway` is true after a first attempt was rejected because the resource is in
   * use. Returned counts are shown before the dialog closes.
   */
  act: (anyway: boolean) => Promise<readonly [what: string, count: number][] | void>
  /** Called after the action and after its counts were confirmed. */
  onDone?: (() => unknown) | undefined
  onClose: () => void
  /** Describes what is lost. */
  children: ReactNode
}

/**
 * Asks for confirmation before an irreversible action. If the action is rejected because the resource is
 * in use, shows by whom and offers to proceed anyway.
 */
export function Confirm({
  title,
  doIt,
  otherwise = 'Cancel',
  act,
  onDone,
  onClose,
  children,
}: ConfirmProps) {
  const [became, setBecame] = useState<readonly [what: string, count: number][]>([])
  const finish = async () => {
    await onDone?.()
    onClose()
  }
  const action = useAction(act, (counts) => {
    const some = counts?.filter(([, count]) => count > 0) ?? []
    return some.length > 0 ? setBecame(some) : finish()
  })
  const isInUse = action.error instanceof ProblemError && refusals.has(action.error.kind)
  if (became.length > 0) {
    // A separate dialog, so that it is announced and has the focus.
    return (
      <Dialog key="done" title="Deleted" onClose={() => void finish()}>
        <div className="stack">
          <ul>
            {became.map(([what, count]) => (
              <li key={what}>
                {what}: {count}
              </li>
            ))}
          </ul>
          <div className="row" data-align="end">
            <Button tone="primary" onClick={() => void finish()}>
              Close
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {action.error && <ProblemMessage error={action.error} isAskedAgain={isInUse} />}
        <p>{children}</p>
        <div className="row" data-align="end">
          <Button onClick={onClose}>{otherwise}</Button>
          <Button tone="primary" isBusy={action.isRunning} onClick={() => void action.run(isInUse)}>
            {isInUse ? `${doIt} anyway` : doIt}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
