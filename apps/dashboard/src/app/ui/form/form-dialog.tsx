import type { ReactNode } from 'react'
import type { Action } from '../../api/use-action.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

export interface FormDialogProps {
  title: string
  /** Label of the submit button. */
  doIt: string
  action: Action<[FormData]>
  onClose: () => void
  children: ReactNode
}

/** Shows a form in a dialog, with its errors. */
export function FormDialog({ title, doIt, action, onClose, children }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form error={action.error} onSubmit={(form) => void action.run(form)}>
        {children}
        <div className="row" data-align="end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={action.isRunning}>
            {doIt}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
