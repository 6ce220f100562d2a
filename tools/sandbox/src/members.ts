/** Reports whether a received value is an object. */
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the members of a received value; none if it is no object. */
export const toMembers = (value: unknown): Record<string, unknown> =>
  isPlainObject(value) ? value : {}

/** Returns the text members, such as the fields of a form. */
export const toTextMembers = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(toMembers(value)).flatMap(([name, member]) =>
      typeof member === 'string' ? [[name, member]] : [],
    ),
  )

export const getErrorMessage = (error: unknown) =>
  error instanceof Error ? error.message : String(error)
