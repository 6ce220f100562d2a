import type { InputValidationIssue, OperationDefinition } from '@platform/contract'
import { didYouMean } from '@platform/manifest'
import { z } from 'zod'

type Path = PropertyKey[]

/** Maximum number of reported members. */
const maxIssues = 20

/**
 * Returns the members of a body that its schema does not know. Updates may contain the whole record
 * as it was read, so its read-only members are accepted.
 */
export function unknownMembers(
  { body, method, reply }: OperationDefinition,
  given: unknown,
  kept: unknown,
): { path: Path; known: string[] }[] {
  const isMasked = method === 'PATCH' && membersAt(body, []).includes('updateMask')
  const record = isMasked && reply instanceof z.ZodType ? reply : undefined
  return findLeftOut(given, kept)
    .filter((path) => {
      const [, ...place] = path.slice(0, -1)
      return path.length < 2 || !membersAt(record, place).includes(String(path.at(-1)))
    })
    .take(maxIssues)
    .map((path) => ({ path, known: membersAt(body, path.slice(0, -1)) }))
    .toArray()
}

/** Suggests what to do about an unknown name. */
export const hint = (name: string, known: string[]): string =>
  known.length === 0
    ? 'No members are allowed here.'
    : (didYouMean(name, known) ?? `Allowed: ${known.join(', ')}.`)

export const unknownMember = (name: string, path: Path, known: string[]): InputValidationIssue => ({
  in: 'body',
  name,
  detail: `The member is unknown. ${hint(String(path.at(-1)), known)}`,
})

function* findLeftOut(given: unknown, kept: unknown, at: Path = []): Generator<Path> {
  // Values of any type are kept as given.
  if (given === kept) return
  if (Array.isArray(given)) {
    if (!Array.isArray(kept) || kept.length !== given.length) return
    for (const [index, item] of given.entries())
      yield* findLeftOut(item, kept[index], [...at, index])
  } else if (isPlainObject(given) && isPlainObject(kept)) {
    for (const [name, value] of Object.entries(given)) {
      const path = [...at, name]
      if (Object.hasOwn(kept, name)) yield* findLeftOut(value, kept[name], path)
      else yield path
    }
  }
}

/** Returns the names that objects may have at this path. */
function membersAt(schema: z.core.$ZodType | undefined, path: Path): string[] {
  const [next, ...deeper] = path
  const names = listForms(schema).flatMap((form) => {
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

/** Returns the possible schemas of a value, without wrappers. */
function listForms(schema: z.core.$ZodType | undefined): z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listForms)
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap(listForms)
  }
  if (schema instanceof z.ZodPipe) return listForms(schema.in)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  ) {
    return listForms(schema.unwrap())
  }
  return schema ? [schema] : []
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
