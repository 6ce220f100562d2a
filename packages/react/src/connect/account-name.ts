import type { Connection } from '../config/wire.ts'

/**
 * Returns the display name of the connected account: its name if the provider reported one,
 * otherwise the distinguishing part of its address. Numbers are not shown.
 */
export function accountName({
  providerMetadata = {},
  providerWorkspaceRef = '',
}: Pick<Connection, 'providerMetadata' | 'providerWorkspaceRef'>): string | undefined {
  const named = Object.entries(providerMetadata).find(
    ([name, { source }]) => source !== 'input' && /(name|domain|company|account)$/i.test(name),
  )
  if (named) return named[1].value

  const host = providerWorkspaceRef.replace(/^https?:\/\//, '').replace(/[/:].*$/, '')
  const [first = ''] = host.split('.')
  return /[a-z]/i.test(first) ? first : undefined
}
