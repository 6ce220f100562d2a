import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { exactTime } from '../../ui/format.ts'
import type { KeyChanges } from '../actions.ts'
import { ExpiryField, readExpiry, KeyFields, readKeyValues } from './key-fields.tsx'

export interface EditApiKeyProps {
  apiKey: Schemas['ApiKey']
  onClose: () => void
}

/** Changes what a key may do. Its secret stays the same. */
export function EditApiKey({ apiKey, onClose }: EditApiKeyProps) {
  const { actions, queries, store } = useProject()
  const save = useAction(
    async (form: FormData) => {
      const changes = diffKey(apiKey, form)
      if (Object.keys(changes).length > 0) await actions.updateApiKey(apiKey.id, changes)
    },
    async () => {
      await store.invalidate(queries.apiKeys().key)
      onClose()
    },
  )
  const { expireTime } = apiKey
  return (
    <FormDialog title={`Edit “${apiKey.label}”`} doIt="Save" action={save} onClose={onClose}>
      <p className="hint">Changes apply to the next request. The secret key stays the same.</p>
      <KeyFields of={apiKey} />
      <ExpiryField {...(expireTime !== undefined && { keep: exactTime(new Date(expireTime)) })} />
    </FormDialog>
  )
}

/** Returns only what has changed, so that a concurrent change of something else is kept. */
function diffKey(key: Schemas['ApiKey'], form: FormData): KeyChanges {
  const values = readKeyValues(form)
  const before = { ...key, integrationIds: key.integrationIds ?? null }
  const expireTime = readExpiry(form)
  return {
    ...(values.label !== before.label && { label: values.label }),
    ...(!isSameList(values.scopes, before.scopes) && { scopes: values.scopes }),
    ...(!isSameList(values.allowedOrigins, before.allowedOrigins) && {
      allowedOrigins: values.allowedOrigins,
    }),
    ...(!isSameList(values.integrationIds, before.integrationIds) && {
      integrationIds: values.integrationIds,
    }),
    ...(!isSameList(values.allowedNetworks, before.allowedNetworks) && {
      allowedNetworks: values.allowedNetworks,
    }),
    ...(expireTime !== undefined && expireTime !== (key.expireTime ?? null) && { expireTime }),
  }
}

const isSameList = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  JSON.stringify(a?.toSorted()) === JSON.stringify(b?.toSorted())
