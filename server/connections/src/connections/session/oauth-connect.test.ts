import { sandboxOrganizations } from '@platform/sandbox'
import { describe, expect, it, vi } from 'vitest'
import { signInBy } from '@platform/testing/browser'
import { givenPlatform } from '@platform/testing/test-platform'
import { getLast, must, getNth } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

const request = {
  projectIdOrName: 'test',
  provider: 'salesforce',
  groupRef: 'globex',
  consumerRef: 'hank',
}

/** A browser at the platform's address, with its redirects and cookies. */
async function beginInBrowser(begin: string, headers: Record<string, string> = {}) {
  const reply = await fetch(begin, { redirect: 'manual', headers })
  return {
    reply,
    url: new URL(reply.headers.get('location') ?? 'about:blank'),
    cookie: reply.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
    attributes: reply.headers.get('set-cookie') ?? '',
  }
}

it('accepts a state only once', async () => {
  const { call } = await givenPlatform()
  const url = await call<string>('POST', '/v1/oauth-connect', request)

  const { page: first, callback, cookie } = await signInBy(url)
  const second = await fetch(callback, { headers: { cookie } })

  expect([first.status, second.status]).toEqual([200, 400])
  expect(await second.text()).toContain('expired or already used')
})

it('takes the account from callers only if tokens of the provider do not name it', async () => {
  const { call, database, projectId } = await givenPlatform()
  const app = { provider: 'zendeskSupport', clientId: 'orchard', clientSecret: 'apple' }
  await call('POST', '/v1/{p}/provider-apps', app)

  for (const provider of ['hubspot', 'salesforce', 'zendeskSupport']) {
    const about = { ...request, provider, providerWorkspaceRef: 'grove' }
    await call<string>('POST', '/v1/oauth-connect', about)
  }

  const sessions = await database
    .tenant(projectId)
    .selectFrom('connectSessions')
    .select(['provider', 'providerWorkspaceRef'])
    .orderBy('provider')
    .execute()
  expect(sessions).toEqual([
    { provider: 'hubspot', providerWorkspaceRef: null },
    { provider: 'salesforce', providerWorkspaceRef: null },
    { provider: 'zendeskSupport', providerWorkspaceRef: 'grove' },
  ])
})

it('reports denied access on the page and in the session', async () => {
  const { call } = await givenPlatform()
  const { url, cookie } = await beginInBrowser(
    await call<string>('POST', '/v1/oauth-connect', request),
  )
  const callback = new URL(must(url.searchParams.get('redirect_uri'), 'redirect_uri'))
  callback.search = new URLSearchParams({
    error: 'access_denied',
    error_description: '<b>end-user denied</b>',
    state: must(url.searchParams.get('state'), 'state'),
  }).toString()

  const page = await fetch(callback, { headers: { cookie } })

  expect(page.status).toBe(400)
  const html = await page.text()
  expect(html).toContain('&lt;b&gt;end-user denied')
  expect(html).not.toContain('<b>end-user')
})

