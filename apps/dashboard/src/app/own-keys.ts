/** Reports whether a name is an own key of the object. */
export const isOwnKey = <T extends object>(object: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(object, name)

/** Returns the own keys of the object. */
export const listKeys = <Name extends string>(object: Record<Name, unknown>): Name[] =>
  Object.keys(object).filter((name): name is Name => isOwnKey(object, name))
