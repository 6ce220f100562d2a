import { randomUUID } from 'node:crypto'
import type {
  ApiProblem,
  ConfigContent,
  Installation,
  Log,
  Operation,
  OperationId,
  SearchReply,
  WriteReply,
} from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { testPlatform } from '@platform/testing/test-platform'
import { getFirst, must } from '@platform/kernel/values'
import { measureLeast } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import { writeJobs } from './jobs.ts'
import { sendWrites } from './send-writes.ts'
import { takeOver } from './taken-write.ts'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          requiredFields:
            - fieldName: LastName
              mapToName: surname
            - fieldName: Email
            - mapToName: source
        - objectName: Account
          destination: webhook
          requiredFields:
            - fieldName: Website
            - fieldName: Phone
            - fieldName: Industry
    write:
      objects:
        - objectName: Contact
          inheritMapping: true
        - objectName: Account
          valueDefaults: {allowAnyFields: true}
    proxy: {enabled: true}
`
const path = '/write/v1/{p}/integrations/crm/objects/Contact'

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1 })
  await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml: manifest })
  const topic = getFirst(await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics'))
  await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
    topicId: topic.id,
    eventType: 'write.async.done',
  })
  await platform.connect()
  await platform.call('POST', '/v1/{p}/integrations/crm/installations', {
    groupRef: 'globex',
    config: {
      content: {
        read: {
          objects: {
            Contact: {
              selectedFieldMappings: { source: 'LeadSource' },
              selectedValueMappings: { source: { Web: 'website' } },
            },
            Account: { disabled: true },
          },
        },
        write: {
          objects: {
            Contact: { objectName: 'Contact', deletionSettings: { enabled: true } },
            Account: {
              objectName: 'Account',
              selectedValueDefaults: { Industry: { value: 'Energy' } },
              selectedFieldSettings: {
                Website: { writeOnUpdate: 'ifEmpty' },
                Phone: { writeOnCreate: 'never' },
              },
            },
          },
        },
      },
    },
  })
})
afterAll(() => platform.close())

const lind = { surname: 'Lind', Email: 'lind@lind.example' }
/** A person that no other test writes. */
let ana = lind
beforeEach(async () => {
  ana = { ...lind, Email: `ana-${randomUUID().slice(0, 8)}@lind.example` }
  platform.messages.length = 0
  await platform.control.clearFaults()
})

const sendWrite = <T = WriteReply>(request: object, headers: Record<string, string> = {}) =>
  platform.call<T>('POST', path, { groupRef: 'globex', ...request }, headers)

/** The provider's contacts with this email. */
const findContacts = async (email = ana.Email) =>
  (
    await platform.call<{ result: { id: string; raw: Record<string, unknown> }[] }>(
      'POST',
      '/search/v1/{p}/integrations/crm?groupRef=globex',
      {
        objectName: 'Contact',
        fieldFilters: [{ fieldName: 'Email', operator: 'eq', value: email }],
      },
    )
  ).result

const operation = (id: string) => platform.call<Operation>('GET', `/v1/{p}/operations/${id}`)

const waitForCompletions = (operationCount = 1) =>
  vi.waitFor(() => {
    const completions = platform.messages.filter(
      ({ notificationType }) => notificationType === 'write.async.done',
    )
    if (completions.length < operationCount) throw new Error('write.async.done has not arrived')
    return completions.map(({ data }) => data as Record<string, unknown>)
  }, patiently)

describe('a synchronous write', () => {
  it('creates, updates and deletes a record by the builder’s names', async () => {
    const created = await sendWrite({ type: 'create', record: ana })
    const recordId = must(created.result?.recordId, 'record id')
    const [there] = await findContacts()
    const updated = await sendWrite({ type: 'update', record: { id: recordId, surname: 'Berg' } })
    const [changed] = await findContacts()
    const deleted = await sendWrite({ type: 'delete', record: { id: recordId } })

    expect(there).toMatchObject({ id: recordId, raw: { LastName: 'Lind' } })
    expect(changed).toMatchObject({ raw: { LastName: 'Berg' } })
    expect([created, updated, deleted].map(({ result }) => result?.success)).toEqual([
      true,
      true,
      true,
    ])
    expect(await findContacts()).toEqual([])
    expect(await operation(created.operationId)).toMatchObject({
      actionType: 'write',
      status: 'success',
      metadata: { successfulRecordIds: [recordId] },
    })
  })

  it('uses the builder’s names and values, also in searches', async () => {
    const { result } = await platform.call<WriteReply>('POST', path.replace('Contact', 'person'), {
      groupRef: 'globex',
      type: 'create',
      record: { ...ana, source: 'website' },
    })
    const search = (objectName: string, value: string) =>
      platform.call<SearchReply>('POST', '/search/v1/{p}/integrations/crm?groupRef=globex', {
        objectName,
        fieldFilters: [
          { fieldName: 'Email', operator: 'eq', value: ana.Email },
          { fieldName: 'surname', operator: 'eq', value: 'Lind' },
          { fieldName: 'source', operator: 'eq', value },
        ],
      })
    const { operationId } = await platform.call<{ operationId: string }>(
      'POST',
      '/read/v1/{p}/integrations/crm/objects/person',
      { groupRef: 'globex', mode: 'async' },
    )

    expect(await search('person', 'website')).toEqual({
      result: [
        {
          id: result?.recordId,
          fields: { Email: ana.Email },
          mappedFields: { surname: 'Lind', source: 'website' },
          raw: expect.objectContaining({ LastName: 'Lind', LeadSource: 'Web' }),
        },
      ],
    })
    expect(await search('Contact', 'elsewhere')).toEqual({ result: [] })
    expect(await operation(operationId)).toMatchObject({ metadata: { objects: ['Contact'] } })
  })

  it('returns the result of each record of a batch', async () => {
    const reply = await sendWrite({
      type: 'create',
      batch: [{ record: ana }, { record: { Email: 'no-name@lind.example' } }],
    })

    expect(reply).toMatchObject({
      successCount: 1,
      failureCount: 1,
      results: [{ success: true, recordId: expect.any(String) }, { success: false }],
      errors: [{ message: expect.any(String) }],
    })
    expect(await findContacts('no-name@lind.example')).toEqual([])
  })

  it('reports each record of a batch at its index, with the field by the builder’s name', async () => {
    const nope = { surname: 'Berg', Nope: 'x' }
    const nameless = { Email: 'nameless@lind.example' }

    const batch = [nope, ana, nope, nameless].map((record) => ({ record }))
    const reply = await sendWrite({ type: 'create', batch })
    const single = await sendWrite<ApiProblem>({ type: 'create', record: nameless })

    const [stored] = await findContacts()
    const makeRejectedResult = (reason: string, field: string) => ({
      success: false,
      errors: [{ field, reason: expect.stringContaining(reason) }],
    })
    expect(reply).toMatchObject({ successCount: 1, failureCount: 3 })
    expect(reply.results).toEqual([
      { index: 0, ...makeRejectedResult('Nope', 'Nope') },
      expect.objectContaining({ index: 1, success: true, recordId: stored?.id, errors: [] }),
      { index: 2, ...makeRejectedResult('Nope', 'Nope') },
      { index: 3, ...makeRejectedResult('LastName', 'surname') },
    ])
    expect(reply.errors).toHaveLength(3)
    expect(single).toMatchObject({
      result: { index: 0, ...makeRejectedResult('LastName', 'surname') },
    })
  })

  it('writes nothing of an all-or-none batch if one record is rejected', async () => {
    const problem = await sendWrite<ApiProblem>({
      type: 'create',
      batch: [{ record: ana }, { record: { Email: 'no-name@lind.example' } }],
      batchPolicy: { allOrNone: true },
    })

    expect(problem).toMatchObject({ status: 422, successCount: 0, failureCount: 2 })
    expect(await findContacts()).toEqual([])
  })

  it('reports why the provider rejected the record', async () => {
    const problem = await sendWrite<ApiProblem>({
      type: 'create',
      record: { Email: 'x@y.example' },
    })

    expect(problem).toMatchObject({
      status: 422,
      type: expect.stringContaining('/write-refused'),
      operationId: expect.stringMatching(/^op_/),
      result: { success: false },
      errors: [{ message: expect.stringContaining('LastName') }],
    })
  })

  it('applies defaults, settings, associations and headers', async () => {
    const send = (objectName: string, request: object) =>
      platform.call<WriteReply>('POST', path.replace('Contact', objectName), {
        groupRef: 'globex',
        ...request,
      })
    const theOne = async (objectName: string, fieldName: string, value: string) => {
      const { result } = await platform.call<SearchReply>(
        'POST',
        '/search/v1/{p}/integrations/crm?groupRef=globex',
        { objectName, fieldFilters: [{ fieldName, operator: 'eq', value }] },
      )
      return getFirst(result).raw
    }
    const fields = { Name: ana.Email, Website: 'https://a.example', Phone: '1' }

    const { result } = await send('Account', { type: 'create', record: fields })
    const id = must(result?.recordId, 'record id')
    const created = await theOne('Account', 'Name', ana.Email)
    const changes = { id, Website: 'https://b.example', Phone: '2', Industry: 'Media' }
    await send('Account', { type: 'update', record: changes })
    const updated = await theOne('Account', 'Name', ana.Email)
    const { operationId } = await sendWrite({
      type: 'create',
      record: ana,
      associations: [{ to: { id }, fieldName: 'AccountId' }],
      headers: [{ key: 'Sforce-Duplicate-Rule-Header', value: 'allowSave=true' }],
    })
    const logs = await platform.call<Log[]>('GET', `/v1/{p}/operations/${operationId}/logs`)

    expect(created).toMatchObject({ Website: 'https://a.example', Phone: null, Industry: 'Energy' })
    expect(updated).toMatchObject({ Website: 'https://a.example', Phone: '2', Industry: 'Media' })
    expect(await theOne('Contact', 'AccountId', id)).toMatchObject({ LastName: 'Lind' })
    expect(getFirst(logs).message.call?.requestHeaders).toHaveProperty(
      'sforce-duplicate-rule-header',
    )
  })

  it('writes once for repeated requests with one key', async () => {
    const headers = { 'idempotency-key': randomUUID() }

    const replies = await Promise.all(
      Array.from({ length: 3 }, () =>
        sendWrite<Partial<WriteReply>>({ type: 'create', record: ana }, headers),
      ),
    )

    expect(await findContacts()).toHaveLength(1)
    expect(replies.some(({ result }) => result?.success)).toBe(true)
    expect(await sendWrite({ type: 'create', record: ana }, headers)).toMatchObject({
      result: { success: true },
    })
    expect(await findContacts()).toHaveLength(1)
  })

  it('is not sent after its caller disconnects, and is sent when repeated', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { calls } = platform.services
    const [{ id: of }] = await platform.call<[{ id: string }]>(
      'GET',
      '/v1/{p}/connections?groupRef=globex&provider=salesforce',
    )
    // The maximum number of concurrent calls of its connection.
    const { projectId } = platform
    const others = await Promise.all(
      Array.from({ length: calls.places / 2 }, () =>
        calls.take({ projectId, of, isBackground: false }),
      ),
    )
    const waitForWaiting = (count: number) =>
      vi.waitFor(() => expect(calls.stats().waitedFor).toBe(count), patiently)

    const leaving = new AbortController()
    const left = fetch(`${platform.url}${path.replace('{p}', 'projects/test')}`, {
      method: 'POST',
      headers: { 'x-api-key': platform.apiKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ groupRef: 'globex', type: 'create', record: ana }),
      signal: leaving.signal,
    })
    await waitForWaiting(1)
    leaving.abort()
    await expect(left).rejects.toThrow()
    await waitForWaiting(0)
    for (const other of others) other.release()
    const before = await findContacts()
    const again = await vi.waitFor(async () => {
      const reply = await sendWrite({ type: 'create', record: ana }, headers)
      expect(reply.result?.success).toBe(true)
      return reply
    }, patiently)

    expect(before).toEqual([])
    expect(await operation(again.operationId)).toMatchObject({ status: 'success' })
    expect(await findContacts()).toHaveLength(1)
  })

  it('is rejected before anything is stored if too many of its group are in progress', async () => {
    const { places } = platform.services.calls
    await platform.connect('initech')
    await platform.call('POST', '/v1/{p}/integrations/crm/installations', {
      groupRef: 'initech',
      config: {
        content: {
          read: {
            objects: {
              Contact: { selectedFieldMappings: { source: 'LeadSource' } },
              Account: { disabled: true },
            },
          },
          write: { objects: { Contact: { objectName: 'Contact' } } },
        },
      },
    })
    const operations = async () =>
      (await platform.database.everything.selectFrom('operations').select('id').execute()).length
    const before = await operations()
    // None ends before one is rejected, however fast or slow the machine is.
    const slow = await platform.control.addFault({
      effect: 'slow',
      delayMs: 60_000,
      match: { method: 'POST', pathRegex: '/sobjects' },
    })

    const sending = Array.from({ length: 3 * places }, () =>
      sendWrite<Partial<WriteReply & ApiProblem>>({ type: 'create', record: ana }),
    )
    await Promise.race(sending)
    await platform.control.removeFault(slow.id)
    const replies = await Promise.all(sending)
    const rejected = replies.filter(({ status }) => status === 429)
    const stored = (await operations()) - before
    const bystander = await sendWrite<object>({ groupRef: 'initech', type: 'create', record: ana })

    expect(rejected.length).toBeGreaterThan(0)
    expect(rejected[0]).toMatchObject({ retryAfter: expect.any(String) })
    expect(stored).toBe(replies.length - rejected.length)
    expect(bystander).toMatchObject({ result: { success: true } })
  })

  it.each([
    [{ type: 'create' }, 'record'],
    [{ type: 'create', record: lind, batch: [{ record: lind }] }, 'record'],
    [{ type: 'update', record: { surname: 'Berg' } }, 'record.id'],
    [{ type: 'delete', batch: [{ record: {} }] }, 'batch[0].record.id'],
    [{ type: 'create', record: lind, retryPolicy: { deadlineHours: 2 } }, 'retryPolicy'],
    [{ type: 'create', record: lind, autoBatchPolicy: { maxDelayMinutes: 2 } }, 'autoBatchPolicy'],
    [{ type: 'create', record: lind, batchPolicy: { allOrNone: true } }, 'batchPolicy'],
    [{ type: 'create', batch: [{ record: lind }], associations: [] }, 'associations'],
    [
      {
        ...{ type: 'create', mode: 'asynchronous', batch: [{ record: lind }] },
        ...{ autoBatchPolicy: { maxDelayMinutes: 2 }, batchPolicy: { allOrNone: true } },
      },
      'batchPolicy.allOrNone',
    ],
  ])('rejects %o with an explanation', async (request, name) => {
    const problem = await sendWrite<ApiProblem>(request)

    expect(problem).toMatchObject({ status: 400, issues: [{ in: 'body', name }] })
  })

  it('rejects all-or-none if the provider does not support it', async () => {
    const hub = `
