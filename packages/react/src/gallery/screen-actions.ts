import type { Page } from 'playwright-core'

type Steps = (page: Page) => Promise<void>

const shown =
  (name: string | RegExp): Steps =>
  async (page) => {
    await page.getByText(name).first().waitFor()
  }

/** What brings up each screen, and each state of it that is worth looking at. */
export const actions: Record<string, Steps> = {
  loading: async (page) => page.getByRole('status').first().waitFor({ state: 'attached' }),
  problem: shown('Try again'),
  connect: shown('Connect Salesforce'),
  'connect+waiting': async (page) => {
    await page.getByRole('button', { name: 'Connect Salesforce' }).click()
    await page.getByText('Waiting for Salesforce').waitFor()
  },
  'connect+blocked': async (page) => {
    await page.evaluate(() => (window.open = () => null))
    await page.getByRole('button', { name: 'Connect Salesforce' }).click()
    await page.getByText('Your browser blocked the window').waitFor()
  },
  'connect-refused': async (page) => {
    await page.getByRole('button', { name: 'Connect Salesforce' }).click()
    await page.getByText('access denied').waitFor()
  },
  configure: shown('Always shared'),
  'configure+combobox': async (page) => {
    await page.getByRole('combobox', { name: /Priority/ }).click()
    await page.getByRole('option').first().waitFor()
  },
  'configure+missing': async (page) => {
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText('Choose a field.').waitFor()
  },
  'configure+installed': async (page) => {
    await page.getByRole('button', { name: /Use Customer Priority/ }).click()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText('is saved', { exact: false }).first().waitFor()
  },
  'configure-refused': async (page) => {
    await page.getByRole('button', { name: /Use Customer Priority/ }).click()
    await page.getByRole('checkbox', { name: /^Title/ }).check()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText('It was not installed').waitFor()
  },
  'many-fields': shown('Always shared'),
  installed: shown('Always shared'),
  'installed+manage': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByText('Last read').waitFor()
  },
  'installed+uninstall': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByRole('button', { name: 'Uninstall' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'installed+uninstalled': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByRole('button', { name: 'Uninstall' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
    await page.getByRole('button', { name: 'Reinstall' }).waitFor()
  },
  'installed-broken': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByText('no longer accepts the sign-in').first().waitFor()
  },
  'provider-oauth': shown('Connect Salesforce'),
  'provider-metadata': shown('Subdomain'),
  'provider-api-key': shown('API key'),
  'provider-api-key+refused': async (page) => {
    await page.getByLabel('API key').fill('wrong')
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('authorization required').waitFor()
  },
  'provider-basic': shown('User name'),
  'provider-client-credentials': shown('Client ID'),
  'provider-connected': shown('Ana Ruiz'),
  'provider-connected+disconnect': async (page) => {
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').waitFor()
  },
}
