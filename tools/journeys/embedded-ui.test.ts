import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../../scripts/launch-chromium.ts'
import * as given from '../../packages/cli/src/testing/given.ts'
import { verifyWebhook } from '@platform/client/webhooks'
import { sandboxApps, sandboxScopes } from '@platform/sandbox'
import { startQuickstartProcess } from './support/quickstart.ts'

// The steps of the README in a browser, as followed by a new user after `npm start`.

let running: Awaited<ReturnType<typeof startQuickstartProcess>>
let browser: Browser

beforeAll(async () => {
  running = await startQuickstartProcess({ anyDemoPort: true })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await running.stop()
})

it('offers custom fields of the builder’s code with a manually registered app', async () => {
  const { baseUrl, projectName, apiKey, dashboardUrl, demoUrl, ownerEmail, ownerPassword } =
    running.quickstart
  const asBuilder = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${baseUrl}/v1/projects/${projectName}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  const apps = await asBuilder('GET', '/provider-apps')
  for (const { id } of apps) await asBuilder('DELETE', `/provider-apps/${id}`)

  const { page } = await givenPage()
  await page.goto(`${dashboardUrl}/projects/${projectName}/provider-apps`)
  await page.getByLabel('Email').fill(ownerEmail)
  await page.getByLabel('Password').fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Add provider app' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add provider app' })
  await form.getByText(`${baseUrl}/callbacks/v1/oauth`).waitFor()
  await form.getByLabel('Search').fill('salesforce')
  await form.getByRole('radio', { name: 'Salesforce', exact: true }).check()
  await form.getByLabel('Client ID').fill(sandboxApps.salesforce.clientId)
  await form.getByLabel('Client secret').fill(sandboxApps.salesforce.clientSecret)
  await form.getByLabel('Scopes').fill('api refresh_token')
  await form.getByRole('button', { name: 'Add', exact: true }).click()

  await page.getByRole('button', { name: 'Actions for the Salesforce app' }).click()
  await page.getByRole('button', { name: 'Test the Salesforce app' }).click()
  const [signIn] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open sign-in' }).click(),
  ])
  await signIn.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Test passed.').waitFor()

  await page.goto(demoUrl)
  const [consent] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Connect Salesforce' }).click(),
  ])
  await consent.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('combobox', { name: /Source/ }).waitFor()
  const [connection] = await asBuilder('GET', '/connections?provider=salesforce')
  const upserted = await asBuilder('PUT', '/providers/salesforce/object-metadata', {
    groupRef: connection.group.groupRef,
    fields: {
      Contact: [
        { fieldName: 'Deal_Score__c', displayName: 'Deal score', valueType: 'float' },
        { fieldName: 'Next_Step__c', displayName: 'Next step', valueType: 'string' },
      ],
    },
  })
  await page.reload()
  const listOffered = async (label: string) => {
    await page.getByRole('combobox', { name: /Source/ }).fill(label)
    await page.getByRole('option', { name: label }).first().waitFor()
  }
  await listOffered('Deal score')
  await listOffered('Next step')

  expect(upserted.success).toBe(true)
  expect(connection.providerApp.clientId).toBe(sandboxApps.salesforce.clientId)
  await asBuilder('DELETE', `/connections/${connection.id}`)
})

