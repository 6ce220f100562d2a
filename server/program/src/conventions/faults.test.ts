import { randomUUID } from 'node:crypto'
import type { ApiProblem, Log, Operation, SearchReply, WriteReply } from '@platform/contract'
import type { FaultRule } from '@platform/sandbox'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { must } from '@platform/kernel/values'
import { parseStoppedLine } from '@platform/testing/parse-stopped-line'
import { manifest, testPlatform } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'

/** The manifest for HubSpot, which reports rate limits by status 429. */
const sourceYaml = `${manifest.replace('- fieldName: Title', '- fieldName: Title\n            - mapToName: gone')}
        - objectName: Removed__c
          destination: webhook
          requiredFields:
            - fieldName: Name
    write:
      objects:
        - objectName: Contact
        - objectName: Removed__c
  - name: hub
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields:
            - fieldName: email
    write:
      objects:
        - objectName: contacts
`

let platform: Awaited<ReturnType<typeof testPlatform>>
let installationId: string

beforeAll(async () => {
  platform = await testPlatform({
    contacts: 5,
    sourceYaml,
    env: { PLATFORM_PROVIDER_TIMEOUT_MS: '1000' },
  })
  await Promise.all([platform.connect(), platform.connect('globex', 'hubspot')])
  const install = (integration: string, read: object, written: readonly string[]) =>
    platform.call<{ id: string }>(
      'POST',
      `/v1/{p}/integrations/${integration}/installations?skipSampling=true`,
      {
        groupRef: 'globex',
        config: {
          content: {
            read: { objects: read },
            write: {
              objects: Object.fromEntries(
                written.map((objectName) => [objectName, { objectName }]),
              ),
            },
          },
        },
      },
    )
  const Contact = { selectedFields: { Title: true } }
  installationId = (await install('crm', { Contact }, ['Contact', 'Removed__c'])).id
  await install('hub', { contacts: {} }, ['contacts'])
  await waitForMessages('read.backfill.done')
})
afterAll(() => platform.close())
afterEach(async () => {
  await Promise.all([platform.control.clearFaults(), platform.hubspot.clearFaults()])
  platform.messages.length = 0
})

const waitForMessages = (notificationType: string) =>
  vi.waitFor(
    () => expect(platform.messages.map((one) => one.notificationType)).toContain(notificationType),
    patiently,
  )

const readLogs = (operationId: string) =>
  platform.call<Log[]>('GET', `/v1/{p}/operations/${operationId}/logs`)

const theOne = (logs: readonly Log[], severity: string) =>
  must(
    logs.find((log) => log.severity === severity),
    `line of severity ${severity}`,
  )

/** Reads while the provider has the fault; returns the outcome and the log. */
async function readUnder(
  fault: FaultRule,
  path = fault.match?.provider === 'hubspot' ? 'hub/objects/contacts' : 'crm/objects/Contact',
) {
  const isHubspot = fault.match?.provider === 'hubspot'
  await (isHubspot ? platform.hubspot : platform.control).addFault(fault)
  const { operationId } = await platform.call<{ operationId: string }>(
    'POST',
    `/read/v1/{p}/integrations/${path}`,
    { groupRef: 'globex' },
  )
  const status = await vi.waitFor(async () => {
    const operation = await platform.call<{ status: string }>(
      'GET',
      `/v1/{p}/operations/${operationId}`,
    )
    const { status: now } = operation
    if (now === 'in_progress') throw new Error('It goes on.')
    return now
  }, patiently)
  const logs = await readLogs(operationId)
  const records = platform.messages
    .filter((message) => message.operationId === operationId)
    .flatMap(({ result }) => result ?? []).length
  return { status, logs, records }
}

const query = { pathRegex: '/query' }
const search = { provider: 'hubspot' as const, pathRegex: '/crm/objects/2026-09/contacts' }
const noReply = 'no reply'

