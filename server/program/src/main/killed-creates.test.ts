import { randomBytes, randomUUID } from 'node:crypto'
import type { ApiProblem, Log, Operation, SearchReply, WriteReply } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getFirst, must } from '@platform/kernel/values'
import { kill, startVictim, type Victim } from '@platform/testing/killed-server'
import { measureSlowness } from '@platform/testing/machine-speed'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { objectMetadataJobs } from '../../../data/src/object-metadata/jobs.ts'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read: { objects: [{ objectName: Contact, destination: webhook }] }
    write: { objects: [{ objectName: Contact }] }
    proxy: { enabled: true }
    tools: { proxy: { methods: [POST], paths: ['/services/data/*/composite/sobjects'] } }
  - name: hub
    provider: hubspot
    read: { objects: [{ objectName: contacts, destination: webhook }, { objectName: companies, destination: webhook }] }
    write: { objects: [{ objectName: contacts }, { objectName: companies }] }
`

interface Target {
  integration: string
  objectName: string
  field: string
  control: 'control' | 'hubspot'
  created: string
  /** A value for a key of the object, by which the provider finds the created record. */
  key?: string
}
const contact: Target = {
  integration: 'crm',
  objectName: 'Contact',
  field: 'LastName',
  control: 'control',
  created: '/composite/sobjects',
}
const hubContact: Target = {
  integration: 'hub',
  objectName: 'contacts',
  field: 'lastname',
  control: 'hubspot',
  created: '/batch/create',
  key: 'email',
}
const company: Target = {
  integration: 'hub',
  objectName: 'companies',
  field: 'name',
  control: 'hubspot',
  created: '/batch/create',
}

/** How long an Idempotency-Key stays locked after its process has died. */
const leaseMs = 5_000
/** How far the search of HubSpot lags behind, and how far its clock is set forward for that. */
const searchLagSeconds = 120

const masterKey = randomBytes(32).toString('base64')
/** Serves the API in this process, and answers retries of requests that died with another one. */
let platform: Awaited<ReturnType<typeof testPlatform>>
let api: { url: string }
beforeAll(async () => {
  platform = await testPlatform({
    contacts: 1,
    sourceYaml: manifest,
    env: { PLATFORM_ROLE: 'api', PLATFORM_MASTER_KEY: masterKey },
  })
  api = { url: must(platform.url, 'address') }
  await platform.connect()
  await platform.connect('globex', 'hubspot')
  await install('crm', ['Contact'])
  await install('hub', ['contacts', 'companies'])
})
afterAll(() => platform.close())

const newName = () => `Lind ${randomUUID().slice(0, 8)}`

async function install(integration: string, objectNames: string[]) {
  const objects = (config: (objectName: string) => object) => ({
    objects: Object.fromEntries(objectNames.map((each) => [each, config(each)])),
  })
  await platform.call('POST', `/v1/{p}/integrations/${integration}/installations`, {
    groupRef: 'globex',
    config: {
      content: {
        read: objects(() => ({ disabled: true })),
        write: objects((objectName) => ({ objectName })),
      },
    },
  })
}

interface Create {
  name: string
  idempotencyKey: string
  mode?: string
}

/** The reply; undefined if the process died first. */
const create = async (
  { url }: { url: string },
  { integration, objectName, field, key }: Target,
  { name, idempotencyKey, mode = 'synchronous' }: Create,
): Promise<(WriteReply & ApiProblem) | undefined> => {
  const record = { [field]: name, ...(key && { [key]: `${name.replace(' ', '')}@x.test` }) }
  try {
    const reply = await fetch(
      `${url}/write/v1/projects/test/integrations/${integration}/objects/${objectName}`,
      {
        method: 'POST',
        headers: {
          'x-api-key': platform.apiKey,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify({ groupRef: 'globex', type: 'create', mode, record }),
      },
    )
    return (await reply.json()) as WriteReply & ApiProblem
  } catch {
    // It was killed.
    return undefined
  }
}

/** Leaves the next create unanswered, and returns a function that waits until it is carried out. */
async function holdCreate(target: Target) {
  const { control, created } = target
  const { id } = await platform[control].addFault({
    effect: 'held-reply',
    times: 1,
    match: { method: 'POST', pathRegex: created },
  })
  return () =>
    vi.waitFor(async () => {
      const faults = await platform[control].faults()
      expect(faults.find((fault) => fault.id === id)?.held).toBe(1)
    }, patiently)
}

/** Repeats the request until nothing can be retried. */
async function retryCreate(target: Target, request: Create) {
  const slowness = measureSlowness()
  const begunAt = performance.now()
  for (;;) {
    const reply = await create(api, target, request)
    if (reply && !('type' in reply && reply.retryable)) {
      const ms = performance.now() - begunAt
      return { reply, ms, slowness: await slowness.stop() }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const listFound = async ({ integration, objectName, field }: Target, name: string) => {
  await platform.hubspot.clock(searchLagSeconds)
  const { result } = await platform.call<SearchReply>(
    'POST',
    `/search/v1/{p}/integrations/${integration}?groupRef=globex`,
    { objectName, fieldFilters: [{ fieldName: field, operator: 'eq', value: name }] },
  )
  await platform.hubspot.clock(0)
  return result.map(({ id }) => id)
}

describe('retries of creates of a server that was killed before it received the replies', () => {
  type Outcome = Create & Awaited<ReturnType<typeof retryCreate>>
  const outcomes = new Map<Target, Outcome>()
  const getOutcome = (target: Target) => must(outcomes.get(target), 'outcome')

  beforeAll(async () => {
    const victim = await startVictim(platform, { masterKey })
    const lost = await Promise.all(
      [contact, hubContact, company].map(async (target) => {
        const request = { name: newName(), idempotencyKey: randomUUID() }
        const carriedOut = await holdCreate(target)
        const reply = create(victim, target, request)
        await carriedOut()
        return { target, request, reply }
      }),
    )
    await kill(victim)
    await Promise.all(
      lost.map(async ({ target, request, reply }) => {
        const outcome = await retryCreate(target, request)
        expect(await reply).toBeUndefined()
        outcomes.set(target, { ...request, ...outcome })
      }),
    )
  })

  it.each([
    ['Salesforce, which finds it by its clock', contact],
    ['HubSpot, which finds it by its key', hubContact],
  ])('return the record of %s', async (_, target) => {
    const { name, reply, ms, slowness } = getOutcome(target)

    const ids = await listFound(target, name)

    expect(ids).toHaveLength(1)
    expect(reply).toMatchObject({ result: { success: true, recordId: ids[0] } })
    expect(ms).toBeLessThan(2 * leaseMs * slowness)
  })

  it('report a record that HubSpot does not find yet as unknown, and return it later', async () => {
    const { name, idempotencyKey, reply, ms, slowness } = getOutcome(company)
    await sql`update writes set first_sent_time = first_sent_time - ${searchLagSeconds} * interval '1 second',
                                last_sent_time = last_sent_time - ${searchLagSeconds} * interval '1 second'
               where operation_id = ${reply.operationId}`.execute(platform.database.everything)
    await platform.hubspot.clock(searchLagSeconds)

    const late = await create(api, company, { name, idempotencyKey })

    const ids = await listFound(company, name)
    expect(reply.type).toContain('/write-outcome-unknown')
    expect(ms).toBeLessThan(2 * leaseMs * slowness)
    expect(ids).toHaveLength(1)
    expect(late).toMatchObject({ result: { success: true, recordId: ids[0] } })
  })
})

/** The result of a call of a tool; undefined if the process died first. */
async function callTool(url: string, args: Record<string, unknown>): Promise<any> {
  try {
    const reply = await fetch(`${url}/mcp/v1?groupRef=globex`, {
      method: 'POST',
      headers: {
        'x-api-key': platform.apiKey,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'crm_call', arguments: args },
      }),
    })
    return (await reply.json()).result.structuredContent
  } catch {
    // It was killed.
    return undefined
  }
}

describe('a server that was killed before it received the replies to background work', () => {
  const calledName = newName()
  const call = {
    method: 'POST',
    path: '/services/data/v67.0/composite/sobjects',
    body: { records: [{ attributes: { type: 'Contact' }, LastName: calledName }] },
  }
  const creates: { target: Target; name: string; operationId: string | undefined }[] = []
  let confirmation: string
  let lost: Promise<unknown>
  let successor: Victim

  beforeAll(async () => {
    const victim = await startVictim(platform, { masterKey })
    for (const target of [contact, hubContact]) {
      const name = newName()
      const carriedOut = await holdCreate(target)
      const request = { name, idempotencyKey: randomUUID(), mode: 'asynchronous' }
      const accepted = await create(victim, target, request)
      await carriedOut()
      creates.push({ target, name, operationId: accepted?.operationId })
    }
    confirmation = (await callTool(api.url, call)).confirmation
    const carriedOut = await holdCreate(contact)
    lost = callTool(victim.url, { ...call, confirmation })
    await carriedOut()
    await kill(victim)
    successor = await startVictim(platform, { masterKey })
  })
  afterAll(() => kill(successor))

  it('has its asynchronous creates ended by another one', async () => {
    for (const { target, name, operationId } of creates) {
      const ended = await vi.waitFor(async () => {
        const operation = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
        expect(operation.status).not.toBe('in_progress')
        return operation
      }, patiently)

      const ids = await listFound(target, name)
      expect(ids).toHaveLength(1)
      expect(ended).toMatchObject({ status: 'success', metadata: { successfulRecordIds: ids } })
    }
  })

  it('has its tool call ended, which is not repeated', async () => {
    const repeated = await callTool(api.url, { ...call, confirmation })
    const operation = async () =>
      getFirst(await platform.call<Operation[]>('GET', '/v1/{p}/operations?actionType=toolCall'))
    const before = await operation()
    const sweep = objectMetadataJobs(platform.database)['end-abandoned-upserts']
    await sweep()
    const soon = await operation()
    await sql`update operations set create_time = create_time - interval '5 minutes'
               where id = ${before.id}`.execute(platform.database.everything)
    await sweep()
    const after = await operation()
    const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${before.id}/logs`)
    const again = await callTool(api.url, { ...call, confirmation })

    expect(await lost).toBeUndefined()
    expect(repeated.error).toMatchObject({
      type: 'invalid-input',
      detail: expect.stringContaining(before.id),
    })
    expect([before.status, soon.status, after.status]).toEqual([
      'in_progress',
      'in_progress',
      'failure',
    ])
    expect(after.result).toContain('Check at the provider before you repeat the call.')
    expect(logs.map(({ message }) => message.msg)).toEqual([after.result])
    expect(again.error).toMatchObject({ detail: repeated.error.detail })
    expect(await listFound(contact, calledName)).toHaveLength(1)
  })
})
