import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { DayChart } from './day-chart.tsx'

const days = [
  { date: '2026-02-28', records: 120 },
  { date: '2026-03-01', records: 0 },
  { date: '2026-03-02', records: 1_080 },
]
const stripMarkup = (markup: string) => markup.replaceAll(/<[^>]+>/g, '')

it('shows the records of the last days, whose dates are the same in every time zone', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')

  const text = stripMarkup(renderToStaticMarkup(<DayChart days={days} isRead />))

  expect(text).toMatch(/^1,200 records read · Feb 28\s–\sMar 2, 2026/)
  expect(text).toContain('Mar 2, 2026: 1,080 records read')
  expect(text).toContain('Mar 1, 2026: 0 records read')
})

it('is absent until the object is read', () => {
  const none = days.map((day) => ({ ...day, records: 0 }))

  expect(renderToStaticMarkup(<DayChart days={none} isRead={false} />)).toBe('')
  expect(stripMarkup(renderToStaticMarkup(<DayChart days={none} isRead />))).toMatch(/^0 records/)
  expect(renderToStaticMarkup(<DayChart days={[]} isRead />)).toBe('')
})
