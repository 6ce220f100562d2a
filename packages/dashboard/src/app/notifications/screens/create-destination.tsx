import { useState } from 'react'
import type { OptionsOf, Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { navigate } from '../../router.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { secrets, settings } from '../destination-fields.ts'
import { typeNames } from '../destination-types.ts'
import { isOwnKey } from '../../own-keys.ts'

type Type = Schemas['DestinationType']
type NewDestination = OptionsOf<'post', '/v1/projects/{projectIdOrName}/destinations'>['body']

export function CreateDestination({ onClose }: { onClose: () => void }) {
  const { actions, queries, store, to } = useProject()
  const [type, setType] = useState<Type>('webhook')
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
        onChange={(chosen) => isOwnKey(typeNames, chosen) && setType(chosen)}
      >
        {Object.entries(typeNames).map(([value, title]) => (
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
      {[...settings[type], ...secrets[type]].map((field) => (
        <TextField key={`${type} ${field.name}`} {...field} />
      ))}
      {type === 's3' && (
        <label className="choice">
          <input type="checkbox" name="batch" />
          <span>
            Batch messages
            <span className="sub">
              Writes several messages to one compressed object, one per line. The key then names the
              folder.
            </span>
          </span>
        </label>
      )}
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
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const pickFilled = <Name extends string>(...names: Name[]): { [Key in Name]?: string } =>
    Object.fromEntries(
      names.map((name) => [name, text(name)] as const).filter(([, entered]) => entered !== ''),
    ) as { [Key in Name]?: string }
  const aws = { region: text('region'), ...pickFilled('endpointUrl') }
  const credentials = pickFilled('awsKeyId', 'awsSecretKey')
  const common = { name: text('name'), verify: form.has('verify') }

  switch (type) {
    case 'webhook':
      return { ...common, type, metadata: { url: text('url') } }
    case 'pull':
      return { ...common, type, metadata: {} }
    case 'kinesis': {
      const metadata = {
        ...aws,
        streamName: text('streamName'),
        ...pickFilled('partitionKeyTemplate'),
      }
      return { ...common, type, metadata, secrets: credentials }
    }
    case 's3': {
      const batch = form.has('batch') && { batch: true }
      const metadata = { ...aws, bucket: text('bucket'), ...pickFilled('keyTemplate'), ...batch }
      return { ...common, type, metadata, secrets: credentials }
    }
    case 'log':
      return { ...common, type, metadata: pickFilled('endpointUrl') }
  }
}
