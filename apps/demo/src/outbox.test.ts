import { expect, it } from 'vitest'
import { outboxPage } from './outbox.ts'

it('shows mails, newest first, with links but no other markup from their text', () => {
  const page = outboxPage([
    {
      to: 'ana@acme.test',
      subject: 'First',
      text: 'Follow http://127.0.0.1:4000/auth?a=1&b=2 now',
    },
    { to: '<script>', subject: '"><img src=x>', text: '<b>bold</b> http://x.test/"onclick="y' },
  ])

  expect(page.indexOf('First')).toBeGreaterThan(page.indexOf('bold'))
  expect(page).toContain('<a href="http://127.0.0.1:4000/auth?a=1&amp;b=2">')
  expect(page).not.toMatch(/<script>|<img|<b>|"onclick/)
})

it('explains how to receive a mail if there is none', () => {
  expect(outboxPage([])).toContain('No mails yet')
})
