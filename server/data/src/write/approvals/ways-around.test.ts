import type { ApiProblem, EntryCheck, WriteReply } from '@platform/contract'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    proxy:
      enabled: true
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          requiredFields:
            - fieldName: LastName
    write:
      objects:
        - objectName: Contact
          approval: person
        - objectName: Account
  - name: second
    provider: salesforce
    proxy:
      enabled: true
`

let platform: Awaited<ReturnType<typeof testPlatform>>
let connectionId: string
beforeAll(async () => {
  platform = await testPlatform({ contacts: 0, sourceYaml })
  const connection = await platform.connect('globex')
  connectionId = connection.id
  const install = (name: string, content: object) =>
    platform.call('POST', `/v1/{p}/integrations/${name}/installations?skipSampling=true`, {
      ...{ groupRef: 'globex', connectionId, config: { content } },
    })
  await install('crm', {
    proxy: { enabled: true },
    read: { objects: { Contact: {} } },
    write: {
      objects: { Contact: { objectName: 'Contact' }, Account: { objectName: 'Account' } },
    },
  })
  await install('second', { proxy: { enabled: true } })
})
afterAll(() => platform.close())

let id: string
beforeEach(async () => {
  id = (await platform.control.createRecord('Contact', { LastName: 'Lind' })).id
})

const listContacts = async (fieldName: string, value: string) => {
  const { result } = await platform.call<{ result: { raw: Record<string, unknown> }[] }>(
    'POST',
    '/search/v1/{p}/integrations/crm?groupRef=globex',
    { objectName: 'Contact', fieldFilters: [{ fieldName, operator: 'eq', value }] },
  )
  return result.map(({ raw }) => [raw['Id'], raw['LastName']])
}

const contactPath = () => `/services/data/v67.0/sobjects/Contact/${id}`

const pass = (
  path: string,
  {
    method = 'GET',
    body,
    ...headers
  }: { method?: string; body?: object; [header: string]: unknown },
) =>
  fetch(`${platform.url}/proxy${path}`, {
    method,
    headers: {
      'x-api-key': platform.apiKey,
      'x-platform-project-id': 'test',
      'x-platform-integration-name': 'crm',
      'x-platform-group-ref': 'globex',
      ...(body && { 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

describe('a write that a person must approve is not made', () => {
  it.each([
    ['by a change through the proxy', { method: 'PATCH', body: { LastName: 'Falk' } }],
    ['by a deletion through the proxy', { method: 'DELETE' }],
    [
      'through the proxy of another integration on the same connection',
      { method: 'DELETE', 'x-platform-integration-name': 'second' },
    ],
    ['by a proxy call whose header names another method', { 'x-http-method-override': 'DELETE' }],
  ])('%s', async (_way, call) => {
    const reply = await pass(contactPath(), call)

    expect(reply.status).toBe(403)
    expect(((await reply.json()) as ApiProblem).detail).toContain('Contact')
    expect(await listContacts('Id', id)).toEqual([[id, 'Lind']])
  })

  it('by a proxy call whose query names another method', async () => {
    const reply = await pass(`${contactPath()}?_HttpMethod=DELETE`, {})

    expect(reply.status).toBe(403)
  })

  it('by an entry of the caller', async () => {
    const reply = await platform.call<ApiProblem & EntryCheck>(
      'POST',
      `/v1/{p}/connections/${connectionId}:check-entry`,
      {
        objectName: 'Contact',
        entry: {
          objects: {
            Contact: {
              read: {
                path: '/services/data/v67.0/query?q=SELECT+Id+FROM+Contact',
                records: 'records',
              },
              create: { path: '/services/data/v67.0/sobjects/Contact' },
            },
          },
        },
        record: { LastName: 'Falk' },
      },
    )

    expect(reply).toMatchObject({ status: 403, detail: expect.stringContaining('Contact') })
    expect(await listContacts('LastName', 'Falk')).toEqual([])
  })

  it.each([
    ['integrations/crm/object-metadata', 'person'],
    ['providers/salesforce/object-metadata', 'contact'],
  ])('by custom fields (%s, %s)', async (path, objectName) => {
    const reply = await platform.call<ApiProblem>('PUT', `/v1/{p}/${path}`, {
      groupRef: 'globex',
      fields: { [objectName]: [{ fieldName: 'Vip', displayName: 'VIP', valueType: 'boolean' }] },
    })

    expect(reply).toMatchObject({ status: 403, detail: expect.stringContaining('Contact') })
  })

  it('by associating a record of another object with it', async () => {
    const write = (mode: string) =>
      platform.call<ApiProblem & WriteReply & { approvalId?: string }>(
        'POST',
        '/write/v1/{p}/integrations/crm/objects/Account',
        {
          ...{ groupRef: 'globex', type: 'create', mode, record: { Name: 'Acme' } },
          associations: [{ to: { id, objectName: 'person' }, fieldName: 'Primary__c' }],
        },
      )

    const refused = await write('synchronous')
    const waiting = await write('asynchronous')

    expect(refused).toMatchObject({ status: 400, issues: [{ name: 'mode' }] })
    expect(waiting.approvalId).toMatch(/^apr_/)
  })
})

describe('an integration whose writes a person approves', () => {
  it('still reads through the proxy, and writes other objects', async () => {
    const read = await pass(contactPath(), {})
    const written = await platform.call<WriteReply>(
      'POST',
      '/write/v1/{p}/integrations/crm/objects/Account',
      { groupRef: 'globex', type: 'create', mode: 'synchronous', record: { Name: 'Acme' } },
    )
    const fields = await platform.call(
      'PUT',
      '/v1/{p}/integrations/crm/object-metadata?dryRun=true',
      {
        groupRef: 'globex',
        fields: { Account: [{ fieldName: 'Vip', displayName: 'VIP', valueType: 'boolean' }] },
      },
    )

    expect([read.status, ((await read.json()) as Record<string, unknown>)['LastName']]).toEqual([
      200,
      'Lind',
    ])
    expect(written.result?.success).toBe(true)
    expect(fields).toMatchObject({ success: true })
  })
})
