/** Whether something that came in is an object with members. */
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of what came in; none where there is no object. */
export const plainObjectOf = (value: unknown): Record<string, unknown> =>
  isPlainObject(value) ? value : {}

/** The members that are text, which the fields of a form are. */
export const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(plainObjectOf(value)).flatMap(([name, member]) =>
      typeof member === 'string' ? [[name, member]] : [],
    ),
  )

export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)
