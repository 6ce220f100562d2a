import type { Schemas } from '@platform/client'

export const typeNames: Record<Schemas['DestinationType'], string> = {
  webhook: 'Webhook',
  kinesis: 'Kinesis stream',
  s3: 'Object storage',
  log: 'Log',
}

/** Where a destination delivers to, by what its type goes. */
export function addressOf({ type, metadata }: Schemas['Destination']): string {
  const address = {
    webhook: metadata.url,
    kinesis: metadata.streamName,
    s3: metadata.bucket,
    log: metadata.endpointUrl ?? 'The log of the server',
  }[type]
  return address ?? '—'
}
