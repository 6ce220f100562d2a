import { printable } from '../terminal/terminal.ts'

/** Options that name one of a customer's accounts of an integration. */
export const accountOptions = {
  group: { type: 'string', value: 'REF', description: 'The customer (your groupRef).' },
  instance: {
    type: 'string',
    value: 'NAME',
    description: 'Account of the customer, if the integration allows several (`multiple`).',
  },
} as const

/** Query of the account that the option names; the default one without it. */
export const toAccountQuery = (instance: string | undefined): { instance?: string } =>
  instance === undefined ? {} : { instance }

/** Name of an account after its customer; empty for the default one. */
export function describeAccount({
  instance,
  displayName,
}: {
  instance?: string | undefined
  displayName?: string | undefined
}): string {
  const parts = [displayName, instance && `--instance ${instance}`].filter(Boolean)
  return parts.length > 0 ? ` · ${printable(parts.join(', '))}` : ''
}
