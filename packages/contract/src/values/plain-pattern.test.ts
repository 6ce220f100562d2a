import { expect, it } from 'vitest'
import { maxMatchedLength, PlainPattern } from './plain-pattern.ts'

/** What takes some 50 ms on a current machine. */
const manyNumbers = Array.from({ length: 1_000_000 }, (_, n) => n)

function measureCpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(before).user / 1000
}

it.each([
  '[0-9a-fA-F-]{36}',
  String.raw`/id/(00D\w{12})/`,
  String.raw`^https://([^.]+)\.acme\.com$`,
  'acme-([a-z]{2,10})',
])('takes %s', (pattern) => {
  const text = 'a'.repeat(maxMatchedLength)
  const usedMs = measureCpuMs(() => new RegExp(pattern).exec(text))
  const unitMs = measureCpuMs(() => JSON.parse(JSON.stringify(manyNumbers)))

  expect(PlainPattern.safeParse(pattern).success).toBe(true)
  // A hundredth of it, or hundreds of it: between them lies a garbage collection.
  expect(usedMs).toBeLessThan(10 * unitMs)
})

it.each([
  '(a+)+$',
  '(a|a)*b',
  'a+a+a+a+$',
  '[a-z]*[a-z]*!',
  String.raw`(\w+)\1`,
  '(?=a)a',
  '.*.*.*x',
  '(a)(b)',
  '((a))',
  '(a',
  '[a-z',
  'a'.repeat(201),
])('refuses %s', (pattern) => {
  expect(PlainPattern.safeParse(pattern).success).toBe(false)
})
