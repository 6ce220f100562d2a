import { setImmediate as nextTurn } from 'node:timers/promises'
import { findInexactNumber } from '@platform/connector'
import { Problem } from '../../problems/problem.ts'
import { mustBeWithinLimits, usualLimits, type BodyLimits } from './body-limits.ts'

/** A longer body takes a millisecond or more in each of its steps. */
const longBytes = 64 * 1024

/**
 * Parses a JSON body. Rejects bodies beyond the limits, keys that would change an object's
 * prototype, and numbers whose digits a double would lose. Serves others between the steps of a
 * long one.
 */
export async function parseJson(body: Buffer, limits: BodyLimits = usualLimits): Promise<unknown> {
  const pause = async () => (body.length > longBytes ? nextTurn() : undefined)
  mustBeWithinLimits(body, limits)
  await pause()
  const text = body.toString()
  const value = parseText(text)
  await pause()
  mustHaveSafeKeys(text, value)
  const inexact = findInexactNumber(text)
  if (inexact) {
    throw new Problem('malformed-json', {
      detail: `The number ${inexact.source.slice(0, 50)} at ${JSON.stringify(inexact.key.slice(0, 100))} would lose digits. Send it as a string.`,
    })
  }
  await pause()
  return value
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Problem('malformed-json', { detail: withoutExcerpt(error as SyntaxError) })
  }
}

function mustHaveSafeKeys(text: string, value: unknown): void {
  // Few bodies have the key, written out or escaped.
  const maySpell = text.includes('__proto__') || text.includes('\\u')
  if (!maySpell || !hasPrototypeKey(value)) return
  throw new Problem('malformed-json', { detail: 'The key `__proto__` is not allowed.' })
}

function hasPrototypeKey(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  const isObject = !Array.isArray(value)
  return (
    (isObject && Object.hasOwn(value, '__proto__')) || Object.values(value).some(hasPrototypeKey)
  )
}

/** V8 quotes the text around the error, which may be a secret; the position is enough. */
const withoutExcerpt = ({ message }: SyntaxError) =>
  /position \d+( \(line \d+ column \d+\))?/.exec(message)
    ? `The body is not valid JSON at ${/position \d+( \(line \d+ column \d+\))?/.exec(message)![0]}.`
    : 'The body is not valid JSON.'
