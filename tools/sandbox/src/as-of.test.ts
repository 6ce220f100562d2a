import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxControl } from './control-client.ts'
import { sandboxApps, sandboxPackagePath, sandboxScopes } from './oauth-apps.ts'
import { startSandbox, type Sandbox } from './start.ts'
import { callback, consentTo, hubspotConsentUrl } from './testing/sign-in.ts'
import { requireDefined } from './require-defined.ts'
import { organizations } from './salesforce/org/org.ts'
import { portals } from './hubspot/portal/portal.ts'
import { toMembers } from './members.ts'

let sandbox: Sandbox
const salesforce = () => sandboxControl(sandbox.salesforceUrl)
const hubspot = () => sandboxControl(sandbox.hubspotUrl)

beforeAll(async () => {
  sandbox = await startSandbox({ asOf: '2026-11', seed: { accounts: 10, contacts: 10 } })
})
beforeEach(() => salesforce().reset())
afterAll(() => sandbox.close())

const daySeconds = 86_400
const verifier = 'a-verifier-of-at-least-43-characters-for-pkce'
const challenge = hash('sha256', verifier, 'base64url')

const authorizeSalesforce = (parameters: Record<string, string> = {}) => {
  const url = new URL('/services/oauth2/authorize', sandbox.salesforceUrl)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: sandboxApps.salesforce.clientId,
    redirect_uri: callback,
    scope: 'api refresh_token',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    sandbox_auto_approve: '1',
    ...parameters,
  }).toString()
  return consentTo(url.href)
}

async function post(url: string, form: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  return { status: response.status, body: toMembers(await response.json()) }
}

const salesforceToken = (form: Record<string, string>) =>
  post(`${sandbox.salesforceUrl}/services/oauth2/token`, {
    client_id: sandboxApps.salesforce.clientId,
    client_secret: sandboxApps.salesforce.clientSecret,
    ...form,
  })

async function connectSalesforce() {
  const code = requireDefined((await authorizeSalesforce()).get('code') ?? undefined)
  const { body } = await salesforceToken({
    ...{ grant_type: 'authorization_code', code, redirect_uri: callback },
    code_verifier: verifier,
  })
  return String(body['refresh_token'])
}

const refresh = (refreshToken: string) =>
  salesforceToken({ grant_type: 'refresh_token', refresh_token: refreshToken })

describe('Salesforce', () => {
  it('refuses an app until its package is installed in the organization', async () => {
    const [first, second] = organizations
    const refused = await authorizeSalesforce()
    const page = await fetch(sandbox.salesforceUrl + sandboxPackagePath)
    await fetch(sandbox.salesforceUrl + sandboxPackagePath, {
      method: 'POST',
      body: new URLSearchParams({ sandbox_account: requireDefined(first).id }),
    })

    const accepted = await authorizeSalesforce()
    const other = await authorizeSalesforce({ sandbox_account: requireDefined(second).id })

    expect(Object.fromEntries(refused)).toMatchObject({ error: 'OAUTH_EC_APP_NOT_FOUND' })
    expect(await page.text()).toContain('Install for all users')
    expect(accepted.get('code')).toBeTruthy()
    expect(other.get('error')).toBe('OAUTH_EC_APP_NOT_FOUND')
  })

  it('refuses a blocked app before its consent', async () => {
    await salesforce().installPackage()
    await salesforce().blockApp(true)

    expect((await authorizeSalesforce()).get('error')).toBe('OAUTH_APPROVAL_ERROR_GENERIC')
  })

  it.each([
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['another method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a scope that the app lacks', { scope: 'api refresh_token full' }, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ])('refuses %s', async (_what, parameters, error) => {
    await salesforce().installPackage()

    expect((await authorizeSalesforce(parameters)).get('error')).toBe(error)
  })

  it('rotates refresh tokens, and ends all of them when an old one is used', async () => {
    await salesforce().installPackage()
    const first = await connectSalesforce()

    const second = await refresh(first)
    const reused = await refresh(first)
    const afterwards = await refresh(String(second.body['refresh_token']))

    expect(second.body['refresh_token']).not.toBe(first)
    expect([second.status, reused.status, afterwards.status]).toEqual([200, 400, 400])
    expect(reused.body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'expired access/refresh token',
    })
  })

  it('ends refresh tokens that were idle for 30 days', async () => {
    await salesforce().installPackage()
    const first = await connectSalesforce()
    await salesforce().clock(29 * daySeconds)
    const renewed = await refresh(first)
    await salesforce().clock(58 * daySeconds)
    const again = await refresh(String(renewed.body['refresh_token']))
    await salesforce().clock(89 * daySeconds)

    const late = await refresh(String(again.body['refresh_token']))

    expect([renewed.status, again.status, late.status]).toEqual([200, 200, 400])
  })

  it('refuses refreshes after the package was uninstalled', async () => {
    await salesforce().installPackage()
    const token = await connectSalesforce()
    await salesforce().uninstallPackage()

    expect((await refresh(token)).body).toEqual({
      error: 'app_not_found',
      error_description: 'External client app is not installed in this org',
    })
  })
})

