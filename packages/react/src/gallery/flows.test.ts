import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { FakeApi } from '../testing/index.ts'
import { startGallery, type Gallery } from './gallery-server.ts'

declare global {
  interface Window {
    fakeApi: FakeApi
    calls: unknown[][]
    rendered: Set<string>
  }
}

// One page for all tests, in which each screen is mounted again.

let gallery: Gallery
let shown: Page
const complaints: string[] = []

beforeAll(async () => {
  gallery = await startGallery()
  shown = await gallery.open('loading', { complaints })
})
afterAll(() => gallery.close())
afterEach(async () => {
  for (const opened of shown.context().pages()) if (opened !== shown) await opened.close()
  expect(complaints.splice(0)).toEqual([])
})

const patiently = { timeout: 300_000 }

async function openScreen(screen: string) {
  await shown.evaluate((name) => window.gallery.show(name), screen)
  return shown
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const requests = (page: Page) => page.evaluate(() => window.fakeApi.requests)
const calls = (page: Page) => page.evaluate(() => window.calls)
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body)
const isLinkFocused = (page: Page) => page.evaluate(() => document.activeElement?.tagName === 'A')
const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

it('connects through the popup by polling and continues to the fields', async () => {
  const page = await openScreen('connect')
  const popup = page.waitForEvent('popup')

  await button(page, /^Connect Salesforce/).click()
  const opened = await popup
  await page.getByText('Always shared').waitFor()

  expect(opened.isClosed()).toBe(true)
  expect(await readFocusedText(page)).toBe('Salesforce sync')
})

it('shows the connect card after three requests', async () => {
  const page = await openScreen('connect')

  await button(page, /^Connect Salesforce/).waitFor()

  expect(await requests(page)).toHaveLength(3)
})

it('accepts the message of the popup', async () => {
  const page = await openScreen('connect-by-message')
  await button(page, /^Connect Salesforce/).waitFor()
  await page.evaluate(() => window.fakeApi.connect())

  await button(page, /^Connect Salesforce/).click()
  await page.getByText('Always shared').waitFor()

  expect(await requests(page)).not.toContainEqual(expect.stringMatching('connect-sessions'))
})

it('installs with the suggested mapping, calls the host once and opens the next object', async () => {
  const page = await openScreen('configure')

  await button(page, /Use Customer Priority/).click()
  await page.getByRole('checkbox', { name: /Business Phone/ }).check()
  await button(page, 'Install').click()
  await page.getByText('saved.', { exact: false }).waitFor()

  expect(await calls(page)).toEqual([
    [
      'onInstallSuccess',
      'inst_1',
      expect.objectContaining({
        provider: 'salesforce',
        read: {
          objects: [
            {
              objectName: 'Contact',
              selectedFields: { Phone: true },
              selectedFieldMappings: { priority: 'Customer_Priority__c' },
            },
          ],
        },
      }),
    ],
  ])
  expect(await page.getByRole('tab', { name: /Account/ }).getAttribute('aria-selected')).toBe(
    'true',
  )
})

it('asks before uninstalling and returns focus on cancel', async () => {
  const page = await openScreen('installed')
  await page.getByRole('tab', { name: 'Manage' }).click()

  await button(page, 'Uninstall').click()
  await page.keyboard.press('Escape')
  expect(await readFocusedText(page)).toBe('Uninstall')
  await button(page, 'Uninstall').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await button(page, 'Reinstall').waitFor()

  expect(await calls(page)).toEqual([['onUninstallSuccess', 'inst_1']])
  await button(page, 'Reinstall').click()
  await button(page, /^Connect Salesforce/).waitFor()
})

it('shows API validation errors at the input', async () => {
  const page = await openScreen('provider-api-key')

  await page.getByLabel('API key').fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('The key was refused.').waitFor()
  await page.getByLabel('API key').fill('right')
  await page.keyboard.press('Enter')
  await page.getByText('Connected by').waitFor()

  expect(await calls(page)).toMatchObject([
    ['onError', { status: 422, requestId: 'req_01jz5q0f8kf3bvw9' }],
    ['onConnectSuccess', { provider: 'sendgrid' }],
  ])
})

