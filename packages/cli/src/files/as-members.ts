/** Returns the members of an object; none for other values. */
export const asMembers = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
