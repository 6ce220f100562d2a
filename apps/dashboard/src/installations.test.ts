import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signInLink } from './testing/fake-platform.ts'
import { it } from './testing/in-chromium.ts'

const findRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

it('links from an installation to the log of its operation', async ({ page, heading, open }) => {
  await open('/projects/demo/installations')

  await page.getByRole('link', { name: 'Northwind Traders' }).click()
  await heading('Northwind Traders').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /Read account.*In progress/ })
    .getByRole('link')
    .click()

  await page.getByText('The provider asked to slow down').waitFor()
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('3250')
})

it('shows the reason of the provider for a rejected connection or app', async ({ page, open }) => {
  await open('/projects/demo/connections/conn_2')
  await page.getByText(/invalid_grant.*sign in again.*Next attempt/).waitFor()
  await page.getByText('Needs sign-in', { exact: true }).first().waitFor()

  await open(`/projects/demo/provider-apps`)

  await page.getByRole('row', { name: /HubSpot Rejected.*BAD_CLIENT_SECRET/ }).waitFor()
})

it('opens the installation of a customer by the names of integration and customer', async ({
  platform,
  page,
  open,
}) => {
  const installation = platform.records.installations.find(({ id }) => id === 'inst_2')
  const groupRef = (installation?.group ?? installation?.connection.group)?.groupRef

  await open(`/projects/demo/installations/${installation?.integrationId}/${groupRef}`)
  await page.waitForURL(/\/installations\/int_\d+\/inst_2$/)

  await open(`/projects/demo/installations/int_1/nobody`)
  await page.getByText('The customer nobody has not installed').waitFor()
})

it('warns on an integration that customers cannot connect without a provider app', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  const warning = page.getByText('Customers cannot connect: the project has no provider app')
  await open('/projects/demo/integrations/int_2')
  await page.getByRole('heading', { name: 'Revisions' }).waitFor()
  await expect.poll(() => warning.count()).toBe(0)

  platform.records.providerApps.length = 0
  await open('/projects/demo/integrations/int_2')
  await warning.waitFor()

  expect(await brokenRules()).toEqual([])
  await page.getByRole('link', { name: 'Add provider app' }).waitFor()
})

it('shows how changes arrive and why they do not', async ({ page, open }) => {
  await open('/projects/demo/installations/int_1/inst_1')

  await page.getByText('by event stream').waitFor()
  await page.getByText('The connected user may not listen.').first().waitFor()
})