it('disconnects and passes the connection to the host', async () => {
  const page = await openScreen('provider-connected')

  await button(page, 'Disconnect').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await button(page, /^Connect Salesforce/).waitFor()

  expect(await calls(page)).toMatchObject([['onDisconnectSuccess', { id: 'conn_1' }]])
})

it('asks for the mappings that a new revision requires, until they are chosen', async () => {
  const page = await openScreen('installed-incomplete')
  await page.getByText('Contact needs more fields: Priority.').waitFor()
  await page.getByText('Choose a field.').waitFor()
  await page.getByRole('tab', { name: /^Contact.*Required/ }).waitFor()

  await button(page, /^Use Customer Priority/).click()
  await button(page, 'Update').click()

  await page.getByText('needs more fields').waitFor({ state: 'detached' })
  await page.getByText('Installed', { exact: true }).waitFor()
})

it('explains until when a limit of the provider lasts', async () => {
  const page = await openScreen('installed-limited')

  const notice = page.getByText('Salesforce allows no more requests for now.')
  await notice.waitFor()

  expect(await notice.innerText()).toMatch(/resumes at .*2026/)
})

it('explains to the customer that the provider is not set up, and to the developer why', async () => {
  const page = await openScreen('connect-not-set-up')

  await button(page, 'Connect Salesforce').click()
  await page.getByText('Salesforce is not set up in this product yet').waitFor()

  expect(await page.locator('.plat-root').innerText()).toContain('has been notified')
  expect(await page.locator('.plat-root').innerText()).not.toContain('Something went wrong')
  expect(complaints.splice(0)).toEqual([
    '[platform] The project has no provider app for salesforce. Create a provider app.',
  ])
})

it('keeps the saved choices while the provider is unavailable', async () => {
  const page = await openScreen('fields-away')
  await page.getByText('Could not load fields from Salesforce').waitFor()

  await expect.poll(() => page.locator('.plat-notice, .plat-problem').count()).toBe(1)
  await expect.poll(() => page.getByText('no longer used').count()).toBe(0)
  await expect.poll(() => page.getByRole('combobox', { name: /^Priority/ }).isVisible()).toBe(true)
  expect((await calls(page)).filter(([name]) => name === 'onError')).toHaveLength(1)
})

it('shows a failure within three seconds and recovers on retry', async () => {
  const page = await openScreen('problem')

  await page.getByText('Something went wrong').waitFor({ timeout: 300_000 })
  expect(await page.locator('.plat-root').innerText()).not.toMatch(/getToken|fetch|HTTP|ECONN/)
  const alert = await page.getByRole('alert').textContent()
  expect(alert).toContain('Try again in a minute.')
  expect(alert).toContain('req_01jz5q0f8kf3bvw9')

  await page.evaluate(() => window.fakeApi.connect())
  await button(page, 'Try again').click()
  await page.getByText('Always shared').waitFor()
})

it('returns to Connect after the popup closes and still accepts a late success', async () => {
  const page = await openScreen('connect-closed')
  const popup = page.waitForEvent('popup')
  await button(page, /^Connect Salesforce/).click()
  const opened = await popup

  await opened.close()
  await button(page, /^Connect Salesforce/).waitFor({ timeout: 300_000 })
  expect(await isFocusLost(page)).toBe(false)

  await page.evaluate(() => {
    window.fakeApi.connect()
    const { sessions } = window.fakeApi.state
    Object.assign(sessions[0] ?? {}, { status: 'succeeded', connectionId: 'conn_1' })
  })
  await page.getByText('Always shared').waitFor()
})

