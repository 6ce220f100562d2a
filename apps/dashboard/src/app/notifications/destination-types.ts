import { destinationForms, type Schemas } from '@platform/client'

/** Returns the address of a destination, depending on its type. */
export function destinationAddress({ type, metadata }: Schemas['Destination']): string {
  const { settings, defaultAddress } = destinationForms[type]
  const first = new Map<string, unknown>(Object.entries(metadata)).get(settings[0]?.name ?? '')
  return typeof first === 'string' ? first : defaultAddress
}
