import { useState } from 'react'
import { destinationForms, type OptionsOf, type Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { navigate } from '../../router.tsx'
import { Select, TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FieldInputs, readFields } from '../destination-field.tsx'
import { isOwnKey } from '../../own-keys.ts'

type Type = Schemas['DestinationType']
type NewDestination = OptionsOf<'post', '/v1/projects/{projectIdOrName}/destinations'>['body']

export function CreateDestination({ onClose }: { onClose: () => void }) {
  const { actions, queries, store, to } = useProject()
  const [type, setType] = useState<Type>('webhook')
  const { settings, secrets } = destinationForms[type]
  const create = useAction(
    (form: FormData) => actions.createDestination(toDestination(type, form)),
    async ({ id }) => {
      await store.invalidate(queries.destinations().key)
      navigate(to('destination', { destination: id }))
    },
  )

  return (
    <FormDialog title="Create destination" doIt="Create" action={create} onClose={onClose}>
      <TextField label="Name" name="name" required maxLength={255} autoComplete="off" />
      <Select
        label="Type"
        value={type}
        onChange={(chosen) => isOwnKey(destinationForms, chosen) && setType(chosen)}
      >
        {Object.entries(destinationForms).map(([value, { title }]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </Select>
      {type === 'pull' && (
        <p className="muted">
          Messages are kept, and your backend fetches them. No address is needed.
        </p>
      )}
      <FieldInputs
        key={type}
        inputs={[
          ...settings.map((field) => ({ field })),
          ...secrets.map((field) => ({ field, isSecret: true })),
        ]}
      />
      {type !== 'pull' && (
        <label className="choice">
          <input type="checkbox" name="verify" />
          <span>
            Test before creating
            <span className="sub">
              Sends a test event. The destination is created only if it accepts the event.
            </span>
          </span>
        </label>
      )}
    </FormDialog>
  )
}

function toDestination(type: Type, form: FormData): NewDestination {
  const { settings, secrets } = destinationForms[type]
  const destination = {
    name: String(form.get('name') ?? '').trim(),
    verify: form.has('verify'),
    type,
    metadata: readFields(settings, form),
    ...(secrets.length > 0 && { secrets: readFields(secrets, form) }),
  }
  // The server validates them for the type.
  return destination as NewDestination
}
