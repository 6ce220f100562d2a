import { describe, expect, it } from 'vitest'
import { decideEcho, windowMs, type EchoState, type ReadVersion } from './decide-echo.ts'
import type { StoredWrite } from './tables.ts'
import { hashValue } from './value-hashes.ts'

const scope = { key: Buffer.alloc(32, 1), installationId: 'inst_1' as const, objectName: 'Contact' }
const now = 1_000_000_000_000
const minuteMs = 60_000

const hashAll = (values: Record<string, unknown>) =>
  Object.entries(values).map(([name, value]) => [name, hashValue(scope, name, value)] as const)

const givenVersion = (
  values: Record<string, unknown>,
  more: Partial<ReadVersion> = {},
): ReadVersion => ({ isDeleted: false, values: new Map(hashAll(values)), readFrom: now, ...more })

let writes = 0
const givenWrite = (
  values: Record<string, unknown>,
  more: Partial<StoredWrite> = {},
): StoredWrite => ({
  id: `op_${++writes}.0`,
  operationId: `op_${writes}`,
  at: now - minuteMs,
  until: now + windowMs,
  doneAt: now - minuteMs + 1000,
  fields: Object.fromEntries(hashAll(values)),
  ...more,
})

const toExact = (values: Record<string, unknown>) =>
  Object.fromEntries(hashAll(values).map(([name, [exact]]) => [name, exact]))

/** The destination received these values two minutes ago. */
const givenState = (
  received: Record<string, unknown> | undefined,
  more: Partial<EchoState> = {},
): EchoState => ({
  writes: [givenWrite({ name: 'Berg' })],
  delivered: received && toExact(received),
  deliveredAt: now - 2 * minuteMs,
  drops: true,
  now,
  ...more,
})

const before = { name: 'Lind', phone: '1' }

describe('a version with a written value', () => {
  it('is left out if nothing else changed since the destination received the record', () => {
    const echo = decideEcho(givenVersion({ name: 'Berg', phone: '1' }), givenState(before))

    expect(echo).toMatchObject({ isDropped: true, cause: { otherFields: 'unchanged' } })
  })

  it.each<[string, ReadVersion, EchoState]>([
    [
      'marking is chosen',
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(before, { drops: false }),
    ],
    ['another field changed', givenVersion({ name: 'Berg', phone: '2' }), givenState(before)],
    [
      'it is unknown what was received',
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(undefined),
    ],
    [
      'the previous message was not accepted yet',
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(before, { deliveredAt: undefined }),
    ],
    [
      'the previous message was accepted after the write',
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(before, { deliveredAt: now - minuteMs + 1 }),
    ],
    [
      'the write is not confirmed',
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(before, { writes: [givenWrite({ name: 'Berg' }, { doneAt: undefined })] }),
    ],
    [
      'another value was delivered since',
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(before, { writes: [givenWrite({ name: 'Berg' }, { isContested: true })] }),
    ],
    [
      'the provider formatted the value',
      givenVersion({ name: 'BERG', phone: '1' }),
      givenState(before),
    ],
    [
      'a later write set another value',
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(before, {
        writes: [givenWrite({ name: 'Falk' }), givenWrite({ name: 'Berg' }, { at: now - 90_000 })],
      }),
    ],
    [
      'a written field has another value',
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(before, { writes: [givenWrite({ name: 'Berg', phone: '2' })] }),
    ],
    [
      'the record was created or restored',
      givenVersion({ name: 'Berg', phone: '1' }, { isCreation: true }),
      givenState(before),
    ],
  ])('is delivered with its cause if %s', (_, version, state) => {
    const echo = decideEcho(version, state)

    expect(echo.isDropped).toBe(false)
    expect(echo.cause?.fields).toContain('name')
  })

  it.each<[string, ReadVersion, EchoState]>([
    ['the value is another', givenVersion({ name: 'Falk', phone: '1' }), givenState(before)],
    [
      'only other fields changed',
      givenVersion({ name: 'Berg', phone: '2' }),
      givenState({ name: 'Berg', phone: '1' }),
    ],
    [
      'the event reports only other fields',
      givenVersion({ name: 'Berg', phone: '1' }, { updatedNames: new Set(['phone']) }),
      givenState({ name: 'Berg', phone: '1' }),
    ],
    [
      'the write is too long ago',
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(before, { writes: [givenWrite({ name: 'Berg' }, { until: now })] }),
    ],
    ['the record was deleted by others', givenVersion({}, { isDeleted: true }), givenState(before)],
  ])('is delivered without a cause if %s', (_, version, state) => {
    expect(decideEcho(version, state)).toMatchObject({ isDropped: false })
    expect(decideEcho(version, state)).not.toHaveProperty('cause')
  })
})

