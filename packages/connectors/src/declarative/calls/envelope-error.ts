import { isMembers } from '../../members.ts'
import { isOfRecord, membersNear, nameAt } from './envelope.ts'
import { classifyMember, wordsIn } from './envelope-words.ts'

/** A failure that a successful reply reports. */
export interface EnvelopeError {
  /** Path in the reply of the member that indicates it. */
  place: string
  /** HTTP status in the body, if the member is one. */
  status?: number
}

const errorNames =
  /^(?:errors?|errs?|error_?(?:messages?|msg|text|details?|description|info|list)|exceptions?|faults?)$/i
const codeNames = /^(?:err(?:or)?_?(?:code|no|number|id|type)|errno|fault_?code)$/i
const successNames = /^(?:is_?)?(?:success(?:ful|full)?|succeeded|ok)$/i
const failureNames = /^(?:has_?errors?|is_?error|is_?failed|failed|failure)$/i
const statusNames = /^(?:status|stat|result|result_?status|response_?status|type)$/i
const httpNames =
  /^(?:status|status_?code|http_?status|http_?(?:status_?)?code|code|result_?code)$/i

const failed =
  /^(?:errors?|fail|failed|failure|ko|nok|not_?ok|exception|fault|unavailable|time[ _-]?out|timed[ _-]?out|busy|throttled|rejected|denied|unauthorized|forbidden|aborted)$/i
const fine =
  /^(?:|-|ok|okay|success|successful|succeeded|none|no|no[ _]?errors?|null|nil|false|n\/?a|0+|2\d\d|complete|completed|done) ?[.!]?$/i
const praise = /\bsuccess(?:ful(?:ly)?)?\b/i
const denial = /\b(?:not|un|no|without|partial(?:ly)?|but)\b/i

/**
 * Returns the failure that a reply reports although its status is a success: an error, or that it did
 * not succeed. Members at `exempt` places belong to the entry, and so have another meaning.
 */
export function findEnvelopeError(
  body: unknown,
  { records, exempt }: { records: string; exempt: readonly string[] },
): EnvelopeError | undefined {
  if (!isMembers(body)) return undefined
  for (const [place, value] of membersNear(body, records)) {
    const isExempt = exempt.some((one) => one === place || place.startsWith(`${one}.`))
    if (isExempt) continue
    const name = nameAt(place)
    if (isFailure(name, value)) return { place }
    if (!isOfRecord(body, place) && isNamedFailure(name, value, place === name)) return { place }
    const status = httpNames.test(name) ? httpStatusIn(value) : undefined
    if (status !== undefined) return { place, status }
    if (name === '_shards' && isMembers(value) && isYes(value['failed'], Infinity)) return { place }
  }
  return undefined
}

function isFailure(name: string, value: unknown): boolean {
  if (errorNames.test(name) || codeNames.test(name)) return saysSomething(value)
  if (successNames.test(name)) return isNo(value)
  if (failureNames.test(name)) return value === true || value === 'true'
  return statusNames.test(name) && typeof value === 'string' && failed.test(value.trim())
}

/**
 * Reports whether the result of one record says that it was not written, beside its ID: by `success: false`, or a
 * state with a reason. `own` are names of its fields, which say nothing about it.
 */
export function deniesSuccess(row: Record<string, unknown>, own: readonly string[]): boolean {
  const members = Object.entries(row).filter(([name]) => !own.includes(name))
  const hasReason = members.some(
    ([name, value]) =>
      (errorNames.test(name) || codeNames.test(name) || reasonNames.test(name)) &&
      saysSomething(value),
  )
  return members.some(([name, value]) =>
    successNames.test(name)
      ? value === false || (typeof value === 'string' && /^\s*false\s*$/i.test(value))
      : hasReason && statusNames.test(name) && typeof value === 'string' && failed.test(value),
  )
}

const reasonNames = /^(?:message|msg|reason|detail|description)$/i

/** Judges a member whose name consists of known words. */
function isNamedFailure(name: string, value: unknown, isTop: boolean): boolean {
  switch (classifyMember(name)) {
    case 'error':
      return saysSomething(value)
    case 'error count':
      return isYes(value, Infinity)
    case 'success':
      return isNo(value)
    case 'failure':
      return isTop && isYes(value)
    case 'state':
      return isTop && (value === false || (typeof value === 'string' && describesFailure(value)))
    case 'code':
      return typeof value === 'string' && namesFailure(value)
    default:
      return false
  }
}

const failedWords = new Set(
  'error errors err fail failed failure exception fault unavailable'.split(' '),
)

/** Reports whether a status names a failure, in one word or in several. */
const describesFailure = (text: string): boolean => failed.test(text.trim()) || namesFailure(text)

function namesFailure(text: string): boolean {
  if (denial.test(text)) return false
  const words = wordsIn(text)
  return words.some((word) => failedWords.has(word)) && !words.includes('no')
}

/** Reports whether a value is a no. */
export const isNo = (value: unknown) =>
  value === false ||
  value === 0 ||
  (typeof value === 'string' && /^\s*(?:false|no|n|0)\s*$/i.test(value))

/** Reports whether a value is a yes, or a count above zero and up to this one. */
export const isYes = (value: unknown, maxCount = 1): boolean =>
  typeof value === 'number'
    ? value > 0 && value <= maxCount
    : typeof value === 'string'
      ? /^\s*(?:true|yes|y)\s*$/i.test(value) || isYes(Number(value), maxCount)
      : value === true

/** Reports whether any value in it is more than "no error". */
export function saysSomething(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') {
    return !fine.test(value.trim()) && !(praise.test(value) && !denial.test(value))
  }
  if (typeof value === 'number') return value !== 0 && Math.floor(value / 100) !== 2
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || depth > 4) return false
  if (isMembers(value) && isCodeOfSuccess(value)) return false
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner.slice(0, 100).some((one) => saysSomething(one, depth + 1))
}

/** Beside a code that means success, a message only repeats it, in any language. */
function isCodeOfSuccess(error: Record<string, unknown>): boolean {
  const codes = Object.entries(error).filter(([name]) => /^(?:error_?)?code$/i.test(name))
  return (
    codes.length > 0 &&
    codes.every(
      ([, code]) =>
        (typeof code === 'number' || (typeof code === 'string' && code.trim() !== '')) &&
        !saysSomething(code),
    )
  )
}

function httpStatusIn(value: unknown): number | undefined {
  const isDigits = typeof value === 'string' && /^[45]\d\d$/.test(value)
  const status = isDigits ? Number(value) : value
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600
    ? status
    : undefined
}