describe('the package of an app', () => {
  const installURL = 'https://login.example/packaging/install?p0=04t"<1'

  async function givenPackage() {
    const { call, url, apiKey } = await givenPlatform()
    const apps = await call<{ id: string; provider: string }[]>(
      'GET',
      '/v1/projects/test/provider-apps',
    )
    const { id } = must(
      apps.find(({ provider }) => provider === 'salesforce'),
      'app',
    )
    await call('PATCH', `/v1/projects/test/provider-apps/${id}`, {
      updateMask: ['metadata'],
      providerApp: { metadata: { providerParams: { packageInstallURL: installURL } } },
    })
    const begun = await fetch(`${url}/v1/oauth-connect`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, groupRef: 'initech' }),
    })
    const sessionId = must(begun.headers.get('x-connect-session'), 'session')
    const findSession = () =>
      call<{ status: string; installURL?: string }>('GET', `/v1/{p}/connect-sessions/${sessionId}`)
    return { link: await begun.text(), findSession }
  }

  it('is part of the connect session until it succeeded', async () => {
    const { link, findSession } = await givenPackage()

    expect(await findSession()).toMatchObject({
      status: 'pending',
      installURL: new URL(installURL).href,
    })
    await signInBy(link)
    const { status, installURL: afterwards } = await findSession()
    expect([status, afterwards]).toEqual(['succeeded', undefined])
  })

  it('is linked where the provider reports that it is missing', async () => {
    const { url, cookie } = await beginInBrowser((await givenPackage()).link)
    const callback = new URL(must(url.searchParams.get('redirect_uri'), 'redirect_uri'))
    callback.search = new URLSearchParams({
      error: 'OAUTH_EC_APP_NOT_FOUND',
      error_description: 'The app is not in this org',
      state: must(url.searchParams.get('state'), 'state'),
    }).toString()

    const html = await (await fetch(callback, { headers: { cookie } })).text()

    expect(html).toContain('Ask your Salesforce administrator to install the package')
    expect(html).toContain('install?p0=04t%22%3C1')
    expect(html).toMatch(/"installURL":"https:\/\/login\.example\/packaging/)
    // The window stays open, because it contains the link.
    expect(html).not.toMatch(/postMessage\(message, origin\)\s+window\.close\(\)/)
  })

  it('is linked before the first sign-in', async () => {
    const { link } = await givenPackage()
    const headers = { 'sec-fetch-dest': 'document', accept: 'text/html' }

    const page = await fetch(link, { headers, redirect: 'manual' })
    const next = await fetch(link, { headers: { ...headers, referer: link }, redirect: 'manual' })

    expect(await page.text()).toContain('install?p0=04t%22%3C1')
    expect(next.status).toBe(302)
  })
})

it('sends a PKCE challenge, and requires a provider app', async () => {
  const { call } = await givenPlatform()

  const { url } = await beginInBrowser(await call<string>('POST', '/v1/oauth-connect', request))
  const withoutApp = await call('POST', '/v1/oauth-connect', { ...request, provider: 'asana' })

  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  expect(withoutApp).toMatchObject({ status: 422, title: 'No provider app is configured' })
})

it('reconnects a consumer to the same connection', async () => {
  const { connect, call } = await givenPlatform()

  const first = await connect()
  const second = await connect()

  expect(second.id).toBe(first.id)
  expect(await call('GET', '/v1/{p}/connections')).toHaveLength(1)
})

