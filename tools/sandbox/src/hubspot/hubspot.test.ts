import type { Client } from '@hubspot/api-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxControl } from '../control-client.ts'
import { requireDefined } from '../require-defined.ts'
import { sandboxApps } from '../oauth-apps.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { callback, connectHubSpot, consentTo, hubspotConsentUrl } from '../testing/sign-in.ts'
import { portals } from './portal/portal.ts'
import { toMembers } from '../members.ts'

let sandbox: Sandbox
let client: Client
let tokens: { accessToken: string; refreshToken: string }
const control = () => sandboxControl(sandbox.hubspotUrl)

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { accounts: 40, contacts: 10_250, opportunities: 120 } })
})
beforeEach(async () => {
  await control().reset()
  const connected = await connectHubSpot(sandbox)
  client = connected.client
  tokens = connected.tokens
})
afterAll(() => sandbox.close())

/** Body of the error reply to a call. */
async function catchErrorBody(call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    const { code, body } = toMembers(error)
    return { code, body }
  }
  throw new Error('The call was not refused.')
}

async function post(path: string, form: Record<string, string>) {
  const response = await fetch(new URL(path, sandbox.hubspotUrl), {
    method: 'POST',
    body: new URLSearchParams({ ...credentials(), ...form }),
  })
  return { status: response.status, body: toMembers(await response.json()) }
}

const credentials = () => ({
  client_id: sandboxApps.hubspot.clientId,
  client_secret: sandboxApps.hubspot.clientSecret,
})

const sendRequest = (path: string, body: unknown) =>
  client.apiRequest({ method: 'POST', path, body }).then(async (response) => ({
    status: response.status,
    body: toMembers(await response.json()),
  }))

describe('signing in', () => {
  it('returns the owner of a token', async () => {
    const access = await client.oauth.accessTokensApi.get(tokens.accessToken)
    const refresh = await client.oauth.refreshTokensApi.get(tokens.refreshToken)

    expect(access).toMatchObject({
      hubId: Number(requireDefined(portals[0]).id),
      tokenType: 'access',
    })
    expect(refresh).toMatchObject({
      hubId: Number(requireDefined(portals[0]).id),
      tokenType: 'refresh',
    })
  })

  it('refreshes by version 1 and by version 3', async () => {
    const { clientId, clientSecret } = sandboxApps.hubspot

    const v1 = await client.oauth.tokensApi.create(
      'refresh_token',
      undefined,
      callback,
      clientId,
      clientSecret,
      tokens.refreshToken,
    )
    const v3 = await post('/oauth/v3/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    })

    expect(v1).toMatchObject({ refreshToken: tokens.refreshToken, expiresIn: 1800 })
    expect(v3).toMatchObject({
      status: 200,
      body: {
        hub_id: Number(requireDefined(portals[0]).id),
        token_use: 'access_token',
        expires_in: 1800,
      },
    })
  })

  it('connects the portal that the user chooses', async () => {
    const [, second] = portals
    const url = hubspotConsentUrl(sandbox, { sandbox_account: requireDefined(second).id })
    const code = requireDefined((await consentTo(url)).get('code') ?? undefined)

    const { body } = await post('/oauth/v3/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
    })

    expect(body).toMatchObject({ hub_id: Number(requireDefined(second).id) })
  })

  it('returns whether a token is active on introspection', async () => {
    const before = await post('/oauth/v3/token/introspect', { token: tokens.accessToken })
    await control().expireTokens()
    const after = await post('/oauth/v3/token/introspect', { token: tokens.accessToken })

    expect(before.body).toMatchObject({ active: true, client_id: credentials().client_id })
    expect(after.body).toEqual({ active: false })
  })

  it('rotates refresh tokens if configured', async () => {
    await control().settings({ rotateRefreshTokens: true })
    const refresh = (refresh_token: string) =>
      post('/oauth/v3/token', { grant_type: 'refresh_token', refresh_token })

    const first = await refresh(tokens.refreshToken)
    const reused = await refresh(tokens.refreshToken)
    const second = await refresh(String(first.body['refresh_token']))

    expect(reused).toMatchObject({ status: 400, body: { status: 'BAD_REFRESH_TOKEN' } })
    expect(second.status).toBe(200)
  })

  it('rejects calls of a token without their scope, unless configured otherwise', async () => {
    const { client: few } = await connectHubSpot(sandbox, {
      scope: 'oauth crm.objects.contacts.read',
    })

    const error = await catchErrorBody(few.crm.deals.basicApi.getPage())
    const contacts = await few.crm.contacts.basicApi.getPage(1)
    await control().settings({ enforceScopes: false })

    expect(contacts.results).toHaveLength(1)
    expect((await few.crm.deals.basicApi.getPage(1)).results).toHaveLength(1)

    expect(error).toMatchObject({
      code: 403,
      body: {
        category: 'MISSING_SCOPES',
        context: { requiredGranularScopes: ['crm.objects.deals.read'] },
      },
    })
  })
})

