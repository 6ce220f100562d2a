import { expect, it } from 'vitest'
import { maxMatchedLength, PlainPattern } from './plain-pattern.ts'

it.each([
  '[0-9a-fA-F-]{36}',
  String.raw`/id/(00D\w{12})/`,
  String.raw`^https://([^.]+)\.acme\.com$`,
  'acme-([a-z]{2,10})',
])('takes %s', (pattern) => {
  const text = 'a'.repeat(maxMatchedLength)
  const before = process.threadCpuUsage()
  new RegExp(pattern).exec(text)
  const usedMs = process.threadCpuUsage(before).user / 1000

  expect(PlainPattern.safeParse(pattern).success).toBe(true)
  // A millisecond, or far more than a second: between them lies a garbage collection.
  expect(usedMs).toBeLessThan(500)
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
