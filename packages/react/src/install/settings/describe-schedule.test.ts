import { expect, it } from 'vitest'
import { describeSchedule } from './describe-schedule.ts'

it.each([
  ['*/30 * * * *', '30 minutes'],
  ['*/15 * * * *', '15 minutes'],
  ['5,35 * * * *', '30 minutes'],
  ['0 * * * *', '1 hour'],
  ['0 */6 * * *', '6 hours'],
  ['0 8,20 * * *', '12 hours'],
  ['0 3 * * *', '1 day (03:00 UTC)'],
  ['30 21 * * 1', '1 week (Monday 21:30 UTC)'],
  ['*/7 * * * *', '*/7 * * * *'],
  ['0 8,9 * * *', '0 8,9 * * *'],
  ['0 9 * * 1-5', '0 9 * * 1-5'],
  ['0 0 1 * *', '0 0 1 * *'],
])('describes %s as %s', (schedule, words) => {
  expect(describeSchedule(schedule, 'UTC', 'en-GB')).toBe(words)
})

it('describes times in the language of the user', () => {
  expect(describeSchedule('0 */6 * * *', 'UTC', 'de')).toBe('6 Stunden')
  expect(describeSchedule('0 3 * * *', 'Europe/Berlin', 'ja')).toBe('1 日 (3:00 Europe/Berlin)')
})
