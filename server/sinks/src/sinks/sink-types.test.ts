import { destinationTypes } from '@platform/contract'
import { expect, it } from 'vitest'
import { sinkTypes } from './sink-types.ts'

const addresses = [
  'url',
  'tokenUrl',
  'endpointUrl',
  'host',
  'bootstrapServers',
  'storageAccount',
  'accountIdentifier',
]
/** Their secrets never leave the server: a signature is worth something for its request only. */
const signing = ['kinesis', 's3', 'sqs', 'sns', 'eventbridge']

it.each(Object.values(sinkTypes).filter(({ type }) => !signing.includes(type)))(
  'requires the secrets of $type again when an address changes',
  ({ type, secretsFollow }) => {
    const settings = Object.keys(destinationTypes[type].metadata.shape)

    expect(secretsFollow).toEqual(
      expect.arrayContaining(settings.filter((name) => addresses.includes(name))),
    )
  },
)
