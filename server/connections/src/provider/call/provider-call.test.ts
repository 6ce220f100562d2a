import { expect, it } from 'vitest'
import { createRedactor } from './redact-provider-text.ts'
import { showHeaders, showUrl } from './provider-call.ts'

const secret = 's3cr3t-of-hank'
const redact = createRedactor([secret])

it('logs the values of few headers and the names of all others', () => {
  const shown = showHeaders(
    {
      Authorization: `Bearer ${secret}`,
      'X-Api-Key': secret,
      Cookie: 'session=1',
      'Content-Type': 'application/json',
      'Retry-After': '30',
      'X-RateLimit-Remaining': '7',
      'X-HubSpot-RateLimit-Daily': '9',
      'Set-Cookie': ['a=1', 'b=2'],
      'X-Invented-By-The-Provider': 'whatever',
    },
    redact,
  )

  expect(shown).toEqual({
    authorization: '…',
    'x-api-key': '…',
    cookie: '…',
    'content-type': 'application/json',
    'retry-after': '30',
    'x-ratelimit-remaining': '7',
    'x-hubspot-ratelimit-daily': '9',
    'set-cookie': '…',
    'x-invented-by-the-provider': '…',
  })
})

it.each([
  [`https://api.test/bot${secret}/contacts`, 'https://api.test/bot…/contacts'],
  [`https://api.test/c?api_key=${secret}&q=ana@x.test&q=b`, 'https://api.test/c?api_key=…&q=…'],
  [`https://hank:${secret}@api.test/c#${secret}`, 'https://api.test/c'],
  [`https://api.test/c?${secret}=1`, 'https://api.test/c?…=…'],
])('hides secrets in URLs and shows only query names: %s', (url, shown) => {
  expect(showUrl(new URL(url), redact)).toBe(shown)
})

it('hides secrets in header values and names', () => {
  const shown = showHeaders({ 'user-agent': `us/${secret}`, [secret]: '1' }, redact)

  expect(JSON.stringify(shown)).not.toContain(secret)
})

it('bounds the output of a hostile provider to one line', () => {
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`x-request-id-${index}`, '\u0000\n'.repeat(5_000)]),
  )

  const shown = showHeaders(many, redact)

  expect(JSON.stringify(shown).length).toBeLessThan(20_000)
  expect(JSON.stringify(shown)).not.toMatch(/\\u0000|\\n/)
})