describe('reading', () => {
  it('returns all records to the official client', async () => {
    const deals = await client.crm.deals.getAll(100)

    expect(deals).toHaveLength(120)
    expect(new Set(deals.map(({ id }) => id)).size).toBe(120)
  })

  it('returns every value as text and ignores unknown properties', async () => {
    const { results } = await client.crm.companies.basicApi.getPage(1, undefined, [
      'numberofemployees',
      'nothing_like_it',
    ])

    expect(requireDefined(results[0]).properties).toEqual({
      createdate: expect.any(String),
      hs_lastmodifieddate: expect.any(String),
      hs_object_id: requireDefined(results[0]).id,
      numberofemployees: expect.stringMatching(/^\d+$/),
    })
  })

  it('returns owners, pipelines and the account', async () => {
    const { results: owners } = await client.crm.owners.ownersApi.getPage()
    const { results: pipelines } = await client.crm.pipelines.pipelinesApi.getAll('deals')
    const details = await client.apiRequest({ path: '/account-info/v3/details' })

    expect(owners).toHaveLength(8)
    expect(requireDefined(pipelines[0]).stages.map(({ id }) => id)).toContain('closedwon')
    expect(await details.json()).toMatchObject({ portalId: Number(requireDefined(portals[0]).id) })
  })

  it('refuses an object type that does not exist', async () => {
    const error = await catchErrorBody(client.crm.objects.basicApi.getPage('butterflies'))

    expect(error).toMatchObject({
      code: 400,
      body: { message: 'Unable to infer object type from: butterflies' },
    })
  })

  it('lists archived records apart from the others', async () => {
    const { results } = await client.crm.contacts.basicApi.getPage(1)
    await client.crm.contacts.basicApi.archive(requireDefined(results[0]).id)

    const live = await client.crm.contacts.basicApi.getPage(1)
    const archived = await client.crm.contacts.basicApi.getPage(
      10,
      undefined,
      undefined,
      undefined,
      undefined,
      true,
    )

    expect(requireDefined(live.results[0]).id).not.toBe(requireDefined(results[0]).id)
    expect(archived.results).toMatchObject([{ id: requireDefined(results[0]).id, archived: true }])
  })
})

describe('searching', () => {
  const search = (request: object) => client.crm.contacts.searchApi.doSearch(request)

  it.each([
    [{ operator: 'EQ', value: 'ZED' }, ['zed']],
    [{ operator: 'NEQ', value: 'zed' }, ['Zed Two', 'zoë']],
    [{ operator: 'IN', values: ['zed', 'zoë'] }, ['zed', 'zoë']],
    [{ operator: 'CONTAINS_TOKEN', value: 'zed' }, ['zed', 'Zed Two']],
    [{ operator: 'CONTAINS_TOKEN', value: 'z*' }, ['zed', 'Zed Two', 'zoë']],
    [{ operator: 'HAS_PROPERTY' }, ['zed', 'Zed Two', 'zoë']],
    [{ operator: 'NOT_HAS_PROPERTY' }, []],
  ])('filters by %j', async (filter, names) => {
    for (const firstname of ['zed', 'Zed Two', 'zoë']) {
      await control().createRecord('contacts', { firstname, city: 'Zed City' })
    }

    const { results } = await search({
      filterGroups: [
        {
          filters: [
            { propertyName: 'city', operator: 'EQ', value: 'Zed City' },
            { propertyName: 'firstname', ...filter },
          ],
        },
      ],
      sorts: ['hs_object_id'],
      limit: 100,
    })

    expect(results.map(({ properties }) => properties['firstname'])).toEqual(names)
  })

  it('finds records changed since a time, in order', async () => {
    const since = Date.now() - 90 * 86_400_000

    const { results, total, paging } = await search({
      filterGroups: [
        { filters: [{ propertyName: 'lastmodifieddate', operator: 'GTE', value: String(since) }] },
      ],
      sorts: [{ propertyName: 'lastmodifieddate', direction: 'ASCENDING' }],
      limit: 200,
    })

    const times = results.map(({ updatedAt }) => updatedAt.getTime())
    expect(total).toBeGreaterThan(200)
    expect(times[0]).toBeGreaterThanOrEqual(since)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(requireDefined(requireDefined(paging).next).after).toBe('200')
  })

  it('returns at most ten thousand results', async () => {
    const last = await search({ limit: 200, after: '9800' })
    const beyond = await catchErrorBody(search({ limit: 200, after: '10000' }))

    expect(last).toMatchObject({ total: 10_250 })
    expect(last.results).toHaveLength(200)
    expect(beyond).toMatchObject({ code: 400, body: { category: 'VALIDATION_ERROR' } })
  })

  it('refuses a filter on a property that does not exist', async () => {
    const filters = [{ propertyName: 'nope', operator: 'EQ', value: '1' }]

    const error = await catchErrorBody(search({ filterGroups: [{ filters }] }))

    expect(error).toMatchObject({ code: 400 })
  })
})

