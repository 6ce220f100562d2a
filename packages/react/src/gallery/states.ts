import type { Page } from 'playwright-core'
import { screens } from './screens.ts'

type Steps = (page: Page) => Promise<void>

const waitForShown =
  (name: string | RegExp): Steps =>
  async (page) => {
    await page.getByText(name).first().waitFor()
  }

const chooseContact: Steps = async (page) => {
  await page.getByRole('checkbox', { name: 'Account' }).uncheck()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Always shared').waitFor()
}

/** Steps that lead to each screen and its important states, starting from its English name. */
export const states: Record<string, Steps> = {
  loading: async (page) => page.getByRole('status').first().waitFor({ state: 'attached' }),
  problem: waitForShown('Try again'),
  connect: waitForShown('Connect Salesforce'),
  'connect+waiting': async (page) => {
    await page.getByRole('button', { name: 'Connect Salesforce' }).click()
    await page.getByText('Waiting for Salesforce').waitFor()
  },
  'connect+blocked': async (page) => {
    await page.evaluate(() => (window.open = () => null))
    await page.getByRole('button', { name: 'Connect Salesforce' }).click()
    await page.getByText('Your browser blocked the sign-in window').waitFor()
  },
  'connect-refused': async (page) => {
    await page.getByRole('button', { name: 'Connect Salesforce' }).click()
    await page.getByText('Access not granted').waitFor()
  },
  'connect-not-set-up': async (page) => {
    await page.getByRole('button', { name: 'Connect Salesforce' }).click()
    await page.getByText('not set up').waitFor()
  },
  configure: waitForShown('Always shared'),
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
    await page.getByText('saved.', { exact: false }).first().waitFor()
  },
  'configure-refused': async (page) => {
    await page.getByRole('button', { name: /Use Customer Priority/ }).click()
    await page.getByRole('checkbox', { name: /^Title/ }).check()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText('Installation failed').waitFor()
  },
  'session-unconfirmed': waitForShown('Could not verify your session'),
  unreachable: waitForShown('Could not reach the service'),
  'unreachable+details': async (page) => {
    await page.getByText('Details').click()
  },
  slow: waitForShown('longer than usual'),
  'connect-writing': waitForShown('Writes'),
  'configure-writing': waitForShown('Always shared'),
  'configure-writing+write': async (page) => {
    await page.getByRole('tab', { name: /Write/ }).click()
    await page.getByText('can create and update').waitFor()
  },
  'configure-every-field': waitForShown('Search fields'),
  'configure-dynamic+values': async (page) => {
    await page.getByRole('button', { name: 'Use Customer Priority' }).click()
    await page.getByRole('combobox', { name: 'Stage' }).click()
    await page.getByRole('option', { name: /Lead Source/ }).click()
    await page.getByText('Map values for Stage').waitFor()
  },
  'configure+preview': async (page) => {
    await page.getByRole('button', { name: 'Use Customer Priority' }).click()
    await page.getByText('Preview a record').click()
    await page.getByRole('cell', { name: /Lena/ }).first().waitFor()
  },
  'proxy-only': waitForShown('Installed'),
  'proxy-only-refused': waitForShown('Installation failed'),
  wizard: waitForShown('Choose what to share'),
  'wizard+fields': async (page) => {
    await chooseContact(page)
  },
  'wizard+review': async (page) => {
    await chooseContact(page)
    await page.getByRole('button', { name: /Use Customer Priority/ }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Reads Contact', { exact: true }).waitFor()
  },
  'wizard+done': async (page) => {
    await states['wizard+review']?.(page)
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText('is installed').waitFor()
  },
  'wizard-choices': waitForShown('send other requests'),
  'configure-choices': waitForShown('Time between reads'),
  'installed-choices': waitForShown('Always shared'),
  'installed-choices+write': async (page) => {
    await page.getByRole('tab', { name: /Write/ }).click()
    await page.getByText('Settings for Contact').click()
    await page.getByText('Allow deleting records').waitFor()
  },
  'installed-choices+manage': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByText('send other requests').waitFor()
    await page.getByText('AI agents', { exact: true }).waitFor()
  },
  'fields-away': waitForShown('Could not load'),
  'installed-active': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByText('minutes left').waitFor()
  },
  'installed-now': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByText('Not read yet').waitFor()
  },
  'installed-limited': waitForShown('allows no more requests'),
  'installed-incomplete': waitForShown('needs more fields'),
  'installed-paused': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByText('Changes are not coming through').waitFor()
  },
  'installed-subscribed': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByText('Real-time changes').waitFor()
  },
  builder: waitForShown('Customer_Priority__c'),
  metadata: waitForShown('Subdomain'),
  'provider-api-key-connected': waitForShown('Enter new credentials'),
  'provider-api-key-connected+form': async (page) => {
    await page.getByRole('button', { name: 'Enter new credentials' }).click()
    await page.getByLabel('API key').waitFor()
  },
  plain: waitForShown('Always shared'),
  installed: waitForShown('Always shared'),
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
  'installed-broken': waitForShown('sign-in is no longer valid'),
  'installed-broken+manage': async (page) => {
    await page.getByRole('tab', { name: 'Manage' }).click()
    await page.getByText('Connected by').waitFor()
  },
  'provider-oauth': waitForShown('Connect Salesforce'),
  'provider-metadata': waitForShown('Subdomain'),
  'provider-api-key': waitForShown('API key'),
  'provider-password': waitForShown('Client secret'),
  'provider-key-as-basic': waitForShown('API key'),
  'provider-custom': waitForShown('Access token'),
  'provider-steps': waitForShown('Username'),
  'provider-steps+refused': async (page) => {
    await page.getByLabel('Username').fill('hank')
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
  },
  'provider-pages': waitForShown('Connect Consent'),
  'provider-pages-connected': waitForShown('Sign in again'),
  'provider-none': waitForShown('Connect Open'),
  'provider-unsupported': waitForShown('Signed'),
  'provider-api-key+refused': async (page) => {
    await page.getByLabel('API key').fill('wrong')
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('The key was refused.').waitFor()
  },
  'provider-basic': waitForShown('Username'),
  'provider-client-credentials': waitForShown('Client ID'),
  approval: waitForShown('Falk'),
  'approval+outdated': async (page) => {
    await page.getByText('Falk').waitFor()
    await page.evaluate(() => {
      const [approval] = window.fakeApi.state.approvals
      const [record] = approval?.records ?? []
      if (!approval || !record) throw new Error('No write waits.')
      approval.shown = 'later'
      record.fields = [{ name: 'last_name', old: 'Holm', new: 'Falk' }]
    })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('has changed in the meantime').waitFor()
    await page.getByText('Holm').waitFor()
  },
  'approval+rejecting': async (page) => {
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel('Reason (optional)').fill('Wrong customer')
  },
  'approval+approved': async (page) => {
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The change is on its way').first().waitFor()
  },
  'approval-delete': waitForShown('Delete Contact?'),
  'approval-new': waitForShown('New record'),
  'approval-broken': waitForShown('Try again'),
  accounts: waitForShown('Add account'),
  'accounts+adding': async (page) => {
    await page.getByRole('button', { name: 'Add account' }).click()
    await page.getByLabel('Name of the account').fill('Salesforce sync')
    await page.getByText('Another account has this name.').waitFor()
  },
  'accounts+renaming': async (page) => {
    await page.getByRole('button', { name: 'Rename Sales EMEA' }).click()
  },
  'accounts+opened': async (page) => {
    await page.getByRole('button', { name: 'Manage Sales EMEA' }).click()
    await page.getByRole('button', { name: 'Back' }).waitFor()
    await page.getByText('Always shared').waitFor()
  },
  'accounts-limited': waitForShown('Reading resumes at'),
  'accounts-none': waitForShown('Connect Salesforce'),
  'accounts-broken': waitForShown('Try again'),
  destinations: waitForShown('Add webhook'),
  'destinations+adding': async (page) => {
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByLabel('Name').fill('Reporting')
    await page.getByLabel('URL').fill('https://10.0.0.1/hook')
    await page.getByRole('checkbox', { name: 'Records' }).check()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText('This address is not accepted').waitFor()
  },
  'destinations+secret': async (page) => {
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByLabel('Name').fill('Reporting')
    await page.getByLabel('URL').fill('https://hooks.acme.example/reporting')
    await page.getByRole('checkbox', { name: 'Records' }).check()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByRole('button', { name: 'Copy secret' }).waitFor()
  },
  'destinations+opened': async (page) => {
    await page.getByRole('button', { name: 'Manage Billing' }).click()
    await page.getByText('Attempts Records').click()
    await page.getByText('Your system answered 500.').waitFor()
  },
  'destinations+failing': async (page) => {
    await page.getByRole('button', { name: 'Manage Warehouse' }).click()
    await page.getByRole('button', { name: 'Send test message' }).click()
    await page.getByText('The test message was not accepted.').first().waitFor()
  },
  'destinations+rotating': async (page) => {
    await page.getByRole('button', { name: 'Manage Billing' }).click()
    await page.getByRole('button', { name: 'Replace secret' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'destinations-none': waitForShown('No webhooks yet.'),
  'destinations-not-offered': waitForShown('does not offer webhooks'),
  'destinations-forbidden': waitForShown('You may not manage webhooks'),
  list: waitForShown('Search integrations'),
  'list+found': async (page) => {
    await page.getByLabel('Search integrations').fill('zen')
    await page.getByRole('button', { name: 'Install Zendesk' }).waitFor()
  },
  'list+nothing': async (page) => {
    await page.getByLabel('Search integrations').fill('qqq')
    await page.getByText('No integrations found').waitFor()
  },
  'list+opened': async (page) => {
    await page.getByRole('button', { name: /^Manage/ }).click()
    await page.getByText('Always shared').waitFor()
  },
  'list-selects': waitForShown('Search integrations'),
  'list-empty': waitForShown('No integrations found.'),
  'list-broken': waitForShown('Try again'),
  'provider-connected': waitForShown('Ana Ruiz'),
  'provider-connected+disconnect': async (page) => {
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').waitFor()
  },
}

/** Returns the screen of a state: `configure+missing` belongs to `configure`. */
export const getStateScreen = (state: string): string =>
  state in screens ? state : state.replace(/\+.*$/, '')