// Each fault occurs twice, because a single failure is retried immediately.
it.each<[string, FaultRule, string]>([
  [
    'too many requests',
    { effect: 'rate-limit', policyName: 'SECONDLY', match: search, times: 1 },
    '429',
  ],
  [
    'too many requests, with a time to wait',
    { effect: 'rate-limit', policyName: 'SECONDLY', match: search, retryAfterSeconds: 2, times: 1 },
    '429',
  ],
  ['an error of its own', { effect: 'server-error', match: query, times: 2 }, '500'],
  ['maintenance', { effect: 'unavailable', match: query, times: 2 }, '503'],
  [
    'maintenance, with a time to wait',
    { effect: 'unavailable', match: query, retryAfterSeconds: 2, times: 1 },
    '503',
  ],
  ['a page of HTML', { effect: 'html', match: query, times: 2 }, '502'],
  ['a page of a firewall', { effect: 'html', status: 403, match: query, times: 2 }, '403'],
  ['no answer at all', { effect: 'hang', match: query, times: 2 }, noReply],
  ['a connection that breaks', { effect: 'reset', match: query, times: 2 }, noReply],
  [
    'a connection that breaks in mid-body',
    { effect: 'reset-mid-body', match: query, times: 2 },
    noReply,
  ],
  ['half a reply', { effect: 'truncated', match: query, times: 2 }, '200'],
  ['an empty reply', { effect: 'empty', match: query, times: 2 }, '200'],
])('a read survives %s, and logs the call and the next step', async (_name, fault, answer) => {
  const control = fault.match?.provider === 'hubspot' ? platform.hubspot : platform.control
  await control.clearRequests()

  const { status, logs, records } = await readUnder(fault)

  expect([status, records]).toEqual(['success', 5])
  expect(parseStoppedLine(theOne(logs, 'warning'))).toEqual({
    what: 'Reading stopped',
    answer,
    attempt: 1,
    next: expect.stringMatching(/^resuming at \d{4}-.+Z$/),
  })
  const asked = await control.requests()
  const refusedAt = asked.findIndex((request) => request.fault === fault.effect)
  const pausedMs = Date.parse(asked[refusedAt + 1]!.at) - Date.parse(asked[refusedAt]!.at)
  expect(pausedMs).toBeGreaterThanOrEqual((fault.retryAfterSeconds ?? 0) * 1000 - 50)
})

it('logs the second failure in a row of a read as an error, although it continues', async () => {
  const { status, logs } = await readUnder({ effect: 'unavailable', match: query, times: 4 })

  expect(status).toBe('success')
  expect(parseStoppedLine(theOne(logs, 'error'))).toMatchObject({
    what: 'Reading stopped',
    answer: '503',
    attempt: 2,
  })
  const listed = await platform.call<Log[]>(
    'GET',
    `/v1/{p}/logs?severity=error&installationId=${installationId}`,
  )
  expect(listed.map(({ message }) => message.msg)).toContainEqual(
    expect.stringContaining('Reading stopped'),
  )
})

it('survives a failed refresh during a read, and logs the call', async () => {
  await platform.control.addFault({
    effect: 'unavailable',
    match: { pathRegex: '/oauth2/token' },
    times: 2,
  })

  const { status, logs, records } = await readUnder({
    effect: 'token-expired',
    match: query,
    times: 2,
  })

  const stopped = theOne(logs, 'warning')
  expect([status, records]).toEqual(['success', 5])
  expect(parseStoppedLine(stopped)).toMatchObject({
    what: 'Reading stopped',
    answer: '503',
    attempt: 1,
  })
  expect(stopped.message).toMatchObject({
    error: 'Salesforce answered 503.',
    call: { method: 'POST', url: expect.stringMatching(/\/services\/oauth2\/token$/) },
  })
})

it.each([-600, 600])('reads with a clock that is off by %i seconds', async (offset) => {
  await platform.control.clock(offset)

  const { status, records } = await readUnder({ effect: 'slow', delayMs: 1, match: query })
  await platform.control.clock(0)

  expect([status, records]).toEqual(['success', 5])
})

