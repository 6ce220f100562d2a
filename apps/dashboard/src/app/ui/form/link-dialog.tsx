import { useState, type ReactNode } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../button.tsx'
import { CopyableId } from '../copy.tsx'
import { Dialog } from './dialog.tsx'
import { Select } from './field.tsx'
import { Form } from './form.tsx'

interface LinkDialogProps {
  title: string
  /** Lifetimes to choose from, in hours. */
  lifetimes: [hours: number, label: string][]
  /** The lifetime chosen at first. */
  hours: number
  /** Creates a link, which is shown until something is changed. */
  create: (form: FormData, hours: number) => Promise<string | undefined>
  onClose: () => void
  /** What the link does, and fields. */
  children: ReactNode
}

/** Creates a link for a customer and shows it, because it cannot be read later. */
export function LinkDialog({
  title,
  lifetimes,
  create,
  onClose,
  children,
  ...at
}: LinkDialogProps) {
  const [hours, setHours] = useState(String(at.hours))
  const [link, setLink] = useState<string>()
  const make = useAction((form: FormData) => create(form, Number(hours)), setLink)

  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        error={make.error}
        onSubmit={(form) => void make.run(form)}
        onChange={() => setLink(undefined)}
      >
        {children}
        <Select label="Valid for" value={hours} onChange={setHours}>
          {lifetimes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <div aria-live="polite">{link && <CopyableId what="link">{link}</CopyableId>}</div>
        <div className="row" data-align="end">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" tone="primary" isBusy={make.isRunning}>
            {link ? 'Create another link' : 'Create link'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
