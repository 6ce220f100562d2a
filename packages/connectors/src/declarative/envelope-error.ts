import { isMembers } from '../members.ts'
import { getAtDotPath } from './dot-path.ts'
import { membersNear } from './envelope.ts'

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
  /^(?:errors?|fail|failed|failure|ko|nok|not_?ok|exception|fault|unavailable|time_?out|timed_?out|busy|throttled|rejected|denied|unauthorized|forbidden|aborted)$/i
const fine =
  /^\s*(?:|ok|okay|success|successful|succeeded|none|no|no[ _]?errors?|null|nil|false|n\/?a|0+|2\d\d|complete|completed|done)\s*$/i

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
    const name = place.slice(place.lastIndexOf('.') + 1)
    if (isFailure(name, value)) return { place }
    const status = httpNames.test(name) ? httpStatusIn(value) : undefined
    if (status !== undefined) return { place, status }
  }
  return undefined
}

function isFailure(name: string, value: unknown): boolean {
  if (errorNames.test(name) || codeNames.test(name)) return saysSomething(value)
  if (successNames.test(name)) return isNo(value)
  if (failureNames.test(name)) return value === true || value === 'true'
  return statusNames.test(name) && typeof value === 'string' && failed.test(value.trim())
}

const isNo = (value: unknown) =>
  value === false || value === 'false' || value === 'no' || value === 0 || value === '0'

/** Reports whether any value in it is more than "no error". */
function saysSomething(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !fine.test(value)
  if (typeof value === 'number') return value !== 0 && Math.floor(value / 100) !== 2
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || depth > 4) return false
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner.slice(0, 100).some((one) => saysSomething(one, depth + 1))
}

function httpStatusIn(value: unknown): number | undefined {
  const isDigits = typeof value === 'string' && /^[45]\d\d$/.test(value)
  const status = isDigits ? Number(value) : value
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600
    ? status
    : undefined
}

const partialNames =
  /^(?:is_?)?(?:partial|partial_?(?:results?|data)|timed_?out|time_?out|incomplete|incomplete_?results?|degraded)$/i
const wordNames = /^(?:code|message|msg|detail|details|reason|warnings?|title|description)$/i
const reassuring = /\b(?:success|ok|no (?:\w+ ){0,3}(?:found|available|exist)|not found|empty)\b/i

/** Returns why a page may lack records, as a sentence; undefined if nothing in the reply indicates it. */
export function findDoubt(
  body: unknown,
  { records, isNull, isEmpty }: { records: string; isNull: boolean; isEmpty: boolean },
): string | undefined {
  if (!isMembers(body)) return undefined
  const near = membersNear(body, records)
  const partial = near.find(
    ([place, value]) =>
      partialNames.test(place.slice(place.lastIndexOf('.') + 1)) &&
      (value === true || value === 'true'),
  )
  if (partial) return `The reply says at ${partial[0]} that it is incomplete.`
  if (isNull && getAtDotPath(body, records) === null) {
    return `The list at ${records} is null, which does not show that it is empty.`
  }
  if (!isEmpty) return undefined
  const words = near.find(
    ([place, value]) =>
      wordNames.test(place.slice(place.lastIndexOf('.') + 1)) &&
      saysSomething(value) &&
      !(typeof value === 'string' && (reassuring.test(value) || /^\d+$/.test(value))) &&
      typeof value !== 'number',
  )
  return words && `The list is empty, and the reply has a message at ${words[0]}.`
}
