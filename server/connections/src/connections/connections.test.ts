import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionId } from '@platform/contract'
import { openSession } from '../provider/open-session.ts'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let path: string
beforeAll(async () => {
  api = await testApi(await testDatabase())
  acme = await givenTenant(api)
  path = `/v1/projects/${acme.project.id}/connections`
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

const generate = (inputs: object) =>
  api.call('POST', `${path}:generate`, {
    token: acme.owner.token,
    body: {
      provider: 'salesforce',
      groupRef: 'globex',
      consumerRef: 'hank',
      oauth2AuthorizationCode: { accessToken: { token: 'secret-token' } },
      ...inputs,
    },
  })

it.each([{}, { providerWorkspaceRef: 'evil.example/' }])(
  'rejects a connection without a reachable URL: %o',
  async (inputs) => {
    const reply = await generate(inputs)

    expect(reply.status).toBe(400)
    expect(reply.body.issues).toMatchObject([{ in: 'body', name: 'providerWorkspaceRef' }])
  },
)

it('rejects a change that makes the URL unreachable', async () => {
  const { body: connection } = await generate({ providerWorkspaceRef: 'acme' })

  const reply = await api.call('PATCH', `${path}/${connection.id}`, {
    token: acme.owner.token,
    body: {
      updateMask: ['providerWorkspaceRef'],
      connection: { providerWorkspaceRef: 'evil.example/' },
    },
  })

  expect(reply.status).toBe(400)
  expect(reply.body.issues).toMatchObject([{ in: 'body', name: 'connection.providerWorkspaceRef' }])
})

it('returns credentials only to callers who may change them', async () => {
  const { body: connection } = await generate({ providerWorkspaceRef: 'acme' })
  const { token } = await api.builder({ orgId: acme.org.id, role: 'member' })
  const read = (credential: object, query = '') =>
    api.call('GET', `${path}/${connection.id}${query}`, credential)

  const byOwner = await read({ token: acme.owner.token }, '?includeCreds=true')
  const byKey = await read({ apiKey: acme.full.key }, '?includeCreds=true')
  const byMember = await read({ token }, '?includeCreds=true')
  const plain = await read({ token })

  expect(byOwner.text).toContain('secret-token')
  expect(byKey.text).toContain('secret-token')
  expect([byMember.status, plain.status]).toEqual([403, 200])
  expect(byMember.text + plain.text).not.toContain('secret-token')
})

it('uses a newly entered key after the provider refused the previous one', async () => {
  const { body } = await generate({ provider: 'sendGrid', apiKey: 'first' })
  const id = body.id as ConnectionId
  const send = (method: 'GET' | 'PATCH', change?: object) =>
    api.call(method, `${path}/${id}`, { token: acme.owner.token, body: change })
  const session = await openSession(api.services, api.database.tenant(acme.project.id), id)
  const first = await session.credentials()
  await send('PATCH', { updateMask: ['apiKey'], connection: { apiKey: 'second' } })

  const second = await session.credentials(first)
  const { body: before } = await send('GET')
  const refused = session.credentials(second)

  expect(second).toMatchObject({ apiKey: 'second' })
  // SendGrid has no call that verifies them.
  expect(before).toMatchObject({ status: 'created', health: { state: 'unconfirmed' } })
  await expect(refused).rejects.toMatchObject({ failure: 'credentials' })
  expect((await send('GET')).body.status).toBe('bad_credentials')
})

it('creates a group and consumer once for concurrent connections', async () => {
  const people = { groupRef: 'initech', groupName: 'Initech', consumerRef: 'peter' }

  const replies = await Promise.all(
    Array.from({ length: 12 }, () => generate({ ...people, providerWorkspaceRef: 'acme' })),
  )

  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
  expect(replies.map(({ body }) => body.group.groupName)).toEqual(replies.map(() => 'Initech'))
  const events = await api.database.everything
    .selectFrom('events')
    .select('about')
    .where('groupRef', '=', 'initech')
    .execute()
  expect(events.map(({ about }) => about?.groupName)).toEqual(replies.map(() => 'Initech'))
})

it('updates the name of a group with the latest given one', async () => {
  const readName = async (inputs: object) =>
    (await generate({ groupRef: 'umbrella', providerWorkspaceRef: 'acme', ...inputs })).body.group
      .groupName

  const names = [
    await readName({}),
    await readName({ groupName: 'Umbrella' }),
    await readName({}),
    await readName({ groupName: 'Umbrella Corp.' }),
  ]

  expect(names).toEqual(['umbrella', 'Umbrella', 'Umbrella', 'Umbrella Corp.'])
})

describe('three groups whose names are nearly the same', () => {
  it.each([
    ['\ud800', '\udbff', '\udc00'],
    ['a\u0000', 'b\u0000', '\u0000'],
  ])('are rejected with the field if text cannot distinguish them: %j', async (...refs) => {
    const replies = await Promise.all(refs.map((groupRef) => generate({ groupRef })))
    const deep = await generate({ provider: 'gitlab', customAuth: { token: { odd: [refs[0]] } } })

    for (const { status, body } of replies) {
      expect(status).toBe(400)
      expect(body.issues).toMatchObject([{ in: 'body', name: 'groupRef' }])
    }
    expect(deep.body.issues).toMatchObject([{ in: 'body', name: 'customAuth.token.odd[0]' }])
  })

  it('stay distinct if only the encoding of an accent, the width or the case differs', async () => {
    const refs = ['zo\u00eb', 'zoe\u0308', 'Zo\u00eb', '\uff5ao\u00eb']
    const made = await Promise.all(
      refs.map((groupRef) => generate({ groupRef, providerWorkspaceRef: 'acme' })),
    )

    const found = await Promise.all(
      refs.map((groupRef) =>
        api.call('GET', `${path}?${new URLSearchParams({ groupRef })}`, {
          token: acme.owner.token,
        }),
      ),
    )

    expect(found.map(({ body }) => body.map(({ id }: { id: string }) => id))).toEqual(
      made.map(({ body }) => [body.id]),
    )
  })

  it('are rejected if the body is not UTF-8', async () => {
    for (const byte of [0xff, 0xfe, 0x80]) {
      const body = Buffer.from('{"provider":"salesforce","groupRef":"?","consumerRef":"hank"}')
      body[body.indexOf('?')] = byte

      const reply = await api.call('POST', `${path}:generate`, {
        token: acme.owner.token,
        headers: { 'content-type': 'application/json' },
        body,
      })

      expect([reply.status, reply.body.detail]).toEqual([400, 'The body is not valid UTF-8.'])
    }
  })
})
