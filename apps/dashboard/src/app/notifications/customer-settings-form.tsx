import type { Schemas } from '@platform/client'
import { useAction } from '../api/use-action.ts'
import { useList } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { TextField } from '../ui/form/field.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { notificationTypes } from './message-types.ts'

interface CustomerSettingsFormProps {
  settings: Schemas['CustomerDestinationSettings']
  onClose: () => void
}

/** Edits what customers may add and receive. */
export function CustomerSettingsForm({ settings, onClose }: CustomerSettingsFormProps) {
  const { queries, actions, store } = useProject()
  const own = useList(queries.eventTypes(), { atFirst: 1000 })
  const all: Schemas['CustomerEventType'][] = [
    'read',
    'subscribe',
    ...(own.data ?? []).map(({ name }) => name),
    ...notificationTypes,
  ]
  const save = useAction(
    (form: FormData) => {
      const chosen = form.getAll('eventTypes')
      return actions.setCustomerDestinationSettings({
        types: form.has('webhook') ? ['webhook'] : [],
        maxPerGroup: Number(form.get('maxPerGroup')),
        eventTypes: all.filter((type) => chosen.includes(type)),
      })
    },
    async () => {
      await store.invalidate(queries.customerDestinationSettings().key)
      onClose()
    },
  )

  return (
    <FormDialog title="What customers may add" doIt="Save" action={save} onClose={onClose}>
      <fieldset className="choices">
        <legend>Types</legend>
        <label>
          <input
            type="checkbox"
            name="webhook"
            defaultChecked={settings.types.includes('webhook')}
          />
          Webhook
        </label>
      </fieldset>
      <TextField
        label="Maximum for each customer"
        name="maxPerGroup"
        type="number"
        min={0}
        max={100}
        required
        defaultValue={settings.maxPerGroup || 3}
      />
      {/* Own types are known once they are loaded; until then, saving would remove them. */}
      {own.data ? (
        <fieldset className="choices">
          <legend>Messages they can choose</legend>
          {all.map((type) => (
            <label key={type}>
              <input
                type="checkbox"
                name="eventTypes"
                value={type}
                defaultChecked={settings.eventTypes.includes(type)}
              />
              {names[type] ?? type}
            </label>
          ))}
        </fieldset>
      ) : (
        <p aria-busy="true">Loading event types…</p>
      )}
      <p className="hint">
        What you remove is no longer sent, also to destinations that exist. Records are those of the
        customer alone.
      </p>
    </FormDialog>
  )
}

const names: Partial<Record<string, string>> = {
  read: 'read (records)',
  subscribe: 'subscribe (changes in real time)',
}
