import { describe, expect, it } from 'vitest'
import { jsonCpuMs, measureCpuMs } from '@platform/testing/bystander'
import { ExpressionError, maxTextLength, parseExpression, valueAsText } from './expression.ts'

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
    'data[*].list[*].list[*].list[*]',
    "let $a = join('',[id,id]) in let $b = join('',[$a,$a]) in join('',[$b,$b])",
    "replace(type, '', data.x)",
    "pad_left('x', `1000000000`)",
  ])('cannot be %s, which may grow without end', (source) => {
    expect(() => parseExpression(source)).toThrow(ExpressionError)
  })

  it('is rejected if it is too deeply nested or too long', () => {
    expect(() => parseExpression('('.repeat(1000) + 'a' + ')'.repeat(1000))).toThrow(/deep/)
    expect(() => parseExpression(Array(1000).fill('a').join('||'))).toThrow(/parts/)
  })

  it(
    'makes no more than a bounded text of a message of any size, at once',
    { tags: 'bounded-expressions' },
    () => {
      const huge = { type: 'x'.repeat(5_000_000), data: { list: Array(100_000).fill('y') } }
      const parts = Array(20).fill('type').join(',')
      const nested = `join('${'-'.repeat(200)}', [${parts},join('', [${parts}])])`
      const expression = parseExpression(nested)

      const short = { type: 'x'.repeat(500), data: { list: ['y'] } }
      const measureMs = (value: object) =>
        measureCpuMs(() => {
          for (let time = 0; time < 1_000; time++) {
            expect(valueAsText(expression, value)).toHaveLength(maxTextLength)
          }
        })

      const shortMs = measureMs(short)
      expect(measureMs(huge)).toBeLessThan(20 * shortMs)
    },
  )

  it('cuts no character in half', () => {
    expect(evaluate('type', { type: 'x' + '🌍'.repeat(600) })).toBe('x' + '🌍'.repeat(511))
  })

  it('reads any 2,048 characters at once', { tags: 'bounded-expressions' }, () => {
    const hostile = ["'\\", "''", '[', 'a[1]', '"', 'a.', '((', 'join(', '| |', '\u0000', '🌍']
    const unitMs = jsonCpuMs(Array.from({ length: 1_000_000 }, (_, n) => n))

    const usedMs = measureCpuMs(() => {
      for (const part of hostile) {
        try {
          parseExpression(part.repeat(2048).slice(0, 2048))
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError)
        }
      }
    })

    expect(usedMs).toBeLessThan(40 * unitMs)
  })
})
