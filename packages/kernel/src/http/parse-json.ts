import { isUtf8 } from 'node:buffer'
import { findInexactNumber } from '@platform/connector'
import { Problem } from '../problems/problem.ts'

/** Maximum depth of JSON: no operation needs more, and it would exhaust the stack. */
const deepest = 64

/** Each invalid value is reported, so the cost is bounded by the number of values, not by their bytes. */
const mostValues = 250_000

/**
 * Parses a JSON body. Rejects keys that would change an object's prototype, excessive nesting,
 * excessive numbers of values, and numbers whose digits a double would lose.
 */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new Problem('malformed-json', { detail: 'The body is not valid UTF-8.' })
  const text = body.toString()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem('malformed-json', { detail: withoutExcerpt(error as SyntaxError) })
  }
  // After the depth is known: the search goes down each level.
  check(value, 1, { values: 0 })
  const inexact = findInexactNumber(text)
  if (inexact) {
    throw new Problem('malformed-json', {
      detail: `The number ${inexact.source.slice(0, 50)} at ${JSON.stringify(inexact.key.slice(0, 100))} would lose digits. Send it as a string.`,
    })
  }
  return value
}

function check(value: unknown, depth: number, seen: { values: number }): void {
  seen.values += 1
  if (seen.values > mostValues) {
    throw new Problem('body-too-large', {
      detail: `The body has more than ${mostValues} values. Send it in several requests.`,
    })
  }
  if (value === null || typeof value !== 'object') return
  if (depth > deepest) {
    throw new Problem('malformed-json', {
      detail: `The body is nested deeper than ${deepest} levels.`,
    })
  }
  if (Array.isArray(value)) {
    for (const item of value) check(item, depth + 1, seen)
    return
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') {
      throw new Problem('malformed-json', { detail: 'The key `__proto__` is not allowed.' })
    }
    check((value as Record<string, unknown>)[key], depth + 1, seen)
  }
}

/** V8 quotes the text around the error, which may be a secret; the position is enough. */
const withoutExcerpt = ({ message }: SyntaxError) =>
  /position \d+( \(line \d+ column \d+\))?/.exec(message)
    ? `The body is not valid JSON at ${/position \d+( \(line \d+ column \d+\))?/.exec(message)![0]}.`
    : 'The body is not valid JSON.'