it('shows on the timeline who deployed and links to the changes', async ({ page, open }) => {
  await open('/projects/demo/installations/int_1/inst_1')
  const deploy = page.getByRole('listitem').filter({ hasText: 'Integration updated to' })
  await deploy.getByText('by ana@acme.example').waitFor()
  await page.getByRole('link', { name: 'Scheduled reads of contact paused' }).waitFor()

  await deploy.getByRole('link', { name: 'a new revision' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revision details' })
  await dialog.getByText('read.objects[contact].schedule').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})

it('shows who uses an integration before it is deleted anyway', async ({
  platform,
  page,
  heading,
  open,
}) => {
  await open('/projects/demo/integrations/salesforce-sync')
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  const before = platform.records.integrations.length

  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('has it installed (inst_1)').waitFor()
  const kept = platform.records.integrations.length
  await dialog.getByRole('button', { name: 'Delete anyway' }).click()
  await dialog.getByText('installations that were uninstalled: 2').waitFor()
  await page.keyboard.press('Enter')
  await heading('Integrations').waitFor()

  expect(kept).toBe(before)
  expect(platform.records.integrations).toHaveLength(before - 1)
  expect(platform.calls).toContain('DELETE /v1/projects/demo/integrations/int_1?force=true')
})

it('pauses an object with a visible note and resumes it', async ({ page, open }) => {
  await open('/projects/demo/installations/int_1/inst_1')

  await page.getByRole('button', { name: 'Pause contact' }).click()
  await page.getByLabel('Note').fill('We move to another sandbox.')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
  await findRow(page, 'contact').getByText('We move to another sandbox.').waitFor()
  await page.getByRole('button', { name: 'Resume contact' }).click()

  await page.getByRole('button', { name: 'Pause contact' }).waitFor()
})

it('reports lost access after fields are reloaded', async ({ platform, page, open }) => {
  const [installation] = platform.records.installations
  await open('/projects/demo/installations/int_1/inst_1')
  await findRow(page, 'contact').first().waitFor()
  const reason = 'Salesforce no longer lets this user see `Email`.'
  Object.assign(installation!.objects['contact']!, { health: { state: 'failing', reason } })

  await page.getByRole('button', { name: 'Reload fields' }).click()
  await page.getByText('Fields reloaded.').waitFor()
  await findRow(page, 'contact').first().getByText(reason).waitFor()
  const [object] = platform.records.hydrated.read?.objects ?? []
  object!.error = 'No contact here.'
  await page.getByRole('button', { name: 'Reload fields' }).click()

  await page.getByText('contact: No contact here.').waitFor()
  expect(platform.calls.filter((call) => call.includes(':hydrate'))).toEqual(
    Array(2).fill(
      'GET /v1/projects/demo/integrations/int_1/revisions/rev_1:hydrate?connectionId=conn_1',
    ),
  )
})

it('warns of computed fields, whose changes a scheduled read may miss', async ({
  platform,
  page,
  open,
}) => {
  const [installation] = platform.records.installations
  Object.assign(installation!.objects['contact']!, { calculatedFields: ['Score__c'] })

  await open('/projects/demo/installations/int_1/inst_1')

  await page.getByText('The provider computes Score__c.').waitFor()
  await expect.poll(() => page.getByText('The provider computes').count()).toBe(1)
})

it('offers no resume for removed reads, missing destinations and stopped objects', async ({
  platform,
  page,
  open,
}) => {
  const [installation] = platform.records.installations
  Object.assign(installation!.objects['account']!, { state: 'paused', pausedFor: 'destination' })
  await open('/projects/demo/installations/int_1/inst_1')
  await findRow(page, 'lead').waitFor()

  await expect.poll(() => findRow(page, 'lead').getByRole('button').count()).toBe(0)
  await expect.poll(() => findRow(page, 'account').getByRole('button').count()).toBe(0)
  await expect.poll(() => findRow(page, 'task').getByRole('button').count()).toBe(0)
})

it('shows custom fields with their outcomes', async ({ page, open }) => {
  await open('/projects/demo/installations/int_1/inst_1')
  await page.getByRole('link', { name: 'Configuration', exact: true }).click()

  const fields = page.getByRole('table', { name: 'Custom fields' })
  await fields.getByText('Seniority_Level__c').waitFor()
  expect(await fields.getByRole('row').nth(1).innerText()).toMatch(/Created.*no index/s)
  expect(await fields.getByRole('row').nth(2).innerText()).toMatch(/Refused.*of another type/s)
})

it('cancels a read after confirmation and offers no cancel for a write', async ({
  page,
  heading,
  open,
}) => {
  await open('/projects/demo/operations/op_4')
  await heading('Write contact').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Cancel read' }).count()).toBe(0)

  await open(`/projects/demo/operations/op_2`)
  await page.getByRole('button', { name: 'Cancel read' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel read' }).click()

  await page.getByText('Canceled.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Cancel read' }).count()).toBe(0)
})

it('says what an operation has counted', async ({ page, open }) => {
  await open('/projects/demo/operations/op_2')
  await page.getByText(/^[\d,]+ of [\d,]+ records read \(\d+%\)$/).waitFor()

  await open('/projects/demo/operations/op_4')
  await page.getByText(/^[\d,]+ records? written$/).waitFor()
})

it('starts a read from an installation and opens the operation', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/installations/int_1/inst_1')
  await page.getByRole('button', { name: 'Read now' }).click()
  await page.getByLabel('Records').selectOption('All records (backfill)')
  await page.getByRole('dialog').getByRole('button', { name: 'Read now' }).click()

  await page.waitForURL('**/operations/op_2')
  expect(platform.calls).toContain('POST /read/v1/projects/demo/integrations/int_1/objects/contact')
})

it('changes a configuration and reports invalid JSON', async ({ page, open }) => {
  await open('/projects/demo/installations/int_1/inst_1')
  await page.getByRole('button', { name: 'Change configuration' }).click()
  await page.getByLabel('Configuration (JSON)').fill('{')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.locator('.field-error').getByText('Invalid JSON').waitFor()
})

it('preselects a backfill for an object that was never read', async ({ platform, page, open }) => {
  const [installation] = platform.records.installations
  for (const object of Object.values(installation!.objects)) delete object.watermark
  await open('/projects/demo/installations/int_1/inst_1')
  await page.getByRole('button', { name: 'Read now' }).click()

  const records = page.getByLabel('Records')
  expect(await records.locator('option:checked').innerText()).toBe('All records (backfill)')
})

it('creates a sign-in link with the chosen lifetime', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/connections/conn_2')
  const offers = page.getByRole('button', { name: 'sign-in link' })
  await offers.waitFor()
  expect(await offers.allInnerTexts()).toEqual(['Send sign-in link'])
  await offers.click()
  await page.getByLabel('Valid for').selectOption('7 days')
  await page.getByRole('button', { name: 'Create link' }).click()

  await page.getByText(signInLink).waitFor()
  expect(platform.calls.some((call) => call.endsWith(':oauth-update?linkHours=168'))).toBe(true)
  expect(await brokenRules()).toEqual([])

  await open('/projects/demo/installations/int_1/inst_2')
  await page.getByRole('button', { name: 'Uninstall' }).waitFor()
  expect(await offers.allInnerTexts()).toEqual(['Send sign-in link'])
  await offers.click()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
})

