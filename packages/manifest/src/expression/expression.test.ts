import { describe, expect, it } from 'vitest'
import {
  evaluateExpression,
  ExpressionError,
  inferExpressionType,
  listExpressionFields,
  parseExpression,
  StepBudget,
  valueAsText,
} from './expression.ts'

const message = {
  type: 'read',
  id: 'evt_1',
  data: { 'odd name': 'odd', list: [{ n: 7 }, false], empty: '', nothing: null, size: 0 },
}
const evaluate = (source: string, value: unknown = message) =>
  valueAsText(parseExpression(source), value)

describe('an expression', () => {
  it.each([
    ['type', 'read'],
    [' data . list[0] . n ', '7'],
    ['data.list[-1]', 'false'],
    ['data."odd name"', 'odd'],
    ["'it\\'s'", "it's"],
    ["data.missing || data.nothing || data.empty || 'none'", 'none'],
    ["join('/', [type, to_string(data.size), (data.missing || id)])", 'read/0/evt_1'],
  ])('%s makes %s', (source, text) => {
    expect(evaluate(source)).toBe(text)
  })

  it.each(['data', 'data.list', 'data.missing', 'data.empty', "join('-', [type, data.missing])"])(
    '%s makes nothing',
    (source) => {
      expect(evaluate(source)).toBeUndefined()
    },
  )

  it.each(['constructor.name', '__proto__', 'data.list.length', 'data.toString'])(
    'finds nothing by %s, which every object inherits',
    (source) => {
      expect(evaluate(source)).toBeUndefined()
    },
  )

  it.each([
    '',
    ' ',
    'a.',
    '.a',
    'a b',
    "join('/', [])",
    "'open",
    'a ||',
    '(a',
    'a[0',
    '[*]',
    '`1`',
  ])('cannot be %j', (source) => {
    expect(() => parseExpression(source)).toThrow(ExpressionError)
  })

  it.each([
    "map(&join('', [@, @]), data)",
    "let $a = join('',[id,id]) in let $b = join('',[$a,$a]) in join('',[$b,$b])",
    "pad_left('x', 1000000000)",
    'match(type, /(a+)+$/)',
    'data[?type]',
    '[1..1000000]',
    'constructor()',
    '__proto__(type)',
    'toString(type)',
  ])('cannot be %s, which may grow without end', (source) => {
    expect(() => parseExpression(source)).toThrow(ExpressionError)
  })

  it('is rejected if it is too deeply nested or too long', () => {
    expect(() => parseExpression('('.repeat(1000) + 'a' + ')'.repeat(1000))).toThrow(/deep/)
    expect(() => parseExpression(Array(1000).fill('a').join('||'))).toThrow(/parts/)
  })

  it('cuts no character in half', () => {
    expect(evaluate('type', { type: 'x' + '🌍'.repeat(600) })).toBe('x' + '🌍'.repeat(511))
  })
})

const record: Record<string, unknown> = {
  first: 'Ada',
  last: 'Lovelace',
  email: 'ada@example.org',
  amount: '1500.50',
  count: 3,
  vip: 'true',
  closed: '2026-01-31',
  changed: '2026-01-31T23:30:00-02:00',
  ms: '1767225600000',
  empty: '',
  lines: [
    { price: 2, tags: ['a', 'b'] },
    { price: '3.5', tags: ['c'] },
    { price: null, tags: null },
  ],
}
const compute = (source: string, of = record) =>
  evaluateExpression(parseExpression(source), (name) =>
    Object.hasOwn(of, name) ? of[name] : undefined,
  )

