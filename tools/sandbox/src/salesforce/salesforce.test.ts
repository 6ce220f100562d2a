import { generateKeyPairSync, sign } from 'node:crypto'
import { Connection, OAuth2 } from 'jsforce'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxControl } from '../control-client.ts'
import { requireDefined } from '../require-defined.ts'
import { sandboxApps } from '../oauth-apps.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { callback, connectSalesforce, consentTo } from '../testing/sign-in.ts'
import { organizations } from './org/org.ts'
import { toMembers } from '../members.ts'

let sandbox: Sandbox
let connection: Connection
const control = () => sandboxControl(sandbox.salesforceUrl)

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { accounts: 60, contacts: 5200 } })
})
beforeEach(async () => {
  await control().reset()
  connection = await connectSalesforce(sandbox)
})
afterAll(() => sandbox.close())

/** Error of a rejected call. */
async function catchError(call: PromiseLike<unknown>) {
  try {
    await call
  } catch (error) {
    const { errorCode, message } = toMembers(error)
    return { errorCode, message }
  }
  throw new Error('The call was not refused.')
}

describe('signing in', () => {
  it('returns the signed-in user to jsforce', async () => {
    const identity = await connection.identity()

    expect(identity).toMatchObject({
      organization_id: requireDefined(organizations[0]).id,
      user_id: requireDefined(connection.userInfo ?? undefined).id,
    })
  })

  describe('by an assertion', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const own = { clientId: 'signing-client', clientSecret: 'secret' }
    const claims = {
      iss: own.clientId,
      sub: '',
      aud: 'https://login.salesforce.com',
      exp: Math.floor(Date.now() / 1000) + 120,
    }
    const signAssertion = (wanted: object, key = privateKey) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const text = `${part({ alg: 'RS256' })}.${part(wanted)}`
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
    }
    const authorize = async (assertion: string) => {
      const oauth2 = new OAuth2({ ...own, loginUrl: sandbox.salesforceUrl })
      const signedIn = new Connection({ oauth2, version: '60.0' })
      await signedIn.authorize({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      })
      return signedIn
    }
    beforeEach(async () => {
      await control().registerApp({
        ...own,
        certificate: publicKey.export({ type: 'spki', format: 'pem' }),
      })
      claims.sub = (await connection.identity()).username
    })

    it('signs jsforce in without a refresh token', async () => {
      const signedIn = await authorize(signAssertion(claims))

      expect((await signedIn.identity()).username).toBe(claims.sub)
      expect(await signedIn.query('SELECT Id FROM Account LIMIT 1')).toMatchObject({ done: true })
      expect(signedIn.refreshToken).toBeUndefined()
    })

    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    it.each<[string, () => string]>([
      ['another key', () => signAssertion(claims, other)],
      ['another audience', () => signAssertion({ ...claims, aud: 'https://evil.example' })],
      ['a user who has not approved', () => signAssertion({ ...claims, sub: 'nobody@acme.test' })],
      [
        'a client that has no certificate',
        () => signAssertion({ ...claims, iss: sandboxApps.salesforce.clientId }),
      ],
      ['a time that is over', () => signAssertion({ ...claims, exp: claims.exp - 1000 })],
      ['a time that is far', () => signAssertion({ ...claims, exp: claims.exp + 1000 })],
      ['no signature', () => signAssertion(claims).replace(/[^.]*$/, '')],
    ])('refuses one of %s', async (_what, assertion) => {
      await expect(authorize(assertion())).rejects.toMatchObject({ name: 'invalid_grant' })
    })
  })

  it('limits tokens without the scope `api` to identity requests', async () => {
    const url = new URL('/services/oauth2/authorize', sandbox.salesforceUrl)
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: sandboxApps.salesforce.clientId,
      redirect_uri: callback,
      scope: 'id refresh_token',
      sandbox_auto_approve: '1',
    }).toString()
    const answer = await consentTo(url.href)
    const oauth2 = new OAuth2({
      ...sandboxApps.salesforce,
      loginUrl: sandbox.salesforceUrl,
      redirectUri: callback,
    })
    const limited = new Connection({ oauth2, version: '60.0' })
    await limited.authorize(requireDefined(answer.get('code') ?? undefined))

    expect((await limited.identity()).username).toContain('@')
    await expect(limited.query('SELECT Id FROM Account')).rejects.toMatchObject({
      errorCode: 'INVALID_SESSION_ID',
      message: expect.stringContaining('not valid for use'),
    })
  })

  it('refreshes for jsforce when the access token has expired', async () => {
    const before = connection.accessToken
    await control().expireTokens()

    const { totalSize } = await connection.query('SELECT Id FROM Account')

    expect(totalSize).toBe(60)
    expect(connection.accessToken).not.toBe(before)
  })

  it('accepts a code once, only with its verifier', async () => {
    const { clientId, clientSecret } = sandboxApps.salesforce
    const authorize = async () => {
      const url = new URL('/services/oauth2/authorize', sandbox.salesforceUrl)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: callback,
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        state: 'abc',
        sandbox_auto_approve: '1',
      }).toString()
      return consentTo(url.href)
    }
    const exchange = async (code: string, code_verifier: string) => {
      const response = await fetch(`${sandbox.salesforceUrl}/services/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uri: callback,
          code,
          code_verifier,
        }),
      })
      return { status: response.status, body: await response.json() }
    }
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const answer = await authorize()

    const first = await exchange(requireDefined(answer.get('code') ?? undefined), verifier)
    const again = await exchange(requireDefined(answer.get('code') ?? undefined), verifier)
    const unverified = await exchange(
      requireDefined((await authorize()).get('code') ?? undefined),
      'wrong',
    )

    expect(answer.get('state')).toBe('abc')
    expect(first).toMatchObject({ status: 200, body: { instance_url: sandbox.salesforceUrl } })
    expect(first.body).not.toHaveProperty('expires_in')
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(unverified).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('refuses a refresh token that was revoked', async () => {
    const refreshToken = requireDefined(connection.refreshToken ?? undefined)
    await connection.oauth2.revokeToken(refreshToken)

    const refresh = connection.oauth2.refreshToken(refreshToken)

    await expect(refresh).rejects.toThrow('expired access/refresh token')
  })

  it('grants client credentials without a user', async () => {
    const response = await fetch(`${sandbox.salesforceUrl}/services/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(Object.values(sandboxApps.salesforce).join(':'))}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })

    const tokens = await response.json()

    expect(tokens).toMatchObject({ token_type: 'Bearer', instance_url: sandbox.salesforceUrl })
    expect(tokens).not.toHaveProperty('refresh_token')
  })

  it('shows a consent page that the user can allow or deny', async () => {
    const url = new URL('/services/oauth2/authorize', sandbox.salesforceUrl)
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: sandboxApps.salesforce.clientId,
      redirect_uri: callback,
      state: '"><script>',
    }).toString()
    const page = await (await fetch(url)).text()

    const denied = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ sandbox_answer: 'deny' }),
    })

    expect(page).toContain('Allow access?')
    expect(page).not.toContain('<script>')
    expect(denied.headers.get('location')).toContain('error=access_denied')
  })

  it('redirects to registered addresses only', async () => {
    const url = `${sandbox.salesforceUrl}/services/oauth2/authorize?response_type=code&client_id=${
      sandboxApps.salesforce.clientId
    }&redirect_uri=https://elsewhere.example/`

    const response = await fetch(url, { redirect: 'manual' })

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('redirect_uri_mismatch')
  })
})

