import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type {
  ApiProblem,
  Approval,
  ApprovalDetails,
  ApprovalLink,
  ApprovalPage,
  EventData,
  WriteReply,
} from '@platform/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPlatform } from '../../../../program/src/main/platform.ts'
import { readSettings } from '../../../../program/src/main/settings/settings.ts'
import { inTransaction } from '@platform/kernel/db/transaction'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { consumerToken } from '@platform/testing/test-api'
import { testPlatform } from '@platform/testing/test-platform'
import { carryOutDecision } from './decide.ts'
import { approvalJobs } from './jobs.ts'

const sourceYaml = `
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
            - fieldName: Phone
    write:
      objects:
        - objectName: Contact
          inheritMapping: true
          approval: person
          approvalRole: sales
        - objectName: Account
`

let platform: Awaited<ReturnType<typeof testPlatform>>
let second: Awaited<ReturnType<typeof startPlatform>>
let signing: { key: KeyObject; kid: string }
beforeAll(async () => {
  const env = {
    PLATFORM_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    PLATFORM_LIMIT_APPROVALS: '50',
  }
  platform = await testPlatform({ contacts: 0, sourceYaml, env })
  second = await startPlatform(
    readSettings({
      ...env,
      DATABASE_URL: platform.databaseUrl,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_ROLE: 'api',
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
    }),
    { providerOverrides: platform.providerOverrides },
  )
  const topics = await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics')
  for (const eventType of ['write.async.done', 'approval.requested', 'approval.decided']) {
    await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
      topicId: topics[0]?.id,
      eventType,
    })
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kid } = await platform.call<{ kid: string }>('POST', '/v1/{p}/jwt-keys', {
    label: 'test',
    algorithm: 'ES256',
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
  })
  signing = { key: privateKey, kid }
  for (const groupRef of ['globex', 'initech']) {
    await platform.connect(groupRef)
    await platform.call('POST', '/v1/{p}/integrations/crm/installations?skipSampling=true', {
      groupRef,
      config: {
        content: {
          read: { objects: { Contact: {} } },
          write: {
            objects: {
              Contact: { objectName: 'Contact', deletionSettings: { enabled: true } },
              Account: { objectName: 'Account' },
            },
          },
        },
      },
    })
  }
})
afterAll(async () => {
  await second.stop()
  await platform.close()
})
beforeEach(() => {
  platform.messages.length = 0
})

const givenContact = async (LastName = 'Lind') =>
  (await platform.control.createRecord('Contact', { LastName, Phone: '1' })).id

const ask = <T = WriteReply & { approvalId: string }>(request: object, objectName = 'person') =>
  platform.call<T>('POST', `/write/v1/{p}/integrations/crm/objects/${objectName}`, {
    groupRef: 'globex',
    mode: 'asynchronous',
    ...request,
  })

async function givenWaiting(groupRef = 'globex') {
  const id = await givenContact()
  const reply = await ask({ groupRef, type: 'update', record: { id, surname: 'Berg', Phone: '1' } })
  return { id, ...reply }
}

type Headers = Record<string, string>

/** A person of the product, by a JWT. */
async function endUser(claims: Record<string, unknown> = {}): Promise<Headers> {
  const person = { groupRef: 'globex', consumerRef: 'ana', approverRoles: ['sales'], ...claims }
  const token = await consumerToken(signing.key, { alg: 'ES256', kid: signing.kid }, person)
  return { authorization: `Bearer ${token}` }
}
const byKey = (): Headers => ({ 'x-api-key': platform.apiKey })

