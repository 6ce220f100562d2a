import { afterAll, beforeAll, expect, it } from 'vitest'
import { startGallery, type Gallery } from './gallery-server.ts'

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery('production')
})
afterAll(() => gallery.close())

it('adds an account with a sign-in of its own, and returns to the list', async () => {
  const page = await gallery.open('accounts')
  await page.getByRole('button', { name: 'Add account' }).click()
  await page.getByLabel('Name of the account').fill('Zürich')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Connect Salesforce' }).click()
  await page.getByRole('button', { name: /Use Customer Priority/ }).click()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await page.getByRole('tab', { name: 'Manage' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Manage Zürich' }).waitFor()

  const { accounts, requests } = await page.evaluate(() => ({
    accounts: window.fakeApi.state.installations.map(({ instance, displayName, connection }) => [
      instance,
      displayName,
      connection.id,
    ]),
    requests: window.fakeApi.requests,
  }))
  expect(accounts.at(-1)).toEqual(['zurich', 'Zürich', 'conn_3'])
  expect(accounts).toHaveLength(3)
  expect(requests.filter((one) => one.startsWith('PATCH'))).toEqual([
    expect.stringContaining('/installations/inst_zurich?'),
  ])
})

it('stays in the list when the name of a new account is saved late', async () => {
  const page = await gallery.open('accounts')
  await page.getByRole('button', { name: 'Add account' }).click()
  await page.getByLabel('Name of the account').fill('Zürich')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Connect Salesforce' }).click()
  await page.getByRole('button', { name: /Use Customer Priority/ }).click()
  await page.evaluate(() => {
    const { fetch } = window.fakeApi
    window.fakeApi.fetch = async (input, init) => {
      if (init?.method === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 1_000))
      return fetch(input, init)
    }
  })
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await page.getByText('saved.').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()

  await page.getByRole('button', { name: 'Manage Zürich' }).waitFor()
  await page.waitForTimeout(500)
  expect(await page.getByRole('button', { name: 'Add account' }).isVisible()).toBe(true)
})

it('says until when the limit of the provider lasts', async () => {
  const page = await gallery.open('accounts-limited')

  await page
    .getByText(/^Salesforce allows no more requests .* Reading resumes at /)
    .waitFor({ timeout: 20_000 })
})

it('renames an account by keyboard, to a name that no other has', async () => {
  const page = await gallery.open('accounts')
  await page.getByRole('button', { name: 'Rename Sales EMEA' }).click()
  const name = page.getByLabel('Name of the account')
  await name.fill('SALESFORCE sync ')
  await page.getByText('Another account has this name.').waitFor()
  expect(await page.getByRole('button', { name: 'Save name' }).isDisabled()).toBe(true)

  await name.fill('Nordics')
  await name.press('Enter')

  await page.getByRole('button', { name: 'Manage Nordics' }).waitFor()
  expect(await page.evaluate(() => window.fakeApi.state.installations[1]?.displayName)).toBe(
    'Nordics',
  )
})

it('removes an account, and keeps the others', async () => {
  const page = await gallery.open('accounts')
  await page.getByRole('button', { name: 'Manage Sales EMEA' }).click()
  await page.getByRole('tab', { name: 'Manage' }).click()
  await page.getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('button', { name: 'Add account' }).waitFor()

  expect(await page.evaluate(() => window.fakeApi.state.installations.map(({ id }) => id))).toEqual(
    ['inst_1'],
  )
})

it('begins with the first account, without a list around it', async () => {
  const page = await gallery.open('accounts-none')
  await page.getByRole('button', { name: 'Connect Salesforce' }).click()
  await page.getByRole('button', { name: /Use Customer Priority/ }).click()
  expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Install', exact: true }).click()

  await page.getByRole('tab', { name: 'Manage' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Manage Salesforce sync' }).waitFor()
})
