import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Connection, OAuth2 } from 'jsforce'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxControl } from './control-client.ts'
import { FaultRules, type FaultEffect, type FaultRule } from './faults.ts'
import { requireDefined } from './require-defined.ts'
import { sandboxApps } from './oauth-apps.ts'
import type { SandboxProvider } from './provider.ts'
import { startSandbox, type Sandbox } from './start.ts'
import { connectHubSpot, connectSalesforce } from './testing/sign-in.ts'

let sandbox: Sandbox
const urls = () => ({ salesforce: sandbox.salesforceUrl, hubspot: sandbox.hubspotUrl })
const tokens: Record<SandboxProvider, { accessToken: string; refreshToken: string }> = {
  salesforce: { accessToken: '', refreshToken: '' },
  hubspot: { accessToken: '', refreshToken: '' },
}

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 300 } })
  const salesforce = await connectSalesforce(sandbox)
  tokens.salesforce = {
    accessToken: requireDefined(salesforce.accessToken ?? undefined),
    refreshToken: requireDefined(salesforce.refreshToken ?? undefined),
  }
  tokens.hubspot = (await connectHubSpot(sandbox)).tokens
})
beforeEach(async () => {
  for (const url of Object.values(urls())) await sandboxControl(url).clearFaults()
})
afterAll(() => sandbox.close())

const readPath: Record<SandboxProvider, string> = {
  salesforce: '/services/data/v60.0/query?q=SELECT+Id+FROM+Contact',
  hubspot: '/crm/v3/objects/contacts?limit=10',
}

/** Adds the fault to one call and returns how that call ended. */
async function callUnder(
  provider: SandboxProvider,
  rule: FaultRule,
  request: { path?: string; init?: RequestInit } = {},
) {
  const url = urls()[provider]
  await sandboxControl(url).addFault({ times: 1, ...rule })
  const response = await fetch(url + (request.path ?? readPath[provider]), {
    headers: { authorization: `Bearer ${tokens[provider].accessToken}` },
    ...request.init,
  })
  const text = await response.text()
  return { status: response.status, type: response.headers.get('content-type'), text, response }
}