it('keeps write access when read objects are updated', async () => {
  const page = await openScreen('configure-writing')
  await button(page, /Use Customer Priority/).click()
  await button(page, 'Install').click()
  await page.getByText('saved.', { exact: false }).waitFor()

  await page.getByRole('tab', { name: /Write/ }).click()
  await page.getByRole('checkbox', { name: 'Lead' }).uncheck()
  await button(page, 'Save').click()
  await page.getByText('Write access saved.').waitFor()
  await page.getByRole('tab', { name: /Contact/ }).click()
  await page.getByRole('checkbox', { name: /^Department/ }).check()
  await button(page, 'Update').click()
  await page.getByText('Syncing now').waitFor()

  const [, , config] = (await calls(page)).at(-1) ?? []
  expect(config).toMatchObject({
    read: { objects: [{ objectName: 'Contact', selectedFields: { Department: true } }] },
    write: { objects: [{ objectName: 'Contact' }] },
  })
  const tab = page.getByRole('tab', { name: /Write/ })
  expect(await tab.getAttribute('data-state')).toBe('done')
})

it('completes the wizard by keyboard alone and installs with one request', async () => {
  const page = await openScreen('wizard')
  const boxes = page.getByRole('checkbox')
  await boxes.first().waitFor()
  const listTicks = () =>
    boxes.evaluateAll((all: HTMLInputElement[]) => all.map((box) => box.checked))
  expect(await listTicks()).toEqual([true, true, false, false])
  await page.getByRole('checkbox', { name: 'Account' }).press('Space')
  await page.getByRole('checkbox', { name: 'Lead' }).press('Space')
  await page.keyboard.press('Enter')
  await expect.poll(() => readFocusedText(page), patiently).toBe('Contact')
  await page.getByRole('combobox', { name: /^Priority/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('customer prio')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: /^Stage/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('lead source')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'High' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.getByRole('button', { name: /^Remove: (Hot|Warm)/ }).count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove: Warm' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Remove: Hot' }).waitFor()
  await button(page, 'Next').press('Enter')
  await page.getByText('Not mapped: Low.', { exact: false }).waitFor()
  await button(page, 'Next').press('Enter')
  await expect.poll(() => readFocusedText(page), patiently).toBe('Review')
  await page.getByText('Reads Contact, writes Lead', { exact: true }).waitFor()
  expect(await requests(page)).not.toContainEqual(expect.stringMatching(/^POST/))

  await button(page, 'Install').press('Enter')
  await page.getByText('Salesforce sync is installed.').waitFor()

  await expect.poll(() => readFocusedText(page), patiently).toContain('is installed')
  // What happens now, and where to look.
  await page.getByText('The first records from Salesforce are being read.').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Contact' }).getByText('Last read').waitFor()
  expect((await requests(page)).filter((request) => request.startsWith('POST'))).toHaveLength(1)
  expect((await calls(page))[0]).toMatchObject([
    'onInstallSuccess',
    'inst_1',
    {
      read: {
        objects: [
          {
            objectName: 'Contact',
            selectedFieldMappings: { priority: 'Customer_Priority__c', stage: 'LeadSource' },
            selectedValueMappings: { stage: { Hot: 'high', Warm: 'high' } },
            dynamicMappingsInput: [{ mapToName: 'stage', fieldName: 'LeadSource' }],
          },
        ],
      },
      write: { objects: [{ objectName: 'Lead' }] },
    },
  ])
  await button(page, 'Edit').click()
  await page.getByRole('tab', { name: 'Manage' }).waitFor()
})

it('warns before the page is left with unsaved changes', async () => {
  const page = await openScreen('configure')
  const asks = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await button(page, /Use Customer Priority/).click()
  await button(page, 'Install').click()
  await page.getByText('saved.', { exact: false }).waitFor()
  await page.getByRole('tab', { name: /Contact/ }).click()
  const phone = page.getByRole('checkbox', { name: /Business Phone/ })

  await phone.check()
  await expect.poll(asks, patiently).toBe(true)
  await phone.uncheck()

  await expect.poll(asks, patiently).toBe(false)
})

it('shows the configuration instead of the wizard after installation', async () => {
  const page = await openScreen('wizard-installed')

  await page.getByRole('tab', { name: 'Manage' }).waitFor()
})

