import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthenticator } from '@platform/testing/authenticator'
import { publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { createBuilderWithPassword } from './create-builder.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi(await testDatabase())
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const here = { origin: publicUrl, rpId: 'platform.test' }
type Ceremony = Partial<typeof here> & { userVerified?: boolean }

/** The cookies that a browser keeps between requests. */
function givenBrowser() {
  const cookies = new Map<string, string>()
  return async (method: 'GET' | 'POST', url: string, body?: unknown) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await api.call(method, url, {
      body,
      headers: { origin: publicUrl, ...(cookie && { cookie }) },
    })
    for (const one of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      cookies.set(name, value)
    }
    return reply
  }
}
type Browser = ReturnType<typeof givenBrowser>

async function givenSignedIn() {
  const email = `${randomUUID()}@acme.test`
  const password = 'correct horse battery'
  const { id } = await createBuilderWithPassword(api.database.everything, {
    email,
    password,
    name: 'Ana',
  })
  const browser = givenBrowser()
  await browser('POST', '/auth/sign-in/email', { email, password })
  return { id, browser }
}

async function register(
  browser: Browser,
  authenticator = createAuthenticator(),
  ceremony: Ceremony = {},
) {
  const { body: options } = await browser('GET', '/auth/passkey/generate-register-options')
  const response = authenticator.register({ options, ...here, ...ceremony })
  const reply = await browser('POST', '/auth/passkey/verify-registration', {
    response,
    name: 'Laptop',
  })
  return { authenticator, options, reply }
}

async function signIn(
  browser: Browser,
  authenticator: ReturnType<typeof createAuthenticator>,
  ceremony: Ceremony = {},
) {
  const { body: options } = await browser('GET', '/auth/passkey/generate-authenticate-options')
  const response = authenticator.authenticate({ options, ...here, ...ceremony })
  const reply = await browser('POST', '/auth/passkey/verify-authentication', { response })
  return { options, response, reply }
}

it('signs in with a passkey that was added before', async () => {
  const { id, browser } = await givenSignedIn()
  const { authenticator, options } = await register(browser)

  const elsewhere = givenBrowser()
  const { reply } = await signIn(elsewhere, authenticator)
  const token = await elsewhere('GET', '/auth/token')
  const info = await api.call('GET', '/v1/my-info', { token: token.body.token })

  expect(options).toMatchObject({
    rp: { id: 'platform.test', name: 'Platform' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(reply.status).toBe(200)
  expect(info.body.builder.id).toBe(id)
})

it("lists and removes only one's own passkeys", async () => {
  const ana = await givenSignedIn()
  const bo = await givenSignedIn()
  const { authenticator } = await register(ana.browser)
  const list = async ({ browser }: typeof ana) =>
    (await browser('GET', '/auth/passkey/list-user-passkeys')).body
  const [own, others] = [await list(ana), await list(bo)]
  const take = ({ browser }: typeof ana) =>
    browser('POST', '/auth/passkey/delete-passkey', { id: own[0].id })

  const byOther = await take(bo)
  const byOwner = await take(ana)
  const { reply } = await signIn(givenBrowser(), authenticator)

  expect(own).toEqual([expect.objectContaining({ name: 'Laptop' })])
  expect(others).toEqual([])
  expect([byOther.status, byOwner.status, reply.status]).toEqual([401, 200, 401])
  expect(await list(ana)).toEqual([])
})

it('rejects a device without user verification', async () => {
  const { browser } = await givenSignedIn()
  const { authenticator } = await register(browser)

  const added = await register(browser, createAuthenticator(), { userVerified: false })
  const used = await signIn(givenBrowser(), authenticator, { userVerified: false })

  expect([added.reply.status, used.reply.status]).toEqual([400, 400])
  expect(used.reply.body.detail).toContain('PIN')
})

it('rejects signatures for another origin', async () => {
  const { browser } = await givenSignedIn()
  const { authenticator } = await register(browser)
  const attempts = [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]

  const used = []
  for (const ceremony of attempts) {
    used.push((await signIn(givenBrowser(), authenticator, ceremony)).reply.status)
    used.push((await register(browser, createAuthenticator(), ceremony)).reply.status)
  }

  expect(used).toEqual([400, 400, 400, 400])
})

it('accepts a challenge once', async () => {
  const { browser } = await givenSignedIn()
  const { authenticator } = await register(browser)
  const elsewhere = givenBrowser()
  const { response } = await signIn(elsewhere, authenticator)

  const again = await elsewhere('POST', '/auth/passkey/verify-authentication', { response })

  expect(again.status).toBe(400)
})

it('adds a passkey only to the signed-in account', async () => {
  const [ana, bo] = [await givenSignedIn(), await givenSignedIn()]
  const { authenticator } = await register(ana.browser)

  const stranger = await givenBrowser()('GET', '/auth/passkey/generate-register-options')
  const { reply } = await register(bo.browser, authenticator)

  expect(stranger.status).toBe(401)
  expect(reply.status).toBe(400)
})
