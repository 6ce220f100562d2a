import { Problem } from '@platform/kernel/problems/problem'

/** Somebody or something that would notice a removal. */
export interface ResourceUser {
  /** Such as `installation`, `connection` or `group`. */
  type: string
  id: string
  /** What it does with what is to be removed, in a sentence. */
  says: string
}

/** Those who would notice: all are counted, the first are named. */
export interface Users {
  count: number
  named: ResourceUser[]
}

/** So many users are named. */
export const mostNamed = 20

/** Why a removal is refused that somebody would notice: it names whom. */
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
