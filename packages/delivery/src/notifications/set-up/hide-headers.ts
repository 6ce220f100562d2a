import type { Capability, Destination } from '@platform/contract'

/** Replaces a value that the caller may not see. */
const hiddenValue = '[secret]'

/**
 * Hides the values of headers, such as `Authorization`, from callers that neither set them nor may
 * read secrets.
 */
export function hideHeaders(
  { capabilities }: { capabilities: readonly Capability[] },
  destinations: readonly Destination[],
): Destination[] {
  const mayRead = capabilities.some(
    (one) => one === 'read:secrets' || one === 'manage:notifications',
  )
  return mayRead ? [...destinations] : destinations.map(hideDestinationHeaders)
}

function hideDestinationHeaders(destination: Destination): Destination {
  if (destination.type !== 'webhook' || !destination.metadata.headers) return destination
  const names = Object.keys(destination.metadata.headers)
  const headers = Object.fromEntries(names.map((name) => [name, hiddenValue]))
  return { ...destination, metadata: { ...destination.metadata, headers } }
}