it('marks the tab as saved after dynamic mappings are saved', async () => {
  const page = await openScreen('installed-dynamic')
  const tab = page.getByRole('tab', { name: /Contact/ })
  await tab.waitFor()
  expect(await tab.getAttribute('data-state')).toBe('done')

  await page.getByRole('checkbox', { name: /^Department/ }).check()
  expect(await tab.getAttribute('data-state')).toBe('changed')
  await button(page, 'Update').click()
  await page.getByText('Syncing now').waitFor()

  expect(await tab.getAttribute('data-state')).toBe('done')
})

it('offers every live field when optional fields are set to all', async () => {
  const page = await openScreen('configure-every-field')

  await page.getByRole('checkbox', { name: 'Health Score' }).waitFor()

  // Fields that the provider maintains are folded; the focus stays in the list.
  const created = page.getByRole('checkbox', { name: 'Created Date' })
  expect(await created.count()).toBe(0)
  await button(page, 'Show 3 more').press('Enter')
  await created.waitFor()
  const isFocused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-plat-part="field-list"]') !== null)
  await expect.poll(isFocused, patiently).toBe(true)
})

it('shows sample values of the chosen or suggested field and previews a record', async () => {
  const page = await openScreen('configure')
  await page.getByText('Sample values').first().waitFor()

  await button(page, 'Use Customer Priority').click()
  const mapping = page.locator('[data-plat-part="mapping"]').first()
  expect(await mapping.innerText()).toMatch(/High\s*Medium\s*Low/)
  await page.getByText('Preview a record').click()
  const row = page.getByRole('row', { name: /Priority/ })
  await row.waitFor()

  expect(await row.innerText()).toMatch(/Customer Priority\s*High\s*Priority\s*High/)
})

it('never requests records with a frontend key', async () => {
  const page = await openScreen('configure-by-key')
  await page.getByText('Always shared').waitFor()
  await button(page, 'Use Customer Priority').click()

  expect(await requests(page)).not.toContainEqual(expect.stringMatching('/sample'))
})

it('pauses and resumes one object and shows why others are paused', async () => {
  const page = await openScreen('installed-paused')
  await page.getByRole('tab', { name: 'Manage' }).click()
  const row = (name: string) =>
    page
      .locator('[data-plat-part="activity"] > li')
      .filter({ has: page.getByText(name, { exact: true }) })
  const contact = row('Contact')
  await contact.getByText('Paused manually.').waitFor()
  expect(await row('Account').innerText()).toContain('Paused because reads failed.')
  expect(await row('Lead').innerText()).toContain('No longer part of Salesforce sync.')
  await expect.poll(() => row('Lead').getByRole('button').count()).toBe(0)

  await contact.getByRole('button', { name: 'Resume reading' }).click()
  await contact.getByRole('button', { name: 'Pause' }).click()
  await contact.getByText('Paused manually.').waitFor()

  const acts = (await requests(page)).filter((request) => request.includes('pause?'))
  expect(acts.map((request) => request.replace(/^.*inst_1/, ''))).toEqual([
    ':unpause?groupRef=acme',
    ':pause?groupRef=acme',
  ])
  expect(await isFocusLost(page)).toBe(false)

  const support = page.getByRole('checkbox', { name: 'Allow support to view synced records' })
  await expect.poll(() => support.isChecked()).toBe(false)
  await support.press('Space')
  await expect.poll(() => support.isChecked()).toBe(true)
  expect(await page.evaluate(() => window.fakeApi.state.installations[0]?.supportAccess)).toBe(true)
})

const lookAt = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

