import { hasDotSegments, ProviderError } from '@platform/connector'
import { isMembers } from '../../members.ts'

/** Fills in values of the connection in a header, a query or a path: `{{workspace}}`. */
export function fillIn(
  text: string,
  values: Readonly<Record<string, string>>,
  write: (value: string) => string = oneLine,
): string {
  if (!text.includes('{{')) return text
  return text.replaceAll(/\{\{\s*\.?(\w{1,100})\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (!value) {
      throw new ProviderError('bad-request', `The connection has no ${name}.`)
    }
    return write(value)
  })
}

/** Fills in values of the connection at all levels of a body. */
export function fillInBody<Part>(part: Part, values: Readonly<Record<string, string>>): Part
export function fillInBody(part: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof part === 'string') return fillIn(part, values)
  if (Array.isArray(part)) return part.map((one: unknown) => fillInBody(one, values))
  if (!isMembers(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, inner]) => [name, fillInBody(inner, values)]),
  )
}

function oneLine(value: string): string {
  if (/[\r\n\0]/.test(value))
    throw new ProviderError('bad-request', 'A value is not a single line.')
  return value
}

/** Reports whether the value can be a path segment that leads nowhere else. */
export const isPathSegment = (value: string): boolean =>
  value !== '' && !hasDotSegments(value) && value.length <= 500

/** Encodes a path segment, so that it cannot lead elsewhere. */
export function pathStep(value: string): string {
  if (!isPathSegment(value)) {
    throw new ProviderError(
      'bad-request',
      `${JSON.stringify(value.slice(0, 100))} is not a valid record ID.`,
    )
  }
  return encodeURIComponent(value)
}
