import type { CatalogueEntry } from '@platform/connector'
import { addressTemplates } from '@platform/connectors'

/** Other hosts of the same account, by the host in the provider's URLs. */
const otherHosts: Readonly<Record<string, readonly string[]>> = {
  '.my.salesforce.com': ['.lightning.force.com', '.my.salesforce-setup.com'],
}

/**
 * Returns the part of a pasted address that the provider's URLs need: `https://birch.my.salesforce.com/` →
 * `birch`, or the host where the URLs begin with it. Other values are unchanged.
 */
export function takeFromHost(entry: CatalogueEntry, name: string, value: string): string {
  const host = hostIn(value)
  const isAddress = /[/:]/.test(value) && host !== ''
  const begin = `https://{{${name}}}`
  for (const url of addressTemplates(entry)) {
    if (!url.startsWith(begin)) continue
    const ending = url.slice(begin.length).replace(/[/?#:].*$/s, '')
    if (ending === '' && isAddress) return host
    if (!ending.startsWith('.')) continue
    const endings = [ending, ...(otherHosts[ending] ?? [])]
    const bare = host.replace(/:\d+$/, '')
    const found = endings.find((one) => bare.toLowerCase().endsWith(one.toLowerCase()))
    if (found !== undefined && bare.length > found.length) return bare.slice(0, -found.length)
  }
  return value
}

/** Returns the host of an address as people copy it: with or without a scheme, a user, a path and quotes. */
const hostIn = (value: string) =>
  value
    .trim()
    .replace(/^["'<]+|["'>]+$/g, '')
    .replace(/^(?:https?:)?(?:\/\/)?/i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^[^@]*@/, '')
    .replace(/:443$/, '')
    .replace(/\.$/, '')
