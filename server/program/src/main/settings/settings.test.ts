import { expect, it } from 'vitest'
import { readSettings } from './settings.ts'

it.each(['true', '*', 'all', '99', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.1,0.0.0.0/0', '/8'])(
  'rejects an invalid or unlimited proxy list: PLATFORM_TRUST_PROXY=%s',
  { tags: 'anonymous-limits' },
  (text) => {
    expect(() => readSettings({ PLATFORM_TRUST_PROXY: text })).toThrow(
      'Invalid PLATFORM_TRUST_PROXY: ',
    )
  },
)

it.each([
  ['1', 1],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  ['127.0.0.1, fd00::/8,2001:db8::1', ['127.0.0.1', 'fd00::/8', '2001:db8::1']],
])('accepts a number of proxies or their networks: %s', (text, expected) => {
  expect(readSettings({ PLATFORM_TRUST_PROXY: text }).PLATFORM_TRUST_PROXY).toEqual(expected)
})

it('disables sign-up, AWS role and trusted proxies by default', { tags: 'closed-sign-up' }, () => {
  const settings = readSettings({})

  expect(settings.PLATFORM_SIGN_UP).toBe('closed')
  expect(settings.PLATFORM_AWS_AMBIENT).toBeUndefined()
  expect(settings.PLATFORM_TRUST_PROXY).toBeUndefined()
})

it.each([
  'https://acme.example/platform',
  'https://acme.example/?a=b',
  'https://acme.example/#a',
  'https://ana@acme.example',
])('rejects a public URL that is more than an origin: %s', (url) => {
  for (const name of ['PLATFORM_PUBLIC_URL', 'PLATFORM_HOOKS_URL']) {
    expect(() => readSettings({ [name]: url })).toThrow(
      `Invalid ${name}: must be an origin without a path`,
    )
  }
})

it.each([
  'https://acme.example',
  'https://acme.example:8443/',
  'http://[::1]:4000',
  'https://ACME.example',
])('accepts the public URL %s', (url) => {
  expect(readSettings({ PLATFORM_PUBLIC_URL: url }).PLATFORM_PUBLIC_URL).toBe(url)
})