it('succeeds with an expired token', async () => {
  const { status, logs, records } = await readUnder({
    effect: 'token-expired',
    match: query,
    times: 1,
  })

  expect([status, records]).toEqual(['success', 5])
  expect(logs.map(({ severity }) => severity)).not.toContain('warning')
})

const failed = {
  what: 'Reading failed',
  attempt: 1,
  next: 'the next read starts from the beginning',
}

it.each<[string, FaultRule, string]>([
  ['a permission that is lost', { effect: 'permission-lost', match: query }, '403'],
])('fails with %s and reports it', async (_name, fault, answer) => {
  const { status, logs } = await readUnder(fault)
  await waitForMessages('read.triggered.error')

  expect(status).toBe('failure')
  expect(parseStoppedLine(theOne(logs, 'error'))).toEqual({ ...failed, answer })
})

it('fails for a removed object and names it', async () => {
  const config = (objects: object) =>
    platform.call(
      'PATCH',
      `/v1/{p}/integrations/crm/installations/${installationId}?skipSampling=true`,
      {
        updateMask: ['config.content.read.objects'],
        installation: { config: { content: { read: { objects } } } },
      },
    )
  const Contact = { selectedFields: { Title: true } }
  await config({ Contact, Removed__c: {} })

  const { status, logs } = await readUnder(
    { effect: 'slow', delayMs: 1, match: query },
    'crm/objects/Removed__c',
  )
  await config({ Contact })

  const line = theOne(logs, 'error')
  expect(status).toBe('failure')
  expect(parseStoppedLine(line)).toEqual({ ...failed, answer: '400' })
  expect(line.message.error).toContain("sObject type 'Removed__c' is not supported")
})

it.each([['a field that was removed', 'Gone__c', 'Contact']])(
  'fails with %s and names it',
  async (_name, field) => {
    const config = (value: boolean) =>
      platform.call(
        'PATCH',
        `/v1/{p}/integrations/crm/installations/${installationId}?skipSampling=true`,
        {
          updateMask: ['config.content.read.objects.Contact.selectedFieldMappings'],
          installation: {
            config: {
              content: {
                read: {
                  objects: { Contact: { selectedFieldMappings: value ? { gone: field } : {} } },
                },
              },
            },
          },
        },
      )
    await config(true)

    const { status, logs } = await readUnder({ effect: 'slow', delayMs: 1, match: query })
    await config(false)

    const line = theOne(logs, 'error')
    expect(status).toBe('failure')
    expect(parseStoppedLine(line)).toEqual({ ...failed, answer: '400' })
    expect(line.message.error).toContain(field)
  },
)