describe('a flow is bound to the browser that started it', () => {
  const consentAndReturn = async (authorize: URL) => {
    const url = `${authorize.href}&sandbox_auto_approve=1`
    return must((await fetch(url, { redirect: 'manual' })).headers.get('location'), 'location')
  }

  it(
    'rejects consent in another browser and continues in the first',
    { tags: 'oauth-browser' },
    async () => {
      const { call } = await givenPlatform()
      const attacker = await beginInBrowser(
        await call<string>('POST', '/v1/oauth-connect', request),
      )
      const other = await beginInBrowser(await call<string>('POST', '/v1/oauth-connect', request))
      const callback = await consentAndReturn(attacker.url)

      const byVictim = await fetch(callback)
      const byVictimWhoConnectsToo = await fetch(callback, { headers: { cookie: other.cookie } })

      expect([byVictim.status, byVictimWhoConnectsToo.status]).toEqual([400, 400])
      expect(await byVictim.text()).toContain('started in another browser')
      expect(await call('GET', '/v1/{p}/connections')).toHaveLength(0)
      expect((await fetch(callback, { headers: { cookie: attacker.cookie } })).status).toBe(200)
    },
  )

  it('cannot be opened by a second browser', { tags: 'oauth-browser' }, async () => {
    const { call } = await givenPlatform()
    const link = await call<string>('POST', '/v1/oauth-connect', request)
    const first = await beginInBrowser(link)

    const second = await beginInBrowser(link)
    const again = await beginInBrowser(link, { cookie: first.cookie })

    expect([second.reply.status, again.reply.status]).toEqual([400, 302])
    expect(await second.reply.text()).toContain('Not connected')
  })

  it('cannot be started directly at the provider', { tags: 'oauth-browser' }, async () => {
    const { call } = await givenPlatform()
    const link = await call<string>('POST', '/v1/oauth-connect', request)
    const { url, cookie } = await beginInBrowser(
      await call<string>('POST', '/v1/oauth-connect', request),
    )
    url.searchParams.set('state', getLast(link.split('/')))

    const page = await fetch(await consentAndReturn(url), { headers: { cookie } })

    expect(page.status).toBe(400)
  })

  it('sets a cookie that scripts, other sites and, with https, other hosts cannot use', async () => {
    const { call } = await givenPlatform()

    const { attributes } = await beginInBrowser(
      await call<string>('POST', '/v1/oauth-connect', request),
    )

    expect(attributes).toMatch(
      /^platform-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/,
    )
  })

  it('lets several flows of one browser end in any order', async () => {
    const { call } = await givenPlatform()
    const start = (groupRef: string) =>
      call<string>('POST', '/v1/oauth-connect', { ...request, groupRef })
    const first = await beginInBrowser(await start('globex'))
    const second = await beginInBrowser(await start('initech'), { cookie: first.cookie })
    const headers = { cookie: second.cookie }

    const pages = [
      await fetch(await consentAndReturn(second.url), { headers }),
      await fetch(await consentAndReturn(first.url), { headers }),
    ]

    expect(second.cookie).toBe(first.cookie)
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
  })

  it(
    'asks for confirmation on links from other pages, naming app and customer',
    { tags: 'oauth-browser' },
    async () => {
      const { call } = await givenPlatform()
      const link = await call<string>('POST', '/v1/oauth-connect', {
        ...request,
        groupName: '<Globex>',
      })
      const led = { 'sec-fetch-dest': 'document', referer: 'https://evil.example/' }

      const asked = await beginInBrowser(link, led)
      const page = await asked.reply.text()
      const goneOn = await beginInBrowser(link, { ...led, referer: link })

      expect([asked.reply.status, asked.cookie]).toEqual([200, ''])
      expect(page).toContain('&lt;Globex&gt; · Salesforce')
      expect(page).toContain(`href="${new URL(link).pathname}"`)
      expect(goneOn.reply.status).toBe(302)
    },
  )

  it('names a customer without a name to nobody by its reference', async () => {
    const { call } = await givenPlatform()
    const link = await call<string>('POST', '/v1/oauth-connect', {
      ...request,
      groupRef: 'company-1',
    })

    const asked = await beginInBrowser(link, {
      'sec-fetch-dest': 'document',
      referer: 'https://evil.example/',
    })
    const page = await asked.reply.text()

    expect(page).toContain('Continue only if you started this in')
    expect(page).not.toContain('company-1')
  })

  it('asks for confirmation on links from other pages without Sec-Fetch headers', async () => {
    const { call } = await givenPlatform()
    const link = await call<string>('POST', '/v1/oauth-connect', request)
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

    const asked = [
      await beginInBrowser(link, { accept, referer: 'https://evil.example/' }),
      // Pages can omit the Referer header.
      await beginInBrowser(link, { accept }),
    ]
    const goneOn = await beginInBrowser(link, { accept, referer: link })

    expect(asked.map(({ reply, cookie }) => [reply.status, cookie])).toEqual([
      [200, ''],
      [200, ''],
    ])
    expect(goneOn.reply.status).toBe(302)
  })

  it(
    'asks for confirmation on links from an unknown page that claims to have asked',
    { tags: 'oauth-browser' },
    async () => {
      const { call } = await givenPlatform()
      const page = 'https://app.acme.example'
      // A key for servers is rejected in foreign pages.
      const { key } = await call<{ key: string }>('POST', '/v1/{p}/api-keys', {
        label: 'Page',
        scopes: ['frontend'],
      })
      const fromPage = { origin: page, 'x-api-key': key }
      const beginFrom = async (site: string) =>
        beginInBrowser(await call<string>('POST', '/v1/oauth-connect', request, fromPage), {
          'sec-fetch-dest': 'document',
          'sec-fetch-site': site,
          referer: `${page}/`,
        })

      const ofAnotherSite = await beginFrom('cross-site')
      const ofOurs = await beginFrom('same-site')
      const { id } = await call<{ id: string }>('POST', '/v1/{p}/api-keys', {
        label: 'Web app',
        scopes: ['frontend'],
        allowedOrigins: ['https://*.acme.example'],
      })
      const known = await beginFrom('cross-site')
      await call('DELETE', `/v1/{p}/api-keys/${id}`)
      const forgotten = await beginFrom('cross-site')
      const named = { updateMask: ['allowedOrigins'], project: { allowedOrigins: [page] } }
      await call('PATCH', '/v1/{p}', named)
      const ofProject = await beginFrom('cross-site')

      const begins = [ofAnotherSite, ofOurs, known, forgotten, ofProject]
      expect(begins.map(({ reply }) => reply.status)).toEqual([200, 302, 302, 200, 302])
      expect(await ofAnotherSite.reply.text()).toContain('Continue only if you started this in')
    },
  )

  it(
    'names app and customer on the page that says "Connected"',
    { tags: 'oauth-browser' },
    async () => {
      const { call } = await givenPlatform()
      const link = await call<string>('POST', '/v1/oauth-connect', {
        ...request,
        groupName: 'Globex',
      })

      const { page } = await signInBy(link)

      const text = await page.text()
      expect(text).toMatch(/· Globex · Salesforce[^]*<h1>Connected<\/h1>/)
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    },
  )
})

