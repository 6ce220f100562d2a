import { expect, it } from 'vitest'
import { givenPlatform } from '../../testing/test-platform.ts'

const request = {
  projectIdOrName: 'test',
  provider: 'salesforce',
  groupRef: 'globex',
  consumerRef: 'hank',
}

it('accepts a state only once', async () => {
  const { call } = await givenPlatform()
  const url = await call<string>('POST', '/v1/oauth-connect', request)
  const consent = await fetch(`${url}&sandbox_auto_approve=1`, { redirect: 'manual' })
  const callback = consent.headers.get('location')!

  const first = await fetch(callback)
  const second = await fetch(callback)

  expect([first.status, second.status]).toEqual([200, 400])
  expect(await second.text()).toContain('was used already')
})

it('says on the page and in the session that the user did not allow access', async () => {
  const { call } = await givenPlatform()
  const url = new URL(await call<string>('POST', '/v1/oauth-connect', request))
  const callback = new URL(url.searchParams.get('redirect_uri')!)
  callback.search = new URLSearchParams({
    error: 'access_denied',
    error_description: '<b>end-user denied</b>',
    state: url.searchParams.get('state')!,
  }).toString()

  const page = await fetch(callback)

  expect(page.status).toBe(400)
  const html = await page.text()
  expect(html).toContain('&lt;b&gt;end-user denied')
  expect(html).not.toContain('<b>end-user')
})

it('sends a challenge, and asks for the app when there is none', async () => {
  const { call } = await givenPlatform()

  const url = new URL(await call<string>('POST', '/v1/oauth-connect', request))
  const withoutApp = await call('POST', '/v1/oauth-connect', { ...request, provider: 'hubspot' })

  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  expect(withoutApp).toMatchObject({ status: 422, title: 'The provider has no app configured' })
})

it('connects the same consumer again into the same connection', async () => {
  const { connect, call } = await givenPlatform()

  const first = await connect()
  const second = await connect()

  expect(second.id).toBe(first.id)
  expect(await call('GET', '/v1/{p}/connections')).toHaveLength(1)
})
