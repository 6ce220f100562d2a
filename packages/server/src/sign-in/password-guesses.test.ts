import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { publicUrl, testApi, type TestApi } from '../testing/test-api.ts'
import { testDatabase } from '../testing/test-database.ts'
import { createBuilderWithPassword } from './create-builder.ts'

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
/** Signs in from an address that nobody has used before. */
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

/** As if so many wrong passwords had been given just now for every address that was tried. */
const givenGuesses = (guesses: number) =>
  sql`update auth.password_guesses set guesses = ${guesses}, last_time = now()`.execute(
    api.database.everything,
  )
const wrong = 'wrong horse battery'

it('asks for a mailed code after many wrong passwords, whatever their addresses, and lets in with it', async () => {
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
  // Who is let in has no wrong passwords behind them.
  expect(after.status).toBe(200)
})

const whoAndWhen = { requestId: '', instance: '', time: '' }

it('lets the right password in after a delay where no mail can be sent', async () => {
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

it('counts passwords that are tried at the same time, and forgets after an hour', async () => {
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
