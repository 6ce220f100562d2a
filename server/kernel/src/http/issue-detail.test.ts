import { expect, it } from 'vitest'
import { z } from 'zod'
import { issueDetail } from './to-problem.ts'

it.each([
  { schema: z.string(), input: undefined, detail: 'It is required.' },
  { schema: z.string(), input: 5, detail: 'Use a string.' },
  { schema: z.coerce.number(), input: 'x', detail: 'Use a number.' },
  { schema: z.int(), input: 1.5, detail: 'Use a whole number.' },
  { schema: z.object({}), input: [], detail: 'Use an object.' },
  { schema: z.record(z.string(), z.string()), input: 'x', detail: 'Use an object.' },
  { schema: z.array(z.string()), input: {}, detail: 'Use a list.' },
  { schema: z.boolean(), input: 'yes', detail: 'Use true or false.' },
  { schema: z.string().min(1), input: '', detail: 'The value must not be empty.' },
  { schema: z.string().min(2), input: 'x', detail: 'Use at least 2 characters.' },
  { schema: z.string().max(2), input: 'xyz', detail: 'Use at most 2 characters.' },
  { schema: z.array(z.string()).min(1), input: [], detail: 'Send at least one item.' },
  { schema: z.number().min(1), input: 0, detail: 'Use 1 or more.' },
  { schema: z.number().max(1000), input: 1001, detail: 'Use 1000 or fewer.' },
  { schema: z.enum(['a', 'b']), input: 'c', detail: 'Use a or b.' },
  { schema: z.enum(['a', 'b', 'c']), input: 'd', detail: 'Use a, b or c.' },
  { schema: z.stringbool(), input: 'x', detail: expect.stringMatching(/^Use true, .* or /) },
  { schema: z.email(), input: 'x', detail: 'Use an email address such as ana@acme.example.' },
  { schema: z.iso.datetime(), input: 'x', detail: 'Use a time such as 2026-01-15T09:30:00Z.' },
  { schema: z.strictObject({}), input: { a: 1, b: 2 }, detail: 'a, no b is not allowed here.' },
  { schema: z.string().regex(/a/, 'Use an a.'), input: 'b', detail: 'Use an a.' },
  {
    schema: z.union([z.string(), z.number()]),
    input: true,
    detail: 'The value matches none of the allowed forms.',
  },
])('describes $input: $detail', ({ schema, input, detail }) => {
  const { error } = schema.safeParse(input, { error: issueDetail })

  expect(error?.issues.map(({ message }) => message)).toEqual([detail])
})