it('shows no action for failures that only the builder can fix', async () => {
  const page = await openScreen('installed-paused')
  await page.getByRole('tab', { name: 'Manage' }).click()
  const row = (name: string) =>
    page
      .locator('[data-plat-part="activity"] > li')
      .filter({ has: page.getByText(name, { exact: true }) })
  await row('Contact').waitFor()

  await page.evaluate(() => {
    const {
      connections: [connection],
      installations: [installation],
    } = window.fakeApi.state
    if (!connection || !installation) throw new Error('Nothing is installed.')
    const health = { state: 'failing' as const }
    const [since, nextTryTime] = ['2026-03-02T10:00:00Z', '2026-03-02T10:05:00Z']
    const error = 'invalid_client'
    const refreshFailure = { kind: 'oauthClient' as const, failuresInARow: 2, detail: error }
    Object.assign(connection, { health, refreshFailure })
    Object.assign(installation, { connection })
    installation.objects = {
      Contact: { state: 'retrying', health, retrying: { since, error, nextTryTime } },
      Account: { state: 'paused', health, pausedFor: 'credentials' },
      Lead: { state: 'paused', health: { state: 'paused' }, pausedFor: 'destination' },
    }
  })
  await lookAt(page)
  await row('Account').getByText('rejecting requests from this product').waitFor()

  expect(await row('Contact').innerText()).not.toContain('Next attempt')
  expect(await row('Lead').innerText()).toContain('Contact support for this product.')
  await expect.poll(() => button(page, 'Resume reading').count()).toBe(0)
  await expect.poll(() => button(page, 'Sign in again').count()).toBe(0)
})

it('refreshes after recovery, but not while there are unsaved changes', async () => {
  const page = await openScreen('installed-broken')
  await page.getByText('sign-in is no longer valid').waitFor()
  const triesOfFields = async () =>
    (await requests(page)).filter((request) => request.includes(':hydrate')).length
  // Three for each part of the page that needs them, then no more.
  await expect.poll(triesOfFields, patiently).toBe(6)

  await page.evaluate(() => {
    const { connections, installations } = window.fakeApi.state
    const well = { health: { state: 'healthy' as const } }
    for (const connection of connections) Object.assign(connection, well, { status: 'working' })
    for (const installation of installations) Object.assign(installation, well)
  })
  await lookAt(page)
  await page.getByText('sign-in is no longer valid').waitFor({ state: 'detached' })
  await page.getByText('Installed', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: /Mobile Phone/ }).click()
  const before = await requests(page)
  await lookAt(page)

  expect(await requests(page)).toEqual(before)
})

it.each([
  ['installed-paused', 10_000],
  ['installed', 60_000],
])('refetches %s after %i ms', async (screen, everyMs) => {
  await shown.evaluate(() => {
    const kept = window.setInterval.bind(window)
    const every = (act: () => void, ms: number) => {
      window.calls.push(['every', ms])
      return kept(act, ms)
    }
    Object.assign(window, { setInterval: every })
  })

  const page = await openScreen(screen)

  await expect.poll(() => calls(page), patiently).toContainEqual(['every', everyMs])
  await page.reload()
})

it('shows the first read as soon as it is recorded', async () => {
  const page = await openScreen('installed-now')
  await page.getByRole('tab', { name: 'Manage' }).click()
  const row = page.locator('[data-plat-part="activity"] > li')
  await row.getByText('Not read yet').waitFor()
  await expect.poll(() => row.getByRole('button').count()).toBe(0)

  await page.evaluate(() => {
    const [installation] = window.fakeApi.state.installations
    const lastRunTime = new Date().toISOString()
    const object = { state: 'active' as const, health: { state: 'healthy' as const }, lastRunTime }
    Object.assign(installation?.objects ?? {}, { Contact: object })
  })
  await row.getByText('Last read').waitFor()
  await row.getByRole('button', { name: 'Pause' }).waitFor()
})

it('shows API names only in builder mode', async () => {
  const text = async (screen: string) => {
    const page = await openScreen(screen)
    await page.getByText('Always shared').waitFor()
    return page.locator('.plat-root').innerText()
  }

  const ofApi = /__c|LastName|priority/
  expect(await text('configure')).not.toMatch(ofApi)
  // Fields without a label are labelled by the words of their name.
  expect(await text('fields-away')).not.toMatch(ofApi)
  expect(await text('installed-broken')).not.toMatch(ofApi)
  expect(await text('builder')).toMatch(/LastName[^]*priority/)
})

