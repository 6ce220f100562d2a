import { useState, type ComponentProps } from 'react'
import type { OptionsOf, Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { navigate } from '../../router.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { typeNames } from '../destination-types.ts'
import { isKeyOf } from '../../keys-of.ts'

type Type = Schemas['DestinationType']
type NewDestination = OptionsOf<'post', '/v1/projects/{projectIdOrName}/destinations'>['body']

interface Field extends ComponentProps<typeof TextField> {
  name: string
}

const endpoint: Field = {
  label: 'Endpoint',
  name: 'endpointUrl',
  type: 'url',
  hint: 'For a compatible service. Leave empty for AWS.',
}
const region: Field = { label: 'Region', name: 'region', required: true, placeholder: 'eu-west-1' }

const settings: Record<Type, Field[]> = {
  webhook: [{ label: 'URL', name: 'url', type: 'url', required: true, placeholder: 'https://…' }],
  kinesis: [
    { label: 'Stream', name: 'streamName', required: true },
    region,
    {
      label: 'Partition key',
      name: 'partitionKeyTemplate',
      hint: 'A path, such as data.groupRef.',
    },
    endpoint,
  ],
  s3: [
    { label: 'Bucket', name: 'bucket', required: true },
    region,
    {
      label: 'Key',
      name: 'keyTemplate',
      hint: "Such as join('/', [type, date, id]). Leave empty for type, date and ID.",
    },
    endpoint,
  ],
  log: [
    {
      label: 'Endpoint',
      name: 'endpointUrl',
      type: 'url',
      hint: 'HTTP endpoint of an OpenTelemetry collector. Leave empty for the server log.',
    },
  ],
}

const awsSecrets: Field[] = [
  {
    label: 'Access key ID',
    name: 'awsKeyId',
    autoComplete: 'off',
    hint: 'Leave both empty to use the IAM role of the server.',
  },
  { label: 'Secret access key', name: 'awsSecretKey', type: 'password', autoComplete: 'off' },
]
const secrets: Record<Type, Field[]> = {
  webhook: [],
  kinesis: awsSecrets,
  s3: awsSecrets,
  log: [],
}

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
        onChange={(chosen) => isKeyOf(typeNames, chosen) && setType(chosen)}
      >
        {Object.entries(typeNames).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </Select>
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
      <label className="choice">
        <input type="checkbox" name="verify" />
        <span>
          Test before creating
          <span className="sub">
            Sends a test event. The destination is created only if it accepts the event.
          </span>
        </span>
      </label>
    </FormDialog>
  )
}

function toDestination(type: Type, form: FormData): NewDestination {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const filled = <Name extends string>(...names: Name[]): { [Key in Name]?: string } =>
    Object.fromEntries(
      names.map((name) => [name, text(name)] as const).filter(([, entered]) => entered !== ''),
    ) as { [Key in Name]?: string }
  const aws = { region: text('region'), ...filled('endpointUrl') }
  const credentials = filled('awsKeyId', 'awsSecretKey')
  const common = { name: text('name'), verify: form.has('verify') }

  switch (type) {
    case 'webhook':
      return { ...common, type, metadata: { url: text('url') } }
    case 'kinesis': {
      const metadata = { ...aws, streamName: text('streamName'), ...filled('partitionKeyTemplate') }
      return { ...common, type, metadata, secrets: credentials }
    }
    case 's3': {
      const batch = form.has('batch') && { batch: true }
      const metadata = { ...aws, bucket: text('bucket'), ...filled('keyTemplate'), ...batch }
      return { ...common, type, metadata, secrets: credentials }
    }
    case 'log':
      return { ...common, type, metadata: filled('endpointUrl') }
  }
}