specVersion: 1.0.0
integrations:
  - name: hub
    provider: hubspot
    write: { objects: [{ objectName: contacts }] }
`
    await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml: hub })
    await platform.connect('globex', 'hubspot')
    await platform.call('POST', '/v1/{p}/integrations/hub/installations', {
      groupRef: 'globex',
      config: { content: { write: { objects: { contacts: { objectName: 'contacts' } } } } },
    })
    const refused = await platform.call<ApiProblem>(
      'POST',
      '/write/v1/{p}/integrations/hub/objects/contacts',
      {
        ...{ groupRef: 'globex', type: 'update', batchPolicy: { allOrNone: true } },
        batch: ['1', '2'].map((id) => ({ record: { id, firstname: 'Ana' } })),
      },
    )

    expect(refused).toMatchObject({
      status: 400,
      issues: [{ name: 'batchPolicy.allOrNone', detail: 'The provider does not support this.' }],
    })
  })

  it('follows settings as soon as the customer saves them', async () => {
    const [installation] = await platform.call<Installation[]>(
      'GET',
      '/v1/{p}/integrations/crm/installations?groupRef=globex',
    )
    const before = must(installation, 'installation').config.content
    const save = ({ write, proxy }: ConfigContent) =>
      platform.call('PATCH', `/v1/{p}/integrations/crm/installations/${installation?.id}`, {
        updateMask: ['config.content.write.objects.Account', 'config.content.proxy'],
        installation: { config: { content: { write, proxy } } },
      })
    const passThrough = () =>
      fetch(`${platform.url}/proxy/services/data`, {
        headers: {
          'x-api-key': platform.apiKey,
          'x-platform-project-id': 'test',
          'x-platform-installation-id': must(installation, 'installation').id,
        },
      })
    const isOpenAtFirst = await passThrough()

    await save({
      write: {
        objects: {
          Account: {
            objectName: 'Account',
            deletionSettings: { enabled: true },
            selectedFieldSettings: {
              Website: { writeOnCreate: 'never', writeOnUpdate: 'never' },
              Industry: { default: { stringValue: 'Banking' } },
            },
          },
        },
      },
      proxy: { enabled: false },
    })
    const account = path.replace('Contact', 'Account')
    const send = (type: string, record: object) =>
      platform.call<WriteReply>('POST', account, { groupRef: 'globex', type, record })
    const { result } = await send('create', { Name: ana.Email, Website: 'https://a.example' })
    const { result: found } = await platform.call<SearchReply>(
      'POST',
      '/search/v1/{p}/integrations/crm?groupRef=globex',
      {
        objectName: 'Account',
        fieldFilters: [{ fieldName: 'Name', operator: 'eq', value: ana.Email }],
      },
    )
    const deleted = await send('delete', { id: result?.recordId })
    const refused = await passThrough()
    await save({ ...before, proxy: { enabled: true } })

    expect(getFirst(found).raw).toMatchObject({ Website: null, Industry: 'Banking' })
    expect(deleted.result?.success).toBe(true)
    expect(isOpenAtFirst.status).toBe(200)
    expect(await refused.json()).toMatchObject({
      type: expect.stringContaining('/proxy-not-enabled'),
    })
  })

  it('deletes only where the installation allows it, and writes only its objects', async () => {
    const send = (objectName: string, request: object) =>
      platform.call<ApiProblem>('POST', `/write/v1/{p}/integrations/crm/objects/${objectName}`, {
        groupRef: 'globex',
        ...request,
      })

    const deletion = await send('Account', { type: 'delete', record: { id: '001' } })
    const other = await send('Lead', { type: 'create', record: ana })

    expect(deletion).toMatchObject({ type: expect.stringContaining('/deletion-not-enabled') })
    expect(other).toMatchObject({ type: expect.stringContaining('/object-not-installed') })
  })
})

describe('an asynchronous write', () => {
  const asynchronous = { mode: 'asynchronous', type: 'create' }

  it("counts toward the project's stored bytes until written, within the quota", async () => {
    const { tenantLimits } = platform.services
    const max = tenantLimits.storedBytes
    const readStoredWrite = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(bytes), 0)::int as bytes from stored_bytes`.execute(
        platform.database.everything,
      )
      return getFirst(rows).bytes
    }
    const record = { LastName: 'Ana', Description: 'x'.repeat(5000) }
    const before = await readStoredWrite()
    await platform.control.addFault({
      effect: 'unavailable',
      match: { pathRegex: 'composite|sobjects' },
    })

    const { operationId } = await sendWrite({ ...asynchronous, record })
    const waiting = await readStoredWrite()
    tenantLimits.storedBytes = waiting + 4000
    const refused = await sendWrite({ ...asynchronous, record })
    const small = await sendWrite({ mode: 'synchronous', type: 'create', record })
    tenantLimits.storedBytes = max
    await platform.control.clearFaults()

    expect(waiting - before).toBeGreaterThan(5000)
    expect(refused).toMatchObject({ status: 409, type: expect.stringMatching(/limit-reached$/) })
    expect(small).not.toMatchObject({ type: expect.stringMatching(/limit-reached$/) })
    expect(operationId).toBeDefined()
    // Hashes of what was written are kept, to recognize the changes.
    await vi.waitFor(
      async () => expect(await readStoredWrite()).toBeLessThan(before + 2000),
      patiently,
    )
    // Its event must not reach the next test.
    await waitForCompletions()
  })

  it('ends by its deadline without an attempt', async () => {
    const { everything } = platform.database
    await platform.control.addFault({
      effect: 'unavailable',
      match: { pathRegex: 'composite|sobjects' },
    })
    const { operationId } = await sendWrite({ ...asynchronous, record: ana })
    await vi.waitFor(async () => {
      const { numAffectedRows } = await sql`delete from graphile_worker._private_jobs
        where key = ${`write ${operationId}`} and locked_at is null and run_at > now()`.execute(
        everything,
      )
      expect(numAffectedRows).toBe(1n)
    }, patiently)
    await platform.control.clearFaults()
    await everything
      .updateTable('operations')
      .set({ updateTime: sql<Date>`now() - interval '6 minutes'` })
      .where('id', '=', operationId)
      .execute()
    const sweep = writeJobs(platform.database, platform.services)['end-abandoned-writes']

    await sweep()
    const before = await operation(operationId)
    await everything
      .updateTable('writes')
      .set({ deadline: sql<Date>`now()` })
      .where('operationId', '=', operationId)
      .execute()
    await sweep()

    const [data] = await waitForCompletions()
    expect(before).toMatchObject({ status: 'in_progress' })
    expect(data).toMatchObject({ operationId })
    expect(await operation(operationId)).toMatchObject({ status: 'failure' })
  })

  it('sends an event when it ends', async () => {
    const { operationId } = await sendWrite({ ...asynchronous, record: ana })

    const [data] = await waitForCompletions()
    const [record] = await findContacts()
    expect(data).toMatchObject({
      objectName: 'person',
      rawObjectName: 'Contact',
      operationId,
      groupRef: 'globex',
      success: true,
      successfulRecordIds: [must(record, 'record').id],
      errors: [],
    })
    expect(await operation(operationId)).toMatchObject({ status: 'success' })
  })

  it('can be matched with its request by the operation, and each record by its index', async () => {
    const makeNamed = (name: string) => ({ surname: name, Email: `${name}-${ana.Email}` })
    const sent = await Promise.all(
      ['one', 'two'].map((name) =>
        sendWrite({
          ...asynchronous,
          batch: [{ record: { Nope: '1' } }, { record: makeNamed(name) }],
        }),
      ),
    )

    const events = await waitForCompletions(2)
    for (const [at, name] of ['one', 'two'].entries()) {
      const event = events.find(({ operationId }) => operationId === sent[at]?.operationId)
      const [record] = await findContacts(makeNamed(name).Email)
      expect(event).toMatchObject({
        objectName: 'person',
        rawObjectName: 'Contact',
        mappedObjectName: 'person',
        success: false,
        successfulRecordIds: [must(record, 'record').id],
        results: [
          { index: 0, success: false, errors: [{ reason: expect.stringContaining('Nope') }] },
          { index: 1, success: true, recordId: must(record, 'record').id, errors: [] },
        ],
      })
    }
  })

  it('cannot be canceled', async () => {
    const { operationId } = await sendWrite({ ...asynchronous, record: ana })

    const problem = await platform.call<ApiProblem>(
      'POST',
      `/v1/{p}/operations/${operationId}:cancel`,
    )

    expect(problem).toMatchObject({ status: 400, issues: [{ in: 'path', name: 'operationId' }] })
    expect(await waitForCompletions()).toEqual([expect.objectContaining({ success: true })])
  })

  it('returns both lists for a partial success', async () => {
    await sendWrite({
      ...asynchronous,
      batch: [{ record: ana }, { record: { Email: 'x@y.example' } }],
    })

    expect(await waitForCompletions()).toEqual([
      expect.objectContaining({
        success: false,
        successfulRecordIds: [expect.any(String)],
        errors: [expect.stringContaining('LastName')],
      }),
    ])
  })

  it('is batched with others into one call, with an event for each', async () => {
    await platform.control.clearRequests()
    const policy = { autoBatchPolicy: { maxDelayMinutes: 1 } }
    const records = Array.from({ length: 3 }, (_, at) => ({ ...ana, surname: `Lind ${at}` }))
    for (const record of records) await sendWrite({ ...asynchronous, ...policy, record })
    await hurry()

    const completions = await waitForCompletions(3)

    expect(completions.map(({ success }) => success)).toEqual([true, true, true])
    expect(await findContacts()).toHaveLength(3)
    const calls = (await platform.control.requests()).filter(
      ({ method, url }) => method === 'POST' && /sobjects|composite/.test(url),
    )
    expect(calls).toHaveLength(1)
  })

  it('sends the next call after a refused one', async () => {
    const { services, database, projectId } = platform
    const fill = Array.from({ length: 100 }, () => ({ record: lind }))
    const ids: OperationId[] = []
    // One call takes 200 records.
    for (const records of [{ batch: fill }, { batch: fill }, { record: ana }]) {
      const policy = { autoBatchPolicy: { maxDelayMinutes: 1440 } }
      ids.push((await sendWrite({ ...asynchronous, ...policy, ...records })).operationId)
    }
    await platform.control.addFault({
      effect: 'permission-lost',
      match: { method: 'POST', pathRegex: 'composite' },
      times: 1,
    })

    const db = database.tenant(projectId)
    const sent = await sendWrites(services, db, await takeOver(db, ids))

    const outcomes = sent.map(({ results }) => new Set(results.map((result) => result?.success)))
    expect(outcomes).toEqual([new Set([false]), new Set([false]), new Set([true])])
    expect(await findContacts()).toHaveLength(1)
  })
})

