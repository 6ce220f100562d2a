/** Reports whether a value of a reply is an object. */
export const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the members of an object; none for other values. */
export const getMembers = (value: unknown): Record<string, unknown> =>
  isMembers(value) ? value : {}

/** Returns a text member; undefined for other types. */
export function getTextMember(value: unknown, name: string): string | undefined {
  const member = getMembers(value)[name]
  return typeof member === 'string' ? member : undefined
}
