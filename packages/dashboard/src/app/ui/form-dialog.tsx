import type { FormEvent, ReactNode } from 'react'
import type { Action } from '../api/use-action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { RefusedFields } from './field.tsx'
import { ProblemMessage } from './problem-message.tsx'

export interface FormDialogProps {
  title: string
  /** What the button says that does it. */
  doIt: string
  action: Action<[FormData]>
  onClose: () => void
  children: ReactNode
}

/** A few fields in a window, and what becomes of them. */
export function FormDialog({ title, doIt, action, onClose, children }: FormDialogProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void action.run(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {action.error && <ProblemMessage error={action.error} />}
        <RefusedFields error={action.error}>{children}</RefusedFields>
        <div className="row" data-align="end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={action.isRunning}>
            {doIt}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
