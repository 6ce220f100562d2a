import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { capture, getFirst, getNth } from '@platform/kernel/values'
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

// Mails are limited by address.
beforeEach(() => sql`delete from auth."rateLimit"`.execute(api.database.everything))

const headers = { origin: publicUrl }
const password = 'correct horse battery'
const givenPerson = (email: string) =>
  createBuilderWithPassword(api.database.everything, { email, password, name: email })

const requestLink = (email: string) =>
  api.call('POST', '/auth/request-password-reset', { body: { email }, headers })

const listTokens = (email: string) =>
  api.mails
    .filter(({ to }) => to === email)
    .map(({ text }) => capture(/reset-password\/([^?]+)/, text))

const reset = (token: string, newPassword: string) =>
  api.call('POST', '/auth/reset-password', { body: { token, newPassword }, headers })

async function signIn(email: string, own = password) {
  const reply = await api.call('POST', '/auth/sign-in/email', {
    body: { email, password: own },
    headers,
  })
  const cookies = [reply.headers['set-cookie'] ?? []].flat()
  const cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ')
  return { status: reply.status, cookie }
}

it('is possible once with a link, and ends the links that were sent before', async () => {
  const [ana, bo] = ['ana@reset.test', 'bo@reset.test']
  for (const email of [ana, bo]) {
    await givenPerson(email)
    await requestLink(email)
    await requestLink(email)
  }
  const [first, second] = [getFirst(listTokens(ana)), getNth(listTokens(ana), 1)]

  const statuses = [
    await reset(second, 'a first new password'),
    await reset(second, 'a second new password'),
    await reset(first, 'a third new password'),
  ].map(({ status }) => status)

  expect(statuses).toEqual([200, 400, 400])
  expect((await signIn(ana, 'a first new password')).status).toBe(200)
  // Nobody else's.
  expect((await reset(getFirst(listTokens(bo)), 'the new one of bo')).status).toBe(200)
})

it('is impossible with a link from before the password was changed', async () => {
  const email = 'cy@reset.test'
  await givenPerson(email)
  await requestLink(email)
  const { cookie } = await signIn(email)

  const changed = await api.call('POST', '/auth/change-password', {
    body: { currentPassword: password, newPassword: 'the changed password' },
    headers: { ...headers, cookie },
  })
  const late = await reset(getFirst(listTokens(email)), 'the password of a finder')

  expect([changed.status, late.status]).toEqual([200, 400])
  expect((await signIn(email, 'the changed password')).status).toBe(200)
})

it('does not reveal whether an address has an account', async () => {
  const email = 'dee@reset.test'
  await givenPerson(email)

  const [known, unknown] = [await requestLink(email), await requestLink('nobody@reset.test')]

  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  expect(listTokens('nobody@reset.test')).toEqual([])
})
