/** The members of an object by name; none of anything else. */
export const asMembers = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
