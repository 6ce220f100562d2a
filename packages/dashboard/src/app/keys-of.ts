/** Reports whether a name is an own key of the object. */
export const isKeyOf = <T extends object>(object: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(object, name)

/** Returns the own keys of the object. */
export const keysOf = <Name extends string>(object: Record<Name, unknown>): Name[] =>
  Object.keys(object).filter((name): name is Name => isKeyOf(object, name))
