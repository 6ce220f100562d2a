import type { ReactNode } from 'react'
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
  /** `anyway`: what is in use was refused before, and is wished all the same. */
  act: (anyway: boolean) => Promise<unknown>
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
  onClose,
  children,
}: ConfirmProps) {
  const action = useAction(act, onClose)
  const isInUse = action.error instanceof ProblemError && refusals.has(action.error.kind)
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