describe('signing in to another account than the connected one', () => {
  const account = getNth(sandboxOrganizations, 1).id

  it(
    'is rejected with an explanation and does not change the connection',
    { tags: 'same-account' },
    async () => {
      const { call, connect, url, apiKey } = await givenPlatform()
      const before = await connect()
      const updated = await fetch(`${url}/v1/projects/test/connections/${before.id}:oauth-update`, {
        method: 'PATCH',
        headers: { 'x-api-key': apiKey },
      })
      const session = must(updated.headers.get('x-connect-session'), 'session')

      const { page } = await signInBy(await updated.text(), { account })

      expect(page.status).toBe(400)
      const words =
        /Your connection uses the account 00D\w+ at Salesforce, and you signed in to 00D\w+/
      expect(await page.text()).toMatch(words)
      expect(await call('GET', `/v1/{p}/connect-sessions/${session}`)).toMatchObject({
        status: 'failed',
        errorCode: 'other_account',
        error: expect.stringMatching(words),
        accounts: {
          connected: expect.stringMatching(/^00D\w+$/),
          signedIn: expect.stringMatching(/^00D\w+$/),
        },
      })
      expect(await call('GET', `/v1/{p}/connections/${before.id}`)).toEqual(before)
    },
  )

  it(
    'rejects a new session for the same person with a frontend key in the same way',
    { tags: 'same-account' },
    async () => {
      const { call, connect, url, frontendApiKey } = await givenPlatform()
      const before = await connect()
      const started = await fetch(`${url}/v1/oauth-connect`, {
        method: 'POST',
        headers: { 'x-api-key': frontendApiKey, 'content-type': 'application/json' },
        body: JSON.stringify(request),
      })

      const { page } = await signInBy(await started.text(), { account })

      expect([started.status, page.status]).toEqual([200, 400])
      expect(await page.text()).toContain('Your connection uses the account')
      expect(await call('GET', '/v1/{p}/connections')).toEqual([before])
    },
  )

  it(
    'changes the account on request and reads everything again',
    { tags: 'same-account' },
    async () => {
      const { call, connect, install, messages } = await givenPlatform()
      const { id } = await connect()
      const { id: other } = await connect('bystander')
      const { id: installationId } = await install()
      const path = `/v1/{p}/integrations/crm/installations/${installationId}`
      const before = await call<{ config: object }>('GET', path)
      const operations = async () =>
        (
          await call<{ results: { id: string; status: string }[] }>(
            'GET',
            `/v1/{p}/integrations/crm/installations/${installationId}/operations`,
          )
        ).results
      await vi.waitFor(
        async () => expect(await operations()).toMatchObject([{ status: 'success' }]),
        patiently,
      )
      const link = await call<string>(
        'PATCH',
        `/v1/{p}/connections/${id}:oauth-update?changeAccount=true`,
      )

      const { page } = await signInBy(link, { account })

      expect(page.status).toBe(200)
      await vi.waitFor(
        async () => expect(await operations()).toMatchObject([{ status: 'success' }, {}]),
        patiently,
      )
      expect(await call('GET', path)).toMatchObject({ config: before.config })
      const updates = () =>
        messages.filter(({ notificationType }) => notificationType === 'connection.updated')
      await vi.waitFor(() => expect(updates()).not.toEqual([]), patiently)
      expect(updates()).toMatchObject([
        {
          data: {
            connectionId: id,
            accountChange: {
              from: expect.stringMatching(/^00D\w+$/),
              to: expect.stringMatching(/^00D\w+$/),
            },
          },
        },
      ])
      expect(await call('GET', `/v1/{p}/connections/${other}`)).not.toHaveProperty('updateTime')
    },
  )
})

