import type { Connection } from '../wire.ts'

/**
 * What people call the connected account: its name where the provider told one, else the part of
 * its address that tells accounts apart. Numbers say nothing to anybody.
 */
export function accountName({
  providerMetadata = {},
  providerWorkspaceRef = '',
}: Pick<Connection, 'providerMetadata' | 'providerWorkspaceRef'>): string | undefined {
  const told = Object.entries(providerMetadata).find(
    ([name, { source }]) => source !== 'input' && /(name|domain|company|account)$/i.test(name),
  )
  if (told) return told[1].value

  const host = providerWorkspaceRef.replace(/^https?:\/\//, '').replace(/[/:].*$/, '')
  const [first = ''] = host.split('.')
  return /[a-z]/i.test(first) ? first : undefined
}
