import { isDeepStrictEqual } from 'node:util'
import type { InputValidationIssue } from '@platform/contract'
import { z } from 'zod'
import { invalidInput, Problem } from '../../problems/problem.ts'
import { getNth } from '../../values/must.ts'

/** `a.b\.c` → `['a', 'b.c']`; `\.` and `\:` stand for themselves. */
export function maskPath(mask: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < mask.length; at++) {
    const next = mask[at + 1]
    if (mask[at] === '\\' && (next === '.' || next === ':' || next === '\\')) {
      part += next
      at++
    } else if (mask[at] === '.') {
      parts.push(part)
      part = ''
    } else part += mask[at]
  }
  return [...parts, part]
}

/**
 * Returns the record after a PATCH, of the same `shape`. Each path in the mask is replaced by its
 * value in `changes`, or cleared if absent there. Other values in `changes` are ignored.
 * @throws a 400 problem for each mask entry that does not exist, with the possible paths, and for
 * each that would clear a required value
 */
export function applyMask<Shape extends z.ZodObject>(
  before: Partial<z.output<Shape>>,
  updateMask: string[],
  changes: object,
  shape: Shape,
): z.output<Shape> {
  const after: Fields = structuredClone(before)
  const paths = updateMask.map(maskPath)
  mustLead(updateMask, paths, shape)
  for (const path of paths) setAt(after, path, findMaskedValue(changes, path) ?? undefined)
  mustStayWhole(updateMask, paths, { before: lacking(shape, before), after: lacking(shape, after) })
  return after as z.output<Shape>
}

/**
 * Returns the columns that a PATCH of a row sets: those in the mask, with null for cleared ones.
 */
export function toMaskedColumns<Shape extends z.ZodObject>(
  updateMask: string[],
  changes: object,
  shape: Shape,
): Columns<z.output<Shape>> {
  const whole = z.object(
    Object.fromEntries(Object.entries(shape.shape).map(([name, field]) => [name, opaque(field)])),
  )
  const after: Fields = applyMask({}, updateMask, changes, whole)
  return Object.fromEntries(
    updateMask.map(maskPath).map(([name]) => [name!, after[name!] ?? null]),
  ) as Columns<z.output<Shape>>
}

type Columns<Row> = {
  [Name in keyof Row]?: undefined extends Row[Name] ? NonNullable<Row[Name]> | null : Row[Name]
}

type Fields = Record<string, unknown>

/** Accepts any value of a field whose members a mask cannot name. */
function opaque(field: z.core.$ZodType) {
  const accepts = (value: unknown) => z.safeParse(field, value).success
  return accepts(undefined) ? z.custom(accepts).optional() : z.custom(accepts)
}

/** A PATCH treats a null field like an omitted one. */
export function withoutNulls(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, withoutNulls(field)]),
  )
}

/** Further issues would only repeat these. */
const maxMaskIssues = 100

function mustLead(updateMask: string[], paths: string[][], shape: z.ZodObject): void {
  const issues: InputValidationIssue[] = []
  const allowed = new Set<string>()
  paths.forEach((path, index) => {
    if (issues.length >= maxMaskIssues) return
    const fork = whereItEnds(shape, path)
    if (!fork) return
    issues.push({
      in: 'body',
      name: `updateMask[${index}]`,
      value: updateMask[index],
      detail: 'The field does not exist or cannot be updated.',
    })
    for (const place of fork) allowed.add(place)
  })
  if (issues.length === 0) return
  throw new Problem('invalid-input', {
    ...invalidInput(...issues).details,
    remedy: `Allowed in updateMask: ${[...allowed].join(', ')}.`,
  })
}

/** Returns the possible continuations if the path does not exist; undefined if it does. */
function whereItEnds(shape: z.core.$ZodType, path: string[]): string[] | undefined {
  let place = shape
  for (const [depth, name] of path.entries()) {
    const inner = withoutWrapping(place)
    const known = inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
    const isOpen = inner instanceof z.ZodRecord && name !== '__proto__'
    if (!isOpen && !known.includes(name)) {
      const parent = path.slice(0, depth).map(escapeName)
      return known.length > 0 || depth === 0
        ? known.map((field) => [...parent, escapeName(field)].join('.'))
        : [parent.join('.')]
    }
    place = inner instanceof z.ZodObject ? inner.shape[name]! : (inner as z.ZodRecord).valueType
  }
  return undefined
}

function withoutWrapping(place: z.core.$ZodType): z.core.$ZodType {
  return place instanceof z.ZodOptional ||
    place instanceof z.ZodNullable ||
    place instanceof z.ZodDefault
    ? withoutWrapping(place.unwrap())
    : place
}

/** Throws if the record is incomplete afterwards, naming the mask for masked and for new values. */
function mustStayWhole(
  updateMask: string[],
  paths: string[][],
  lacks: { before: PropertyKey[][]; after: PropertyKey[][] },
): void {
  const issues = lacks.after.flatMap((lacking): InputValidationIssue[] => {
    const shared = paths.map((path) => lengthShared(path, lacking))
    const index = shared.indexOf(Math.max(...shared))
    const isNamed = shared[index] === Math.min(getNth(paths, index).length, lacking.length)
    if (!isNamed && lacks.before.some((path) => isDeepStrictEqual(path, lacking))) return []
    const mask = getNth(updateMask, index)
    const place = lacking.map((name) => escapeName(String(name))).join('.')
    return [
      {
        in: 'body',
        name: `updateMask[${index}]`,
        value: mask,
        detail:
          place === mask
            ? 'The field cannot be cleared. Send a new value.'
            : `The update leaves ${place} without a value. Add it to the mask and the body.`,
      },
    ]
  })
  if (issues.length > 0) throw invalidInput(...issues)
}

const lacking = (shape: z.ZodObject, record: Fields): PropertyKey[][] =>
  (shape.safeParse(record).error?.issues ?? []).map(({ path }) => path)

function lengthShared(one: PropertyKey[], other: PropertyKey[]): number {
  const fork = one.findIndex((name, depth) => name !== other[depth])
  return fork < 0 ? one.length : fork
}

const escapeName = (name: string) => name.replaceAll(/[\\.:]/g, String.raw`\$&`)

const findMaskedValue = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    value,
  )

function setAt(target: Fields, [name, ...deeper]: string[], value: unknown): void {
  if (name === undefined) return
  const inner = Object.hasOwn(target, name) ? target[name] : undefined
  if (deeper.length === 0 && value === undefined) delete target[name]
  else if (deeper.length === 0) target[name] = value
  else if (isFields(inner)) setAt(inner, deeper, value)
  else if (value !== undefined) {
    target[name] = {}
    setAt(target[name] as Fields, deeper, value)
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
