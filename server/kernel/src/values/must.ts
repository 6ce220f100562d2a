/** Returns a value that a correct program always has; throws with its name if it is missing. */
export function must<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`There is no ${what}.`)
  return value
}

/** Returns the element at an index that must exist. */
export const getNth = <T>(list: ArrayLike<T>, index: number): NonNullable<T> =>
  must(list[index], `element ${index} in a list of ${list.length}`)

/**
 * Returns the first element of a list that must not be empty, such as the row of a statement that
 * always returns one.
 */
export const getFirst = <T>(list: readonly T[]): NonNullable<T> => getNth(list, 0)

export const getLast = <T>(list: ArrayLike<T>): NonNullable<T> => getNth(list, list.length - 1)

/** Returns the first group that the pattern matches in the text. */
export const capture = (pattern: RegExp, text: string): string =>
  must(pattern.exec(text)?.[1], `${pattern} in ${JSON.stringify(text.slice(0, 500))}`)

/** Returns an own property of an object: names come from outside, and `constructor` is one too. */
export const getOwn = <Value>(
  of: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (of && Object.hasOwn(of, name) ? of[name] : undefined)
