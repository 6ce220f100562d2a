import type { CatalogueEntry } from '@platform/connector'
import { addressTemplates } from '@platform/connectors'

/** Other hosts of the same account, by the host in the provider's URLs. */
const otherHosts: Readonly<Record<string, readonly string[]>> = {
  '.my.salesforce.com': ['.lightning.force.com', '.my.salesforce-setup.com'],
}

/**
 * Returns the part of a pasted address that the provider's URLs need: `https://birch.my.salesforce.com/` →
 * `birch`. Other values are unchanged.
 */
export function takeFromHost(entry: CatalogueEntry, name: string, value: string): string {
  const host = value
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
  const begin = `https://{{${name}}}.`
  for (const url of addressTemplates(entry)) {
    if (!url.startsWith(begin)) continue
    const ending = url.slice(begin.length - 1).replace(/[/?#:].*$/s, '')
    const endings = [ending, ...(otherHosts[ending] ?? [])]
    const found = endings.find((one) => host.toLowerCase().endsWith(one.toLowerCase()))
    if (found !== undefined && host.length > found.length) return host.slice(0, -found.length)
  }
  return value
}
