import type { Capability, Destination } from '@platform/contract'
import { mayReadMessages } from './choose-receiver.ts'

/** Replaces a value that the caller may not see. */
const hiddenValue = '[secret]'

/**
 * Hides the values of headers, such as `Authorization`, from callers that may neither set them nor
 * read secrets.
 */
export function hideHeaders(
  { capabilities }: { capabilities: readonly Capability[] },
  destinations: readonly Destination[],
): Destination[] {
  const maySet = capabilities.includes('manage:notifications') && mayReadMessages(capabilities)
  const mayRead = maySet || capabilities.includes('read:secrets')
  return mayRead ? [...destinations] : destinations.map(hideDestinationHeaders)
}

function hideDestinationHeaders(destination: Destination): Destination {
  if (destination.type !== 'webhook' || !destination.metadata.headers) return destination
  const names = Object.keys(destination.metadata.headers)
  const headers = Object.fromEntries(names.map((name) => [name, hiddenValue]))
  return { ...destination, metadata: { ...destination.metadata, headers } }
}
