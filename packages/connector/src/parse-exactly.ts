/** What `JSON.parse` passes to its reviver; the source is that of a value that is no container. */
interface Context {
  source?: string
}

/**
 * Matches numbers of more than 15 digits or with a large exponent, also those within strings. Of longer ones, the
 * beginning is enough, and the whole would exceed the stack.
 */
const longNumber =
  /(?:^|[[:,\s])(-?(?:\d[\d.]{15,1000}(?:[eE][-+]?\d{1,9})?|\d[\d.]{0,1000}[eE][-+]?\d{3,9}))/g

/**
 * Reports whether a text may contain a number that a double cannot represent. A string with such digits
 * only costs time.
 */
function mayLoseDigits(text: string): boolean {
  for (const [, source = ''] of text.matchAll(longNumber)) {
    if (isInexact(Number(source), source)) return true
  }
  return false
}

/** Maximum depth of JSON from outside, as in requests: whatever walks it deeper would exhaust the stack. */
export const maxJsonDepth = 64

/** JSON that is nested deeper than anything needs, which is the same when it is fetched again. */
export class TooDeepError extends SyntaxError {
  override name = 'TooDeepError'

  constructor(maxDepth = maxJsonDepth) {
    super(`It is nested deeper than ${maxDepth} levels.`)
  }
}

const quote = 34
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** Reports whether JSON is nested deeper than allowed; exact for valid JSON. */
function isTooDeep(text: string, maxDepth: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) {
        if (text.charCodeAt(at) === backslash) at++
      }
    } else if (code === openBracket || code === openBrace) {
      if (++depth > maxDepth) return true
    } else if (code === closeBracket || code === closeBrace) depth--
  }
  return false
}

/**
 * Parses JSON like `JSON.parse`, but a number that a double cannot represent becomes a string with the
 * digits of the text: an integer above 2^53 - 1, an amount with more digits than a double has, or one too small for it.
 * @throws TooDeepError for more levels than `maxDepth`, by default 64; with Infinity, they are not counted
 */
export function parseExactly(
  text: string,
  { maxDepth = maxJsonDepth }: { maxDepth?: number } = {},
): unknown {
  if (maxDepth < Infinity && isTooDeep(text, maxDepth)) throw new TooDeepError(maxDepth)
  return mayLoseDigits(text)
    ? (JSON.parse(text, (_, value: unknown, context?: Context) =>
        isInexact(value, context?.source) ? context?.source : value,
      ) as unknown)
    : (JSON.parse(text) as unknown)
}

/** Returns the name and the digits of a number that a double cannot represent; undefined if all can. */
export function findInexactNumber(text: string): { key: string; source: string } | undefined {
  if (!mayLoseDigits(text)) return undefined
  let found: { key: string; source: string } | undefined
  JSON.parse(text, (key, value: unknown, context?: Context) => {
    const source = context?.source
    if (source !== undefined && isInexact(value, source)) found ??= { key, source }
    return value
  })
  return found
}

/** Reports whether a double is not the number of the text. */
export function isInexact(value: unknown, source: string | undefined): source is string {
  if (typeof value !== 'number' || source === undefined) return false
  if (!Number.isFinite(value)) return true
  if (String(value) === source && !source.includes('e'))
    return Math.abs(value) > Number.MAX_SAFE_INTEGER
  if (/^-?\d+$/.test(source)) return !Number.isSafeInteger(value)
  const [mantissa = ''] = source.split(/[eE]/, 1)
  const digits = significantDigits(mantissa)
  // Of a number that is too small, nothing is left.
  if (value === 0) return digits !== ''
  // Providers that print doubles with 17 or more digits have lost nothing.
  return digits.length > 15 && significantDigits(getMantissa(value, digits.length)) !== digits
}

const getMantissa = (value: number, digits: number) =>
  value.toExponential(Math.min(digits, 101) - 1).replace(/e.*$/, '')

const significantDigits = (number: string) => {
  const digits = number.replaceAll(/[-.]/g, '').replace(/^0+/, '')
  // By a pattern, zeros between other digits would be tried from each of them.
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
