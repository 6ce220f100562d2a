/** Members whose value a provider assigns. */
const assigned: Record<string, string | number> = {
  commitNumber: 1737000000001,
  commitTimestamp: 1768469400000,
  keptBytes: 858_993_460,
  maxBytes: 1_073_741_824,
  replayId: 42,
  schema: 'dffQ2QLzDNHqwB8_sHMxdA',
  workspace: 'https://globex.my.salesforce.com',
  transactionKey: '0001f7a3-2b1c-4d5e-8f90-a1b2c3d4e5f6',
}

/**
 * Returns a message for the documentation: IDs, times and addresses, which differ in each run of a
 * test, are replaced by fixed ones.
 */
export function inDocumentation(value: unknown, name = ''): unknown {
  if (name in assigned) return assigned[name]
  if (Array.isArray(value)) return value.map((one) => inDocumentation(one, name))
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, one]) => [key, inDocumentation(one, key)])
    return Object.fromEntries(members)
  }
  if (typeof value !== 'string') return value
  if (!Number.isNaN(Date.parse(value)) && /^\d{4}-\d\d-\d\dT/.test(value)) {
    return `2026-01-15T${name === 'untilTimestamp' ? '10' : '09'}:30:00.000Z`
  }
  return value
    .replace(/\b([a-z]+)_[0-9a-z]{26}\b/g, '$1_01jz5q0f8kf3bvw9s2m6t4x7ra')
    .replace(/\b(003|005|001)[0-9A-Za-z]{12}(?:[0-9A-Za-z]{3})?\b/g, '$1xx000004TmiQAAS')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://api.acme.example')
}
