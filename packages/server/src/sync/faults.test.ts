import type { FaultRule } from '@platform/sandbox'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { must } from '../values/must.ts'
import { manifest, testPlatform } from '../testing/test-platform.ts'

const patiently = { timeout: 20_000, interval: 50 }

/** The same of HubSpot, which says by 429 what Salesforce says otherwise. */
const sourceYaml = `${manifest}
        - objectName: Removed__c
          destination: webhook
          requiredFields:
            - fieldName: Name
  - name: hub
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields:
            - fieldName: email
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
  installationId = (await platform.install()).id
  await platform.call('POST', '/v1/{p}/integrations/hub/installations?skipSampling=true', {
    groupRef: 'globex',
    config: { content: { read: { objects: { contacts: {} } } } },
  })
  await told('read.backfill.done')
})
afterAll(() => platform.close())
afterEach(async () => {
  await Promise.all([platform.control.clearFaults(), platform.hubspot.clearFaults()])
  platform.messages.length = 0
})

const told = (notificationType: string) =>
  vi.waitFor(
    () => expect(platform.messages.map((one) => one.notificationType)).toContain(notificationType),
    patiently,
  )

interface Log {
  severity: string
  message: { msg: string; error?: string }
}

/** Reads now, while the provider has the fault, and answers how that ended and what was logged. */
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
  const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${operationId}/logs`)
  const records = platform.messages
    .filter((message) => message.operationId === operationId)
    .flatMap(({ result }) => result ?? []).length
  return { status, logs, records }
}

const query = { pathRegex: '/query' }
const search = { provider: 'hubspot' as const, pathRegex: '/crm/v3/objects/contacts' }
const noReply = 'no reply after'

// Each acts twice, for a hiccup is tried again on the spot.
it.each<[string, FaultRule, string]>([
  [
    'too many requests',
    { effect: 'rate-limit', policyName: 'SECONDLY', match: search, times: 1 },
    '429 after',
  ],
  [
    'too many requests, with a time to wait',
    { effect: 'rate-limit', policyName: 'SECONDLY', match: search, retryAfterSeconds: 2, times: 1 },
    '429 after',
  ],
  ['an error of its own', { effect: 'server-error', match: query, times: 2 }, '500 after'],
  ['maintenance', { effect: 'unavailable', match: query, times: 2 }, '503 after'],
  [
    'maintenance, with a time to wait',
    { effect: 'unavailable', match: query, retryAfterSeconds: 2, times: 1 },
    '503 after',
  ],
  ['a page of HTML', { effect: 'html', match: query, times: 2 }, '502 after'],
  ['a page of a firewall', { effect: 'html', status: 403, match: query, times: 2 }, '403 after'],
  ['no answer at all', { effect: 'hang', match: query, times: 2 }, noReply],
  ['a connection that breaks', { effect: 'reset', match: query, times: 2 }, noReply],
  [
    'a connection that breaks in mid-body',
    { effect: 'reset-mid-body', match: query, times: 2 },
    noReply,
  ],
  ['half a reply', { effect: 'truncated', match: query, times: 2 }, '200 after'],
  ['an empty reply', { effect: 'empty', match: query, times: 2 }, '200 after'],
])('a read outlasts %s, and logs what was asked and what follows', async (_name, fault, answer) => {
  const { status, logs, records } = await readUnder(fault)

  const [stopped] = logs.filter(({ severity }) => severity === 'warning')
  expect(status).toBe('success')
  expect(records).toBe(5)
  expect(stopped?.message.msg).toMatch(
    /^Reading stopped \((GET|POST) \/[^ ?]+, .+ ms, attempt 1\); it goes on at \d{4}-.+Z\.$/,
  )
  expect(stopped?.message.msg).toContain(answer)
  expect(stopped?.message.error).toMatch(/\w/)
})