describe('HubSpot', () => {
  const consent = async (parameters: Record<string, string> = {}) => {
    const reply = await fetch(hubspotConsentUrl(sandbox, parameters), { redirect: 'manual' })
    const location = reply.headers.get('location')
    return location ? new URL(location).searchParams : reply.text()
  }
  const registerApp = (scopes: string[], optionalScopes: string[] = []) =>
    hubspot().registerApp({ ...sandboxApps.hubspot, scopes, optionalScopes })

  async function connect(parameters: Record<string, string> = {}) {
    const answer = await consent(parameters)
    if (typeof answer === 'string') throw new Error(answer)
    return post(`${sandbox.hubspotUrl}/oauth/2026-09/token`, {
      client_id: sandboxApps.hubspot.clientId,
      client_secret: sandboxApps.hubspot.clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code: requireDefined(answer.get('code') ?? undefined),
    })
  }

  it('shows an error of its own if the scopes differ from those of the app', async () => {
    await registerApp(['oauth', 'crm.objects.contacts.read'])

    const tooMany = await consent({
      scope: 'oauth crm.objects.contacts.read crm.objects.deals.read',
    })
    const tooFew = await consent({ scope: 'oauth' })
    const equal = await consent({ scope: 'oauth crm.objects.contacts.read' })

    expect(tooMany).toContain('Authorization failed because there is a scope mismatch')
    expect(tooMany).toContain('crm.objects.deals.read')
    expect(tooFew).toContain('crm.objects.contacts.read')
    expect(equal).toBeInstanceOf(URLSearchParams)
  })

  it('grants no optional scopes that the account lacks', async () => {
    await registerApp(['oauth'], ['crm.objects.custom.read', 'tickets'])
    await hubspot().lackScopes(['crm.objects.custom.read'])

    const { body } = await connect({
      scope: 'oauth',
      optional_scope: 'crm.objects.custom.read tickets',
    })
    const elsewhere = await connect({
      scope: 'oauth',
      optional_scope: 'crm.objects.custom.read',
      sandbox_account: requireDefined(portals[1]).id,
    })

    expect(body['scopes']).toEqual(['oauth', 'tickets'])
    expect(elsewhere.body['scopes']).toEqual(['oauth', 'crm.objects.custom.read'])
  })

  it('ends old versions on their days', async () => {
    const { body } = await connect()
    const headers = { authorization: `Bearer ${String(body['access_token'])}` }
    const inputs = { method: 'POST', body: '{"inputs":[]}' }
    const ask = async (path: string, init: RequestInit = {}) =>
      (
        await fetch(sandbox.hubspotUrl + path, {
          ...init,
          headers: { ...headers, 'content-type': 'application/json' },
        })
      ).status
    const statuses = async () => ({
      v3: await ask('/crm/v3/objects/contacts?limit=1'),
      v4: await ask('/crm/v4/associations/contacts/companies/batch/read', inputs),
      dated: await ask('/crm/objects/2026-09/contacts?limit=1'),
      associations: await ask('/crm/associations/2026-09/contacts/companies/batch/read', inputs),
    })

    const today = await statuses()
    await hubspot().settings({ asOf: '2027-03-30' })
    const inSpring = await statuses()
    await hubspot().settings({ asOf: '2027-09' })
    const inAutumn = await statuses()

    expect(today).toEqual({ v3: 200, v4: 200, dated: 200, associations: 200 })
    expect(inSpring).toEqual({ v3: 200, v4: 404, dated: 200, associations: 200 })
    expect(inAutumn).toEqual({ v3: 404, v4: 404, dated: 200, associations: 200 })
  })

  it('offers the API of webhooks to apps from before projects only', async () => {
    const ask = async () =>
      (await fetch(`${sandbox.hubspotUrl}/webhooks/v3/1000001/subscriptions?hapikey=key`)).status

    const ofProject = await ask()
    await hubspot().registerApp({
      ...sandboxApps.hubspot,
      scopes: sandboxScopes.hubspot,
      isLegacy: true,
    })

    expect([ofProject, await ask()]).toEqual([404, 200])
  })
})

it('refuses a day that is none', async () => {
  await expect(startSandbox({ asOf: 'today' })).rejects.toThrow('2026-11')
  await expect(hubspot().settings({ asOf: '2026-13' })).rejects.toThrow('2026-11')
})
