import { expect, it } from 'vitest'
import { duration, relativeTime, sinceTime, words } from './format.ts'

const now = new Date('2026-01-15T12:00:00Z')
const fromNow = (seconds: number) => relativeTime(new Date(now.getTime() + seconds * 1000), now)

it('formats relative times in the largest unit that fits', () => {
  const formatted = [-3, -42, -90, 59 * 60, 25 * 3600, -3 * 86_400].map(fromNow)

  expect(formatted).toEqual([
    'just now',
    '42 seconds ago',
    '1 minute ago',
    'in 59 minutes',
    'tomorrow',
    '3 days ago',
  ])
})

it('formats durations since a time', () => {
  const formatted = [-3, -90, -26 * 3600].map((seconds) =>
    sinceTime(new Date(now.getTime() + seconds * 1000), now),
  )

  expect(formatted).toEqual(['just now', 'for 1 minute', 'since yesterday'])
})

it('formats durations with few digits', () => {
  const formatted = [0.84, 1, 8.46, 412.4, 1240].map(duration)

  expect(formatted).toEqual(['0.8 ms', '1 ms', '8.5 ms', '412 ms', '1.2 s'])
})

it('converts API names to words', () => {
  const formatted = ['bad_credentials', 'working', 'singleSelect'].map(words)

  expect(formatted).toEqual(['Bad credentials', 'Working', 'Single select'])
})