describe('a fault at a provider', () => {
  it.each<[SandboxProvider, FaultEffect, number, string]>([
    ['salesforce', 'rate-limit', 403, 'REQUEST_LIMIT_EXCEEDED'],
    ['salesforce', 'token-expired', 401, 'INVALID_SESSION_ID'],
    ['salesforce', 'permission-lost', 403, 'INSUFFICIENT_ACCESS'],
    ['salesforce', 'server-error', 500, 'UNKNOWN_EXCEPTION'],
    ['salesforce', 'unavailable', 503, '<!DOCTYPE html>'],
    ['salesforce', 'html', 502, '<!DOCTYPE html>'],
    ['hubspot', 'rate-limit', 429, 'TEN_SECONDLY_ROLLING'],
    ['hubspot', 'token-expired', 401, 'EXPIRED_AUTHENTICATION'],
    ['hubspot', 'permission-lost', 403, 'MISSING_SCOPES'],
    ['hubspot', 'server-error', 500, 'internal error'],
    ['hubspot', 'unavailable', 503, '<!DOCTYPE html>'],
    ['hubspot', 'html', 502, '<!DOCTYPE html>'],
  ])('%s answers %s with %i', async (provider, effect, status, text) => {
    const reply = await callUnder(provider, { effect })

    expect(reply.status).toBe(status)
    expect(reply.text).toContain(text)
  })

  it.each<SandboxProvider>(['salesforce', 'hubspot'])('spoils the body of %s', async (provider) => {
    const whole = await callUnder(provider, { effect: 'slow', delayMs: 1 })
    const empty = await callUnder(provider, { effect: 'empty' })
    const truncated = await callUnder(provider, { effect: 'truncated' })
    const mistyped = await callUnder(provider, { effect: 'wrong-content-type' })

    expect(JSON.parse(whole.text)).toBeTypeOf('object')
    expect(empty).toMatchObject({ status: 200, text: '' })
    expect(whole.text.startsWith(truncated.text)).toBe(true)
    expect(truncated.text.length).toBeLessThan(whole.text.length)
    expect(mistyped.type).toContain('text/plain')
  })

  it.each<[SandboxProvider, FaultEffect]>([
    ['salesforce', 'reset'],
    ['salesforce', 'reset-mid-body'],
    ['salesforce', 'lost-reply'],
    ['salesforce', 'hang'],
    ['hubspot', 'reset'],
    ['hubspot', 'reset-mid-body'],
    ['hubspot', 'lost-reply'],
    ['hubspot', 'hang'],
  ])('leaves a call of %s without its whole reply: %s', async (provider, effect) => {
    const control = sandboxControl(urls()[provider])
    const caller = new AbortController()
    const call = callUnder(provider, { effect }, { init: { signal: caller.signal } })
    if (effect === 'hang') {
      await expect.poll(() => control.faults()).toMatchObject([{ effect, applied: 1 }])
      caller.abort()
    }

    await expect(call).rejects.toThrow()
    await expect
      .poll(async () => (await control.requests()).at(-1))
      .toMatchObject({ fault: effect, status: null })
  })

  it('makes a call slow', async () => {
    const startedAt = performance.now()

    const { status } = await callUnder('hubspot', { effect: 'slow', delayMs: 300 })

    expect(status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295)
  })

  it('releases delayed requests when a fault is removed', async () => {
    const { hubspot } = urls()
    const held = callUnder('hubspot', { effect: 'slow', delayMs: 60_000 })
    const isHeld = async () => (await sandboxControl(hubspot).faults())[0]?.applied === 1
    while (!(await isHeld())) await delay(5)

    await sandboxControl(hubspot).clearFaults()

    expect((await held).status).toBe(200)
  })

  it('carries out a write whose reply is lost', async () => {
    const init = (properties: object): RequestInit => ({
      method: 'POST',
      body: JSON.stringify({ properties }),
      headers: {
        authorization: `Bearer ${tokens.hubspot.accessToken}`,
        'content-type': 'application/json',
      },
    })
    const path = '/crm/v3/objects/contacts'
    const lost = callUnder(
      'hubspot',
      { effect: 'lost-reply' },
      { path, init: init({ email: 'l@o.test' }) },
    )
    await expect(lost).rejects.toThrow()

    const again = await fetch(urls().hubspot + path, init({ email: 'l@o.test' }))

    expect(again.status).toBe(409)
  })

  it.each<[SandboxProvider, string, string]>([
    ['salesforce', '/services/oauth2/token', 'expired access/refresh token'],
    ['hubspot', '/oauth/v1/token', 'BAD_REFRESH_TOKEN'],
    ['hubspot', '/oauth/v3/token', 'invalid_grant'],
  ])('refuses refreshes of %s at %s', async (provider, path, text) => {
    const init: RequestInit = {
      method: 'POST',
      headers: {},
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: tokens[provider].refreshToken,
      }),
    }

    const reply = await callUnder(provider, { effect: 'refresh-revoked' }, { path, init })

    expect(reply.status).toBe(400)
    expect(reply.text).toContain(text)
  })

  it('invalidates cursors', async () => {
    const salesforce = await callUnder(
      'salesforce',
      { effect: 'cursor-gone' },
      { path: '/services/data/v60.0/query/01gSb0000000001AAA-2000' },
    )
    const hubspot = await callUnder(
      'hubspot',
      { effect: 'cursor-gone' },
      { path: '/crm/v3/objects/contacts?after=21000000002' },
    )

    expect(salesforce.text).toContain('INVALID_QUERY_LOCATOR')
    expect(hubspot).toMatchObject({ status: 400 })
  })

  it('fails rows of a batch', async () => {
    const json = (provider: SandboxProvider, method: string, body: unknown): RequestInit => ({
      method,
      body: JSON.stringify(body),
      headers: {
        authorization: `Bearer ${tokens[provider].accessToken}`,
        'content-type': 'application/json',
      },
    })
    const effect = 'partial-failure' as const

    const salesforce = await callUnder(
      'salesforce',
      { effect, rows: [1] },
      {
        path: '/services/data/v60.0/composite/sobjects',
        init: json('salesforce', 'POST', {
          records: ['One', 'Two'].map((LastName) => ({
            attributes: { type: 'Contact' },
            LastName,
          })),
        }),
      },
    )
    const hubspot = await callUnder(
      'hubspot',
      { effect },
      {
        path: '/crm/v3/objects/contacts/batch/create',
        init: json('hubspot', 'POST', {
          inputs: ['One', 'Two'].map((lastname) => ({ properties: { lastname } })),
        }),
      },
    )

    expect(JSON.parse(salesforce.text)).toMatchObject([
      { success: true },
      { success: false, errors: [{ statusCode: 'UNABLE_TO_LOCK_ROW' }] },
    ])
    expect(hubspot.status).toBe(207)
    expect(JSON.parse(hubspot.text)).toMatchObject({ numErrors: 1, results: [{}] })
  })
})

