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
