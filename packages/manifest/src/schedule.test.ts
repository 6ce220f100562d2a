import { expect, it } from 'vitest'
import { scheduleMistake, shortestIntervalMinutes } from './schedule.ts'

it.each(['0 * * * *', '*/10 * * * *', '0 9-17 * * MON-FRI', '0 0 29 2 *', '  5 4 * * *  '])(
  'accepts %j',
  (schedule) => {
    expect(scheduleMistake(schedule)).toBeUndefined()
  },
)

it.each([
  ['', 'has 1 fields'],
  ['@hourly', 'has 1 fields'],
  ['@a b c d e', 'has 5 fields'],
  ['* * * *', 'has 4 fields'],
  ['0 * * * * *', 'has 6 fields'],
  ['60 * * * *', 'is not a valid cron schedule'],
  ['a b c d e', 'is not a valid cron schedule'],
  ['0 0 30 2 *', 'never runs'],
  ['* '.repeat(200), 'is longer than 200 characters'],
])('describes the error in %j', (schedule, mistake) => {
  expect(scheduleMistake(schedule)).toContain(mistake)
})

it.each([
  ['* * * * *', 1],
  ['*/10 * * * *', 10],
  ['0,5 * * * *', 5],
  // Steps restart every hour: 55 is followed by 00.
  ['*/11 * * * *', 5],
  ['*/50 * * * *', 10],
  ['0 * * * *', 60],
  ['55,5 0,23 * * *', 10],
  // Five minutes lie between 23:58 and 00:03 only when one day follows the other.
  ['58,3 0,23 * * *', 5],
  ['3,58 0,23 1,15 * *', 55],
  ['3,58 0,23 28,1 * *', 5],
  // 1 January may be the day after a Saturday in some year.
  ['3,58 0,23 1 1 6', 5],
  ['0,5 0 29 2 *', 5],
  ['0 9 * * 1', 24 * 60],
])('finds the shortest interval of %j to be %d min', (schedule, minutes) => {
  expect(shortestIntervalMinutes(schedule, 20)).toBe(minutes)
})

it.each([
  ['3,58 0,23 L * *', 55],
  ['3,58 0,23 L,1 * *', 5],
  ['3,58 0,23 LW * *', 55],
  ['3,58 0,23 15W,16 * *', 5],
  ['3,58 0,23 * * 1#1', 55],
  ['3,58 0,23 * * 1#1,2#1', 5],
  ['3,58 0,23 * * 5L', 55],
  ['3,58 0,23 30 2 1', 55],
  ['3,58 0,23 1 * +1', 55],
  ['3,58 0,23 28,1 2,3 *', 5],
])(
  'finds that the shortest interval of %j, which names days in its own way, is %d min',
  (...args) => {
    const [schedule, minutes] = args

    expect(shortestIntervalMinutes(schedule, 20)).toBe(minutes)
  },
)
