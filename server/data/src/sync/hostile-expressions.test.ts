import { describe, expect, it } from 'vitest'
import {
  evaluateExpression,
  ExpressionError,
  maxTextLength,
  parseExpression,
  valueAsText,
} from '@platform/manifest/expression'
import { jsonCpuMs, measureCpuMs } from '@platform/testing/bystander'

describe('an expression', () => {
  const deepObject = JSON.parse('{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000)) as unknown
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

  it(
    'is evaluated at once for any record, whatever it returns',
    { tags: 'bounded-expressions' },
    () => {
      const members = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`name${n}`, n]))
      const repeat = (term: string, by: string) => Array(50).fill(term).join(by)
      const cases: [string, Record<string, unknown>][] = [
        [repeat('!wide', ' || '), { wide: members }],
        [repeat('wide', ' && '), { wide: members }],
        ['wide', { wide: members }],
        [repeat('digits', ' + '), { digits: '0'.repeat(130_000) }],
        ['sum(list)', { list: Array(50).fill('0'.repeat(130_000)) }],
        ['contains(list, text)', { list: Array(4_000).fill('x'), text: 'Y'.repeat(130_000) }],
        ['contains(list, text)', { list: Array(4_000).fill(1), text: 'Y'.repeat(130_000) }],
      ]
      const unitMs = jsonCpuMs(Array.from({ length: 1_000_000 }, (_, n) => n))

      const usedMs = measureCpuMs(() => {
        for (const [source, of] of cases) {
          try {
            evaluateExpression(parseExpression(source), (name) => of[name])
          } catch (error) {
            expect(error, source).toBeInstanceOf(ExpressionError)
          }
        }
      })

      expect(usedMs).toBeLessThan(10 * unitMs)
    },
  )

  it(
    'of a template shares its steps between all its paths',
    { tags: 'bounded-expressions' },
    () => {
      const value = { list: Array.from({ length: 4_900 }, () => ({ name: null })), type: 'x' }
      const paths = Array(60).fill('list[*].name').join(' || ')
      const unitMs = jsonCpuMs(Array.from({ length: 1_000_000 }, (_, n) => n))

      const usedMs = measureCpuMs(() => {
        for (let time = 0; time < 5; time++) valueAsText(parseExpression(paths), value)
      })

      expect(usedMs).toBeLessThan(10 * unitMs)
    },
  )

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

  it(
    'is stopped by records that make it expensive, at once',
    { tags: 'bounded-expressions' },
    () => {
      const cases: [string, Record<string, unknown>][] = [
        ['lines[*].price', { lines: Array.from({ length: 100_000 }, () => ({ price: 1 })) }],
        ['sum(lines)', { lines: Array(100_000).fill(1) }],
        ["contains(lines, 'x')", { lines: Array(100_000).fill('y') }],
        ['lines', { lines: Array(100_000).fill('y') }],
        ["join('', lines)", { lines: Array(1_000).fill('y'.repeat(1_000)) }],
        ['lower(text)', { text: 'x'.repeat(5_000_000) }],
        ["replace(text, 'x', 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy')", { text: 'x'.repeat(100_000) }],
        ['text & text', { text: 'x'.repeat(40_000) }],
        ['text == other', { text: 'x'.repeat(5_000_000), other: 'y' }],
        ['length(text)', { text: '🌍'.repeat(2_000_000) }],
        ['deep', { deep: deepObject }],
        ['text', { text: 'x'.repeat(5_000_000) }],
      ]
      const unitMs = jsonCpuMs(Array.from({ length: 1_000_000 }, (_, n) => n))

      const usedMs = measureCpuMs(() => {
        for (const [source, of] of cases) {
          expect(
            () => evaluateExpression(parseExpression(source), (name) => of[name]),
            source,
          ).toThrow(ExpressionError)
        }
      })

      expect(usedMs).toBeLessThan(20 * unitMs)
    },
  )
})