describe('a rule', () => {
  const subject = { provider: 'hubspot', method: 'GET', path: '/crm/v3', account: '1' } as const
  const hits = (rule: FaultRule, calls = 6) => {
    const rules = new FaultRules()
    rules.add(rule)
    return Array.from({ length: calls }, () => rules.hit(subject) !== undefined)
  }

  it('acts on the nth, on every nth, and no more often than allowed', () => {
    const nth = hits({ effect: 'reset', nth: 2 })
    const every = hits({ effect: 'reset', every: 3 })
    const times = hits({ effect: 'reset', times: 2 })

    expect(nth).toEqual([false, true, false, false, false, false])
    expect(every).toEqual([false, false, true, false, false, true])
    expect(times).toEqual([true, true, false, false, false, false])
  })

  it('draws the same random numbers for the same seed', () => {
    const rule: FaultRule = { effect: 'reset', probability: 0.3, seed: 7 }

    const first = hits(rule, 1000)
    const second = hits(rule, 1000)

    expect(first).toEqual(second)
    expect(first.filter(Boolean).length).toBeGreaterThan(240)
    expect(first.filter(Boolean).length).toBeLessThan(360)
  })

  it.each([
    { provider: 'salesforce' as const },
    { method: 'POST' },
    { pathRegex: '^/oauth' },
    { account: '2' },
  ])('does not affect other calls: %j', (match) => {
    expect(hits({ effect: 'reset', match })).not.toContain(true)
  })
})

describe('a restart', () => {
  it('keeps refresh tokens, and remembers which were revoked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
    const statePath = join(folder, 'state.json')
    const before = await startSandbox({ statePath })
    const kept = await connectSalesforce(before)
    const revoked = await connectSalesforce(before)
    await revoked.oauth2.revokeToken(requireDefined(revoked.refreshToken ?? undefined))
    const text = 'SELECT Id, SystemModstamp FROM Contact LIMIT 1'
    const { records } = await kept.query(text)
    await before.close()
    const after = await startSandbox({ statePath })
    const oauth2 = new OAuth2({ ...sandboxApps.salesforce, loginUrl: after.salesforceUrl })

    const refreshed = await oauth2.refreshToken(requireDefined(kept.refreshToken ?? undefined))
    const refused = oauth2.refreshToken(requireDefined(revoked.refreshToken ?? undefined))

    await expect(refused).rejects.toThrow('expired access/refresh token')
    const connection = new Connection({
      instanceUrl: refreshed.instance_url,
      accessToken: refreshed.access_token,
    })
    expect((await connection.query(text)).records.map(pickModified)).toEqual(
      records.map(pickModified),
    )
    await after.close()
    await rm(folder, { recursive: true })
  })
})

const pickModified = ({ Id, ['SystemModstamp']: modified }: Record<string, unknown>) => ({
  Id,
  modified,
})
