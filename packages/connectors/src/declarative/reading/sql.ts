import { ProviderError } from '@platform/connector'
import { z } from 'zod'
import { DotPlace } from '../calls/places.ts'

export const SqlRules = z
  .strictObject({
    statement: z
      .string()
      .max(4_000)
      .describe(
        'Query with `{where}` for ` WHERE` and the conditions, or `{and}` for ` AND` and the conditions. `{{name}}` is a value of the connection, `{object}` the name of an object that is read by its path.',
      ),
    in: DotPlace.describe('Path of the query in the body.'),
  })
  .superRefine(({ statement }, context) => {
    const places = statement.match(/\{(?:where|and)\}/g) ?? []
    if (places.length !== 1) {
      context.addIssue({
        code: 'custom',
        path: ['statement'],
        message: 'must contain {where} or {and} once, for the conditions of changes and pages',
      })
    }
    if (/;|--|\/\*/.test(statement)) {
      context.addIssue({
        code: 'custom',
        path: ['statement'],
        message: 'must be one statement without comments',
      })
    }
  })
  .describe('Query language: the body contains a query such as SQL.')
export type SqlRules = z.infer<typeof SqlRules>

/** Returns the query with these conditions. */
export function makeStatement(
  { statement }: SqlRules,
  conditions: readonly string[],
  values: Readonly<Record<string, string>>,
): string {
  const all = conditions.join(' AND ')
  const text = statement
    .replace('{where}', () => (all === '' ? '' : ` WHERE ${all}`))
    .replace('{and}', () => (all === '' ? '' : ` AND ${all}`))
  return text.replaceAll(/\{\{(\w{1,100})\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (!value) throw new ProviderError('bad-request', `The connection has no ${name}.`)
    return identifier(value, name)
  })
}

/** Values of a connection are names in a query, never parts of it. */
function identifier(value: string, name: string): string {
  if (/^[\w$-]{1,200}(?:\.[\w$-]{1,200}){0,3}$/.test(value) && !value.includes('--')) return value
  throw new ProviderError(
    'bad-request',
    `The ${name} of the connection is not a valid name in a query: letters, digits, _, - and dots.`,
  )
}

/** Returns the condition that continues after a record. */
export function conditionAfter(
  { param, template = '{name} > {last}' }: { param: string; template?: string | undefined },
  last: string | number,
): string {
  const text = String(last)
  const isQuoted = /'\{last\}'/.test(template)
  const isSafe = isQuoted ? /^[^'"\\\p{Cc}]{1,500}$/u.test(text) : /^-?\d{1,30}$/.test(text)
  if (!isSafe) {
    throw new ProviderError(
      'bad-request',
      `The list cannot continue after the ID ${JSON.stringify(text.slice(0, 100))}.`,
    )
  }
  return template.replaceAll('{name}', () => param).replaceAll('{last}', () => text)
}