describe('a write', () => {
  const ana = () => ({ LastName: 'Lind', Email: `ana-${randomUUID().slice(0, 8)}@lind.example` })
  const write = <T = WriteReply & ApiProblem>(
    request: object,
    { at = 'crm/objects/Contact', key = '' } = {},
  ) =>
    platform.call<T & { operationId: string }>(
      'POST',
      `/write/v1/{p}/integrations/${at}`,
      { groupRef: 'globex', type: 'create', ...request },
      { 'idempotency-key': key || randomUUID() },
    )
  const there = async ({ Email }: { Email: string }) => {
    await platform.control.clearFaults()
    const { result } = await platform.call<SearchReply>(
      'POST',
      '/search/v1/{p}/integrations/crm?groupRef=globex',
      {
        objectName: 'Contact',
        fieldFilters: [{ fieldName: 'Email', operator: 'eq', value: Email }],
      },
    )
    return result.length
  }
  const match = { method: 'POST', pathRegex: '/composite' }
  const goesOn = 'it continues when the request is repeated with its Idempotency-Key'
  const asksFirst = `${goesOn}, after checking for created records`
  const noMore = 'the rest is not sent'

  // Number of records after the fault, and after the repeated request.
  it.each<[string, FaultRule, [string, string, string], [number, number]]>([
    ['maintenance', { effect: 'unavailable' }, ['provider-unavailable', '503', goesOn], [0, 1]],
    [
      'a page of a firewall',
      { effect: 'html', status: 403 },
      ['provider-unavailable', '403', goesOn],
      [0, 1],
    ],
    [
      'an error of its own',
      { effect: 'server-error' },
      ['write-outcome-unknown', '500', asksFirst],
      [0, 0],
    ],
    ['a page of HTML', { effect: 'html' }, ['write-outcome-unknown', '502', asksFirst], [0, 0]],
    ['no answer at all', { effect: 'hang' }, ['write-outcome-unknown', noReply, asksFirst], [0, 0]],
    [
      'a connection that breaks',
      { effect: 'reset' },
      ['write-outcome-unknown', noReply, asksFirst],
      [0, 0],
    ],
    [
      'a permission that is lost',
      { effect: 'permission-lost' },
      ['write-refused', '403', noMore],
      [0, 0],
    ],
  ])(
    'reports the outcome under %s and never writes twice',
    async (_name, fault, [kind, answer, next], counts) => {
      const [record, key] = [ana(), randomUUID()]
      await platform.control.addFault({ ...fault, match, times: 1 })

      const problem = await write({ record }, { key })
      const logs = await readLogs(problem.operationId)
      const before = await there(record)
      const again = await write({ record }, { key })

      expect(again.result?.success === true).toBe(counts[1] > counts[0])
      expect(problem.type).toMatch(new RegExp(`${kind}$`))
      expect(parseStoppedLine(theOne(logs, 'error'))).toEqual({
        what: 'Writing failed',
        answer,
        attempt: 1,
        next,
      })
      expect([before, await there(record)]).toEqual(counts)
    },
  )

  it.each<[string, FaultRule]>([
    ['a break in mid-body', { effect: 'reset-mid-body' }],
    ['a reply that is lost', { effect: 'lost-reply' }],
    ['half a reply', { effect: 'truncated' }],
    ['an empty reply', { effect: 'empty' }],
  ])('under %s finds the record that it created', async (_name, fault) => {
    const [record, key] = [ana(), randomUUID()]
    await platform.control.addFault({ ...fault, match, times: 1 })

    const reply = await write({ record }, { key })
    const again = await write({ record }, { key })

    expect([reply, again]).toMatchObject([{ result: { success: true } }, reply])
    expect(await there(record)).toBe(1)
  })

  it.each<[string, FaultRule]>([
    ['too many requests', { effect: 'rate-limit', policyName: 'SECONDLY' }],
    [
      'too many requests, with a time to wait',
      { effect: 'rate-limit', policyName: 'SECONDLY', retryAfterSeconds: 1 },
    ],
  ])('reports %s', async (_name, fault) => {
    await platform.hubspot.addFault({ ...fault, match: { ...search, method: 'POST' }, times: 1 })

    const record = { email: ana().Email }
    const problem = await write({ record }, { at: 'hub/objects/contacts' })

    expect(problem.type).toMatch(/provider-unavailable$/)
    expect(parseStoppedLine(theOne(await readLogs(problem.operationId), 'error'))).toMatchObject({
      answer: '429',
      next: goesOn,
    })
  })

  it.each([
    ['a field', { Gone__c: 'x' }, 'crm/objects/Contact', 'Gone__c'],
    ['an object', {}, 'crm/objects/Removed__c', 'Removed__c'],
  ])('names the removed %s', async (_name, more, at, name) => {
    const problem = await write({ record: { ...ana(), ...more } }, { at })

    const line = theOne(await readLogs(problem.operationId), 'error')
    expect(problem.type).toMatch(/write-refused$/)
    expect(parseStoppedLine(line)).toMatchObject({ what: 'Writing failed', next: noMore })
    expect(line.message.error).toContain(name)
  })

  it('is retried with growing delays if asynchronous, and logs the successful call', async () => {
    const record = ana()
    await platform.control.clearRequests()
    await platform.control.addFault({ effect: 'unavailable', match, times: 2 })

    const { operationId } = await write({ record, mode: 'asynchronous' })
    await vi.waitFor(async () => {
      const { status } = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
      expect(status).toBe('success')
    }, patiently)
    const logs = await readLogs(operationId)

    const stopped = logs.filter(({ severity }) => severity !== 'info').map(parseStoppedLine)
    expect(stopped.map(({ what, answer, attempt }) => [what, answer, attempt])).toEqual(
      expect.arrayContaining([
        ['Writing stopped', '503', 1],
        ['Writing stopped', '503', 2],
      ]),
    )
    for (const { next } of stopped) expect(next).toMatch(/^resending at \d{4}-.+Z$/)
    expect(theOne(logs, 'info').message).toMatchObject({
      msg: 'Wrote the record.',
      call: { method: 'POST', status: 200, attempt: 3 },
    })
    const times = (await platform.control.requests())
      .filter(({ method, url }) => method === 'POST' && url.includes('/composite'))
      .map(({ at }) => Date.parse(at))
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(950)
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(1_950)
  })

  it('succeeds with an expired token', async () => {
    await platform.control.addFault({ effect: 'token-expired', match, times: 1 })

    const { result, operationId } = await write({ record: ana() })
    const logs = await readLogs(operationId)

    expect(result?.success).toBe(true)
    expect(logs.map(({ severity }) => severity)).toEqual(['info'])
  })
})

