import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { ExpiryField, readExpiry, KeyFields, readKeyValues } from './key-fields.tsx'

export interface CreateApiKeyProps {
  onClose: () => void
  onCreate: (key: Schemas['ApiKey']) => unknown
}

export function CreateApiKey({ onClose, onCreate }: CreateApiKeyProps) {
  const { actions } = useProject()
  const create = useAction((form: FormData) => {
    const { integrationIds, ...values } = readKeyValues(form)
    const expireTime = readExpiry(form)
    return actions.createApiKey({
      ...values,
      ...(integrationIds && { integrationIds }),
      ...(expireTime && { expireTime }),
    })
  }, onCreate)

  return (
    <FormDialog title="Create API key" doIt="Create" action={create} onClose={onClose}>
      <KeyFields />
      <ExpiryField />
    </FormDialog>
  )
}

export interface NewKeyProps {
  apiKey: Schemas['ApiKey']
  onDone: () => void
}

/** Shows the new key, which cannot be read later. */
export function NewKey({ apiKey: { label, key }, onDone }: NewKeyProps) {
  return (
    <div className="notice" data-tone="good" aria-live="polite">
      <div className="notice-text">
        <p className="strong">Secret key of “{label}”</p>
        <p>Copy the key now. It is not shown again.</p>
        {key && <CopyableId what="key">{key}</CopyableId>}
        <div className="notice-foot">
          <Button onClick={onDone}>I copied the key</Button>
        </div>
      </div>
    </div>
  )
}
