import type { InputValidationIssue, OperationDefinition } from '@platform/contract'
import { didYouMean } from '@platform/manifest'
import { z } from 'zod'

type Path = PropertyKey[]

/** Maximum number of reported members. */
const mostIssues = 20

/**
 * The members of a body that its schema has left out: nobody would act on them. An update is sent the
 * record as it was read, so what that has beside what can be changed is let through.
 */
export function unknownMembers(
  { body, method, reply }: OperationDefinition,
  given: unknown,
  kept: unknown,
): { path: Path; known: string[] }[] {
  const isMasked = method === 'PATCH' && membersAt(body, []).includes('updateMask')
  const record = isMasked && reply instanceof z.ZodType ? reply : undefined
  return leftOut(given, kept)
    .filter((path) => {
      const [, ...place] = path.slice(0, -1)
      return path.length < 2 || !membersAt(record, place).includes(String(path.at(-1)))
    })
    .take(mostIssues)
    .map((path) => ({ path, known: membersAt(body, path.slice(0, -1)) }))
    .toArray()
}

/** What to do about a name that nothing is known by. */
export const hint = (name: string, known: string[]): string =>
  known.length === 0
    ? 'No members are allowed here.'
    : (didYouMean(name, known) ?? `Allowed: ${known.join(', ')}.`)

export const unknownMember = (name: string, path: Path, known: string[]): InputValidationIssue => ({
  in: 'body',
  name,
  detail: `The member is unknown. ${hint(String(path.at(-1)), known)}`,
})

function* leftOut(given: unknown, kept: unknown, at: Path = []): Generator<Path> {
  // What may be anything is kept as it was given.
  if (given === kept) return
  if (Array.isArray(given)) {
    if (!Array.isArray(kept) || kept.length !== given.length) return
    for (const [index, item] of given.entries()) yield* leftOut(item, kept[index], [...at, index])
  } else if (isObject(given) && isObject(kept)) {
    for (const [name, value] of Object.entries(given)) {
      const path = [...at, name]
      if (Object.hasOwn(kept, name)) yield* leftOut(value, kept[name], path)
      else yield path
    }
  }
}

/** The names that objects may have at this place. */
function membersAt(schema: z.core.$ZodType | undefined, path: Path): string[] {
  const [next, ...deeper] = path
  const names = formsOf(schema).flatMap((form) => {
    if (form instanceof z.ZodObject) {
      if (next === undefined) return Object.keys(form.shape)
      return membersAt((form.shape as Record<PropertyKey, z.ZodType>)[next], deeper)
    }
    if (next === undefined) return []
    if (form instanceof z.ZodArray) return membersAt(form.element, deeper)
    return form instanceof z.ZodRecord ? membersAt(form.valueType, deeper) : []
  })
  return [...new Set(names)]
}

/** What a value may be, without what is around it. */
function formsOf(schema: z.core.$ZodType | undefined): z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(formsOf)
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap(formsOf)
  }
  if (schema instanceof z.ZodPipe) return formsOf(schema.in)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  ) {
    return formsOf(schema.unwrap())
  }
  return schema ? [schema] : []
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
