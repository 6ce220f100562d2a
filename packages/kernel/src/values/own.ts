/** Returns an own property of an object: names come from outside, and `constructor` is one too. */
export const getOwn = <Value>(
  of: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (of && Object.hasOwn(of, name) ? of[name] : undefined)
