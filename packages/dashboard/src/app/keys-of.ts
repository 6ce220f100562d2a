/** Whether it is the name of one of the object's own members, such as a choice that a form offers. */
export const isKeyOf = <T extends object>(object: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(object, name)

/** The names of the object's own members. */
export const keysOf = <Name extends string>(object: Record<Name, unknown>): Name[] =>
  Object.keys(object).filter((name): name is Name => isKeyOf(object, name))
