import type { Installation, Log, Operation, TimelineEntry } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { givenPlatform, manifest } from '@platform/testing/test-platform'
import { getFirst, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

it('shows the history of an installation and its provider calls', async () => {
  const platform = await givenPlatform({ contacts: 450 })
  await platform.connect()
  const { id } = await platform.install()
  // The same customer's account at another provider does not affect this installation.
  await platform.connect('globex', 'hubspot')
  const path = `/v1/{p}/integrations/crm/installations/${id}`
  const operations = async () =>
    (await platform.call<{ results: Operation[] }>('GET', `${path}/operations`)).results
  await vi.waitFor(
    async () => expect(getFirst(await operations()).status).toBe('success'),
    patiently,
  )
  await platform.call('PATCH', `${path}?skipSampling=true`, {
    updateMask: ['config.content.read.objects.Contact.disabled'],
    installation: { config: { content: { read: { objects: { Contact: { disabled: true } } } } } },
  })
  await platform.call('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: manifest.replace('0 0 1 1 *', '0 0 2 1 *'),
  })
  const [, first] = await platform.call<{ id: string }[]>(
    'GET',
    '/v1/{p}/integrations/crm/revisions',
  )
  const { id: restores } = must(first, 'first revision')
  await platform.call('POST', `/v1/{p}/integrations/crm/revisions/${restores}:rollback`)
  const read = (what: string, body: object) => platform.call('POST', `/read${path}:${what}`, body)
  await read('pause', { objects: ['Contact'], note: 'Until they have paid.' })
  await read('unpause', {})
  const timeline = (query = '') => platform.call<TimelineEntry[]>('GET', `${path}/timeline${query}`)

  const entries = await timeline()
  const operation = getFirst(await operations())
  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${operation.id}/logs`)
  const { config } = await platform.call<Installation>('GET', path)

  const by = expect.stringMatching(/^api-key:key_/) as unknown
  const of = (kind: TimelineEntry['kind']) => entries.filter((entry) => entry.kind === kind)
  expect(entries.map(({ time }) => time)).toEqual(
    entries.map(({ time }) => time).toSorted((a, b) => (a < b ? 1 : -1)),
  )
  expect(of('installed')).toMatchObject([{ id, by: 'api:create-installation' }])
  expect(of('configured')).toMatchObject([
    {
      by: expect.stringMatching(/^api-key:key_/),
      changes: [{ path: 'read.objects.Contact.disabled', after: true }],
    },
  ])
  expect(config.createdBy).toMatch(/^api-key:key_/)
  expect(of('deployed')).toMatchObject([
    { by, restores, changes: [{ path: expect.stringContaining('schedule'), after: '0 0 1 1 *' }] },
    { by, changes: [{ path: expect.stringContaining('schedule'), after: '0 0 2 1 *' }] },
  ])
  expect(of('deployed')[1]).not.toHaveProperty('restores')
  expect(of('paused')).toMatchObject([
    { by, objectName: 'Contact', detail: 'Until they have paid.' },
  ])
  expect(of('resumed')).toMatchObject([{ by }])
  expect(of('event').filter(({ eventType }) => eventType === 'read.schedule.paused')).toEqual([])
  expect(of('operation')).toMatchObject([{ operationId: operation.id, records: 450 }])
  expect(of('event').map(({ eventType }) => eventType)).toEqual(
    expect.arrayContaining(['installation.created', 'connection.created', 'read.backfill.done']),
  )
  expect(of('event').filter(({ eventType }) => eventType === 'connection.created')).toHaveLength(1)
  expect(operation).toMatchObject({ mode: 'backfill', endTime: expect.any(String) })

  // The example of a log in the reference matches the written one.
  const getShape = (text: string) => text.replace(/\d+/, 'n')
  expect(logs.map(({ message }) => getShape(message.msg))).toContain('Read n records.')
  const call = must(logs.find(({ message }) => message.call)?.message.call, 'call')
  expect(call).toMatchObject({
    method: 'GET',
    url: expect.stringMatching(/^http:\/\/.*\/services\/data\//),
    status: 200,
    attempt: 1,
    requestHeaders: { authorization: '…', accept: 'application/json' },
    responseHeaders: { 'content-type': expect.stringContaining('json') },
  })
  expect(JSON.stringify(logs)).not.toMatch(/Bearer|SELECT/)
  expect(JSON.stringify(entries)).not.toMatch(/Bearer|token/i)
})

it('logs request and reply of a failure, without credentials', async () => {
  const platform = await givenPlatform({ contacts: 5 })
  const { id: connectionId } = await platform.connect()
  await platform.control.addFault({
    effect: 'unavailable',
    match: { pathRegex: String.raw`/query` },
  })
  const { id } = await platform.install()
  const shown = await platform.call<Installation['connection'] & { tokens?: unknown }>(
    'GET',
    `/v1/{p}/connections/${connectionId}?includeCreds=true&includeRefreshToken=true`,
  )
  const tokens = must(shown.oauth2AuthorizationCode, 'tokens')
  const path = `/v1/{p}/integrations/crm/installations/${id}`
  const failed = await vi.waitFor(async () => {
    const { results } = await platform.call<{ results: Operation[] }>('GET', `${path}/operations`)
    const logs = await platform.call<Log[]>(
      'GET',
      `/v1/{p}/operations/${getFirst(results).id}/logs`,
    )
    return must(
      logs.find(({ severity, message }) => severity === 'warning' && message.call),
      'failure',
    )
  }, patiently)

  expect(failed.message.call).toMatchObject({ status: 503, method: 'GET' })
  const text = JSON.stringify(failed)
  expect(text).not.toContain(must(tokens.accessToken, 'access token').token)
  expect(text).not.toContain(must(tokens.refreshToken, 'refresh token').token)
})