describe('writing', () => {
  it('creates, reads, updates and archives a record', async () => {
    const api = client.crm.contacts.basicApi
    const { id } = await api.create({ properties: { email: 'rin@acme.test' }, associations: [] })
    const byEmail = await api.getById(
      'rin@acme.test',
      undefined,
      undefined,
      undefined,
      false,
      'email',
    )
    const updated = await api.update(id, { properties: { firstname: 'Rin', email: '' } })
    await api.archive(id)
    await api.archive(id)

    const gone = await catchErrorBody(api.getById(id))

    expect(byEmail.id).toBe(id)
    expect(updated.properties).toMatchObject({ firstname: 'Rin', email: null })
    expect(updated.updatedAt.getTime()).toBeGreaterThanOrEqual(updated.createdAt.getTime())
    expect(gone).toMatchObject({ code: 404, body: { message: 'resource not found' } })
  })

  it('refuses a second contact with the same email address', async () => {
    const properties = { email: 'rin@acme.test' }
    const { id } = await control().createRecord('contacts', properties)

    const error = await catchErrorBody(
      client.crm.contacts.basicApi.create({ properties, associations: [] }),
    )

    expect(error).toMatchObject({
      code: 409,
      body: { category: 'CONFLICT', message: `Contact already exists. Existing ID: ${id}` },
    })
  })

  it.each([
    [{ nope: '1' }, 'PROPERTY_DOESNT_EXIST'],
    [{ email: 'nobody' }, 'INVALID_EMAIL'],
    [{ lifecyclestage: 'friend' }, 'INVALID_OPTION'],
    [{ date_of_birth: '1700000000000' }, 'INVALID_DATE'],
    [{ associatedcompanyid: 'many' }, 'INVALID_LONG'],
    [{ createdate: '2026-01-01' }, 'READ_ONLY_VALUE'],
  ])('refuses %j with %s', async (properties, code) => {
    const error = await catchErrorBody(
      client.crm.contacts.basicApi.create({
        properties: properties,
        associations: [],
      }),
    )

    expect(error).toMatchObject({
      code: 400,
      body: { category: 'VALIDATION_ERROR', errors: [{ code }] },
    })
  })

  it('creates all or none without trace IDs, and row by row with them', async () => {
    const path = '/crm/v3/objects/contacts/batch/create'
    await control().createRecord('contacts', { email: 'taken@acme.test' })
    const inputs = ['free@acme.test', 'taken@acme.test'].map((email, row) => ({
      properties: { email },
      objectWriteTraceId: `row-${row}`,
    }))

    const none = await sendRequest(path, {
      inputs: inputs.map(({ properties }) => ({ properties })),
    })
    const some = await sendRequest(path, { inputs })

    expect(none.status).toBe(409)
    expect(some).toMatchObject({
      status: 207,
      body: {
        results: [{ properties: { email: 'free@acme.test' } }],
        errors: [{ category: 'CONFLICT', context: { objectWriteTraceId: ['row-1'] } }],
      },
    })
  })

  it('updates and reads batches in part', async () => {
    const { id } = await control().createRecord('contacts', { firstname: 'Rin' })
    const inputs = [
      { id, properties: { firstname: 'Ren' } },
      { id: '1', properties: {} },
    ]

    const updated = await sendRequest('/crm/v3/objects/contacts/batch/update', { inputs })
    const read = await client.crm.contacts.batchApi.read({
      inputs: [{ id }],
      properties: ['firstname'],
      propertiesWithHistory: [],
    })

    expect(updated).toMatchObject({
      status: 207,
      body: { numErrors: 1, errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: ['1'] } }] },
    })
    expect(requireDefined(read.results[0]).properties['firstname']).toBe('Ren')
  })

  it('upserts by a unique property', async () => {
    const upsert = (firstname: string) =>
      sendRequest('/crm/v3/objects/contacts/batch/upsert', {
        inputs: [{ id: 'rin@acme.test', idProperty: 'email', properties: { firstname } }],
      })

    const first = await upsert('Rin')
    const second = await upsert('Ren')

    expect(first.body).toMatchObject({ results: [{ new: true }] })
    expect(second.body).toMatchObject({
      results: [{ new: false, properties: { firstname: 'Ren' } }],
    })
  })
})