/** Runs scheduled jobs now. */
async function hurry() {
  const { everything } = platform.database
  await everything
    .withSchema('graphile_worker')
    .updateTable('_private_jobs' as never)
    .set({ runAt: new Date() } as never)
    .execute()
}

it('sends asynchronous writes of an installation back to back', async () => {
  const count = 30
  await platform.control.addFault({
    effect: 'slow',
    delayMs: 50,
    match: { method: 'POST', pathRegex: 'sobjects|composite' },
  })
  const create = (mode: string, at: number) =>
    sendWrite({ mode, type: 'create', record: { ...ana, surname: `Lind ${at}` } })
  const share = await measureLeast(2, async () => {
    const begun = performance.now()
    for (let at = 0; at < count / 3; at++) await create('synchronous', at)
    const waitedForMs = 3 * (performance.now() - begun)
    const accepted = await Promise.all(
      Array.from({ length: count }, (_, at) => create('asynchronous', at)),
    )
    const acceptedAt = performance.now()
    const listLeft = async () =>
      (
        await platform.database.everything
          .selectFrom('operations')
          .select('id')
          .where('status', '=', 'in_progress')
          .where(
            'id',
            'in',
            accepted.map(({ operationId }) => operationId),
          )
          .execute()
      ).length
    await vi.waitFor(async () => expect(await listLeft()).toBe(0), patiently)
    return (performance.now() - acceptedAt) / waitedForMs
  })
  await platform.control.clearFaults()

  // The awaited writes were sent one after the other.
  expect(share).toBeLessThan(2)
})

it(
  'leaves workers for other jobs while the provider of many writes hangs',
  { tags: 'independent-refresh' },
  async () => {
    const { database, control } = platform
    await control.addFault({ effect: 'hang', match: { method: 'POST', pathRegex: 'composite' } })
    const jobs = async (task: string) =>
      (
        await sql<{ lockedBy: string | null }>`
        select locked_by from graphile_worker.jobs where task_identifier = ${task}`.execute(
          database.everything,
        )
      ).rows

    for (let n = 0; n < 25; n++) {
      await sendWrite({
        type: 'create',
        mode: 'asynchronous',
        record: { ...ana, Email: `${n}@x.test` },
      })
    }
    await vi.waitFor(async () => expect((await jobs('write')).length).toBe(25), patiently)
    await inTransaction(database.everything, (tx) => enqueue(tx, 'forget-quiet-callers', {}))

    await vi.waitFor(async () => expect(await jobs('forget-quiet-callers')).toEqual([]), patiently)
    const underWay = (await jobs('write')).filter(({ lockedBy }) => lockedBy !== null)
    // Those of one installation, and the one that tries an account which has not answered for a while.
    expect(underWay.length).toBeLessThanOrEqual(8 + 1)
    await control.clearFaults()
  },
)