async function send<T = ApiProblem>(
  method: string,
  path: string,
  headers: Headers,
  { body, on = platform.url }: { body?: object; on?: string | undefined } = {},
): Promise<{ status: number; body: T }> {
  const reply = await fetch(`${on}${path.replace('{p}', 'projects/test')}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as T }
}

const get = (id: string, headers: Headers) =>
  send<ApprovalDetails>('GET', `/v1/{p}/approvals/${id}`, headers)
const decide = (
  verb: 'approve' | 'reject',
  id: string,
  headers: Headers,
  { body = {}, on }: { body?: object; on?: string | undefined } = {},
) => send<Approval & ApiProblem>('POST', `/v1/{p}/approvals/${id}:${verb}`, headers, { body, on })
const approve = (id: string, headers: Headers, shown: string | undefined, on?: string) =>
  decide('approve', id, headers, { body: { shown }, on })

const toStatusAndKind = ({ status, body }: { status: number; body: ApiProblem }) => [
  status,
  body.type.split('/').at(-1),
]

const findContact = async (id: string) => {
  const { result } = await platform.call<{ result: { raw: Record<string, unknown> }[] }>(
    'POST',
    '/search/v1/{p}/integrations/crm?groupRef=globex',
    { objectName: 'Contact', fieldFilters: [{ fieldName: 'Id', operator: 'eq', value: id }] },
  )
  return result[0]?.raw
}

const findOutcome = (operationId: string) =>
  vi.waitFor(() => {
    const found = platform.messages.find(
      (one) => one.notificationType === 'write.async.done' && one.data?.operationId === operationId,
    )
    return must(found?.data, 'outcome') as EventData['write.async.done']
  }, patiently)

it('writes once a person has approved what they saw, and names them', async () => {
  const { id, operationId, approvalId } = await givenWaiting()
  const ana = await endUser()

  const { body: shown } = await get(approvalId, ana)
  const untouched = await findContact(id)
  const approved = await approve(approvalId, ana, shown.shown)

  const outcome = await findOutcome(operationId)
  expect(shown).toMatchObject({
    ...{ state: 'pending', type: 'update', objectName: 'person', recordCount: 1, role: 'sales' },
    requestedBy: expect.stringMatching(/^api-key:/),
    records: [
      {
        recordId: id,
        isKnown: true,
        fields: [
          { name: 'Phone', old: '1', new: '1' },
          { name: 'surname', old: 'Lind', new: 'Berg' },
        ],
      },
    ],
  })
  expect(untouched).toMatchObject({ LastName: 'Lind' })
  expect(approved.body).toMatchObject({ state: 'approved', decidedBy: 'consumer:ana' })
  expect(await findContact(id)).toMatchObject({ LastName: 'Berg' })
  expect(outcome).toMatchObject({
    success: true,
    successfulRecordIds: [id],
    approval: { id: approvalId, state: 'approved', decidedBy: 'consumer:ana' },
  })
  const events = platform.messages.filter(({ notificationType }) =>
    notificationType?.startsWith('approval.'),
  )
  expect(events.map(({ notificationType, data }) => [notificationType, data])).toMatchObject([
    ['approval.requested', { approvalId, operationId, objectName: 'person', groupRef: 'globex' }],
    ['approval.decided', { approvalId, state: 'approved', decidedBy: 'consumer:ana' }],
  ])
  const audit = await platform.database.everything
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('action', '=', 'approveWrite')
    .execute()
  expect(JSON.stringify(audit)).toContain(approvalId)
})

it('writes nothing that a person rejected, and reports who and why', async () => {
  const { id, operationId, approvalId } = await givenWaiting()

  const body = { reason: 'Wrong person.' }
  const rejected = await decide('reject', approvalId, await endUser(), { body })

  const outcome = await findOutcome(operationId)
  expect(rejected.body).toMatchObject({ state: 'rejected', reason: 'Wrong person.' })
  expect(outcome).toMatchObject({
    success: false,
    errors: ['The write was rejected by the end user ana: Wrong person.'],
    approval: { state: 'rejected', decidedBy: 'consumer:ana', reason: 'Wrong person.' },
  })
  expect(await findContact(id)).toMatchObject({ LastName: 'Lind' })
})

describe('refuses', () => {
  const unable: Record<string, [() => Promise<Headers>, [number, string]]> = {
    'an end user of another group': [
      () => endUser({ groupRef: 'initech' }),
      [404, 'approval-not-found'],
    ],
    'a person without the role': [
      () => endUser({ approverRoles: ['support'] }),
      [403, 'permission-missing'],
    ],
    'a person who has lost all roles': [
      () => endUser({ approverRoles: [] }),
      [403, 'permission-missing'],
    ],
    'the token of an agent': [
      () => endUser({ approverRoles: undefined }),
      [403, 'permission-missing'],
    ],
    'the public frontend key': [
      async () => ({ 'x-api-key': platform.frontendApiKey }),
      [403, 'permission-missing'],
    ],
    'the key that asked for the write': [async () => byKey(), [403, 'permission-missing']],
  }

  it.each(Object.entries(unable))('%s', async (_who, [headersOf, expected]) => {
    const { id, approvalId } = await givenWaiting()
    const shown = (await get(approvalId, await endUser())).body.shown

    const headers = await headersOf()
    const reply = await approve(approvalId, headers, shown)

    expect(toStatusAndKind(reply)).toEqual(expected)
    expect((await get(approvalId, await endUser())).body.state).toBe('pending')
    expect(await findContact(id)).toMatchObject({ LastName: 'Lind' })
    if (headers['x-api-key'] === platform.apiKey) return
    expect((await get(approvalId, headers)).status).toBe(expected[0])
    expect((await decide('reject', approvalId, headers)).status).toBe(expected[0])
  })

  it('another project', async () => {
    const other = await platform.anotherTenant('umbrella')
    const { approvalId } = await givenWaiting()

    const found = await other.call<ApiProblem>('GET', `/v1/{p}/approvals/${approvalId}`)
    const rejected = await other.call<ApiProblem>(
      'POST',
      `/v1/{p}/approvals/${approvalId}:reject`,
      {},
    )
    const listed = await other.call<Approval[]>('GET', '/v1/{p}/approvals')

    expect([found.status, rejected.status]).toEqual([404, 404])
    expect(listed).toEqual([])
  })

  it('changes other than those that were shown, and shows the later ones', async () => {
    const { id, approvalId } = await givenWaiting()
    const ana = await endUser()
    const { shown } = (await get(approvalId, ana)).body
    await platform.control.updateRecord('Contact', id, { LastName: 'Falk' })

    const outdated = await approve(approvalId, ana, shown)
    const other = await givenWaiting()
    const ofOther = await approve(other.approvalId, ana, (await get(approvalId, ana)).body.shown)
    const made = await approve(approvalId, ana, 'made-up')

    expect(toStatusAndKind(outdated)).toEqual([409, 'approval-outdated'])
    expect(toStatusAndKind(ofOther)).toEqual([409, 'approval-outdated'])
    expect(toStatusAndKind(made)).toEqual([409, 'approval-outdated'])
    const again = (await get(approvalId, ana)).body
    expect(again.records[0]?.fields).toContainEqual({ name: 'surname', old: 'Falk', new: 'Berg' })
    expect((await approve(approvalId, ana, again.shown)).status).toBe(200)
  })

  it('a second decision, also in another process and of another person', async () => {
    const { id, operationId, approvalId } = await givenWaiting()
    const ana = await endUser()
    const { shown } = (await get(approvalId, ana)).body
    const hugo = await endUser({ consumerRef: 'hugo' })

    const replies = await Promise.all([
      approve(approvalId, ana, shown),
      approve(approvalId, hugo, shown, second.url),
      approve(approvalId, ana, shown, second.url),
      decide('reject', approvalId, hugo),
    ])

    await findOutcome(operationId)
    const decided = replies.filter(({ status }) => status === 200)
    expect(decided).toHaveLength(1)
    for (const reply of replies.filter((one) => !decided.includes(one)))
      expect(toStatusAndKind(reply)).toEqual([409, 'approval-decided'])
    expect(toStatusAndKind(await approve(approvalId, ana, shown))).toEqual([
      409,
      'approval-decided',
    ])
    const isApproved = decided[0]?.body.state === 'approved'
    expect(await findContact(id)).toMatchObject({ LastName: isApproved ? 'Berg' : 'Lind' })
  })

  it.each([
    ['that cannot wait', { mode: 'synchronous', type: 'create', record: { surname: 'A' } }, 'mode'],
    ['that cannot be shown', { type: 'upsert', keyField: 'Phone', record: { Phone: '1' } }, 'type'],
    [
      'with other headers',
      { type: 'create', record: { surname: 'A' }, headers: [{ key: 'a', value: 'b' }] },
      'headers',
    ],
  ])('writes %s', async (_which, request, name) => {
    expect(await ask<ApiProblem>(request)).toMatchObject({ status: 400, issues: [{ name }] })
  })
})

it('rejects the record at the provider if it changes between approval and write', async () => {
  const { id, operationId, approvalId } = await givenWaiting()

  await inTransaction(platform.database.tenant(platform.projectId), async (tx) => {
    await carryOutDecision(platform.services, tx, {
      ...{ approvalId: approvalId, event: 'approve', by: 'consumer:ana' },
      present: [{ LastName: 'Lind', Phone: '1' }],
    })
    // Nothing is sent before the commit.
    await platform.control.updateRecord('Contact', id, { LastName: 'Falk' })
  })

  const outcome = await findOutcome(operationId)
  expect(outcome).toMatchObject({ success: false, approval: { state: 'approved' } })
  expect(outcome.results[0]?.errors).toEqual([
    expect.objectContaining({ field: 'surname', expected: 'Lind', actual: 'Falk' }),
  ])
  expect(await findContact(id)).toMatchObject({ LastName: 'Falk' })
})

it('waits on if the process dies before the approval is stored', async () => {
  const { id, operationId, approvalId } = await givenWaiting()
  const ana = await endUser()
  const dying = inTransaction(platform.database.tenant(platform.projectId), async (tx) => {
    const deciding = { approvalId: approvalId, event: 'approve', by: 'x' } as const
    await carryOutDecision(platform.services, tx, deciding)
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')

  const { state, shown } = (await get(approvalId, ana)).body
  await approve(approvalId, ana, shown)

  expect(state).toBe('pending')
  expect(await findOutcome(operationId)).toMatchObject({ success: true })
  expect(await findContact(id)).toMatchObject({ LastName: 'Berg' })
})

it('ends a write about which nobody decides in time, once', async () => {
  const { id, operationId, approvalId } = await givenWaiting()
  await platform.database.everything
    .updateTable('approvals')
    .set({ expireTime: new Date(Date.now() - 1000) })
    .where('id', '=', approvalId)
    .execute()
  const ana = await endUser()

  const { body: late } = await get(approvalId, ana)
  const reply = await approve(approvalId, ana, 'anything')
  const jobs = approvalJobs(platform.database, platform.services)
  await Promise.all([jobs['expire-approvals'](), jobs['expire-approvals']()])

  const outcome = await findOutcome(operationId)
  expect(late.shown).toBeUndefined()
  expect(toStatusAndKind(reply)).toEqual([409, 'approval-decided'])
  expect(outcome).toMatchObject({ success: false, approval: { state: 'expired' } })
  expect(outcome.errors).toEqual(['Nobody approved the write in time.'])
  expect(await findContact(id)).toMatchObject({ LastName: 'Lind' })
  const decisions = platform.messages.filter(
    ({ notificationType, data }) =>
      notificationType === 'approval.decided' && data?.approvalId === approvalId,
  )
  expect(decisions).toHaveLength(1)
})

it('shows what a creation and a deletion do', async () => {
  const id = await givenContact('Holm')
  const created = await ask({ type: 'create', record: { surname: 'Ny' } })
  const deleted = await ask({ type: 'delete', record: { id } })
  const ana = await endUser()

  const [creation, deletion] = [
    (await get(created.approvalId, ana)).body,
    (await get(deleted.approvalId, ana)).body,
  ]
  await platform.control.updateRecord('Contact', id, { Phone: '2' })
  const outdated = await approve(deleted.approvalId, ana, deletion.shown)

  expect(creation.records).toEqual([{ isKnown: false, fields: [{ name: 'surname', new: 'Ny' }] }])
  expect(deletion.records).toMatchObject([
    { recordId: id, fields: expect.arrayContaining([{ name: 'surname', old: 'Holm' }]) },
  ])
  expect(toStatusAndKind(outdated)).toEqual([409, 'approval-outdated'])
  expect(await findContact(id)).toBeDefined()
})

it('waits if the request asks for it, and is listed only for those who may decide', async () => {
  const plain = await ask({ type: 'create', record: { Name: 'A' } }, 'Account')
  const waiting = await ask(
    { type: 'create', approval: 'person', record: { Name: 'B' } },
    'Account',
  )

  const anyRole = await endUser({ approverRoles: [] })
  const { body } = await get(waiting.approvalId, anyRole)
  const listed = await send<Approval[]>('GET', '/v1/{p}/approvals?state=pending', anyRole)

  expect(plain.approvalId).toBeUndefined()
  expect(body.records).toEqual([{ isKnown: false, fields: [{ name: 'Name', new: 'B' }] }])
  // Those that require a role are not listed for others.
  expect(listed.body.map(({ id }) => id)).toEqual([waiting.approvalId])
})

it('lets builders decide as long as their role allows it', async () => {
  const first = await givenWaiting()
  const later = await givenWaiting()
  const origin = must(platform.url, 'URL')
  const signedIn = await fetch(`${origin}/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@acme.test', password: platform.ownerPassword }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ')
  const tokens = await fetch(`${origin}/auth/token`, { headers: { origin, cookie } })
  const { token } = (await tokens.json()) as { token: string }
  const owner = { authorization: `Bearer ${token}` }

  const { shown } = (await get(first.approvalId, owner)).body
  const approved = await approve(first.approvalId, owner, shown)
  const shownLater = (await get(later.approvalId, owner)).body.shown
  await platform.database.everything.updateTable('memberships').set({ role: 'member' }).execute()

  expect(approved.body).toMatchObject({ state: 'approved', decidedBy: 'builder:owner@acme.test' })
  await vi.waitFor(async () => {
    expect(toStatusAndKind(await decide('reject', later.approvalId, owner))).toEqual([
      403,
      'permission-missing',
    ])
  }, patiently)
  expect(toStatusAndKind(await approve(later.approvalId, owner, shownLater))).toEqual([
    403,
    'permission-missing',
  ])
})

