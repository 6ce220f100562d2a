import { expect, it, vi } from 'vitest'
import { findProvider } from '@platform/connectors'
import { must } from '@platform/kernel/values'
import { givenBreakingSessions } from '@platform/testing/breaking-sessions'
import { signInBy } from '@platform/testing/browser'
import { patiently } from '@platform/testing/patiently'
import { testDatabase } from '@platform/testing/test-database'
import { givenPlatform } from '@platform/testing/test-platform'
import { finishSession, type Connected } from './save-connection.ts'

const request = {
  projectIdOrName: 'test',
  provider: 'salesforce',
  groupRef: 'globex',
  consumerRef: 'hank',
}

async function givenBreakingPlatform() {
  const database = await testDatabase({ needsPassword: true })
  const sessions = await givenBreakingSessions(database.connectionString)
  const platform = await givenPlatform({
    database: { ...database, connectionString: sessions.connectionString },
  })
  const listConnections = () =>
    platform.call<{ consumer: { consumerRef: string } }[]>('GET', '/v1/{p}/connections')
  return { ...platform, sessions, listConnections }
}

it('keeps the tokens of a sign-in whose database is away after the exchange of the code', async () => {
  const { call, control, services, sessions, listConnections } = await givenBreakingPlatform()
  const warn = vi.spyOn(services.log, 'warn')
  await control.addFault({
    effect: 'slow',
    delayMs: 500,
    times: 1,
    match: { pathRegex: '/token$' },
  })
  const url = await call<string>('POST', '/v1/oauth-connect', request)

  const signingIn = signInBy(url)
  await vi.waitFor(
    async () => expect(await control.faults()).toMatchObject([{ applied: 1 }]),
    patiently,
  )
  sessions.goAway()
  await vi.waitFor(
    () =>
      expect(warn).toHaveBeenCalledWith(
        expect.anything(),
        'cannot store what a provider replied; retrying',
      ),
    patiently,
  )
  sessions.comeBack()
  const { page } = await signingIn

  expect(page.status).toBe(200)
  expect(await listConnections()).toMatchObject([
    { consumer: { consumerRef: request.consumerRef } },
  ])
})

it('completes a sign-in again whose first commit was carried out without a reply', async () => {
  const { call, database, projectId, services } = await givenPlatform()
  const db = database.tenant(projectId)
  await signInBy(await call<string>('POST', '/v1/oauth-connect', request))
  const session = await db.selectFrom('connectSessions').selectAll().executeTakeFirstOrThrow()
  const mayFinish = vi.fn(() => Promise.resolve())
  const connected: Connected = {
    credentials: await services.secrets.seal(projectId, '{}'),
    accessExpireTime: null,
    authScheme: 'oauth2/authorizationCode',
    captured: {},
  }
  const entry = must(findProvider('salesforce'), 'entry')

  const again = await finishSession(services, { db, session, mayFinish }, entry, connected)

  expect(again).toBe(session.connectionId)
  expect(await call('GET', `/v1/{p}/connections/${again}`)).toMatchObject({ id: again })
})
