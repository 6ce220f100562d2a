import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'

interface RenameAccountProps {
  installation: Schemas['Installation']
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Changes the name under which people see an account of the customer. */
export function RenameAccount({ installation, onDone, onClose }: RenameAccountProps) {
  const { actions } = useProject()
  const { integrationId, id, displayName = '', instance } = installation
  const rename = useAction(
    (form: FormData) =>
      actions.renameAccount(integrationId, id, String(form.get('displayName')).trim()),
    async () => {
      await onDone()
      onClose()
    },
  )
  return (
    <FormDialog title="Rename account" doIt="Rename" action={rename} onClose={onClose}>
      <TextField
        label="Name"
        name="displayName"
        defaultValue={displayName}
        maxLength={100}
        autoComplete="off"
        hint={
          instance
            ? `Shown to people. The instance stays ${instance}.`
            : 'Shown to people. Empty for no name.'
        }
      />
    </FormDialog>
  )
}