it('shows the builder in API, log, status and dashboard why a customer could not connect', async () => {
  const { baseUrl, projectName, apiKey, dashboardUrl, demoUrl, ownerEmail, ownerPassword } =
    running.quickstart
  const asBuilder = async (path: string) => {
    const headers = { 'x-api-key': apiKey }
    return (await fetch(`${baseUrl}/v1/projects/${projectName}${path}`, { headers })).json()
  }
  const apps: { provider: string }[] = await asBuilder('/provider-apps')
  const runCli = (...words: string[]) =>
    given.runCli([
      ...words,
      ...['--base-url', baseUrl, '--api-key', apiKey, '--project', projectName],
    ])
  const before = await runCli('logs', '--severity', 'error')

  const { page } = await givenPage()
  await page.goto(demoUrl)
  await page.getByRole('button', { name: 'HubSpot', exact: false }).first().click()
  await page.getByRole('button', { name: 'Connect HubSpot' }).click()
  const shown = page.getByRole('alert').first()
  await shown.waitFor()
  const seenByCustomer = await shown.innerText()
  const problems = await asBuilder('/connect-problems')
  const log = await runCli('logs', '--severity', 'error')
  const ofCustomer = await runCli('logs', '--group', 'nobody')
  const status = await runCli('status')
  const { page: dashboard } = await givenPage()
  await dashboard.goto(`${dashboardUrl}/projects/${projectName}/logs`)
  await dashboard.getByLabel('Email').fill(ownerEmail)
  await dashboard.getByLabel('Password').fill(ownerPassword)
  await dashboard.getByRole('button', { name: 'Sign in' }).click()
  await dashboard.getByText('Customers cannot connect HubSpot').waitFor()
  await dashboard.getByRole('link', { name: 'Add provider app' }).click()
  await dashboard.getByRole('dialog', { name: 'Add provider app' }).waitFor()

  expect(apps.map(({ provider }) => provider)).not.toContain('hubspot')
  expect(seenByCustomer).toContain('HubSpot')
  expect(seenByCustomer).not.toContain('provider app')
  expect(problems).toMatchObject([{ provider: 'hubspot', cause: 'missing', count: 1 }])
  expect(before.stdout).not.toContain('hubspot')
  expect(log.stdout).toMatch(/error +hubspot Customers cannot connect hubspot/)
  expect(log.stdout).toContain('platform provider-apps set hubspot')
  expect(ofCustomer.stdout).toBe('')
  expect(status.stdout).toContain('Customers cannot connect hubspot')
})

it('takes a new user from connecting a CRM to its contacts in the product', async () => {
  const { page, troubles } = await givenPage()
  await page.goto(running.quickstart.demoUrl)
  const language = page.getByLabel('Language of the component')
  await language.selectOption('de')
  await page.getByRole('button', { name: 'Salesforce verbinden' }).waitFor()
  expect(new URL(page.url()).search).toBe('?language=de')
  await language.selectOption('en')

  const [consent] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Connect Salesforce' }).click(),
  ])
  await consent.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('button', { name: 'Use Lead Source' }).click()
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await page.getByText('saved.').waitFor()
  // The demo's own list, by `useIntegrations`.
  await page.getByRole('button', { name: /Salesforce Installed/ }).waitFor()
  await page.getByRole('link', { name: 'Live webhooks' }).click()
  await page.getByRole('button', { name: 'read.backfill.done' }).waitFor()
  const verified = await page.getByText('signature verified').count()
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByText(/[1-9][\d,]* contacts synced/).waitFor()

  expect(verified).toBeGreaterThan(2)
  expect(troubles).toEqual([])
})

it('explains a different account and a denied sign-in, and pauses reads until resumed', async () => {
  const { page, troubles } = await givenPage()
  await page.goto(running.quickstart.demoUrl)
  await page.getByRole('tab', { name: 'Manage' }).click()
  const signIn = async (answer: (consent: Page) => Promise<void>) => {
    const [consent] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in again' }).click(),
    ])
    await answer(consent)
  }

  await signIn(otherAccount)
  await page.getByText('You signed in with a different account.').waitFor()
  await page.getByText(/Connected: 00D\w+\. You signed in to 00D\w+\./).waitFor()
  await signIn((consent) => consent.getByRole('button', { name: 'Deny' }).click())
  await page.getByText('Access not granted.').waitFor()
  await page.getByRole('button', { name: 'Pause' }).first().click()
  await page.getByText('Paused manually.').waitFor()
  await page.getByRole('button', { name: 'Resume reading' }).first().click()
  await page.getByText('Paused manually').waitFor({ state: 'detached' })

  expect(troubles).toEqual([])
})

