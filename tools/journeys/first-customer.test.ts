import type { Browser, BrowserContext, Page } from 'playwright-core'
import { sandboxApps, sandboxPackagePath } from '@platform/sandbox'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchChromium } from '../../scripts/launch-chromium.ts'
import {
  newest,
  prepareBuiltProduct,
  servePages,
  type Fixture,
} from '../../packages/react/src/fixtures/fixture.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { startFlowPlatform, type FlowPlatform } from './support/flows/platform.ts'

// The first customer's sign-in at both providers as they are in November 2026, from the refusal to
// the remedy to the connection.

let platform: FlowPlatform
let browser: Browser
let product: Fixture
let server: { url: string; close: () => void }
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[platform, browser, product] = await Promise.all([
    startFlowPlatform({}, { asOf: '2026-11' }),
    launchChromium(),
    prepareBuiltProduct(newest),
  ])
  const { tokenFor } = platform
  server = await servePages(product.folder, {}, { platform: 'http://127.0.0.1:*', tokenFor })
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 720, height: 900 } })
  page = await context.newPage()
})
afterEach(() => context.close())
afterAll(async () => {
  server.close()
  await browser.close()
  await platform.close()
})

const openProduct = (group: string, integration: string) =>
  page.goto(`${server.url}/?${new URLSearchParams({ api: platform.url, group, integration })}`)

async function openSignIn(provider: string): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: `Connect ${provider}` }).click(),
  ])
  return popup
}

async function changeApp(provider: string, updateMask: string[], providerApp: object) {
  const apps = await platform.call<{ id: string; provider: string }[]>(
    'GET',
    '/v1/{p}/provider-apps',
  )
  const app = must(
    apps.find((one) => one.provider === provider),
    provider,
  )
  await platform.call('PATCH', `/v1/{p}/provider-apps/${app.id}`, { updateMask, providerApp })
}

it('leads a Salesforce customer from the missing package to its installation', async () => {
  const packageInstallURL = platform.salesforceUrl + sandboxPackagePath
  await changeApp('salesforce', ['metadata'], {
    metadata: { providerParams: { packageInstallURL } },
  })
  await openProduct('globex', 'crm')

  const refused = await openSignIn('Salesforce')
  await refused.getByText('Install the Salesforce package first').waitFor()
  await refused.getByRole('link', { name: 'Continue to Salesforce' }).click()
  await refused.getByRole('button', { name: 'Allow' }).click()
  await refused.getByText('Ask your Salesforce administrator to install the package').waitFor()
  await page.getByText('An administrator of your Salesforce account must install').waitFor()
  const [installing] = await Promise.all([
    context.waitForEvent('page'),
    refused.getByRole('link', { name: 'Install the package' }).click(),
  ])
  await installing.getByRole('button', { name: 'Install for all users' }).click()
  await installing.getByText('Installation complete').waitFor()
  await refused.close()

  const accepted = await openSignIn('Salesforce')
  await accepted.getByRole('link', { name: 'Continue to Salesforce' }).click()
  await accepted.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Always shared').waitFor()

  expect(await platform.connectionsOf('globex')).toMatchObject([{ status: 'working' }])
})

it('connects a HubSpot customer after the scope is ticked in the app', async () => {
  const scopes = ['oauth', 'crm.objects.contacts.read', 'crm.objects.owners.read']
  await changeApp('hubspot', ['scopes'], { scopes })
  await platform.hubspot.registerApp({ ...sandboxApps.hubspot, scopes: scopes.slice(0, 2) })
  await openProduct('initech', 'portal')

  const refused = await openSignIn('HubSpot')
  await refused.getByText('there is a scope mismatch').waitFor()
  await refused.getByText('crm.objects.owners.read').waitFor()
  await refused.close()
  await page.getByRole('button', { name: 'Connect HubSpot' }).waitFor()
  expect(await platform.connectionsOf('initech')).toEqual([])

  await platform.hubspot.registerApp({ ...sandboxApps.hubspot, scopes })
  const accepted = await openSignIn('HubSpot')
  await accepted.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Always shared').waitFor()

  expect(await platform.connectionsOf('initech')).toMatchObject([{ provider: 'hubspot' }])
})
