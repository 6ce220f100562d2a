import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

export interface RotateKeyProps {
  apiKey: Schemas['ApiKey']
  onClose: () => void
  onRotate: (key: Schemas['ApiKey']) => unknown
}

/** Gives a key a new secret, and chooses for how long the former one is accepted. */
export function RotateKey({ apiKey: { id, label }, onClose, onRotate }: RotateKeyProps) {
  const { actions } = useProject()
  const rotate = useAction(
    (form: FormData) => actions.rotateApiKey(id, Number(form.get('hours'))),
    onRotate,
  )
  return (
    <FormDialog title={`Rotate “${label}”`} doIt="Rotate" action={rotate} onClose={onClose}>
      <div className="field">
        <label htmlFor="hours">Accept the former key</label>
        <select id="hours" name="hours" defaultValue="24">
          <option value="0">No longer</option>
          <option value="1">For an hour</option>
          <option value="24">For a day</option>
          <option value="168">For a week</option>
          <option value="720">For 30 days</option>
        </select>
        <p className="hint">
          Both keys are accepted until then. Scopes and restrictions do not change.
        </p>
      </div>
    </FormDialog>
  )
}
