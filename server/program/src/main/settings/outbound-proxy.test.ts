import { expect, it, vi } from 'vitest'
import { givenProxy } from '@platform/testing/connect-proxy'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { readSettings, SettingsError } from './settings.ts'

it('sends calls to providers and webhooks through the proxy of the settings', async () => {
  const proxy = await givenProxy()
  const { connect, install, messages, call } = await givenPlatform({
    contacts: 3,
    env: { http_proxy: proxy.url },
  })

  await connect()
  await install()
  await vi.waitFor(() => {
    expect(messages.map(({ action }) => action)).toContain('read')
  }, patiently)

  const [webhook] = await call<{ metadata: { url: string } }[]>('GET', '/v1/{p}/destinations')
  const targets = new Set(proxy.asked.map(({ target }) => target))
  expect(targets).toContain(new URL(webhook!.metadata.url).host)
  // The sandbox, too.
  expect(targets.size).toBeGreaterThan(1)
})

it('reaches the hosts of NO_PROXY directly', async () => {
  const proxy = await givenProxy()
  const { connect, install, messages } = await givenPlatform({
    contacts: 3,
    env: { HTTP_PROXY: proxy.url, NO_PROXY: 'localhost,127.0.0.0/8' },
  })

  await connect()
  await install()
  await vi.waitFor(() => {
    expect(messages.map(({ action }) => action)).toContain('read')
  }, patiently)

  expect(proxy.asked).toEqual([])
})

it.each([
  ['proxy:3128', 'Invalid HTTPS_PROXY: must be the http or https URL of a proxy'],
  ['socks5://proxy:1080', 'Invalid HTTPS_PROXY: must be the http or https URL of a proxy'],
  ['http://ana:50%@proxy:3128', 'Invalid HTTPS_PROXY: must have `%25` for each `%`'],
])('rejects the proxy %s', (url, reason) => {
  expect(() => readSettings({ HTTPS_PROXY: url })).toThrow(SettingsError)
  expect(() => readSettings({ https_proxy: url })).toThrow(reason)
})
