import type { z } from 'zod'

/**
 * Describes an invalid input and what to send instead; undefined to use the schema's own message.
 */
export function issueDetail(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'It is required.' : `Use ${types[issue.expected]}.`
    case 'invalid_value':
      return describeValues(issue.values)
    case 'too_small':
      return atLeast(issue.origin, Number(issue.minimum))
    case 'too_big':
      return atMost(issue.origin, Number(issue.maximum))
    case 'invalid_format':
      return formats[issue.format]
    case 'unrecognized_keys':
      return `${issue.keys.join(', no ')} is not allowed here.`
    case 'invalid_union':
      return 'The value matches none of the allowed forms.'
    default:
      return undefined
  }
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** By the list of a schema, which its issues share: a wrong list has thousands of them. */
const described = new WeakMap<readonly unknown[], string>()

function describeValues(values: readonly unknown[]): string {
  const known = described.get(values)
  if (known !== undefined) return known
  const text = `Use ${either.format(values.map(String))}.`
  described.set(values, text)
  return text
}

const types: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
}

const formats: Record<string, string> = {
  date: 'Use a date such as 2026-01-15.',
  datetime: 'Use a time such as 2026-01-15T09:30:00Z.',
  email: 'Use an email address such as ana@acme.example.',
  url: 'Use a URL such as https://acme.example/.',
  uuid: 'Use a UUID.',
}

function atLeast(origin: string, minimum: number): string {
  if (origin === 'string') {
    return minimum === 1 ? 'The value must not be empty.' : `Use at least ${minimum} characters.`
  }
  if (origin === 'array')
    return minimum === 1 ? 'Send at least one item.' : `Send at least ${minimum} items.`
  return `Use ${minimum} or more.`
}

function atMost(origin: string, maximum: number): string {
  if (origin === 'string') return `Use at most ${maximum} characters.`
  if (origin === 'array') return `Send at most ${maximum} items.`
  return `Use ${maximum} or fewer.`
}
