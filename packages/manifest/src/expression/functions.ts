import {
  compareValues,
  foldText,
  isDateText,
  toComparedNumber,
} from '@platform/contract/compare-values'
import { ExpressionError } from './expression-error.ts'
import type { StepBudget } from './step-budget.ts'

/** Type of a value; any value can also be `null`. */
export type ExpressionType = 'text' | 'number' | 'boolean' | 'list' | 'any'

export interface ExpressionFunction {
  /** Shown in errors and in the documentation. */
  usage: string
  /** Minimum and maximum number of values. */
  args: readonly [least: number, most: number]
  returns: ExpressionType
  /** Called only if the first value exists, unless `takesNothing`. */
  run: (budget: StepBudget, ...args: readonly unknown[]) => unknown
  takesNothing?: boolean
}

const dayMs = 86_400_000

/** By name. None reads the clock or chance: the same record always has the same values. */
export const expressionFunctions: ReadonlyMap<string, ExpressionFunction> = new Map(
  Object.entries({
    lower: ofText('lower(text)', (text) => text.toLowerCase()),
    upper: ofText('upper(text)', (text) => text.toUpperCase()),
    trim: ofText('trim(text)', (text) => text.trim()),
    length: {
      usage: 'length(text or list)',
      args: [1, 1],
      returns: 'number',
      takesNothing: true,
      run: (budget, value) =>
        Array.isArray(value) ? value.length : toCharacters(budget, toTextOrEmpty(value)).length,
    },
    substring: {
      usage: 'substring(text, start, end)',
      args: [2, 3],
      returns: 'text',
      run: (budget, value, start, end) =>
        toCharacters(budget, requireText(value))
          .slice(
            requireNumber(start),
            end === undefined || end === null ? undefined : requireNumber(end),
          )
          .join(''),
    },
    substring_before: {
      usage: "substring_before(text, 'part')",
      args: [2, 2],
      returns: 'text',
      run: (budget, value, part) => cutText(budget, value, part)[0],
    },
    substring_after: {
      usage: "substring_after(text, 'part')",
      args: [2, 2],
      returns: 'text',
      run: (budget, value, part) => cutText(budget, value, part)[1],
    },
    replace: {
      usage: "replace(text, 'part', 'other')",
      args: [3, 3],
      returns: 'text',
      run: (budget, value, part, other) =>
        budget.join(splitText(budget, value, part), toTextOrEmpty(other)),
    },
    split: {
      usage: "split(text, 'separator')",
      args: [2, 2],
      returns: 'list',
      run: splitText,
    },
    join: {
      usage: "join('separator', list)",
      args: [2, 2],
      returns: 'text',
      takesNothing: true,
      run: (budget, separator, value) => {
        if (value === null) return null
        const parts = requireList(value)
        budget.spend(parts.length)
        if (parts.some((part) => part === null)) return null
        return budget.join(parts.map(requireText), toTextOrEmpty(separator))
      },
    },
    contains: {
      usage: "contains(text or list, 'part')",
      args: [2, 2],
      returns: 'boolean',
      run: (budget, value, part) => {
        if (part === null || part === '') return false
        if (Array.isArray(value)) {
          budget.spend(value.length)
          const comparedLength = getLength(part)
          return value.some((one) => {
            if (typeof one === 'string') budget.spend()
            budget.spend(Math.floor((getLength(one) + comparedLength) / 256))
            return isSingleValue(one) && compareValues(one, part) === 0
          })
        }
        return fold(budget, value).includes(fold(budget, part))
      },
    },
    starts_with: {
      usage: "starts_with(text, 'part')",
      args: [2, 2],
      returns: 'boolean',
      run: (budget, value, part) => fold(budget, value).startsWith(fold(budget, part)),
    },
    ends_with: {
      usage: "ends_with(text, 'part')",
      args: [2, 2],
      returns: 'boolean',
      run: (budget, value, part) => fold(budget, value).endsWith(fold(budget, part)),
    },
    is_empty: {
      usage: 'is_empty(value)',
      args: [1, 1],
      returns: 'boolean',
      takesNothing: true,
      run: (_, value) =>
        value === null || value === '' || (Array.isArray(value) && value.length === 0),
    },
    to_string: {
      usage: 'to_string(value)',
      args: [1, 1],
      returns: 'text',
      run: (_, value) => requireText(value),
    },
    to_number: {
      usage: 'to_number(text)',
      args: [1, 1],
      returns: 'number',
      run: (_, value) => requireNumber(value),
    },
    round: {
      usage: 'round(number, digits)',
      args: [1, 2],
      returns: 'number',
      run: (_, value, digits) => roundNumber(requireNumber(value), requireNumber(digits ?? 0)),
    },
    floor: ofNumber('floor(number)', Math.floor),
    ceil: ofNumber('ceil(number)', Math.ceil),
    abs: ofNumber('abs(number)', Math.abs),
    sum: ofNumbers('sum(list)', (numbers) => numbers.reduce((sum, one) => sum + one, 0)),
    min: ofNumbers('min(list)', (numbers) => findBest(numbers, (one, best) => one < best)),
    max: ofNumbers('max(list)', (numbers) => findBest(numbers, (one, best) => one > best)),
    to_date: {
      usage: 'to_date(date)',
      args: [1, 1],
      returns: 'text',
      run: (_, value) => toIso(toTimeMs(value)).slice(0, 10),
    },
    to_time: {
      usage: 'to_time(date)',
      args: [1, 1],
      returns: 'text',
      run: (_, value) => toIso(toTimeMs(value)),
    },
    add_days: {
      usage: 'add_days(date, days)',
      args: [2, 2],
      returns: 'text',
      run: (_, value, days) => {
        if (days === null) return null
        const text = toIso(toTimeMs(value) + requireNumber(days) * dayMs)
        return typeof value === 'string' && value.length === 10 ? text.slice(0, 10) : text
      },
    },
    days_between: {
      usage: 'days_between(from, to)',
      args: [2, 2],
      returns: 'number',
      run: (_, from, to) =>
        to === null ? null : Math.trunc((toTimeMs(to) - toTimeMs(from)) / dayMs) + 0,
    },
    format_date: {
      usage: "format_date(date, 'YYYY-MM-DD HH:mm:ss')",
      args: [2, 2],
      returns: 'text',
      run: (budget, value, pattern) => {
        const text = toIso(toTimeMs(value))
        const asked = toTextOrEmpty(pattern)
        budget.spendText(asked, 16)
        return budget.join([
          asked.replaceAll(/YYYY|MM|DD|HH|mm|ss/g, (part) => pickPart(text, part)),
        ])
      },
    },
  } satisfies Record<string, ExpressionFunction>),
)