it('switches to another account, keeps the settings and reads everything again', async () => {
  const { baseUrl, projectName, apiKey } = running.quickstart
  const callApi = async (path: string) =>
    (
      await fetch(`${baseUrl}/v1/projects/${projectName}${path}`, {
        headers: { 'x-api-key': apiKey },
      })
    ).json()
  const readShown = async () => {
    const [installation] = await callApi('/installations')
    const path = `/integrations/${installation.integrationId}/installations/${installation.id}`
    const { results } = await callApi(`${path}/operations`)
    return { config: installation.config, operations: results.map(({ id }: { id: string }) => id) }
  }
  const before = await readShown()
  const { page, troubles } = await givenPage()
  await page.goto(running.quickstart.demoUrl)
  await page.getByRole('tab', { name: 'Manage' }).click()
  const signInBy = async (button: string) => {
    const [consent] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: button }).click(),
    ])
    await otherAccount(consent)
  }

  await signInBy('Sign in again')
  await signInBy('Switch account')

  await page.getByText('Sign-in renewed.').first().waitFor()
  await expect
    .poll(async () => (await readShown()).operations.length, { timeout: 300_000 })
    .toBeGreaterThan(before.operations.length)
  expect((await readShown()).config).toEqual(before.config)
  await page.getByRole('link', { name: 'Live webhooks' }).click()
  // The event of the second sign-in may arrive after the list is shown.
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'connection.updated' }).first().click()
        await page.waitForTimeout(500)
        return page.getByText('accountChange').first().isVisible()
      },
      { timeout: 300_000 },
    )
    .toBe(true)
  expect(troubles).toEqual([])
})

it('previews a manifest change on live records', async () => {
  const { baseUrl, projectName, ownerEmail, ownerPassword } = running.quickstart
  const { page, troubles } = await givenPage()
  await page.goto(`${baseUrl}/projects/${projectName}/integrations/salesforce-sync`)
  await page.getByLabel('Email').fill(ownerEmail)
  await page.getByLabel('Password').fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()

  const file = page.getByRole('textbox', { name: 'platform.yaml' })
  const changed = (await file.innerText()).replace('mapToName: email', 'mapToName: mail')
  await file.press('Control+a')
  await file.evaluate((editor, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const how = { clipboardData, bubbles: true, cancelable: true }
    editor.dispatchEvent(new ClipboardEvent('paste', how))
  }, changed)
  await page.getByRole('button', { name: 'Preview' }).click()
  const first = page.getByRole('table', { name: 'Record 1 of 5, before and after' })
  const findRow = (name: string) => first.getByRole('row', { name: new RegExp(`^${name}\\b`) })

  expect(await findRow('mail').innerText()).toMatch(/Not received\s+\S+@\S+\s+Added/)
  expect(await findRow('email').innerText()).toMatch(/\S+@\S+\s+Not received\s+Removed/)
  expect(await findRow('lastName').innerText()).toMatch(/None$/)
  expect(troubles.filter((trouble) => !trouble.includes('401'))).toEqual([])
})

it('shows the installation to the second member of the group, and uninstalls it', async () => {
  const { page, troubles } = await givenPage()
  await page.goto(running.quickstart.demoUrl)

  await page.getByRole('tab', { name: 'Manage' }).click()
  await page.getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('button', { name: /Reinstall/ }).waitFor()

  expect(troubles).toEqual([])
})

