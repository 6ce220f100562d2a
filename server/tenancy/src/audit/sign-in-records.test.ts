// @module-tag audit
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBuilderWithPassword } from '../sign-in/create-builder.ts'
import { publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { totp } from '@platform/testing/totp'
import { capture, getLast, must } from '@platform/kernel/values'

let api: TestApi
beforeAll(async () => {
  api = await testApi(await testDatabase())
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const password = 'correct horse battery'
const email = 'ana@acme.test'

it('records sign-ins, failed sign-ins and credential changes for owners', async () => {
  const ana = await createBuilderWithPassword(api.database.everything, {
    email,
    password,
    name: 'Ana',
  })
  const org = await api.org({ ownerId: ana.id })
  const stranger = await api.builder()
  const elsewhere = await api.org({ ownerId: stranger.id })
  let cookie = ''
  const post = async (path: string, body: object) => {
    const reply = await api.call('POST', `/auth${path}`, {
      body,
      headers: {
        origin: publicUrl,
        'user-agent': 'Firefox',
        'x-request-id': `of${path}`,
        ...(cookie && { cookie }),
      },
    })
    const cookies = [reply.headers['set-cookie'] ?? []].flat()
    if (cookies.length > 0) cookie = cookies.map((set) => set.split(';', 1)[0]).join('; ')
    return reply
  }

  await post('/sign-in/email', { email, password: 'a guess' })
  await post('/sign-in/email', { email: 'nobody@acme.test', password: 'a guess' })
  await post('/sign-in/email', { email, password })
  const enabling = await post('/two-factor/enable', { password })
  const code = totp(must(new URL(enabling.body.totpURI).searchParams.get('secret'), 'secret'))
  await post('/two-factor/verify-totp', { code: code === '000000' ? '000001' : '000000' })
  await post('/two-factor/verify-totp', { code })
  await post('/two-factor/disable', { password })
  await post('/change-password', { currentPassword: password, newPassword: 'a new passphrase' })
  await post('/revoke-other-sessions', {})
  await post('/sign-out', {})
  await post('/request-password-reset', { email })
  const token = capture(/reset-password\/([^?\s]+)/, getLast(api.mails).text)
  await post('/reset-password', { token, newPassword: password })

  const log = (orgId: string, owner: string) =>
    api.call('GET', `/v1/orgs/${orgId}/audit-log`, { token: owner })
  const { body, text } = await log(org.id, await api.signIn.issueToken(ana.id))
  expect(body.map(({ action }: any) => action).toReversed()).toEqual([
    'signInFailed',
    'signIn',
    'secondFactorFailed',
    'enableTwoFactor',
    'disableTwoFactor',
    'changePassword',
    'endSessions',
    'signOut',
    'resetPassword',
  ])
  for (const record of body) {
    expect(record).toMatchObject({
      actor: { kind: 'builder', id: ana.id, label: email },
      target: expect.stringMatching(/^\/auth\//),
      requestId: record.target.replace('/auth', 'of'),
      ip: '127.0.0.1',
      userAgent: 'Firefox',
    })
  }
  for (const secret of [password, 'a guess', 'a new passphrase', code, token]) {
    expect(text).not.toContain(secret)
  }
  expect((await log(elsewhere.id, stranger.token)).body).toEqual([])
})
