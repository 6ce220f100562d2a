import { useState, type ReactNode } from 'react'
import { ProblemError } from '@platform/client'
import { useAction } from '../api/use-action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ProblemMessage } from './problem-message.tsx'

/** Problems that whoever has seen them may pass over. */
const refusals = new Set(['in-use', 'deliveries-pending'])

export interface ConfirmProps {
  title: string
  /** What the button says that does it. */
  doIt: string
  /** What the other one says. */
  otherwise?: string
  /**
   * `anyway`: what is in use was refused before, and is wished all the same. What became of its users
   * is told before it goes on.
   */
  act: (anyway: boolean) => Promise<readonly [what: string, count: number][] | void>
  /** It is done, and what became of its users was seen. */
  onDone?: (() => unknown) | undefined
  onClose: () => void
  /** What will be lost. */
  children: ReactNode
}

/**
 * Asks before something is done that cannot be undone. What is refused because it is in use can be
 * done anyway, once the person has seen by whom.
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
  const goOn = async () => {
    await onDone?.()
    onClose()
  }
  const action = useAction(act, (counts) => {
    const some = counts?.filter(([, count]) => count > 0) ?? []
    return some.length > 0 ? setBecame(some) : goOn()
  })
  const isInUse = action.error instanceof ProblemError && refusals.has(action.error.kind)
  if (became.length > 0) {
    // A dialog of its own, so that it is read out and has the focus.
    return (
      <Dialog key="done" title="Deleted" onClose={() => void goOn()}>
        <div className="stack">
          <ul>
            {became.map(([what, count]) => (
              <li key={what}>
                {what}: {count}
              </li>
            ))}
          </ul>
          <div className="row" data-align="end">
            <Button tone="primary" onClick={() => void goOn()}>
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
