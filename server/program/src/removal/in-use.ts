import { Problem } from '@platform/kernel/problems/problem'

/** A user of a resource that would be affected by its deletion. */
export interface ResourceUser {
  /** Such as `installation`, `connection` or `group`. */
  type: string
  id: string
  /** How it uses the resource, as a sentence. */
  says: string
}

/** Affected users: the total number, and the first ones. */
export interface Users {
  count: number
  named: ResourceUser[]
}

/** Maximum number of listed users. */
export const maxNamed = 20

/** Returns the problem of a deletion that would affect users, and lists them. */
export function inUse(
  { count, named }: Users,
  { detail, remedy }: { detail: string; remedy: string },
): Problem {
  const unnamed = count - named.length
  return new Problem('in-use', {
    detail,
    remedy,
    causes: [
      ...named.map(({ says }) => says),
      ...(unnamed > 0 ? [`So do others: ${unnamed}.`] : []),
    ],
    context: { userCount: count, users: named.map(({ type, id }) => ({ type, id })) },
  })
}
