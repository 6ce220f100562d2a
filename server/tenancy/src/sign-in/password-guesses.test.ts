// @module-tag anonymous-limits
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { createBuilderWithPassword } from './create-builder.ts'
import { patiently } from '@platform/testing/patiently'

let api: TestApi
beforeAll(async () => {
  api = await testApi(await testDatabase())
  await createBuilderWithPassword(api.database.everything, { email, password, name: 'Ana' })
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const email = 'ana@acme.test'
const password = 'correct horse battery'

let address = 0
/** Signs in from a new address. */
const signIn = async (body: object, at = api) => {
  const start = performance.now()
  const reply = await at.http.inject({
    method: 'POST',
    url: '/auth/sign-in/email',
    remoteAddress: `203.0.113.${++address}`,
    headers: { origin: publicUrl },
    payload: body,
  })
  return { status: reply.statusCode, body: reply.json(), tookMs: performance.now() - start }
}

/** Sets the number of recent wrong passwords for every tried address. */
const givenGuesses = (guesses: number) =>
  sql`update auth.password_guesses set guesses = ${guesses}, last_time = now()`.execute(
    api.database.everything,
  )
const wrong = 'wrong horse battery'

it('requires a mailed code after many wrong passwords from any address', async () => {
  for (const who of [email, 'nobody@acme.test']) await signIn({ email: who, password: wrong })
  await givenGuesses(10)
  api.mails.length = 0

  const known = await signIn({ email, password })
  const unknown = await signIn({ email: 'nobody@acme.test', password })
  const again = await signIn({ email, password, code: '00000000' })
  const [mail, ...more] = api.mails
  const code = /\d{8}/.exec(mail!.text)![0]
  const wrongPassword = await signIn({ email, password: wrong, code })
  const right = await signIn({ email: 'Ana@acme.test', password, code })
  const after = await signIn({ email, password })

  expect(known).toMatchObject({ status: 401, body: { context: { code: 'MAIL_CODE_NEEDED' } } })
  expect({ ...unknown.body, ...whoAndWhen }).toEqual({ ...known.body, ...whoAndWhen })
  expect(again.body.context).toEqual({ code: 'MAIL_CODE_NEEDED' })
  expect(more).toEqual([])
  expect(mail!.to).toBe(email)
  expect(wrongPassword).toMatchObject({ status: 401 })
  expect(right.status).toBe(200)
  // A successful sign-in resets the count.
  expect(after.status).toBe(200)
})

const whoAndWhen = { requestId: '', instance: '', time: '' }

it('accepts the right password after a delay without a mail server', async () => {
  const mute = await testApi(api.database, { canSendMail: false })
  onTestFinished(() => mute.close())
  await signIn({ email, password: wrong })
  await givenGuesses(7)

  const slow = await signIn({ email, password }, mute)
  await signIn({ email, password: wrong })
  await givenGuesses(30)
  const slowest = await signIn({ email, password }, mute)

  expect(slow).toMatchObject({ status: 200 })
  expect(slow.tookMs).toBeGreaterThan(350)
  expect(slowest).toMatchObject({ status: 200 })
  expect(slowest.tookMs).toBeGreaterThan(1_900)
})

it('counts concurrent attempts, for one hour', async () => {
  await Promise.all(Array.from({ length: 8 }, () => signIn({ email, password: wrong })))
  const guesses = async () =>
    (
      await sql<{ guesses: number }>`
        select max(guesses) as guesses from auth.password_guesses`.execute(api.database.everything)
    ).rows[0]?.guesses
  const together = await guesses()

  await sql`update auth.password_guesses set last_time = now() - interval '61 minutes'`.execute(
    api.database.everything,
  )
  await signIn({ email, password: wrong })

  expect(together).toBeGreaterThanOrEqual(8)
  expect(
    await sql<{ guesses: number }>`
    select guesses from auth.password_guesses order by last_time desc limit 1`
      .execute(api.database.everything)
      .then(({ rows }) => rows[0]?.guesses),
  ).toBe(1)
})

describe('a stolen session', () => {
  const victim = 'vera@acme.test'
  let cookie: string
  beforeAll(async () => {
    const owner = { email: victim, password, name: 'Vera' }
    await createBuilderWithPassword(api.database.everything, owner)
    const signedIn = await api.http.inject({
      method: 'POST',
      url: '/auth/sign-in/email',
      headers: { origin: publicUrl },
      payload: { email: victim, password },
    })
    cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0]!
  })

  /** Calls a route that requires the password, from a new address. */
  const guess = async (path: string, body: object, as = cookie) => {
    const start = performance.now()
    const reply = await api.http.inject({
      method: 'POST',
      url: `/auth${path}`,
      remoteAddress: `203.0.113.${++address}`,
      headers: { origin: publicUrl, ...(as && { cookie: as }) },
      payload: body,
    })
    return { status: reply.statusCode, body: reply.json(), tookMs: performance.now() - start }
  }
  const readGuesses = async () =>
    (
      await sql<{ guesses: number }>`select guesses from auth.password_guesses`.execute(
        api.database.everything,
      )
    ).rows
  const noGuesses = () => sql`delete from auth.password_guesses`.execute(api.database.everything)

  const change = { currentPassword: wrong, newPassword: 'another horse battery' }

  it.each([
    ['/change-password', change],
    ['/two-factor/enable', { password: wrong }],
    ['/two-factor/disable', { password: wrong }],
    ['/two-factor/get-totp-uri', { password: wrong }],
    ['/two-factor/generate-backup-codes', { password: wrong }],
  ])('is counted when it tries a password by %s', async (path, body) => {
    await noGuesses()

    const { status } = await guess(path, body)

    expect(status).toBe(400)
    expect(await readGuesses()).toEqual([{ guesses: 1 }])
  })

  it('is limited like a sign-in and needs the mailed code', async () => {
    await noGuesses()
    api.mails.length = 0

    await guess('/change-password', change)
    await givenGuesses(7)
    const slowed = await guess('/change-password', change)
    await givenGuesses(10)
    const asked = await guess('/change-password', change)
    const signingIn = await signIn({ email: victim, password })

    expect(slowed.status).toBe(400)
    expect(slowed.tookMs).toBeGreaterThan(350)
    expect(asked).toMatchObject({ status: 403, body: { context: { code: 'MAIL_CODE_NEEDED' } } })
    expect(api.mails.map(({ to }) => to)).toEqual([victim])
    expect(signingIn.body.context).toEqual({ code: 'MAIL_CODE_NEEDED' })
  })

  it('does not prevent the owner from changing the password with the mailed code', async () => {
    await noGuesses()
    await guess('/change-password', change)
    await givenGuesses(10)
    api.mails.length = 0
    const right = { ...change, currentPassword: password }

    const asked = await guess('/change-password', right)
    await vi.waitFor(() => expect(api.mails).toHaveLength(1), patiently)
    const code = /\d{8}/.exec(api.mails[0]!.text)![0]
    const changed = await guess('/change-password', { ...right, code })

    expect([asked.status, changed.status]).toEqual([403, 200])
    expect(await readGuesses()).toEqual([])
  })

  it('is required: requests without one are neither counted, delayed nor mailed', async () => {
    await noGuesses()
    api.mails.length = 0

    const byStranger = await guess('/change-password', change, '')

    expect(byStranger.status).toBe(401)
    expect([await readGuesses(), api.mails]).toEqual([[], []])
  })
})
