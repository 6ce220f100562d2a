import { useAction } from '../../api/use-action.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface PauseProps {
  /** The object, or that it is all of them. */
  what: string
  act: (note: string) => Promise<unknown>
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Asks why, and stops the reads. */
export function Pause({ what, act, onDone, onClose }: PauseProps) {
  const pause = useAction(
    (form: FormData) => act(String(form.get('note')).trim()),
    async () => {
      await onDone()
      onClose()
    },
  )
  return (
    <FormDialog title={`Pause ${what}?`} doIt="Pause" action={pause} onClose={onClose}>
      <p>
        A running read ends at its next page. What is missed is read at once when somebody resumes
        it.
      </p>
      <TextField
        label="Note"
        name="note"
        maxLength={1000}
        autoComplete="off"
        hint="Why, for people: it is shown as the reason, to your customer too."
      />
    </FormDialog>
  )
}