describe('an expression of a record', () => {
  it.each([
    ["first & ' ' & last", 'Ada Lovelace'],
    ["trim(first & ' ' & missing)", 'Ada'],
    ["join(' ', [first, missing])", null],
    ["upper(substring(last, 0, 1)) & '.'", 'L.'],
    ['substring(last, -4)', 'lace'],
    ["substring_after(email, '@')", 'example.org'],
    ["substring_before(email, '@')", 'ada'],
    ["replace(email, 'a', 'A')", 'AdA@exAmple.org'],
    ["split(email, '@')[0]", undefined],
    ["split(email, '@')", ['ada', 'example.org']],
    ["amount > 1000 ? 'large' : 'small'", 'large'],
    ['amount * count', 4501.5],
    ['1 + 2 * 3 - 4 / 2 % 3', 5],
    ['10 - 2 - 3', 5],
    ['-count + 1', -2],
    ['missing + 1', null],
    ['round(amount / 7, 2)', 214.36],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ["first == 'ADA' && count >= 3 && !(vip != 'true')", true],
    ['vip == true', true],
    ['missing == null', true],
    ['missing != 1', true],
    ['missing > 1', false],
    ["missing || empty || 'none'", 'none'],
    ["contains(email, 'EXAMPLE')", true],
    ["contains(lines[0].tags, 'B')", true],
    ["contains(lines[*].tags[*], 'C')", true],
    ["starts_with(email, 'ada') && ends_with(email, '.org')", true],
    ['sum(lines[*].price)', 5.5],
    ['max(lines[*].price) - min(lines[*].price)', 1.5],
    ['length(lines[*].tags[*])', 3],
    ['lines[-2].price', '3.5'],
    ['is_empty(empty) && is_empty(missing) && !is_empty(first)', true],
    ["closed < '2026-02-01'", true],
    ["changed == '2026-02-01T01:30:00Z'", true],
    ['to_date(changed)', '2026-02-01'],
    ['to_time(ms)', '2026-01-01T00:00:00.000Z'],
    ['add_days(closed, 1)', '2026-02-01'],
    ['days_between(closed, changed)', 1],
    ["format_date(closed, 'DD.MM.YYYY')", '31.01.2026'],
    ["length('🌍🌍')", 2],
    ["substring('🌍🌍x', 1, 2)", '🌍'],
    ['lower(missing)', null],
    ["'it\\'s'", "it's"],
  ])('%s makes %j', (source, value) => {
    if (value === undefined) expect(() => parseExpression(source)).toThrow(ExpressionError)
    else expect(compute(source)).toEqual(value)
  })

  it.each([
    ['first * 2', 'a text is not a number'],
    ['1 / 0', 'a number is divided by zero'],
    ['lines + 1', 'a list is not a number'],
    ["lines == 'x'", 'a list cannot be compared; use contains or length'],
    ['lower(lines)', 'lower: a list cannot be used as a text'],
    ['to_date(first)', 'to_date: a text is not a date in RFC 3339'],
    ["replace(first, '', 'x')", 'replace: the text to look for is empty'],
    ["add_days(closed, '99999999999')", 'add_days: the date is not between the years 100 and 9999'],
  ])('%s fails and names no value of the record', (source, reason) => {
    expect(() => compute(source)).toThrow(new ExpressionError(reason))
  })

  it.each(['constructor', '__proto__', 'first.length', 'lines[0].constructor.name', 'toString'])(
    'finds nothing by %s, which every value inherits',
    (source) => {
      expect(compute(source)).toBeNull()
    },
  )

  it('lists the fields that it needs', () => {
    const expression = parseExpression('a.b[0].c == 1 ? d."odd name" : join(e, [f[*].g, a.b[1]])')

    expect(listExpressionFields(expression)).toEqual([['a', 'b'], ['d', 'odd name'], ['e'], ['f']])
  })

  it.each([
    ["a & 'x'", 'text'],
    ['a > 1 || !b', 'boolean'],
    ["a ? 'x' : lower(b)", 'text'],
    ["a ? 'x' : 1", 'any'],
    ['a ? null : 1', 'number'],
    ['a || b', 'any'],
    ['a[*].b', 'list'],
  ])('%s makes a %s', (source, type) => {
    expect(inferExpressionType(parseExpression(source))).toBe(type)
  })

  it('shares the steps of a record with its other expressions', () => {
    const budget = new StepBudget()
    const expression = parseExpression('length(lines[*]) > 0')
    const getLines = () => Array(900).fill(1)

    const evaluateAgain = () => {
      for (let time = 0; time < 50; time++) evaluateExpression(expression, getLines, budget)
    }

    expect(evaluateAgain).toThrow(/more than 10000 steps/)
  })
})