describe('a change of which the provider says who made it', () => {
  it('is delivered without a cause if it was somebody else, even with the written value', () => {
    const version = givenVersion({ name: 'Berg', phone: '1' }, { origin: 'other' })
    const echo = decideEcho(version, givenState(before))

    expect(echo).toMatchObject({ isDropped: false })
    expect(echo.cause).toBeUndefined()
  })

  it('is marked if it was our write, even with another value, and not left out', () => {
    const state = givenState(before, { writes: [givenWrite({ phone: '2' })] })
    const values = { name: 'Lind', phone: '+2' }
    const updatedNames = new Set(['phone'])
    const own = decideEcho(givenVersion(values, { origin: 'own', updatedNames }), state)
    const unknown = decideEcho(givenVersion({ ...values, phone: '3' }, { updatedNames }), state)

    expect(own).toMatchObject({ isDropped: false, cause: { fields: new Set(['phone']) } })
    expect(unknown.cause).toBeUndefined()
  })
})

describe('another value', () => {
  it('ends what the write explains, once no list can return the earlier value', () => {
    const state = givenState(before, {
      writes: [givenWrite({ name: 'Berg', phone: '1' }, { doneAt: now - 6 * minuteMs })],
    })
    const other = decideEcho(givenVersion({ name: 'Falk', phone: '1' }), state)
    const back = decideEcho(
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState({ name: 'Falk', phone: '1' }, { writes: other.writes }),
    )

    expect(Object.keys(other.writes[0]!.fields)).toEqual(['phone'])
    expect(back).not.toHaveProperty('cause')
    expect(back.isDropped).toBe(false)
  })

  it('keeps the cause of a value that is read from a late list, and does not leave it out', () => {
    const late = decideEcho(givenVersion(before), givenState(before))
    const echo = decideEcho(
      givenVersion({ name: 'Berg', phone: '1' }),
      givenState(before, { writes: late.writes }),
    )

    expect(echo).toMatchObject({ isDropped: false, cause: { otherFields: 'unchanged' } })
  })
})

describe('a deletion', () => {
  const deletion = givenWrite({}, { isDeletion: true })
  const version = givenVersion({}, { isDeleted: true })

  it('is left out if a write deleted the record', () => {
    expect(decideEcho(version, givenState(before, { writes: [deletion] }))).toMatchObject({
      isDropped: true,
      cause: { operationIds: [deletion.operationId] },
    })
  })

  it('is delivered if the record was restored in between', () => {
    const restored = decideEcho(
      givenVersion(before, { isCreation: true }),
      givenState(undefined, { writes: [deletion] }),
    )
    const echo = decideEcho(version, givenState(before, { writes: restored.writes }))

    expect(echo.isDropped).toBe(false)
  })
})

describe('values', () => {
  const areExact = (one: unknown, other: unknown) =>
    hashValue(scope, 'a', one)[0] === hashValue(scope, 'a', other)[0]
  const areLoose = (one: unknown, other: unknown) =>
    hashValue(scope, 'a', one)[1] === hashValue(scope, 'a', other)[1]

  it.each([
    [5, '5'],
    [true, 'true'],
    [null, ''],
    ['2026-01-01T10:00:00Z', '2026-01-01T12:00:00.000+0200'],
    [1_767_261_600_000, '2026-01-01T10:00:00Z'],
    [['a', 'b'], 'a;b'],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ])('%j and %j are equal', (one, other) => expect(areExact(one, other)).toBe(true))

  it.each([
    ['+49 170 12', '+4917012'],
    [' Anna ', 'anna'],
    ['5.50', 5.5],
  ])('%j and %j are equal without their format', (one, other) => {
    expect(areExact(one, other)).toBe(false)
    expect(areLoose(one, other)).toBe(true)
  })

  it.each([
    ['', 0],
    ['', '-'],
    ['a', 'b'],
    ['+', '-'],
  ])('%j and %j differ', (one, other) => {
    expect(areExact(one, other)).toBe(false)
    expect(areLoose(one, other)).toBe(false)
  })

  it('have other hashes in other fields, installations and servers', () => {
    const [hash] = hashValue(scope, 'a', 'x')
    const others = [
      hashValue(scope, 'b', 'x'),
      hashValue({ ...scope, installationId: 'inst_2' }, 'a', 'x'),
      hashValue({ ...scope, key: Buffer.alloc(32, 2) }, 'a', 'x'),
    ]

    expect(others.map(([exact]) => exact)).not.toContain(hash)
  })
})
