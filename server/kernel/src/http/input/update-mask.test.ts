import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Problem } from '../../problems/problem.ts'
import { applyMask, toMaskedColumns, maskPath, withoutNulls } from './update-mask.ts'

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

const shape = z.object({
  name: z.string(),
  note: z.string().optional(),
  settings: z
    .object({
      headers: z.record(z.string(), z.string()).optional(),
      limits: z.object({ perHour: z.int(), burst: z.int().optional() }).optional(),
      tags: z.array(z.string()).optional(),
    })
    .optional(),
})
const before = {
  name: 'old',
  note: 'a note',
  settings: { headers: { 'x.a': '1', b: '2' }, limits: { perHour: 10, burst: 3 } },
}

describe('what a mask names', () => {
  it.each<[string, string[], object, object]>([
    ['takes a field', ['name'], { name: 'new', note: 'ignored' }, { ...before, name: 'new' }],
    ['clears what is left out', ['note'], {}, { name: 'old', settings: before.settings }],
    ['clears what is null', ['note'], { note: null }, { name: 'old', settings: before.settings }],
    [
      'takes an object whole',
      ['settings'],
      { settings: { tags: ['x'] } },
      { ...before, settings: { tags: ['x'] } },
    ],
    [
      'takes what is inside of one, and leaves its neighbours',
      ['settings.limits.burst'],
      { settings: { limits: { perHour: 99, burst: 4 } } },
      { ...before, settings: { ...before.settings, limits: { perHour: 10, burst: 4 } } },
    ],
    [
      'reads escaped names',
      [String.raw`settings.headers.x\.a`, String.raw`settings.headers.urn\:c`],
      { settings: { headers: { 'x.a': '9', 'urn:c': '3' } } },
      {
        ...before,
        settings: { ...before.settings, headers: { 'x.a': '9', b: '2', 'urn:c': '3' } },
      },
    ],
    [
      'clears a key',
      ['settings.headers.b'],
      { settings: { headers: {} } },
      { ...before, settings: { ...before.settings, headers: { 'x.a': '1' } } },
    ],
    [
      'makes nothing up to clear below it',
      ['settings.tags', 'note'],
      { note: 'n' },
      { ...before, note: 'n' },
    ],
  ])('%s', (_what, mask, changes, after) => {
    expect(applyMask(before, mask, changes, shape)).toEqual(after)
  })

  it('creates missing parents', () => {
    const changes = { settings: { headers: { a: '1' } } }

    expect(applyMask({ name: 'n' }, ['settings.headers.a'], changes, shape)).toEqual({
      name: 'n',
      ...changes,
    })
    expect(applyMask({ name: 'n' }, ['settings.headers.b'], changes, shape)).toEqual({ name: 'n' })
  })

  it('does not modify its arguments', () => {
    const given = structuredClone(before)

    applyMask(given, ['settings.headers.b', 'note'], {}, shape)

    expect(given).toEqual(before)
  })
})

describe('a mask is rejected', () => {
  it.each<[string, string[], string]>([
    ['for an unknown field', ['name', 'nam'], 'name, note, settings'],
    ['for an inherited one', ['name', 'constructor'], 'name, note, settings'],
    ['below a value', ['name', 'name.first'], 'name'],
    ['below a list', ['name', 'settings.tags.0'], 'settings.tags'],
    [
      'for an unknown field of an object',
      ['name', 'settings.limits.perDay'],
      'settings.limits.perHour, settings.limits.burst',
    ],
    ['for the prototype', ['name', 'settings.headers.__proto__'], 'settings.headers'],
    [
      'for an escaped name that is none',
      ['name', String.raw`settings\.tags`],
      'name, note, settings',
    ],
  ])('%s', (_why, mask, allowed) => {
    const applying = () => applyMask(before, mask, { name: 'x' }, shape)

    expect(applying).toThrow(Problem)
    expect(applying).toThrow(
      expect.objectContaining({
        kind: 'invalid-input',
        details: expect.objectContaining({
          remedy: `Allowed in updateMask: ${allowed}.`,
          issues: [
            {
              in: 'body',
              name: 'updateMask[1]',
              value: mask[1],
              detail: 'The field does not exist or cannot be updated.',
            },
          ],
        }),
      }),
    )
  })

  it.each<[string, string[], object, string]>([
    ['that clears what must stay', ['note', 'name'], {}, 'The field cannot be cleared'],
    [
      'that clears it deep inside',
      ['note', 'settings.limits.perHour'],
      { settings: { limits: { burst: 1 } } },
      'The field cannot be cleared',
    ],
  ])('%s', (_what, mask, changes, detail) => {
    expect(() => applyMask(before, mask, changes, shape)).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          issues: [
            expect.objectContaining({
              name: 'updateMask[1]',
              detail: expect.stringContaining(detail),
            }),
          ],
        }),
      }),
    )
  })

  it('that leaves a new object without required members', () => {
    expect(() =>
      applyMask(
        { name: 'n' },
        ['settings.limits.burst'],
        { settings: { limits: { burst: 1 } } },
        shape,
      ),
    ).toThrow('The update leaves settings.limits.perHour without a value')
  })

  it('except for members that were missing before', () => {
    expect(applyMask({}, ['note'], { note: 'n' }, shape)).toEqual({ note: 'n' })
  })
})

it('sets named columns completely and clears omitted ones', () => {
  const changes = { name: 'n', settings: { tags: ['x'] } }

  expect(toMaskedColumns(['settings', 'note'], changes, shape)).toEqual({
    settings: { tags: ['x'] },
    note: null,
  })
  expect(() => toMaskedColumns(['settings.tags'], changes, shape)).toThrow(
    'The field does not exist or cannot be updated.',
  )
  expect(() => toMaskedColumns(['name'], {}, shape)).toThrow('The field cannot be cleared')
})

it('omits nulls, except in lists', () => {
  expect(withoutNulls({ a: null, b: { c: null, d: [null] }, e: 0 })).toEqual({
    b: { d: [null] },
    e: 0,
  })
})