it('outlasts a renewal that fails in mid-read, and logs that call', async () => {
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

  const [stopped] = logs.filter(({ severity }) => severity === 'warning')
  expect([status, records]).toEqual(['success', 5])
  expect(stopped?.message).toMatchObject({
    msg: expect.stringMatching(
      /^Reading stopped \(POST \/services\/oauth2\/token, 503 after \d+ ms, attempt 1\); it goes on at /,
    ),
    error: 'Salesforce answered 503.',
  })
})

it.each([-600, 600])('reads in spite of a clock that is off by %i seconds', async (offset) => {
  await platform.control.clock(offset)

  const { status, records } = await readUnder({ effect: 'slow', delayMs: 1, match: query })
  await platform.control.clock(0)

  expect([status, records]).toEqual(['success', 5])
})

it('does not notice a token that has expired', async () => {
  const { status, logs, records } = await readUnder({
    effect: 'token-expired',
    match: query,
    times: 1,
  })

  expect([status, records]).toEqual(['success', 5])
  expect(logs.map(({ severity }) => severity)).not.toContain('warning')
})

it.each<[string, FaultRule, string]>([
  ['a permission that is lost', { effect: 'permission-lost', match: query }, '403 after'],
])('ends at %s, and says so', async (_name, fault, answer) => {
  const { status, logs } = await readUnder(fault)
  await told('read.triggered.error')

  const [failed] = logs.filter(({ severity }) => severity === 'error')
  expect(status).toBe('failure')
  expect(failed?.message.msg).toMatch(
    /^Reading failed \(.+, attempt 1\); the next read begins anew/,
  )
  expect(failed?.message.msg).toContain(answer)
})

it('ends at an object that was removed, and says which', async () => {
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

  const [failed] = logs.filter(({ severity }) => severity === 'error')
  expect(status).toBe('failure')
  expect(failed?.message).toMatchObject({
    msg: expect.stringMatching(
      /^Reading failed \(GET .+, 400 after .+\); the next read begins anew/,
    ),
    error: expect.stringContaining("sObject type 'Removed__c' is not supported"),
  })
})

it.each([['a field that was removed', 'Gone__c', 'Contact']])(
  'ends at %s, and names it',
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

    const [failed] = logs.filter(({ severity }) => severity === 'error')
    expect(status).toBe('failure')
    expect(failed?.message.msg).toContain('400 after')
    expect(failed?.message.error).toContain(field)
  },
)

it('pauses at access that was revoked, until it is granted again', async () => {
  await platform.control.addFault({
    effect: 'refresh-revoked',
    match: { pathRegex: '/oauth2/token' },
  })

  const { status } = await readUnder({ effect: 'token-expired', match: query })
  await told('connection.error')
  await told('read.schedule.paused')
  const { objects } = await platform.call<{ objects: Record<string, { pausedFor?: string }> }>(
    'GET',
    `/v1/{p}/integrations/crm/installations/${installationId}`,
  )

  expect(status).toBe('failure')
  expect(objects['Contact']?.pausedFor).toBe('credentials')
})

it('waits for a quota that is spent, and says until when', async () => {
  await platform.connect()
  await platform.control.addFault({ effect: 'rate-limit', match: query })

  await platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
    groupRef: 'globex',
  })
  // What goes on by itself after signing in again may come first.
  const path = `/v1/{p}/integrations/crm/installations/${installationId}/operations`
  const warning = await vi.waitFor(async () => {
    const operations = await platform.call<{ results: { id: string; status: string }[] }>(
      'GET',
      path,
    )
    const waiting = operations.results.filter(({ status }) => status === 'in_progress')
    const logs = waiting.map(({ id }) =>
      platform.call<Log[]>('GET', `/v1/{p}/operations/${id}/logs`),
    )
    return must(
      (await Promise.all(logs)).flat().find(({ severity }) => severity === 'warning'),
      'warning',
    )
  }, patiently)

  expect(warning.message.msg).toMatch(
    /^Reading stopped \(GET \/services\/.+, 403 after \d+ ms, attempt 1\); it goes on at /,
  )
})
