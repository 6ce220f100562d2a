import { expect, it, vi } from 'vitest'
import { givenPlatform } from '../testing/test-platform.ts'
import { freshCredentials } from './refresh-token.ts'

it('refreshes once, however many ask at the same time', async () => {
  const { database, services, control, connect, projectId, messages } = await givenPlatform()
  const db = database.tenant(projectId)
  await control.settings({ rotateRefreshTokens: true })
  const { id: connectionId } = await connect()
  const first = await freshCredentials(services, db, { connectionId })
  const refusedToken = 'tokens' in first ? first.tokens!.accessToken : ''
  await control.clearRequests()

  const all = await Promise.all(
    Array.from({ length: 10 }, () =>
      freshCredentials(services, db, { connectionId, refusedToken }),
    ),
  )

  const refreshes = (await control.requests()).filter(({ url }) => url.endsWith('/token'))
  expect(refreshes).toHaveLength(1)
  expect(new Set(all.map((credentials) => JSON.stringify(credentials)))).toHaveLength(1)
  await vi.waitFor(() =>
    expect(messages.map(({ notificationType }) => notificationType)).toContain(
      'connection.refreshed',
    ),
  )
})

it('uses a refreshed token after the provider has refused the old one', async () => {
  const { call, control, connect } = await givenPlatform()
  await connect()
  await control.expireTokens()

  const metadata = await call<{ fields: object }>(
    'GET',
    '/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=globex',
  )

  expect(metadata.fields).toHaveProperty('Email')
})

it('marks a connection whose refresh token was revoked, tells it once and not again', async () => {
  const { call, control, connect, messages } = await givenPlatform()
  const { id } = await connect()
  await control.revokeTokens()

  const replies = await Promise.all([
    call('GET', `/v1/{p}/connections/${id}?refresh=force`),
    call('GET', `/v1/{p}/connections/${id}?refresh=force`),
  ])

  expect(replies).toMatchObject([{ status: 422 }, { status: 422 }])
  expect(await call('GET', `/v1/{p}/connections/${id}`)).toMatchObject({
    status: 'bad_credentials',
  })
  await vi.waitFor(() =>
    expect(
      messages.filter(({ notificationType }) => notificationType === 'connection.error'),
    ).toHaveLength(1),
  )
})
