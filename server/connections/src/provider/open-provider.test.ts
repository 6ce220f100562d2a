import { once } from 'node:events'
import { createServer } from 'node:http'
import { salesforceAt } from '@platform/sandbox'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { tryInstallation } from '../../../installations/src/installations/save-installation.ts'
import { givenPlatform, manifest } from '@platform/testing/test-platform'
import { openProvider } from './open-provider.ts'
import { patiently } from '@platform/testing/patiently'
import { getPort } from '@platform/kernel/values'

/** Counts the statements of this process that read the rows of connections. */
function countLookUps(): () => number {
  let count = 0
  const send = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...sent: unknown[]
  ) {
    const text = typeof sent[0] === 'string' ? sent[0] : (sent[0] as { text: string }).text
    if (/from "connections" as/.test(text)) count++
    return Reflect.apply(send, this, sent)
  })
  return () => {
    const counted = count
    count = 0
    return counted
  }
}

it('reads the row of a connection once for each use', async () => {
  const { database, services, projectId, call, connect, install, messages } = await givenPlatform({
    sourceYaml: `${manifest}    proxy:\n      enabled: true\n`,
  })
  const { id } = await connect()
  const db = database.tenant(projectId)
  const lookedUp = countLookUps()

  await tryInstallation(services, db, {
    integrationIdOrName: 'crm',
    caller: { kind: 'nobody' },
    body: {
      groupRef: 'globex',
      config: { createdBy: 'ana', content: { read: { objects: { Contact: {} } } } },
    },
  })
  expect(lookedUp(), 'a sample read').toBe(1)

  await call('GET', `/v1/{p}/connections/${id}`)
  expect(lookedUp(), 'the connection itself').toBe(1)
  await call('GET', '/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=globex')
  expect(lookedUp(), 'the fields of an object').toBe(1)

  const { id: installationId } = await install()
  await vi.waitFor(
    () => expect(messages.map((m) => m.notificationType)).toContain('read.backfill.done'),
    patiently,
  )
  expect(lookedUp(), 'installing and its reply, reading and its event').toBe(4)

  const throughProxy = {
    'x-platform-project-id': 'test',
    'x-platform-installation-id': installationId,
  }
  await call('GET', '/proxy/services/data', undefined, throughProxy)
  expect(lookedUp(), 'a call through the proxy').toBe(1)
})

it('removes tokens from successful replies, and nothing that a customer may have written', async () => {
  const provider = createServer((request, reply) => {
    const sent = String(request.headers.authorization).replace('Bearer ', '')
    reply.writeHead(200, { 'content-type': 'application/json' })
    const records = request.url?.includes('query') ? [' '.repeat(100_000)] : undefined
    reply.end(JSON.stringify({ records, signedInBy: sent, link: `https://x.test/?t=${sent}` }))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  onTestFinished(() => void provider.close())
  const { call, database, services, projectId } = await givenPlatform({
    env: {
      PLATFORM_PROVIDERS: JSON.stringify(salesforceAt(`http://127.0.0.1:${getPort(provider)}`)),
    },
  })
  const askAs = async (token: string, path = '/services/oauth2/userinfo') => {
    const { id } = await call<{ id: `conn_${string}` }>('POST', '/v1/{p}/connections:generate', {
      ...{ provider: 'salesforce', groupRef: token, consumerRef: 'hank' },
      oauth2AuthorizationCode: { accessToken: { token } },
    })
    const { client } = await openProvider(services, database.tenant(projectId), id)
    return (await client.request({ path })).body
  }

  expect(await askAs('of-no-known-form-0817')).toEqual({
    signedInBy: '…',
    link: 'https://x.test/?t=…',
  })
  expect(await askAs('of-no-known-form-0817', '/query')).toMatchObject({ signedInBy: '…' })
  expect(await askAs('secret')).toEqual({
    signedInBy: 'secret',
    link: 'https://x.test/?t=secret',
  })
})

it('removes credentials from refusals in every encoding', async () => {
  const provider = createServer((request, reply) => {
    const sent = String(request.headers.authorization).replace('Bearer ', '')
    reply.writeHead(400, { 'content-type': 'application/json' })
    reply.end(JSON.stringify([{ errorCode: 'NO', message: `We saw <${sent}> and took offence.` }]))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  onTestFinished(() => void provider.close())
  const { call } = await givenPlatform({
    env: {
      PLATFORM_PROVIDERS: JSON.stringify(salesforceAt(`http://127.0.0.1:${getPort(provider)}`)),
    },
  })
  const token = 'of-no-known-form-0817'
  await call('POST', '/v1/{p}/connections:generate', {
    ...{ provider: 'salesforce', groupRef: 'globex', consumerRef: 'hank' },
    oauth2AuthorizationCode: { accessToken: { token } },
  })

  const reply = await call(
    'GET',
    '/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=globex',
  )

  expect(JSON.stringify(reply)).toContain('We saw <…> and took offence.')
  expect(JSON.stringify(reply)).not.toContain(token)
})