describe('a link', () => {
  const createLink = (approvalId: string, headers: Headers) =>
    send<ApprovalLink & ApiProblem>('POST', `/v1/{p}/approvals/${approvalId}/links`, headers, {
      body: { consumerRef: 'hugo', consumerName: 'Hugo' },
    })
  const otherKey = async (): Promise<Headers> => {
    const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
      label: 'links',
      scopes: ['full'],
    })
    return { 'x-api-key': key }
  }
  const toBearer = (link: string): Headers => ({
    authorization: `Bearer ${new URL(link).hash.slice(1)}`,
  })

  it('lets its person decide about one write, once', async () => {
    const { operationId, approvalId } = await givenWaiting()
    const other = await givenWaiting()
    const { body } = await createLink(approvalId, await otherKey())
    const hugo = toBearer(body.link)

    const page = await send<ApprovalPage>('GET', '/v1/approval-page', hugo)
    const { shown } = (await get(approvalId, hugo)).body
    const foreign = await get(other.approvalId, hugo)
    const listed = await send('GET', '/v1/{p}/approvals', hugo)
    const read = await send('GET', '/v1/{p}/installations?groupRef=globex', hugo)
    const approved = await approve(approvalId, hugo, shown)

    const outcome = await findOutcome(operationId)
    expect(page.body).toMatchObject({ approvalId, consumerName: 'Hugo', groupRef: 'globex' })
    expect([foreign.status, listed.status, read.status]).toEqual([404, 403, 403])
    expect(approved.body).toMatchObject({ state: 'approved', decidedBy: 'consumer:hugo' })
    expect(outcome.success).toBe(true)
    await vi.waitFor(async () => expect((await get(approvalId, hugo)).status).toBe(401), patiently)
  })

  it('is not created by the key that asked, nor without the capability, and replaces the former', async () => {
    const { approvalId } = await givenWaiting()
    const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
      label: 'agent',
      scopes: ['read', 'read:records', 'write:records'],
    })

    const own = await createLink(approvalId, byKey())
    const agents = await createLink(approvalId, { 'x-api-key': key })
    const links = await otherKey()
    const first = await createLink(approvalId, links)
    const later = await createLink(approvalId, links)

    expect(toStatusAndKind(own)).toEqual([403, 'permission-missing'])
    expect(toStatusAndKind(agents)).toEqual([403, 'permission-missing'])
    expect((await get(approvalId, toBearer(first.body.link))).status).toBe(401)
    expect((await get(approvalId, toBearer(later.body.link))).status).toBe(200)
    const stored = await platform.database.everything
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'createApprovalLink')
      .execute()
    expect(JSON.stringify(stored)).not.toContain('plat_approval_')
  })
})
