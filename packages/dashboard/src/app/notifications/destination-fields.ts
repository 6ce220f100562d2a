import type { ComponentProps } from 'react'
import type { Schemas } from '@platform/client'
import type { TextField } from '../ui/field.tsx'

type Type = Schemas['DestinationType']

/** A field of the forms that create and edit a destination, named like the setting in the API. */
export interface DestinationField extends ComponentProps<typeof TextField> {
  name: string
}

const endpoint: DestinationField = {
  label: 'Endpoint',
  name: 'endpointUrl',
  type: 'url',
  hint: 'For a compatible service. Leave empty for AWS.',
}
const region: DestinationField = {
  label: 'Region',
  name: 'region',
  required: true,
  placeholder: 'eu-west-1',
}

export const settings: Record<Type, DestinationField[]> = {
  webhook: [{ label: 'URL', name: 'url', type: 'url', required: true, placeholder: 'https://…' }],
  pull: [],
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

const awsSecrets: DestinationField[] = [
  {
    label: 'Access key ID',
    name: 'awsKeyId',
    autoComplete: 'off',
    hint: 'Leave both empty to use the IAM role of the server.',
  },
  { label: 'Secret access key', name: 'awsSecretKey', type: 'password', autoComplete: 'off' },
]
export const secrets: Record<Type, DestinationField[]> = {
  webhook: [],
  pull: [],
  kinesis: awsSecrets,
  s3: awsSecrets,
  log: [],
}