it('takes a customer from a connect link to an installation on the hosted page', async () => {
  const { dashboardUrl, projectName, ownerEmail, ownerPassword } = running.quickstart
  const { page: dashboard } = await givenPage()
  await dashboard.goto(`${dashboardUrl}/projects/${projectName}/connect-links`)
  await dashboard.getByLabel('Email').fill(ownerEmail)
  await dashboard.getByLabel('Password').fill(ownerPassword)
  await dashboard.getByRole('button', { name: 'Sign in' }).click()
  await dashboard.getByRole('button', { name: 'Create connect link' }).click()
  const form = dashboard.getByRole('dialog', { name: 'Connect link' })
  await form.getByLabel('Integration').selectOption('salesforce-sync')
  await form.getByLabel('Customer reference').fill('globex')
  await form.getByLabel('Customer name').fill('Globex Foods')
  await form.getByLabel('Return URL').fill(dashboardUrl)
  await form.getByRole('button', { name: 'Create link' }).click()
  const link = await form.getByText(/#plat_link_/).innerText()

  const { page, troubles } = await givenPage()
  await page.goto(link)
  await page.getByText('Globex Foods').first().waitFor()
  // A link of a tenant is followed like one from elsewhere: without a referrer.
  expect(await page.locator('footer a').getAttribute('rel')).toBe('noreferrer')
  const [consent] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Connect Salesforce' }).click(),
  ])
  await consent.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('button', { name: 'Use Lead Source' }).click()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await page.getByText('saved.').waitFor()
  await dashboard.goto(`${dashboardUrl}/projects/${projectName}/connect-links`)
  await dashboard.getByRole('link', { name: 'Globex Foods' }).waitFor()
  await dashboard.getByRole('button', { name: 'Actions for the link of Globex Foods' }).click()
  await dashboard.getByRole('button', { name: 'Revoke the link of Globex Foods' }).click()
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await dashboard.getByText('No connect links yet').waitFor()
  await dashboard.goto(`${dashboardUrl}/projects/${projectName}/customers/globex`)
  await dashboard.getByRole('link', { name: 'salesforce-sync' }).first().waitFor()

  expect(troubles).toEqual([])
  // The customer returns to the tab, which was open when the link was revoked.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('It has expired or was revoked. Ask the sender for a new one.').waitFor()
  expect(await page.locator('footer').innerText()).not.toContain('valid until')
  await page.reload()
  await page.getByText('This link is not valid').waitFor()
})

it('takes a customer from the embedded UI to a delivered and verified message', async () => {
  const { demoUrl, dashboardUrl, projectName, ownerEmail, ownerPassword } = running.quickstart
  const receiver = await startReceiver()
  const { page, troubles } = await givenPage()
  await page.goto(`${demoUrl}/#/destinations`)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Name').fill('Accounting')
  await page.getByLabel('URL').fill('http://169.254.169.254/latest/meta-data')
  await page.getByRole('checkbox', { name: 'custom.invoice.paid' }).check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByText('Enter a public https URL').waitFor()
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send test message' }).click()
  await page.getByText('Your system answered 204.').waitFor()

  const { page: dashboard } = await givenPage()
  await dashboard.goto(`${dashboardUrl}/projects/${projectName}/routing`)
  await dashboard.getByLabel('Email').fill(ownerEmail)
  await dashboard.getByLabel('Password').fill(ownerPassword)
  await dashboard.getByRole('button', { name: 'Sign in' }).click()
  await dashboard.getByRole('button', { name: 'Send event' }).click()
  const form = dashboard.getByRole('dialog', { name: 'Send an event' })
  const sendFor = async (customer: string) => {
    await form.getByLabel('Customer').fill(customer)
    await form.getByLabel('Data').fill(JSON.stringify({ of: customer }))
    await form.getByRole('button', { name: 'Send' }).click()
  }
  await sendFor('halden')
  await form.getByText('Sent to 0 destinations').waitFor()
  await sendFor('brightwater')
  await form.getByText('Sent to 1 destination').waitFor()
  await dashboard.goto(`${dashboardUrl}/projects/${projectName}/customer-destinations`)
  await dashboard
    .getByRole('row', { name: /Accounting/ })
    .getByText('brightwater')
    .waitFor()

  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Delivered').waitFor()
  await page.getByText(/^Attempts/).click()
  await page.getByText(/: Your system answered 204\./).waitFor()
  await page.getByRole('button', { name: /^Replay/ }).click()
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(3)
  const verified = receiver.received.map(({ headers, body }) =>
    verifyWebhook({ body, headers, secret }),
  )
  const sent = { notificationType: 'custom.invoice.paid', groupRef: 'brightwater' }
  expect(verified.slice(1)).toMatchObject([
    { ...sent, data: { of: 'brightwater' } },
    { ...sent, data: { of: 'brightwater' } },
  ])
  // The rejected URL is a failed request of the page.
  expect(troubles.filter((trouble) => !trouble.includes('400'))).toEqual([])

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No webhooks yet.').waitFor()
  await receiver.close()
})

