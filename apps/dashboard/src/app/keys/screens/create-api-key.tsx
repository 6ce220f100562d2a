import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { ExpiryField, readExpiry, KeyFields, readKeyValues } from './key-fields.tsx'

export { NewKey } from '../new-key.tsx'

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