describe('properties', () => {
  const api = () => client.crm.properties.coreApi

  const create = (name: string, more: object = {}) =>
    api().create('contacts', {
      name,
      label: 'Tier',
      groupName: 'contactinformation',
      type: 'enumeration',
      fieldType: 'select',
      options: [{ label: 'Gold', value: 'gold', hidden: false }],
      ...more,
    } as Parameters<ReturnType<typeof api>['create']>[1])

  it('creates, changes and archives a property whose values are kept', async () => {
    const created = await create('tier')
    const updated = await api().update('contacts', 'tier', {
      options: [{ label: 'Silver', value: 'silver', hidden: false, displayOrder: 0 }],
    })
    const { id } = await control().createRecord('contacts', { tier: 'silver' })
    const record = await client.crm.contacts.basicApi.getById(id, ['tier'])
    await api().archive('contacts', 'tier')

    const gone = await catchErrorBody(api().getByName('contacts', 'tier'))

    expect(created).toMatchObject({ name: 'tier', type: 'enumeration' })
    expect(updated.options.map(({ value }) => value)).toEqual(['silver'])
    expect(record.properties['tier']).toBe('silver')
    expect(gone.code).toBe(404)
  })

  it.each([
    [{ type: 'datetime', fieldType: 'datetime' }, 400, 'field type datetime'],
    [{ type: 'bool', fieldType: 'booleancheckbox', options: [] }, 400, 'two options'],
    [{ groupName: 'nowhere' }, 400, 'group nowhere'],
    [{ name: 'email' }, 409, "A property named 'email' already exists."],
    [{ name: 'Nicht-gut' }, 400, 'not valid'],
  ])('refuses to create %j', async (more, code, message) => {
    const error = await catchErrorBody(create('tier', more))

    expect(error).toMatchObject({ code, body: { message: expect.stringContaining(message) } })
  })

  it('keeps groups, and creates several properties in part', async () => {
    const path = '/crm/v3/properties/contacts'
    await sendRequest(`${path}/groups`, { name: 'ours', label: 'Ours' })
    const input = { label: 'Age', groupName: 'ours', type: 'number', fieldType: 'number' }

    const { status, body } = await sendRequest(`${path}/batch/create`, {
      inputs: [
        { ...input, name: 'age' },
        { ...input, name: 'email' },
      ],
    })

    expect(status).toBe(207)
    expect(body).toMatchObject({
      results: [{ name: 'age' }],
      errors: [
        {
          category: 'OBJECT_ALREADY_EXISTS',
          subCategory: 'Properties.PROPERTY_WITH_NAME_EXISTS',
          context: { name: ['email'] },
        },
      ],
    })
  })
})

describe('reading associations', () => {
  const read = (inputs: object[]) =>
    sendRequest('/crm/v4/associations/companies/contacts/batch/read', { inputs })
  const joinRecords = async (count: number) => {
    const [company] = (await client.crm.companies.basicApi.getPage(1)).results
    const ids: string[] = []
    let after: string | undefined
    while (ids.length < count) {
      const page = await client.crm.contacts.basicApi.getPage(100, after)
      ids.push(...page.results.map(({ id }) => id))
      after = page.paging?.next?.after
    }
    await sendRequest('/crm/v4/associations/companies/contacts/batch/associate/default', {
      inputs: ids.map((id) => ({ from: { id: requireDefined(company).id }, to: { id } })),
    })
    return requireDefined(company).id
  }

  it('returns 500 per record and page, and a cursor for the others', async () => {
    const id = await joinRecords(1_000)
    type Row = { to: { toObjectId: number }[]; paging?: { next: { after: string } } }
    const findFirstRow = async (after?: string) =>
      requireDefined(((await read([{ id, after }])).body['results'] as Row[])[0])

    const first = await findFirstRow()
    const second = await findFirstRow(first.paging?.next.after)
    const listed = await client.crm.associations.v4.basicApi.getPage(
      'companies',
      id,
      'contacts',
      first.paging?.next.after,
      2,
    )

    expect(first.to).toHaveLength(500)
    expect(second.to.length).toBeGreaterThanOrEqual(500)
    const ids = [...first.to, ...second.to].map(({ toObjectId }) => toObjectId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(listed.results.map(({ toObjectId }) => toObjectId).join()).toBe(
      ids.slice(500, 502).join(),
    )
  })

  it('reports records without associations in a partial reply', async () => {
    const { status, body } = await read([{ id: '999999999' }])

    expect(status).toBe(207)
    expect(body).toMatchObject({
      results: [],
      numErrors: 1,
      errors: [{ subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND' }],
    })
  })

  it.each([
    [Array.from({ length: 1_001 }, (_, index) => ({ id: String(index) })), /1000/],
    [[{ id: '1', after: 'nowhere' }], /paging cursor/],
  ])('rejects a request that HubSpot rejects (%#)', async (inputs, words) => {
    expect(await read(inputs)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(words) },
    })
  })
})
