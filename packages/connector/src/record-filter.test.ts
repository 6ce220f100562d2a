import { expect, it } from 'vitest'
import { loopTurn } from './loop-turn.ts'
import { matchesFilter, narrowFilter, type FilterExpression } from './record-filter.ts'

const record: Record<string, unknown> = {
  name: 'Müller & Co',
  city: 'Rome',
  amount: 1500,
  amountText: '1500',
  isOpen: true,
  isOpenText: 'true',
  closed: '2026-03-01T10:00:00Z',
  day: '2026-03-01',
  tags: ['VIP', 'Partner'],
  nothing: null,
  blank: '',
}

const matches = (filter: FilterExpression) =>
  matchesFilter(filter, (name) => record[name], loopTurn())

const met: [fieldName: string, operator: string, value?: unknown][] = [
  ['city', 'eq', 'rome'],
  ['city', 'ne', 'Paris'],
  ['nothing', 'ne', 'Paris'],
  ['nothing', 'notIn', ['Paris']],
  ['amount', 'gt', 1000],
  ['amount', 'eq', '1500'],
  ['amountText', 'gte', 900],
  ['amountText', 'gt', '900'],
  ['amountText', 'eq', 1500],
  ['isOpen', 'eq', true],
  ['isOpenText', 'eq', true],
  ['isOpen', 'ne', false],
  ['closed', 'gte', '2026-03-01T11:00:00+01:00'],
  ['closed', 'eq', '2026-03-01T11:00:00+01:00'],
  ['closed', 'gt', '2026-03-01'],
  ['day', 'lte', '2026-03-01'],
  ['tags', 'eq', 'vip'],
  ['tags', 'in', ['x', 'partner']],
  ['tags', 'contains', 'art'],
  ['name', 'contains', 'müller'],
  ['blank', 'isEmpty'],
  ['missing', 'isEmpty'],
  ['city', 'isNotEmpty'],
]

it.each(met)('matches %s %s %j', async (fieldName, operator, value) => {
  expect(await matches({ fieldName, operator, value } as FilterExpression)).toBe(true)
})

const unmet: typeof met = [
  ['city', 'eq', 'Rom'],
  ['nothing', 'eq', 'null'],
  ['nothing', 'contains', 'null'],
  ['nothing', 'lt', 5],
  ['city', 'gt', 5],
  ['city', 'eq', true],
  ['amount', 'lt', '900'],
  ['tags', 'ne', 'VIP'],
  ['closed', 'lt', '2026-03-01'],
  ['missing', 'isNotEmpty'],
]

it.each(unmet)('does not match %s %s %j', async (fieldName, operator, value) => {
  expect(await matches({ fieldName, operator, value } as FilterExpression)).toBe(false)
})

const rome: FilterExpression = { fieldName: 'city', operator: 'eq', value: 'Rome' }
const paris: FilterExpression = { fieldName: 'city', operator: 'eq', value: 'Paris' }
const named: FilterExpression = { fieldName: 'name', operator: 'contains', value: 'x' }

it('goes through a list of values once, not for each record', async () => {
  let looks = 0
  const value = new Proxy(['a', 'b', 'c'], {
    get(list, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks++
      return Reflect.get(list, key) as unknown
    },
  })
  const filter: FilterExpression = { fieldName: 'city', operator: 'notIn', value }
  const isMatch = () => matchesFilter(filter, () => 'Rome', loopTurn())

  expect(await isMatch()).toBe(true)
  const first = looks
  expect([await isMatch(), await isMatch()]).toEqual([true, true])

  expect(first).toBeGreaterThan(0)
  expect(looks).toBe(first)
})

it('combines conditions, and an empty `or` matches nothing', async () => {
  expect(await matches({ or: [paris, { and: [rome, { or: [paris, rome] }] }] })).toBe(true)
  expect(await matches({ and: [rome, paris] })).toBe(false)
  expect(await matches({ or: [] })).toBe(false)
})

it('narrows to what the provider can apply, and omits no record that matches', () => {
  const canApply = ({ operator }: { operator: string }) => operator === 'eq'

  expect(narrowFilter({ and: [rome, named] }, { canApply })).toEqual({ and: [rome] })
  expect(narrowFilter({ or: [rome, named] }, { canApply })).toBeUndefined()
  expect(narrowFilter({ or: [rome, { and: [paris, named] }] }, { canApply })).toEqual({
    or: [rome, { and: [paris] }],
  })
  expect(narrowFilter(named, { canApply })).toBeUndefined()
})

it('narrows to as many parts as fit', () => {
  const fits = (filter: FilterExpression) => JSON.stringify(filter).length < 100
  const canApply = () => true

  expect(narrowFilter({ and: [rome, paris] }, { canApply, fits })).toEqual({ and: [rome] })
  expect(narrowFilter({ or: [rome, paris] }, { canApply, fits })).toBeUndefined()
})

it('decides about a long list, which it compares in parts, as about a short one', async () => {
  const members = Array.from({ length: 2_500 }, (_, nth) => `m${nth}`)
  const blanks = Array.from({ length: 2_500 }, () => '')
  const pairs: [long: unknown[], short: unknown[]][] = [
    [blanks, []],
    [members, ['m0', 'm9']],
    [
      [...members, 'Rome'],
      ['m0', 'm9', 'Rome'],
    ],
    [
      ['Rome', ...blanks],
      ['Rome', ''],
    ],
  ]
  const conditions: FilterExpression[] = [
    ...(['eq', 'ne', 'contains', 'gt', 'lte'] as const).map((operator) => ({
      ...{ fieldName: 'a', operator, value: 'rome' },
    })),
    ...(['in', 'notIn'] as const).map((operator) => ({
      ...{ fieldName: 'a', operator, value: ['rome', 'x'] },
    })),
    ...(['isEmpty', 'isNotEmpty'] as const).map((operator) => ({ fieldName: 'a', operator })),
  ]
  const filters: FilterExpression[] = [
    ...conditions,
    ...conditions.flatMap((one) =>
      conditions.flatMap((other) => [{ and: [one, other] }, { or: [one, { and: [other] }] }]),
    ),
  ]

  for (const [long, short] of pairs) {
    for (const filter of filters) {
      const [ofLong, ofShort] = await Promise.all(
        [long, short].map((list) => matchesFilter(filter, () => list, loopTurn())),
      )
      expect(ofLong, JSON.stringify(filter)).toBe(ofShort)
    }
  }
})

it('shares the event loop while it compares a long list with many conditions', async () => {
  const list = Array.from({ length: 300_000 }, (_, nth) => `m${nth}`)
  const or = Array.from({ length: 20 }, (_, nth) => ({
    ...{ fieldName: 'a', operator: 'contains' as const, value: `none${nth}` },
  }))
  let turns = 0
  const others = setInterval(() => turns++, 0)

  const isMatch = await matchesFilter({ or }, () => list, loopTurn())
  clearInterval(others)

  expect(isMatch).toBe(false)
  expect(turns).toBeGreaterThan(20)
})