it.each<[string, FaultRule, string]>([
  ['maintenance', { effect: 'unavailable' }, '503'],
  ['no answer at all', { effect: 'hang' }, noReply],
  ['a permission that is lost', { effect: 'permission-lost' }, '500'],
])(
  'the log of custom fields contains the call and the consequence of %s',
  async (_name, fault, answer) => {
    await platform.control.addFault({ ...fault, match: { pathRegex: '/services/Soap/m/' } })

    await platform.call('PUT', '/v1/{p}/integrations/crm/object-metadata', {
      groupRef: 'globex',
      fields: { Contact: [{ fieldName: 'Rank', displayName: 'Rank', valueType: 'boolean' }] },
    })
    const { results } = await platform.call<{ results: Operation[] }>(
      'GET',
      `/v1/{p}/integrations/crm/installations/${installationId}/operations`,
    )
    const operation = must(
      results.find(({ actionType }) => actionType === 'customFields'),
      'operation',
    )

    expect(operation.status).toBe('failure')
    expect(parseStoppedLine(theOne(await readLogs(operation.id), 'error'))).toEqual({
      what: 'Changing fields failed',
      answer,
      attempt: 1,
      next: 'completed changes are kept; repeat the request for the rest',
    })
  },
)

it('pauses after access is revoked, until it is granted again', async () => {
  await platform.control.addFault({
    effect: 'refresh-revoked',
    match: { pathRegex: '/oauth2/token' },
  })

  const { status, logs } = await readUnder({ effect: 'token-expired', match: query })
  await waitForMessages('connection.error')
  await waitForMessages('read.schedule.paused')
  const { objects } = await platform.call<{ objects: Record<string, { pausedFor?: string }> }>(
    'GET',
    `/v1/{p}/integrations/crm/installations/${installationId}`,
  )

  expect(status).toBe('failure')
  expect(parseStoppedLine(theOne(logs, 'error'))).toEqual({ ...failed, answer: '400' })
  expect(objects['Contact']?.pausedFor).toBe('credentials')
})

it('waits for an exhausted quota and reports until when', async () => {
  await platform.connect()
  await platform.control.addFault({ effect: 'rate-limit', match: query })

  await platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
    groupRef: 'globex',
  })
  // Work that resumes automatically after sign-in may come first.
  const path = `/v1/{p}/integrations/crm/installations/${installationId}/operations`
  const warning = await vi.waitFor(async () => {
    const operations = await platform.call<{ results: { id: string; status: string }[] }>(
      'GET',
      path,
    )
    const waiting = operations.results.filter(({ status }) => status === 'in_progress')
    const logs = await Promise.all(waiting.map(({ id }) => readLogs(id)))
    return theOne(logs.flat(), 'warning')
  }, patiently)

  expect(parseStoppedLine(warning)).toEqual({
    what: 'Reading is on hold',
    answer: '403',
    attempt: 1,
    next: expect.stringMatching(/used up until /),
  })
})
