import type { Schemas } from '@platform/client'

export const typeNames: Record<Schemas['DestinationType'], string> = {
  webhook: 'Webhook',
  pull: 'Pull',
  kinesis: 'Kinesis stream',
  s3: 'Object storage',
  log: 'Log',
}

/** Returns the address of a destination, depending on its type. */
export function destinationAddress(destination: Schemas['Destination']): string {
  switch (destination.type) {
    case 'webhook':
      return destination.metadata.url
    case 'pull':
      return 'Consumers, which fetch'
    case 'kinesis':
      return destination.metadata.streamName
    case 's3':
      return destination.metadata.bucket
    case 'log':
      return destination.metadata.endpointUrl ?? 'Server log'
  }
}
