import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { OriginsField, parseOrigins } from '../../ui/origins-field.tsx'

/** Explains the origins of a key. */
export const keyOriginsHint =
  'Pages that can use this key. If empty, the origins of the project apply.'

export interface BindKeyProps {
  apiKey: Schemas['ApiKey']
  onClose: () => void
}

/** Edits the allowed origins of a frontend key. */
export function BindKey({ apiKey: { id, label, allowedOrigins }, onClose }: BindKeyProps) {
  const { queries, actions, store } = useProject()
  const bind = useAction(
    (form: FormData) => actions.bindApiKey(id, parseOrigins(form)),
    async () => {
      await store.invalidate(queries.apiKeys().key)
      onClose()
    },
  )
  return (
    <FormDialog title={`Allowed origins of “${label}”`} doIt="Save" action={bind} onClose={onClose}>
      <OriginsField origins={allowedOrigins} hint={keyOriginsHint} />
    </FormDialog>
  )
}
