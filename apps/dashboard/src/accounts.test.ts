import { expect } from 'vitest'
import { connectLinkAddress, type FakePlatform } from './testing/fake-platform.ts'
import { it } from './testing/in-chromium.ts'

/** Makes the integration of team-1 allow several accounts, of which it has two. */
function allowSeveral({ records }: FakePlatform): void {
  records.integrations[0]!.latestRevision.content.multiple = true
  const [first] = records.installations
  Object.assign(first!, { displayName: 'Headquarters' })
}

it('adds an account of a customer by a link, with a name that no other account has', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  allowSeveral(platform)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/projects/demo/customers/team-1')
  await page.getByRole('button', { name: 'Add account' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add account' })
  const name = dialog.getByLabel('Name of the account')
  const isValid = () => name.evaluate((input) => (input as HTMLInputElement).checkValidity())
  await name.fill(' headquarters ')
  expect(await isValid()).toBe(false)
  await name.fill('  ')
  expect(await isValid()).toBe(false)
  await name.fill('Sales EMEA')
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/connect-links') && one.method() === 'POST'),
    name.press('Enter'),
  ])
  await dialog.getByText(connectLinkAddress).waitFor()

  expect(request.url()).toContain('/integrations/int_1/connect-links')
  expect(request.postDataJSON()).toEqual({
    groupRef: 'team-1',
    groupName: 'Northwind Traders',
    instance: 'sales-emea',
    displayName: 'Sales EMEA',
    hours: 168,
  })
  expect(await brokenRules()).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

it('offers no further account where the integration allows one', async ({ page, open }) => {
  await open('/projects/demo/customers/team-1')
  await page.getByRole('table', { name: 'Installations' }).getByRole('link').first().waitFor()

  expect(await page.getByRole('button', { name: 'Add account' }).count()).toBe(0)
})

it('names the default account beside others, and removes an account', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  allowSeveral(platform)
  delete platform.records.installations[0]!.displayName
  await open('/projects/demo/installations/int_1/inst_1')
  await page.getByRole('button', { name: 'Rename account' }).press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Headquarters')
  expect(await brokenRules()).toEqual([])
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'PATCH'),
    page.getByRole('button', { name: 'Rename', exact: true }).press('Enter'),
  ])
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  expect(request.postDataJSON()).toMatchObject({ installation: { displayName: 'Headquarters' } })
  await page.getByRole('button', { name: 'Uninstall' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).press('Enter')
  await expect
    .poll(() => platform.calls.filter((call) => call.startsWith('DELETE')))
    .toEqual([expect.stringContaining('/integrations/int_1/installations/inst_1')])
})

it('names the account of a connect link', async ({ platform, page, open }) => {
  Object.assign(platform.records.connectLinks[0]!, { instance: 'emea', displayName: 'Sales EMEA' })
  await open('/projects/demo/connect-links')

  await page.getByRole('row', { name: /Sales EMEA/ }).waitFor()
})
