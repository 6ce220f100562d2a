import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'

export interface RotateKeyProps {
  apiKey: Schemas['ApiKey']
  onClose: () => void
  onRotate: (key: Schemas['ApiKey']) => unknown
}

/** Gives a key a new secret, and chooses when the previous one expires. */
export function RotateKey({ apiKey: { id, label }, onClose, onRotate }: RotateKeyProps) {
  const { actions } = useProject()
  const rotate = useAction(
    (form: FormData) => actions.rotateApiKey(id, Number(form.get('hours'))),
    onRotate,
  )
  return (
    <FormDialog title={`Rotate “${label}”`} doIt="Rotate" action={rotate} onClose={onClose}>
      <div className="field">
        <label htmlFor="hours">Previous key expires</label>
        <select id="hours" name="hours" defaultValue="24">
          <option value="0">Immediately</option>
          <option value="1">In an hour</option>
          <option value="24">In a day</option>
          <option value="168">In a week</option>
          <option value="720">In 30 days</option>
        </select>
        <p className="hint">
          Both keys are accepted until then. Scopes and restrictions do not change.
        </p>
      </div>
    </FormDialog>
  )
}