describe('describing', () => {
  it('lists objects and describes their fields with every attribute', async () => {
    const { sobjects } = await connection.describeGlobal()
    const { fields, childRelationships } = await connection.describe('Account')

    expect(sobjects.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Account', 'Contact', 'Lead', 'Opportunity', 'Subscription__c']),
    )
    expect(Object.keys(requireDefined(fields[0])).length).toBeGreaterThan(55)
    expect(fields.find(({ name }) => name === 'Tier__c')).toMatchObject({
      type: 'picklist',
      restrictedPicklist: true,
      picklistValues: [{ value: 'gold' }, { value: 'silver' }, { value: 'bronze' }],
    })
    expect(childRelationships.map((child) => child.relationshipName)).toContain('Contacts')
  })

  it('hides a field that the user may not see everywhere', async () => {
    await control().showField('Account', 'Tier__c', false)

    const { fields } = await connection.describe('Account')
    const query = catchError(connection.query('SELECT Tier__c FROM Account'))

    expect(fields.map(({ name }) => name)).not.toContain('Tier__c')
    expect(await query).toMatchObject({ errorCode: 'INVALID_FIELD' })
  })
})

describe('querying', () => {
  it('returns all pages of a large result to jsforce', async () => {
    const query = connection.query('SELECT Id, Name FROM Contact')

    const records = await query.run({ autoFetch: true, maxFetch: 100_000 })

    expect(records.totalSize).toBe(5200)
    expect(new Set((records.records ?? records).map(({ Id }: { Id?: string }) => Id)).size).toBe(
      5200,
    )
  })

  it('nests parents and children', async () => {
    const contacts = await connection.query(
      'SELECT Account.Name, Owner.Name FROM Contact ORDER BY Id LIMIT 1',
    )
    const accounts = await connection.query(
      'SELECT Id, (SELECT Id, AccountId FROM Contacts LIMIT 3) FROM Account LIMIT 1',
    )

    expect(contacts.records[0]).toMatchObject({
      Account: { attributes: { type: 'Account' }, Name: expect.any(String) },
      Owner: { attributes: { type: 'User' } },
    })
    const [account] = accounts.records as { Id: string; Contacts: { records: unknown[] } }[]
    expect(requireDefined(account).Contacts.records[0]).toMatchObject({
      AccountId: requireDefined(account).Id,
    })
  })

  it.each([
    ["Name = 'ACME'", ['Acme']],
    ["Name LIKE 'b_t%'", ['Beta']],
    ["Name IN ('acme', 'gamma')", ['Acme', 'Gamma']],
    ["Name NOT IN ('acme', 'gamma')", ['Beta']],
    ['NumberOfEmployees > 10', ['Beta', 'Gamma']],
    ['NumberOfEmployees = null', ['Acme']],
    ['NOT NumberOfEmployees >= 30', ['Acme', 'Beta']],
    ["(Rating = 'Hot' OR NumberOfEmployees = 30) AND Name != 'Beta'", ['Acme', 'Gamma']],
    ['CreatedDate = TODAY', ['Acme', 'Beta', 'Gamma']],
    ['CreatedDate > TOMORROW', []],
    ["Id IN (SELECT AccountId FROM Contact WHERE LastName = 'Zq')", ['Gamma']],
  ])('filters by %s', async (where, names) => {
    const account = (values: object) =>
      control().createRecord('Account', { Type: 'Other', ...values })
    await account({ Name: 'Acme', Rating: 'Hot' })
    await account({ Name: 'Beta', NumberOfEmployees: 20 })
    const gamma = await account({ Name: 'Gamma', NumberOfEmployees: 30 })
    await control().createRecord('Contact', { LastName: 'Zq', AccountId: gamma.id })

    const found = await connection.query(
      `SELECT Name FROM Account WHERE Type = 'Other' AND (${where}) ORDER BY Name`,
    )

    expect(found.records.map(({ Name }) => Name)).toEqual(names)
  })

  it.each([
    [
      'SELECT Name,Foo__c FROM Account',
      'INVALID_FIELD',
      "No such column 'Foo__c' on entity 'Account'",
    ],
    ['SELECT Boss.Name FROM Account', 'INVALID_FIELD', "Didn't understand relationship 'Boss'"],
    ['SELECT Id FROM Accout', 'INVALID_TYPE', "sObject type 'Accout' is not supported"],
    ['SELECT Id FROM', 'MALFORMED_QUERY', 'unexpected token'],
    [
      "SELECT Id FROM Account WHERE CreatedDate > '2026-01-01T00:00:00Z'",
      'INVALID_FIELD',
      'must be of type dateTime and should not be enclosed in quotes',
    ],
    ['SELECT FIELDS(ALL) FROM Account', 'MALFORMED_QUERY', 'LIMIT of at most 200'],
  ])('refuses %s', async (text, errorCode, message) => {
    const error = await catchError(connection.query(text))

    expect(error).toMatchObject({ errorCode, message: expect.stringContaining(message) })
  })

  it('counts and summarizes', async () => {
    const count = await connection.query('SELECT COUNT() FROM Contact')
    const summary = await connection.query('SELECT COUNT(Id), MAX(CreatedDate) newest FROM Contact')

    expect(count).toMatchObject({ totalSize: 5200, records: [] })
    expect(summary.records[0]).toMatchObject({ expr0: 5200, newest: expect.any(String) })
  })

  it('rejects an expired cursor', async () => {
    const first = await connection.query('SELECT Id FROM Contact')
    await control().forgetCursors()

    const error = await catchError(connection.queryMore(requireDefined(first.nextRecordsUrl)))

    expect(error).toMatchObject({ errorCode: 'INVALID_QUERY_LOCATOR' })
  })
})

