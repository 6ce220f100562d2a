import type { Schemas } from '@platform/client'

export const typeNames: Record<Schemas['DestinationType'], string> = {
  webhook: 'Webhook',
  kinesis: 'Kinesis stream',
  s3: 'Object storage',
  log: 'Log',
}

/** Where a destination delivers to, by what its type goes. */
export function destinationAddress(destination: Schemas['Destination']): string {
  switch (destination.type) {
    case 'webhook':
      return destination.metadata.url
    case 'kinesis':
      return destination.metadata.streamName
    case 's3':
      return destination.metadata.bucket
    case 'log':
      return destination.metadata.endpointUrl ?? 'Server log'
  }
}