function ofText(usage: string, change: (text: string) => string): ExpressionFunction {
  const run: ExpressionFunction['run'] = (budget, value) => {
    const text = requireText(value)
    budget.spendText(text)
    return change(text)
  }
  return { usage, args: [1, 1], returns: 'text', run }
}

function ofNumber(usage: string, change: (number: number) => number): ExpressionFunction {
  return {
    ...{ usage, args: [1, 1], returns: 'number' },
    run: (_, value) => change(requireNumber(value)),
  }
}

function ofNumbers(
  usage: string,
  combine: (numbers: readonly number[]) => number | null,
): ExpressionFunction {
  const run: ExpressionFunction['run'] = (budget, value) => {
    const list = requireList(value)
    budget.spend(list.length)
    return combine(list.filter((one) => one !== null && one !== '').map(requireNumber))
  }
  return { usage, args: [1, 1], returns: 'number', run }
}

const findBest = (
  numbers: readonly number[],
  isBetter: (one: number, best: number) => boolean,
): number | null =>
  numbers.reduce<number | null>(
    (best, one) => (best === null || isBetter(one, best) ? one : best),
    null,
  )

export const isSingleValue = (value: unknown): value is string | number | boolean | null =>
  typeof value !== 'object' || value === null

/** Returns a value as text. @throws ExpressionError if it is a list or an object */
function requireText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new ExpressionError(`${describeKind(value)} cannot be used as a text`)
}

export const toTextOrEmpty = (value: unknown): string =>
  value === null || value === undefined ? '' : requireText(value)

/** Returns a value as a number, also from text. @throws ExpressionError */
export function requireNumber(value: unknown): number {
  const number = toComparedNumber(value)
  if (Number.isFinite(number)) return number
  throw new ExpressionError(`${describeKind(value)} is not a number`)
}

function requireList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new ExpressionError(`${describeKind(value)} is not a list`)
}

/** Names the kind of a value without the value, which may be a customer's secret. */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'an empty value'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'number') return 'a number'
  return typeof value === 'boolean' ? 'a boolean' : 'an object'
}

function fold(budget: StepBudget, value: unknown): string {
  const text = toTextOrEmpty(value)
  budget.spendText(text, 64)
  return foldText(text)
}

const getLength = (value: unknown) => (typeof value === 'string' ? value.length : 0)

function toCharacters(budget: StepBudget, text: string): string[] {
  budget.spendText(text, 16)
  return Array.from(text)
}

/** Splits at the first place of a part; without one, the whole text comes first. */
function cutText(budget: StepBudget, value: unknown, part: unknown): [string, string] {
  const [text, wanted] = [requireText(value), toTextOrEmpty(part)]
  budget.spendText(text)
  const at = wanted === '' ? -1 : text.indexOf(wanted)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + wanted.length)]
}

function splitText(budget: StepBudget, value: unknown, separator: unknown): string[] {
  const [text, wanted] = [requireText(value), toTextOrEmpty(separator)]
  if (wanted === '') throw new ExpressionError('the text to look for is empty')
  budget.spendText(text)
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, from)) {
    budget.push(parts, text.slice(from, at))
    from = at + wanted.length
  }
  budget.push(parts, text.slice(from))
  return parts
}

function roundNumber(number: number, digits: number): number {
  if (!Number.isInteger(digits) || digits < 0 || digits > 15)
    throw new ExpressionError('the number of digits must be between 0 and 15')
  // By exponents in text: 1.005 * 100 is less than 100.5.
  const shifted = Math.round(Number(shiftExponent(Math.abs(number), digits)))
  return Math.sign(number) * Number(shiftExponent(shifted, -digits)) + 0
}

function shiftExponent(number: number, by: number): string {
  const [mantissa, exponent = '0'] = String(number).split('e')
  return `${mantissa}e${Number(exponent) + by}`
}

/** Returns the time of a date in RFC 3339, or of milliseconds since 1970. */
function toTimeMs(value: unknown): number {
  if (isDateText(value)) return Date.parse(value)
  const ms = toComparedNumber(value)
  if (Number.isFinite(ms)) return ms
  throw new ExpressionError(`${describeKind(value)} is not a date in RFC 3339`)
}

function toIso(ms: number): string {
  // Dates outside these years have other forms.
  const isWritable = ms >= Date.UTC(100, 0, 1) && ms < Date.UTC(10_000, 0, 1)
  if (!isWritable) throw new ExpressionError('the date is not between the years 100 and 9999')
  return new Date(ms).toISOString()
}

function pickPart(iso: string, part: string): string {
  const [from, to] =
    {
      YYYY: [0, 4],
      MM: [5, 7],
      DD: [8, 10],
      HH: [11, 13],
      mm: [14, 16],
      ss: [17, 19],
    }[part] ?? []
  return iso.slice(from, to)
}
