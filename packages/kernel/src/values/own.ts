/** What an object holds of this name itself: others choose names, and `constructor` is one too. */
export const own = <Value>(
  of: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (of && Object.hasOwn(of, name) ? of[name] : undefined)
