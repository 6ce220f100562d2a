import { useAction } from '../../api/use-action.ts'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'

interface PauseProps {
  /** The object, or "all reads". */
  what: string
  act: (note: string) => Promise<unknown>
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Asks for a reason, and pauses the reads. */
export function PauseButton({ what, act, onDone, onClose }: PauseProps) {
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
        A running read stops after the current page. Missed changes are read when reading is
        resumed.
      </p>
      <TextField
        label="Note"
        name="note"
        maxLength={1000}
        autoComplete="off"
        hint="Shown as the reason, also to your customer."
      />
    </FormDialog>
  )
}