describe('a provider that sends the code in a form', () => {
  /** Begins a sign-in and consents; the code is not delivered yet. */
  async function consent() {
    const { call } = await givenPlatform()
    const begin = await call<string>('POST', '/v1/oauth-connect', request)
    const { url: authorize, cookie } = await beginInBrowser(begin)
    authorize.searchParams.set('sandbox_auto_approve', '1')
    const consented = await fetch(authorize, { redirect: 'manual' })
    const callback = new URL(must(consented.headers.get('location'), 'location'))
    const sendForm = (body: string, headers = {}) =>
      fetch(callback.origin + callback.pathname, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body,
      })
    const listConnections = () => call<unknown[]>('GET', '/v1/{p}/connections')
    return { server: callback.origin, callback, cookie, sendForm, listConnections }
  }

  it('connects in the browser that began, which has no cookie in the form request', async () => {
    const { server, callback, cookie, sendForm, listConnections } = await consent()
    const before = (await listConnections()).length

    const sent = await sendForm(callback.searchParams.toString())
    const target = new URL(must(sent.headers.get('location'), 'location'), server)
    const page = await fetch(target, { headers: { cookie } })

    expect([sent.status, target.origin, target.pathname]).toEqual([
      303,
      server,
      '/callbacks/v1/oauth',
    ])
    expect(page.status).toBe(200)
    expect(await listConnections()).toHaveLength(before + 1)
  })

  it('connects nothing in another browser, or with the form alone', async () => {
    const { server, callback, sendForm, listConnections } = await consent()
    const before = (await listConnections()).length

    const sent = await sendForm(callback.searchParams.toString(), { cookie: 'platform-browser=x' })
    const target = new URL(must(sent.headers.get('location'), 'location'), server)
    const page = await fetch(target)

    expect(page.status).toBe(400)
    expect(await listConnections()).toHaveLength(before)
  })

  it.each([
    ['repeated parameters', 'state=a&state=b', 400],
    ['a NUL character', 'state=%00', 400],
    ['a long form', `state=${'x'.repeat(9000)}`, 400],
    ['no parameters', '', 303],
    ['a line break for headers', 'state=a%0d%0aset-cookie:%20a=b', 303],
  ])('survives %s', async (_what, body, status) => {
    const { sendForm } = await consent()

    const sent = await sendForm(body)

    expect(sent.status).toBe(status)
    expect(sent.headers.get('set-cookie')).toBeNull()
    expect(sent.headers.get('location') ?? '/callbacks/v1/oauth?').toMatch(
      /^\/callbacks\/v1\/oauth\?/,
    )
  })
})
