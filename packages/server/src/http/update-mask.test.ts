import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Problem } from '../problems/problem.ts'
import { masked, maskPath } from './update-mask.ts'

it('round-trips every field name, escaped', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (parts) => {
      const mask = parts
        .map((part) => part.replaceAll(/[\\.:]/g, (character) => `\\${character}`))
        .join('.')

      expect(maskPath(mask)).toEqual(parts)
    }),
  )
})

const allowed = ['label', 'active', 'note'] as const
const changes = fc.record(
  { label: fc.string(), active: fc.boolean(), note: fc.string(), id: fc.string() },
  { requiredKeys: [] },
)

it('takes exactly the fields that the mask names, and clears those that are missing', () => {
  fc.assert(
    fc.property(fc.subarray([...allowed]), changes, (mask, sent) => {
      const fields = masked(mask, sent, allowed)

      expect(fields).toEqual(Object.fromEntries(mask.map((name) => [name, sent[name] ?? null])))
    }),
  )
})

it('refuses every other path, and says which there are', () => {
  const other = fc.oneof(
    fc.string({ minLength: 1 }).filter((path) => !allowed.includes(maskPath(path)[0] as never)),
    fc.constantFrom('label.deeper', '__proto__', 'constructor', 'id'),
  )
  fc.assert(
    fc.property(fc.subarray([...allowed]), other, changes, (known, unknown, sent) => {
      const updating = () => masked([...known, unknown], sent, allowed)

      expect(updating).toThrow(Problem)
      expect(updating).toThrow(
        expect.objectContaining({
          kind: 'invalid-input',
          details: expect.objectContaining({
            remedy: 'updateMask may name: label, active, note.',
            issues: [
              expect.objectContaining({ name: `updateMask[${known.length}]`, value: unknown }),
            ],
          }),
        }),
      )
    }),
  )
})

it('does not clear what a record cannot be without', () => {
  const updating = () =>
    masked(['label', 'note'], { label: null, active: true, note: 'x' }, allowed, ['label'])

  expect(updating).toThrow('The field cannot be cleared')
})
