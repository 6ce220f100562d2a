import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FakeApi } from '../testing/index.ts'
import { startGallery, type Gallery, type OpenOptions } from './gallery-server.ts'

declare global {
  interface Window {
    fakeApi: FakeApi
    calls: unknown[][]
  }
}

let gallery: Gallery
let complaints: string[]

beforeAll(async () => {
  gallery = await startGallery()
})
afterAll(() => gallery.close())
beforeEach(() => {
  complaints = []
})

const given = (screen: string, options: OpenOptions = {}) =>
  gallery.open(screen, { complaints, ...options })

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const requests = (page: Page) => page.evaluate(() => window.fakeApi.requests)
const calls = (page: Page) => page.evaluate(() => window.calls)
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

it('connects through the popup, found by polling, and goes on to the fields', async () => {
  const page = await given('connect')
  const popup = page.waitForEvent('popup')

  await button(page, /^Connect Salesforce/).click()
  const opened = await popup
  await page.getByText('Always shared').waitFor()

  expect(opened.isClosed()).toBe(true)
  expect(await focusedText(page)).toBe('Salesforce sync')
  expect(complaints).toEqual([])
})

it('shows the connect card after four requests', async () => {
  const page = await given('connect')

  await button(page, /^Connect Salesforce/).waitFor()

  expect(await requests(page)).toHaveLength(4)
})

it('believes the message of the popup', async () => {
  const page = await given('connect-by-message')
  await button(page, /^Connect Salesforce/).waitFor()
  await page.evaluate(() => window.fakeApi.connect())

  await button(page, /^Connect Salesforce/).click()
  await page.getByText('Always shared').waitFor()

  expect(await requests(page)).not.toContainEqual(expect.stringMatching('connect-sessions'))
  expect(complaints).toEqual([])
})

it('says why the provider refused', async () => {
  const page = await given('connect-refused')

  await button(page, /^Connect Salesforce/).click()

  await page.getByRole('alert').getByText('Salesforce answered: access denied.').waitFor()
  expect(await button(page, /^Connect Salesforce/).isVisible()).toBe(true)
})

it('offers a plain link when the popup was blocked, and goes on by itself', async () => {
  const page = await given('connect')
  await page.evaluate(() => (window.open = () => null))

  await button(page, /^Connect Salesforce/).click()
  await page.getByRole('link', { name: 'Open Salesforce in a new tab' }).waitFor()

  await page.getByText('Always shared').waitFor()
})

it('installs with the suggested mapping, tells the host once, and goes on to the next object', async () => {
  const page = await given('configure')

  await button(page, /Use Customer Priority/).click()
  await page.getByRole('checkbox', { name: /Business Phone/ }).check()
  await button(page, 'Install').click()
  await page.getByText('is saved', { exact: false }).waitFor()

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
  expect(complaints).toEqual([])
})

it('adds the second object without touching the first', async () => {
  const page = await given('installed')

  await page.getByRole('tab', { name: /Account/ }).click()
  await button(page, 'Add Account').click()
  await page.getByText('is saved and being synced').waitFor()

  const objects = await page.evaluate(
    () => window.fakeApi.state.installations[0]!.config.content.read!.objects,
  )
  expect(Object.keys(objects)).toEqual(['Contact', 'Account'])
  expect((await calls(page)).map(([name]) => name)).toEqual(['onUpdateSuccess'])
})

it('asks for a required mapping before it installs, and moves there', async () => {
  const page = await given('configure')

  await button(page, 'Install').click()
  await page.getByText('Choose a field.', { exact: true }).waitFor()

  const combobox = page.getByRole('combobox', { name: /^Priority/ })
  await expect.poll(() => combobox.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await requests(page)).not.toContainEqual(expect.stringMatching(/^POST/))
})