describe('writing', () => {
  it('creates, reads, updates and deletes a record', async () => {
    const contacts = connection.sobject('Contact')
    const created = await contacts.create({ LastName: 'Ito', FirstName: 'Rin' })
    const id = requireDefined(created.id)
    await contacts.update({ Id: id, FirstName: 'Ren', Email: 'ren@acme.test' })
    const read = await contacts.retrieve(id)
    await contacts.destroy(id)
    const gone = await catchError(contacts.retrieve(id))
    const all = await connection.query(`SELECT Id, IsDeleted FROM Contact WHERE Id = '${id}'`, {
      scanAll: true,
    })

    expect(read).toMatchObject({ Name: 'Ren Ito', Email: 'ren@acme.test' })
    expect(gone).toMatchObject({ errorCode: 'ENTITY_IS_DELETED' })
    expect(all.records).toMatchObject([{ IsDeleted: true }])
  })

  it('moves SystemModstamp with every change', async () => {
    const since = new Date(Date.now() + 3600_000).toISOString()
    await control().clock(7200)
    connection = await connectSalesforce(sandbox)
    const { records } = await connection.query('SELECT Id FROM Contact LIMIT 1')
    await control().updateRecord('Contact', requireDefined(requireDefined(records[0]).Id), {
      Title: 'Chief',
    })

    const changed = await connection.query(
      `SELECT Id, Title FROM Contact WHERE SystemModstamp > ${since}`,
    )

    expect(changed.records).toMatchObject([{ Id: requireDefined(records[0]).Id, Title: 'Chief' }])
  })

  it.each([
    [{ FirstName: 'Rin' }, 'REQUIRED_FIELD_MISSING'],
    [{ LastName: 'Ito', Foo: 1 }, 'INVALID_FIELD'],
    [{ LastName: 'Ito', CreatedDate: '2026-01-01T00:00:00Z' }, 'INVALID_FIELD_FOR_INSERT_UPDATE'],
    [{ LastName: 'x'.repeat(81) }, 'STRING_TOO_LONG'],
    [{ LastName: 'Ito', AccountId: '001Sb0A0zzzzzzz' }, 'INVALID_CROSS_REFERENCE_KEY'],
    [{ LastName: 'Ito', Email: 'nobody' }, 'INVALID_EMAIL_ADDRESS'],
    [{ LastName: 'Ito', External_Key__c: 'CRM-100000' }, 'DUPLICATE_VALUE'],
  ])('refuses %j with %s', async (values, errorCode) => {
    const error = await catchError(connection.requestPost('/sobjects/Contact', values))

    expect(error).toMatchObject({ errorCode })
  })

  it('upserts by external ID', async () => {
    const upsert = (Name: string) =>
      connection.sobject('Account').upsert({ External_Key__c: 'X-1', Name }, 'External_Key__c')

    const first = await upsert('Acme')
    const second = await upsert('Acme Inc')

    expect(first).toMatchObject({ success: true, created: true })
    expect(second).toMatchObject({ id: first.id, created: false })
  })

  it('writes collections row by row, or all or none', async () => {
    const rows = [{ LastName: 'One' }, { FirstName: 'No last name' }]
    const contacts = connection.sobject('Contact')

    const partial = await contacts.create(rows)
    const none = await contacts.create(rows, { allOrNone: true })
    const { totalSize } = await connection.query("SELECT Id FROM Contact WHERE LastName = 'One'")

    expect(partial.map(({ success }) => success)).toEqual([true, false])
    expect(none[0]).toMatchObject({
      success: false,
      errors: [{ statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK' }],
    })
    expect(totalSize).toBe(1)
  })

  it('returns recently updated and deleted records', async () => {
    const { id } = await control().createRecord('Lead', { LastName: 'Ito', Company: 'Acme' })
    const gone = await control().createRecord('Lead', { LastName: 'Gone', Company: 'Acme' })
    await control().deleteRecord('Lead', gone.id)
    const start = new Date(Date.now() - 120_000)
    const end = new Date(Date.now() + 120_000)

    const updated = await connection.sobject('Lead').updated(start, end)
    const deleted = await connection.sobject('Lead').deleted(start, end)

    expect(updated.ids).toContain(id)
    expect(deleted.deletedRecords).toMatchObject([{ id: gone.id }])
  })

  it('answers several calls in one, with values of earlier ones', async () => {
    const base = '/services/data/v60.0'
    const { compositeResponse } = await connection.requestPost<{
      compositeResponse: { httpStatusCode: number; body: { Name?: string } }[]
    }>('/composite', {
      compositeRequest: [
        {
          method: 'POST',
          url: `${base}/sobjects/Account`,
          referenceId: 'new',
          body: { Name: 'Acme' },
        },
        { method: 'GET', url: `${base}/sobjects/Account/@{new.id}`, referenceId: 'read' },
        { method: 'GET', url: `${base}/sobjects/Nothing/describe`, referenceId: 'none' },
      ],
    })

    expect(compositeResponse.map(({ httpStatusCode }) => httpStatusCode)).toEqual([201, 200, 404])
    expect(requireDefined(compositeResponse[1]).body.Name).toBe('Acme')
  })
})