it.each<[screen: string, typed: Record<string, string>]>([
  ['provider-api-key', { 'API key': 'k' }],
  ['provider-key-as-basic', { 'API key': 'k' }],
  ['provider-basic', { Username: 'ana', Password: 'p' }],
  ['provider-client-credentials', { 'Client ID': 'id', 'Client secret': 's' }],
  [
    'provider-password',
    { 'Client ID': 'id', 'Client secret': 's', Username: 'ana', Password: 'p' },
  ],
  ['provider-custom', { 'Access token': 't', Level: 'Group' }],
  ['provider-none', {}],
])('connects %s by keyboard alone', async (screen, typed) => {
  const page = await openScreen(screen)
  await button(page, /^Connect /).waitFor()
  await page.locator('body').press('Tab')
  for (const value of Object.values(typed)) {
    await page.keyboard.type(value)
    // Some have a link to where the value is found in between.
    for (let tabs = 0; tabs < 3; tabs++) {
      await page.keyboard.press('Tab')
      if (!(await isLinkFocused(page))) break
    }
  }
  await page.keyboard.press('Enter')
  await page.getByText('Connected by').waitFor()

  expect(await isFocusLost(page)).toBe(false)
})

it.each(['provider-pages', 'provider-pages-connected'])(
  'leads %s to the page of the provider’s own scheme and back, by keyboard',
  async (screen) => {
    const page = await openScreen(screen)
    const popup = page.waitForEvent('popup')
    await button(page, /^(Connect Consent|Sign in again)/).focus()

    await page.keyboard.press('Enter')
    const opened = await popup
    await page.getByText('Connected by').waitFor()
    await page.getByText('Needs sign-in').waitFor({ state: 'detached' })

    expect(opened.isClosed()).toBe(true)
    expect(await isFocusLost(page)).toBe(false)
  },
)

it('reports a provider without a supported sign-in', async () => {
  const page = await openScreen('provider-unsupported')

  await page.getByRole('alert').getByText('Signed').first().waitFor()
  await expect.poll(() => button(page, /^Connect/).count()).toBe(0)
})

it('asks for missing module metadata with known values filled in', async () => {
  const page = await openScreen('metadata')
  const brand = page.getByLabel('Brand')
  await brand.waitFor()

  const known = await page.getByLabel('Subdomain').inputValue()
  const lacking = await brand.inputValue()
  await brand.fill('Shoes')
  await page.keyboard.press('Enter')

  expect([known, lacking]).toEqual(['acme', ''])
  await page.getByText('Always shared').waitFor()
  const [connection] = await page.evaluate(() => window.fakeApi.state.connections)
  expect(connection?.providerMetadata).toEqual({
    workspace: { value: 'acme', source: 'input' },
    brand: { value: 'Shoes', source: 'input' },
  })
})

it('renders the configured language, right to left for Arabic', async () => {
  const german = await openScreen('german')
  await german.getByRole('tab', { name: /Verwalten/ }).waitFor()
  expect(await german.locator('.plat-root').getAttribute('lang')).toBe('de')

  const arabic = await openScreen('arabic')
  await arabic.getByRole('tab').first().waitFor()
  expect(await arabic.locator('.plat-root').getAttribute('dir')).toBe('rtl')
  expect(await arabic.locator('.plat-root').innerText()).toMatch(/\p{Script=Arabic}/u)
})