it('creates a link for credentials and none for connections without them', async ({
  platform,
  page,
  open,
}) => {
  const [installation] = platform.records.installations
  installation!.connection.authScheme = 'apiKey'
  await open('/projects/demo/installations/int_1/inst_1')
  await page.getByRole('button', { name: 'Sign-in link' }).click()
  await page.getByRole('dialog').getByText('form for new').waitFor()

  installation!.connection.authScheme = 'none'
  await page.reload()
  await page.getByRole('button', { name: 'Uninstall' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Sign-in link' }).count()).toBe(0)
})

it('shows who paused an object and why, also with a rejected credential', async ({
  platform,
  page,
  open,
}) => {
  const [installation] = platform.records.installations
  for (const object of Object.values(installation!.objects)) {
    Object.assign(object, {
      state: 'paused',
      pausedFor: 'request',
      pausedReason: 'Until they have paid',
      pausedBy: 'builder:ana@acme.test',
      health: { state: 'needsSignIn', reason: 'Salesforce answered 400.' },
    })
  }
  await open('/projects/demo/installations/int_1/inst_1')

  await page.getByText('Paused by ana@acme.test: Until they have paid').first().waitFor()
})

it('shows the connections of a customer and which one needs sign-in', async ({ page, open }) => {
  await open('/projects/demo/customers/team-2')

  const connections = page.getByRole('table', { name: 'Connections' })
  await connections.getByRole('row', { name: /Salesforce.*Needs sign-in/ }).waitFor()
  await expect.poll(() => connections.getByRole('rowheader').count()).toBe(1)
  await connections.getByRole('link').click()
  await page.waitForURL('**/projects/demo/connections/conn_2')
})

it('expands a log entry to the provider call by keyboard', async ({ page, open }) => {
  await open('/projects/demo/operations/op_2')
  const call = page.locator('details', { hasText: '/services/data/v60.0/query' }).first()
  await call.locator('summary').focus()
  await page.keyboard.press('Enter')

  await call.getByText('sforce-limit-info: api-usage=18/15000').waitFor()
  await call.getByText('authorization: …').waitFor()
})

it('warns of dated changes of the provider that reach an object of the integration', async ({
  page,
  open,
}) => {
  const from = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const provider = {
    ...{ name: 'salesforce', displayName: 'Salesforce', authType: 'oauth2' },
    support: { read: true, write: true, subscribe: true, proxy: true },
    changes: [
      { from, what: 'Contacts need another scope.', objects: ['contact'] },
      { from, what: 'Leads end.', objects: ['lead'] },
    ],
  }
  await page.route('**/v1/providers/salesforce', (route) => route.fulfill({ json: provider }))
  await open('/projects/demo/integrations/salesforce-sync')
  await page.getByText(`From ${from}: Contacts need another scope.`).waitFor()

  expect(await page.getByText('Leads end.').count()).toBe(0)
})

it('previews a change on several live records, and counts those that match the filter', async ({
  page,
  open,
  brokenRules,
}) => {
  const record = (LastName: string, matchesFilter?: boolean) => ({
    objectName: 'contact',
    fields: { LastName },
    ...(matchesFilter !== undefined && { matchesFilter }),
  })
  const others = [true, false].map((matches, index) => ({
    before: record(`Berg ${index}`),
    after: record(`Berg ${index}`, matches),
  }))
  const preview = {
    ...{ before: record('Lind'), after: record('Lind', true), others },
    ...{ isRead: true, missingMappings: [] },
  }
  await page.route('**/*:preview', (route) => route.fulfill({ json: preview }))
  await open('/projects/demo/integrations/salesforce-sync')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByText('2 of 3 records match the filter').waitFor()

  const last = page.getByRole('table', { name: 'Record 3 of 3, before and after' })
  expect(await last.innerText()).toContain('Berg 1')
  expect(await page.getByText('it does not match the filter').count()).toBe(1)
  expect(await brokenRules()).toEqual([])
})

it('previews the effects of a rollback', async ({ platform, page, open }) => {
  const { read } = platform.records.integrations[0]!.latestRevision.content
  read!.objects!.push({ objectName: 'lead', destination: 'app-webhook', schedule: '@daily' })
  await open('/projects/demo/integrations/salesforce-sync')
  await page.getByRole('button', { name: 'Roll back to rev_0' }).click()
  await page.getByText('is read every hour (2 installations: team-1, team-2)').waitFor()
  await page.getByLabel('Pause reads of lead').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(platform.calls.some((call) => call.endsWith('/rev_0:rollback?destructive=true'))).toBe(
    true,
  )
})

it('rolls back with force after listing the installations that would fail', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  const rollbacks = () => platform.calls.filter((call) => call.includes(':rollback'))
  platform.records.breaking =
    'contact: 0 of 12 accounts have `LastNam`: 12 installations would fail.'
  await open('/projects/demo/integrations/salesforce-sync')
  await page.getByRole('button', { name: 'Roll back to rev_0' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click()

  await dialog.getByText('0 of 12 accounts have `LastNam`: 12 installations would fail').waitFor()
  await dialog.getByRole('button', { name: 'Roll back anyway' }).waitFor()
  expect(rollbacks()).toEqual([expect.not.stringContaining('force')])
  expect(await brokenRules()).toEqual([])
  await dialog.getByRole('button', { name: 'Roll back anyway' }).click()

  await dialog.waitFor({ state: 'detached' })
  expect(rollbacks()).toEqual([expect.anything(), expect.stringContaining('force=true')])
})

it('blocks a rollback until its errors are fixed', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  const { findings } = platform.records.rehearsal
  findings.push({
    rule: 'destination-not-found',
    severity: 'error',
    message: 'The project has no destination `app-webhok`.',
    suggestion: 'Did you mean `app-webhook`?',
    line: 1,
    column: 1,
    path: 'integrations[0].read.objects[0].destination',
  })
  await open('/projects/demo/integrations/salesforce-sync')
  await page.getByRole('button', { name: 'Roll back to rev_0' }).click()
  const dialog = page.getByRole('dialog')

  await dialog.getByText('no destination `app-webhok`. Did you mean `app-webhook`?').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Roll back' }).count()).toBe(0)
  expect(await brokenRules()).toEqual([])
  findings.length = 0
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await dialog.getByRole('button', { name: 'Roll back' }).waitFor()
})

it('shows manifest changes and folds long ones', async ({ platform, page, open, brokenRules }) => {
  await open('/projects/demo/integrations/salesforce-sync?revision=rev_1')
  const dialog = page.getByRole('dialog')
  expect(await dialog.locator('ins[data-lines]').textContent()).toBe(
    [
      'added: + objectName: company',
      '+ schedule: "@daily"',
      '+ requiredFields:',
      '+   - fieldName: name',
      '+     mapToName: companyName',
    ].join('\n'),
  )
  const fields = Array.from({ length: 500 }, (_, index) => ({ fieldName: `custom_field_${index}` }))
  const objects = Array.from({ length: 30 }, (_, index) => `object_${index}`)
  platform.records.comparison = [
    { path: 'read.objects[wide]', before: { objectName: 'wide', optionalFields: fields } },
    ...objects.flatMap((name) =>
      fields.slice(0, 50).map(({ fieldName }) => ({
        path: `read.objects[${name}].optionalFields[${fieldName}]`,
        after: { fieldName },
      })),
    ),
  ]
  await page.setViewportSize({ width: 320, height: 400 })
  await page.reload()
  await dialog.getByText('read.objects[object_29] 50 changes').waitFor()
  expect(await dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0)

  await expect.poll(() => dialog.locator('ins, del').count()).toBe(0)
  expect(await brokenRules()).toEqual([])
  await dialog.getByText('read.objects[wide] 1 change').click()
  await dialog.getByText('removed: 502 lines').click()
  await dialog.getByText('−   - fieldName: custom_field_499').waitFor()
  await dialog.getByText('read.objects[object_7] 50 changes').click()
  await expect.poll(() => dialog.locator('ins').count()).toBe(50)
})

it('completes platform.yaml by its schema and shows findings in place', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/integrations/salesforce-sync')
  const file = page.getByRole('textbox', { name: 'platform.yaml' })
  platform.records.rehearsal.findings = [
    {
      rule: 'schedule',
      severity: 'error',
      message: 'The schedule is invalid.',
      line: 2,
      column: 1,
      path: 'integrations[0]',
    },
  ]
  await file.press('Control+a')
  await file.evaluate((editor, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const how = { clipboardData, bubbles: true, cancelable: true }
    editor.dispatchEvent(new ClipboardEvent('paste', how))
  }, 'specVersion: 1.0.0\nintegrations:\n  - name: crm\n    ')
  await page.getByText('Line 2: The schedule is invalid.').waitFor()
  await page.locator('.cm-lintRange-error').waitFor()
  await file.press('Control+End')
  await page.keyboard.type('mo')
  await page.getByRole('option', { name: 'module' }).waitFor()
  expect(await brokenRules()).toEqual([])
  // A completion that has just been shown cannot be accepted by accident.
  await page.waitForTimeout(100)
  await page.keyboard.press('Enter')
  await expect.poll(() => file.innerText()).toContain('    module: ')
  await page.keyboard.press('Tab')

  expect(await file.evaluate((one) => one.matches(':focus'))).toBe(false)
})

it('shows the current records of an object only when asked and allowed', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  const isList = (call: string) => call.includes('/objects/contact/records')
  platform.records.supportAccess = false
  await open('/projects/demo/installations/int_1/inst_1')
  await page.getByRole('link', { name: 'Records', exact: true }).click()
  await page.getByText('The list is incomplete since').waitFor()
  await page.getByText('3,200').waitFor()
  expect(platform.calls.filter(isList)).toEqual([])
  await page.getByRole('button', { name: 'View records' }).click()
  await page.getByText('Support access is off').waitFor()
  platform.records.supportAccess = true
  await page.reload()

  await page.getByLabel('Also deleted records').check()
  await page.getByRole('button', { name: 'View records' }).press('Enter')
  const record = page.getByRole('region', { name: 'Record', exact: true })
  await record.getByText('"ana@northwind.example"').first().waitFor()
  await page.getByRole('button', { name: '103' }).press('Enter')
  await page.getByText('The record was deleted.').waitFor()
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await page.getByRole('button', { name: '102' }).press('Enter')
  await record.getByText('"ben@northwind.example"').first().waitFor()

  expect(await brokenRules()).toEqual([])
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})