it('shows deliveries to the owner in the dashboard', async () => {
  const { dashboardUrl, ownerEmail, ownerPassword } = running.quickstart
  const { page, troubles } = await givenPage()
  await page.goto(dashboardUrl)

  await page.getByLabel('Email').fill(ownerEmail)
  await page.getByLabel('Password').fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Deliveries' }).first().click()
  await page.getByRole('row', { name: 'installation.created' }).first().waitFor()

  // The browser logs that the page was not signed in when it first asked.
  expect(troubles.filter((trouble) => !trouble.includes('401'))).toEqual([])
})

async function givenPage() {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 } })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  return { page, troubles }
}

it('connects two accounts of one provider, whose records stay apart', async () => {
  const { baseUrl, projectName, apiKey, demoUrl } = running.quickstart
  const reply = await fetch(`${baseUrl}/v1/projects/${projectName}/provider-apps`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      provider: 'hubspot',
      ...sandboxApps.hubspot,
      scopes: sandboxScopes.hubspot,
    }),
  })
  expect(reply.status).toBe(201)
  const { page, troubles } = await givenPage()
  await page.goto(demoUrl)
  await page.getByRole('button', { name: /^HubSpot/ }).click()

  await installTwoAccounts(page)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByLabel('Search contacts').fill('sales-emea')
  await page.getByText('hubspot · sales-emea').first().waitFor()

  expect(troubles).toEqual([])
})

it('adds, renames and removes an account on the hosted page', async () => {
  const { baseUrl, projectName, apiKey } = running.quickstart
  const call = async <T>(method: string, path: string, body?: object) => {
    const reply = await fetch(`${baseUrl}/v1/projects/${projectName}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as T
  }
  const integration = '/integrations/hubspot-sync'
  const listNames = async () => {
    const path = `${integration}/installations?groupRef=globex`
    const found = await call<{ instance?: string; displayName?: string }[]>('GET', path)
    return found.map(({ instance, displayName }) => [instance, displayName])
  }
  const body = { groupRef: 'globex', consumerRef: 'ines' }
  const { link } = await call<{ link: string }>('POST', `${integration}/connect-links`, body)
  const { page, troubles } = await givenPage()
  await page.goto(link)

  await installTwoAccounts(page)
  await page.getByRole('button', { name: 'Rename Sales EMEA' }).click()
  await page.getByLabel('Name of the account').fill('Nordics')
  await page.getByLabel('Name of the account').press('Enter')
  await page.getByRole('button', { name: 'Manage Nordics' }).waitFor()
  const renamed = await listNames()
  await page.getByRole('button', { name: 'Manage Nordics' }).click()
  await page.getByRole('tab', { name: 'Manage' }).click()
  await page.getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('button', { name: 'Add account' }).waitFor()

  expect(renamed).toEqual([
    [undefined, undefined],
    ['sales-emea', 'Nordics'],
  ])
  expect(await listNames()).toEqual([[undefined, undefined]])
  // The progress of the account may be asked for while it is removed.
  expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([])
})

/** Installs the default account of HubSpot and another one, and returns to their list. */
async function installTwoAccounts(page: Page): Promise<void> {
  const connectAndInstall = async (choose: (consent: Page) => Promise<void>) => {
    const [consent] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Connect HubSpot' }).click(),
    ])
    await choose(consent)
    await page.getByRole('button', { name: /^Use Lifecycle/ }).click()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText('saved.').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
  }
  await connectAndInstall((consent) => consent.getByRole('button', { name: 'Allow' }).click())
  await page.getByRole('button', { name: 'Add account' }).click()
  await page.getByLabel('Name of the account').fill('Sales EMEA')
  await page.getByRole('button', { name: 'Continue' }).click()
  await connectAndInstall(otherAccount)
  await page.getByRole('button', { name: 'Manage Sales EMEA' }).waitFor()
}

/** Grants access to another account than the one proposed on the consent page. */
async function otherAccount(consent: Page): Promise<void> {
  await consent.getByRole('radio').nth(1).check()
  await consent.getByRole('button', { name: 'Allow' }).click()
}

/** A receiver of the customer, which accepts everything. */
async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
