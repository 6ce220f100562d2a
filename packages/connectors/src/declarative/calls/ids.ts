import { ProviderError } from '@platform/connector'
import { z } from 'zod'
import { isPlainPath } from './places.ts'
import { pathStep } from './templates.ts'

const place = String.raw`[\w@$:-]+(?:\.[\w@$:-]+)*`
const form = new RegExp(
  String.raw`^(?:|[\w@$:-]+(?: [\w@$:-]+)*(?:\.[\w@$:-]+)*|[^{}]*(?:\{${place}\}[^{}]*)+)$`,
)

/** Where the ID of a record is: a path, or a template of several values. */
export const RecordId = z
  .string()
  .max(200)
  .regex(form, 'a dot path such as data.id, or a template such as {orderId}-{line}')
  .refine((text) => !text.includes('}{'), 'needs text between two values')
  .refine(
    (text) => text.split(/[{}]/).every((part) => isPlainPath(part)),
    'no name of what every object inherits',
  )

/** An ID that is composed of values: the text before each of them, and the text after the last. */
export interface IdTemplate {
  places: string[]
  texts: string[]
}

/** Returns the template of an ID; undefined if the ID is at a path. */
export function parseIdTemplate(id: string | undefined): IdTemplate | undefined {
  if (id === undefined || !id.includes('{')) return undefined
  const parts = id.split(/\{([^{}]+)\}/)
  return {
    places: parts.filter((_, number) => number % 2 === 1),
    texts: parts.filter((_, number) => number % 2 === 0),
  }
}

/**
 * Composes an ID. Only the first value can contain the separators: in others they are escaped, so that
 * different values never have the same ID.
 */
export function composeId(
  { places, texts }: IdTemplate,
  find: (place: string) => unknown,
): string | { missing: string } {
  let id = texts[0] ?? ''
  for (const [number, name] of places.entries()) {
    const value = find(name)
    const isValue = (typeof value === 'string' && value !== '') || typeof value === 'number'
    if (!isValue) return { missing: name }
    id +=
      (number === 0 ? String(value) : escapePart(String(value), texts)) + (texts[number + 1] ?? '')
  }
  return id
}

/** Returns the values of an ID, by their place; undefined for an ID that was not made by the template. */
export function partsOfId(
  { places, texts }: IdTemplate,
  id: string,
): Record<string, string> | undefined {
  const [start = ''] = texts
  const end = texts.at(-1) ?? ''
  if (!id.startsWith(start) || !id.endsWith(end) || id.length < start.length + end.length) {
    return undefined
  }
  let rest = id.slice(start.length, id.length - end.length)
  const parts: Record<string, string> = {}
  for (let number = places.length - 1; number > 0; number--) {
    const separator = texts[number] ?? ''
    const at = rest.lastIndexOf(separator)
    if (at < 0) return undefined
    parts[places[number] ?? ''] = unescapePart(rest.slice(at + separator.length))
    rest = rest.slice(0, at)
  }
  parts[places[0] ?? ''] = rest
  return Object.values(parts).includes('') ? undefined : parts
}

/** First characters of the separators, and that of the escapes. */
const special = (texts: readonly string[]) =>
  new Set(['%', ...texts.slice(1).flatMap((text) => text.slice(0, 1))])

const escapePart = (value: string, texts: readonly string[]) => {
  const all = special(texts)
  return Array.from(value)
    .map((character) => (all.has(character) ? percent(character) : character))
    .join('')
}

const percent = (character: string) =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')

function unescapePart(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Replaces `{id}` in a path, or the values of a composed ID by their places. */
export function withId(
  path: string,
  id: string,
  ids: IdTemplate | undefined,
  write: (value: string) => string = pathStep,
): string {
  if (!ids) return path.replaceAll('{id}', () => write(id))
  const parts = partsOfId(ids, id)
  if (!parts) {
    throw new ProviderError(
      'bad-request',
      `${JSON.stringify(id.slice(0, 100))} is not a valid record ID.`,
    )
  }
  return path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(parts, name) ? write(parts[name] ?? '') : whole,
  )
}
