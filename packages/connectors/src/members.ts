/** Whether a reply, or a part of one, is an object with members. */
export const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; none where there is no object. */
export const membersOf = (value: unknown): Record<string, unknown> =>
  isMembers(value) ? value : {}

/** A member that is text; undefined when it is anything else. */
export function textAt(value: unknown, name: string): string | undefined {
  const member = membersOf(value)[name]
  return typeof member === 'string' ? member : undefined
}
