import type { ReactNode } from 'react'
import { useAction } from '../api/use-action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ProblemMessage } from './problem-message.tsx'

export interface ConfirmProps {
  title: string
  /** What the button says that does it. */
  doIt: string
  /** What the other one says. */
  otherwise?: string
  act: () => Promise<unknown>
  onClose: () => void
  /** What will be lost. */
  children: ReactNode
}

/** Asks before something is done that cannot be undone. */
export function Confirm({
  title,
  doIt,
  otherwise = 'Cancel',
  act,
  onClose,
  children,
}: ConfirmProps) {
  const action = useAction(act, onClose)
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {action.error && <ProblemMessage error={action.error} />}
        <p>{children}</p>
        <div className="row" data-align="end">
          <Button onClick={onClose}>{otherwise}</Button>
          <Button tone="primary" isBusy={action.isRunning} onClick={() => void action.run()}>
            {doIt}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