it('limits two thousand fields on the page and renders only the combobox on a key press', async () => {
  const page = await openScreen('many-fields')
  await page.addInitScript(noteRenders)
  await page.goto(page.url().replace(/screen=.*$/, 'screen=many-fields'))
  const combobox = page.getByRole('combobox', { name: /^Priority/ })
  await combobox.click()
  await expect.poll(() => page.getByRole('option').count()).toBe(40)
  await expect.poll(() => page.getByRole('checkbox').count()).toBeLessThan(70)
  await page.evaluate(() => window.rendered.clear())

  await combobox.pressSequentially('custom field 1999')
  await expect.poll(() => page.getByRole('option').count()).toBeLessThan(40)
  const whileTyping = await page.evaluate(() => [...window.rendered])
  await page.getByRole('option', { name: /Custom field 1999/ }).click()
  await expect.poll(() => combobox.inputValue()).toBe('Custom field 1999')
  const whenChosen = await page.evaluate(() => [...window.rendered])
  await page.evaluate(() => window.rendered.clear())
  await page.getByRole('searchbox').pressSequentially('field 1999')
  await expect.poll(() => page.getByRole('checkbox').count()).toBeLessThan(10)
  const whileSearching = await page.evaluate(() => [...window.rendered])

  expect(whileTyping).toEqual(expect.arrayContaining(['Combobox']))
  expect(whileSearching).toEqual(expect.arrayContaining(['OptionalFields']))
  expect(whenChosen).toEqual(expect.arrayContaining(['MappingRow', 'ObjectForm']))
  const others = ['MappingRow', 'ObjectFields', 'ObjectForm', 'Configure']
  expect(whileTyping.filter((name) => [...others, 'OptionalFields'].includes(name))).toEqual([])
  expect(whileSearching.filter((name) => [...others, 'Combobox'].includes(name))).toEqual([])
})

/** Records in `window.rendered` which components React renders, like its developer tools. */
function noteRenders() {
  interface Fiber {
    type: { name?: string; type?: { name?: string } } | string | null
    flags: number
    child: Fiber | null
    sibling: Fiber | null
    alternate: Fiber | null
  }
  const hasWorked = 1
  window.rendered = new Set()
  const visit = (fiber: Fiber) => {
    const { type, alternate } = fiber
    const name = type && typeof type === 'object' ? (type.type?.name ?? type.name) : undefined
    const ofFunction = typeof type === 'function' ? (type as { name: string }).name : name
    if (ofFunction && (!alternate || fiber.flags & hasWorked)) window.rendered.add(ofFunction)
    // Components that did not render have the same children as before.
    if (alternate && alternate.child === fiber.child) return
    for (let child = fiber.child; child; child = child.sibling) visit(child)
  }
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      isDisabled: false,
      checkDCE() {},
      inject: () => 1,
      onCommitFiberRoot: (_renderer: number, { current }: { current: Fiber }) => visit(current),
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
    },
  })
}

it('lists integrations with their state, and finds them by name and category', async () => {
  const page = await openScreen('list')
  const cards = page.getByRole('list', { name: 'Integrations' }).getByRole('listitem')
  await cards.first().waitFor()
  const titles = () =>
    cards.evaluateAll((all) => all.map((card) => card.querySelector('.plat-strong')?.textContent))

  expect(await cards.first().innerText()).toMatch(/Salesforce sync.*Installed.*Manage/s)
  await button(page, 'Support').click()
  expect(await titles()).toEqual(['Zendesk', 'Freshdesk'])
  await page.getByLabel('Search integrations').fill('fresh')
  expect(await titles()).toEqual(['Freshdesk'])
  await button(page, 'Support').click()
  await page.getByLabel('Search integrations').fill('qqq')
  await page.getByText('No integrations found.').waitFor()

  // One request for each list, and one for each provider.
  expect(await requests(page)).toHaveLength(9)
})

it('opens an integration of the list, and shows what was uninstalled there after going back', async () => {
  const page = await openScreen('list')

  await button(page, /^Manage Salesforce sync/).press('Enter')
  await page.getByText('Always shared').waitFor()
  expect(await isFocusLost(page)).toBe(false)
  await page.getByRole('tab', { name: 'Manage' }).click()
  await button(page, 'Uninstall').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await button(page, /^Reinstall/).waitFor()
  await button(page, 'Back').press('Enter')

  await button(page, /^Install Salesforce sync/).waitFor()
  expect(await readFocusedText(page)).toBe('Integrations')
  expect((await calls(page)).map(([name]) => name)).toEqual(['onUninstallSuccess'])
})

it('reports the chosen integration instead of opening it', async () => {
  const page = await openScreen('list-selects')

  await button(page, /^Install Zendesk/).click()

  expect(await calls(page)).toEqual([['onSelect', 'zendesk-sync']])
  await page.getByLabel('Search integrations').waitFor()
})
