import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import type { SignUpPolicy } from '../organizations/sign-up.ts'
import { publicUrl, testApi, type TestApi } from '@platform/testing/test-api'
import { givenDatabase, testDatabase } from '@platform/testing/test-database'
import { createBuilderWithPassword } from './create-builder.ts'
import { capture, must } from '@platform/kernel/values'

let api: TestApi
beforeAll(async () => {
  api = await testApi(await testDatabase())
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const password = 'correct horse battery'
const origin = { origin: publicUrl }
let count = 0
const newAddress = (domain = 'guest.test') => `p${++count}-${Date.now()}@${domain}`

/** A browser that keeps cookies. */
function browser(of = api) {
  const cookies = new Map<string, string>()
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await of.call(method, path, {
      headers: { ...origin, ...(cookie && { cookie }) },
      ...(body && { body }),
    })
    for (const set of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return reply
  }
}

const signUp = (go: ReturnType<typeof browser>, email: string, name = 'Bo') =>
  go('POST', '/auth/sign-up/email', { email, password, name })

const signInStatus = async (email: string, secret = password) =>
  (await browser()('POST', '/auth/sign-in/email', { email, password: secret })).status

const mailTo = (email: string, of = api) =>
  expect.poll(() => of.mails.findLast(({ to }) => to === email)?.text).toBeDefined()

async function linkTo(email: string, of = api) {
  await mailTo(email, of)
  const mail = of.mails.findLast(({ to }) => to === email)
  const url = capture(/(http:\S+)/, must(mail, `mail to ${email}`).text)
  return url.slice(publicUrl.length)
}

/** An account from a version that did not confirm addresses first. */
async function givenUnconfirmed(email: string) {
  const db = api.database.everything
  const id = newId('user')
  await sql`insert into auth."user" ("id", "name", "email", "emailVerified", "twoFactorEnabled")
    values (${id}, 'Not Gil', ${email}, false, true)`.execute(db)
  await sql`insert into auth."account" ("id", "accountId", "providerId", "userId", "password", "updatedAt")
    values (${newId('account')}, ${id}, 'credential', ${id}, ${await hashPassword(password)}, now())`.execute(
    db,
  )
  await sql`insert into auth."session" ("id", "expiresAt", "token", "updatedAt", "userId")
    values (${newId('session')}, now() + interval '1 day', ${id}, now(), ${id})`.execute(db)
  return id
}

/** Everything that gives access to an account. */
async function listWaysIn(userId: string): Promise<string[]> {
  const { rows } = await sql<{ way: string }>`
    select 'session' as way from auth.session where "userId" = ${userId}
    union all select 'passkey' from auth.passkey where "userId" = ${userId}
    union all select 'app' from auth."twoFactor" where "userId" = ${userId}
    union all select 'account ' || "providerId" from auth.account where "userId" = ${userId}
  `.execute(api.database.everything)
  return rows.map(({ way }) => way)
}

it('creates an account once the address is confirmed, and signs in', async () => {
  const email = newAddress()
  const bo = browser()
  const reply = await signUp(bo, email)
  const early = await signInStatus(email)

  const followed = await bo('GET', await linkTo(email))
  const { body } = await bo('GET', '/auth/token')
  const info = await api.call('GET', '/v1/my-info', { token: body.token })

  expect([reply.status, early, followed.status]).toEqual([200, 401, 302])
  expect(followed.headers.location).toBe(`${publicUrl}/`)
  expect(info.body.builder).toMatchObject({ primaryEmail: email, fullName: 'Bo' })
  expect(await signInStatus(email)).toBe(200)
})

it(
  'gives no access to a stranger who signed up with the address',
  { tags: 'confirmed-addresses' },
  async () => {
    const email = newAddress()
    const stranger = browser()
    await signUp(stranger, email)
    const link = await linkTo(email)
    const owner = browser()

    const followed = await owner('GET', link)
    const page = new URL(followed.headers.location as string)
    const confirmed = await owner('POST', '/auth/sign-up/confirm', {
      token: page.searchParams.get('token'),
      newPassword: 'the password of Bo',
    })

    expect(page.pathname).toBe('/confirm-address')
    expect(confirmed.status).toBe(200)
    expect((await owner('GET', '/auth/token')).status).toBe(200)
    expect((await stranger('GET', '/auth/token')).status).toBe(401)
    expect(await signInStatus(email)).toBe(401)
    expect(await signInStatus(email, 'the password of Bo')).toBe(200)
  },
)

it('is not confirmed by a scanner that opens every link of a mail', async () => {
  const email = newAddress()
  const bo = browser()
  await signUp(bo, email)
  const link = await linkTo(email)

  await browser()('GET', link)
  await browser()('GET', link)

  expect(await signInStatus(email)).toBe(401)
  expect((await bo('GET', link)).headers.location).toBe(`${publicUrl}/`)
  expect(await signInStatus(email)).toBe(200)
})

it('reports used, invented and expired links', async () => {
  const email = newAddress()
  const bo = browser()
  await signUp(bo, email)
  const link = await linkTo(email)
  await bo('GET', link)
  const old = newAddress()
  await signUp(bo, old)
  const oldLink = await linkTo(old)
  await sql`update auth.verification set "expiresAt" = now() - interval '1 second'`.execute(
    api.database.everything,
  )

  for (const path of [link, '/auth/sign-up/confirm?token=made-up', oldLink]) {
    const { headers } = await bo('GET', path)
    expect(headers.location).toBe(`${publicUrl}/?error=link_not_good`)
    const token = new URL(path, publicUrl).searchParams.get('token')
    const { status } = await bo('POST', '/auth/sign-up/confirm', { token, newPassword: password })
    expect(status).toBe(400)
  }
})

it(
  'replies identically with and without an account, and mails the difference',
  { tags: 'confirmed-addresses' },
  async () => {
    const [known, unknown] = [newAddress(), newAddress()]
    const secret = 'the password of Dee'
    await createBuilderWithPassword(api.database.everything, {
      email: known,
      password: secret,
      name: 'Dee',
    })

    const replies = [await signUp(browser(), known), await signUp(browser(), unknown)] as const
    const ask = (email: string) => browser()('POST', '/auth/request-password-reset', { email })
    const resets = await Promise.all([ask(known), ask(unknown)])
    await mailTo(known)
    await mailTo(unknown)

    for (const [one, other] of [replies, resets]) {
      expect(one.status).toBe(200)
      expect(one.text).toBe(other.text)
      expect(Object.keys(one.headers)).toEqual(Object.keys(other.headers))
    }
    expect(api.mails.find(({ to }) => to === known)?.text).toContain('already has an account')
    expect([await signInStatus(known), await signInStatus(known, secret)]).toEqual([401, 200])
  },
)

it('reports why a password is rejected', async () => {
  const { status, body } = await browser()('POST', '/auth/sign-up/email', {
    email: newAddress(),
    password: 'short',
    name: 'Jo',
  })

  expect([status, body.detail]).toEqual([400, 'Password too short'])
  expect(body.remedy).not.toContain('issues')
})

describe('an account from before its address was confirmed', () => {
  it('belongs to the person who resets the password by mail', async () => {
    const email = newAddress()
    const id = await givenUnconfirmed(email)

    await browser()('POST', '/auth/request-password-reset', { email })
    const token = capture(/reset-password\/([^?]+)/, await linkTo(email))
    await browser()('POST', '/auth/reset-password', { token, newPassword: 'the password of Gil' })

    expect(await listWaysIn(id)).toEqual(['account credential'])
    expect([await signInStatus(email), await signInStatus(email, 'the password of Gil')]).toEqual([
      401, 200,
    ])
  })

  it(
    'belongs to the person who confirms the address, without the previous password',
    { tags: 'confirmed-addresses' },
    async () => {
      const email = newAddress()
      const id = await givenUnconfirmed(email)
      await browser()('POST', '/auth/send-verification-email', { email })

      const gil = browser()
      await gil('GET', await linkTo(email))

      expect(await listWaysIn(id)).toEqual(['session'])
      expect((await gil('GET', '/auth/token')).status).toBe(200)
      expect(await signInStatus(email)).toBe(401)
    },
  )

  it('belongs to the person who signs up with the address and confirms it', async () => {
    const email = newAddress()
    const id = await givenUnconfirmed(email)
    const gil = browser()
    await gil('POST', '/auth/sign-up/email', {
      email,
      password: 'the password of Gil',
      name: 'Gil',
    })

    await gil('GET', await linkTo(email))

    expect((await listWaysIn(id)).toSorted()).toEqual(['account credential', 'session'])
    expect([await signInStatus(email), await signInStatus(email, 'the password of Gil')]).toEqual([
      401, 200,
    ])
  })

  it('is assigned to the owner created by the operator', async () => {
    const email = newAddress()
    const id = await givenUnconfirmed(email)

    await createBuilderWithPassword(api.database.everything, {
      email,
      password: 'the password of Hal',
      name: 'Hal',
    })

    expect(await listWaysIn(id)).toEqual(['account credential'])
    expect(await signInStatus(email)).toBe(401)
  })
})

describe('the operator', () => {
  async function givenPolicy(policy: SignUpPolicy) {
    const own = await testApi(await givenDatabase(), { signUp: policy })
    onTestFinished(() => own.close())
    const owner = await own.builder()
    const org = await own.org({ ownerId: owner.id })
    const domain = `d${++count}-${Date.now()}.test`
    await own.database.everything
      .insertInto('claimedDomains')
      .values({ id: newId('dom'), orgId: org.id, domain })
      .execute()
    const invited = newAddress()
    await own.call('POST', `/v1/orgs/${org.id}/invites`, {
      token: owner.token,
      body: { email: invited },
    })
    own.mails.length = 0
    const subjectFor = async (email: string) => {
      const reply = await signUp(browser(own), email)
      if (reply.status !== 200) return reply.body.context.code
      await mailTo(email, own)
      return own.mails.findLast(({ to }) => to === email)?.subject
    }
    return Promise.all([invited, newAddress(domain), newAddress()].map(subjectFor))
  }
  const yes = 'Confirm your email address'
  const no = 'You need an invite to sign up'

  it.each([
    ['closed', ['SIGN_UP_CLOSED', 'SIGN_UP_CLOSED', 'SIGN_UP_CLOSED']],
    ['invited', [yes, no, no]],
    ['domains', [yes, yes, no]],
    ['open', [yes, yes, yes]],
  ] as const)(
    'restricts sign-up by PLATFORM_SIGN_UP=%s',
    { tags: 'closed-sign-up' },
    async (policy, outcomes) => {
      expect(await givenPolicy(policy)).toEqual(outcomes)
    },
  )
})

it('requires a confirmed address to create organizations', { tags: 'closed-sign-up' }, async () => {
  const unconfirmed = await api.builder({ emailVerified: false })

  const { status, body } = await api.call('POST', '/v1/orgs', {
    token: unconfirmed.token,
    body: { label: 'Acme' },
  })

  expect([status, body.type]).toEqual([403, `${publicUrl}/problems/email-not-verified`])
})