it('shows a refused sample read at the fields it names', async () => {
  const page = await given('configure-refused')

  await button(page, /Use Customer Priority/).click()
  await page.getByRole('checkbox', { name: /^Title/ }).check()
  await button(page, 'Install').click()
  await page.getByText('It was not installed').waitFor()

  const combobox = page.getByRole('combobox', { name: /^Priority/ })
  const title = page.getByRole('checkbox', { name: /^Title/ })
  expect(await combobox.getAttribute('aria-invalid')).toBe('true')
  expect(await title.getAttribute('aria-invalid')).toBe('true')
  expect(await page.evaluate(() => window.fakeApi.state.installations)).toEqual([])
})

it('saves a change and takes one back', async () => {
  const page = await given('installed')
  const update = button(page, 'Update')
  expect(await update.isDisabled()).toBe(true)

  await page.getByRole('checkbox', { name: /^Department/ }).check()
  await button(page, 'Reset').click()
  expect(await page.getByRole('checkbox', { name: /^Department/ }).isChecked()).toBe(false)
  await page.getByRole('checkbox', { name: /^Department/ }).check()
  await update.click()
  await page.getByText('is saved', { exact: false }).first().waitFor()

  const [name, , config] = (await calls(page))[0]!
  expect(name).toBe('onUpdateSuccess')
  expect(config).toMatchObject({ read: { objects: [{ selectedFields: { Department: true } }] } })
})

it('uninstalls after asking, and gives the focus back to who says no', async () => {
  const page = await given('installed')
  await page.getByRole('tab', { name: 'Manage' }).click()

  await button(page, 'Uninstall').click()
  await page.keyboard.press('Escape')
  expect(await focusedText(page)).toBe('Uninstall')
  await button(page, 'Uninstall').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await button(page, 'Reinstall').waitFor()

  expect(await calls(page)).toEqual([['onUninstallSuccess', 'inst_1']])
  await button(page, 'Reinstall').click()
  await button(page, /^Connect Salesforce/).waitFor()
  expect(complaints).toEqual([])
})

it('installs by keyboard alone', async () => {
  const page = await given('configure')
  await page.getByText('Always shared').waitFor()

  await page.getByRole('tab', { name: /Contact/ }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('health')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText('is saved', { exact: false }).waitFor()

  const [, , config] = (await calls(page))[0]!
  expect(config).toMatchObject({
    read: { objects: [{ selectedFieldMappings: { priority: 'Health_Score__c' } }] },
  })
})

it('stays quick with two thousand fields', async () => {
  const page = await given('many-fields')
  const combobox = page.getByRole('combobox', { name: /^Priority/ })
  await combobox.waitFor()

  const openMs = await page.evaluate(() => {
    const box = document.querySelector<HTMLElement>('[role=combobox]')!
    const start = performance.now()
    box.click()
    return performance.now() - start
  })
  await combobox.fill('custom field 1999')

  await page.getByRole('option', { name: /Custom field 1999/ }).click()
  expect(await combobox.inputValue()).toBe('Custom field 1999')
  expect(openMs).toBeLessThan(50)
})

it('shows what the API found wrong at the input', async () => {
  const page = await given('provider-api-key')

  await page.getByLabel('API key').fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('The key was refused.').waitFor()
  await page.getByLabel('API key').fill('right')
  await page.keyboard.press('Enter')
  await page.getByText('Connected by').waitFor()

  expect(await calls(page)).toMatchObject([['onConnectSuccess', { provider: 'sendgrid' }]])
})

it('disconnects and tells the host which connection it was', async () => {
  const page = await given('provider-connected')

  await button(page, 'Disconnect').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await button(page, /^Connect Salesforce/).waitFor()

  expect(await calls(page)).toMatchObject([['onDisconnectSuccess', { id: 'conn_1' }]])
})

it('recovers by itself once the service is back and somebody tries again', async () => {
  const page = await given('problem')

  await button(page, 'Try again').waitFor({ timeout: 3_000 })

  expect(await page.getByRole('alert').textContent()).toContain('Try again in a minute.')
  expect(await page.getByRole('alert').textContent()).toContain('req_01jz5q0f8kf3bvw9')
})
