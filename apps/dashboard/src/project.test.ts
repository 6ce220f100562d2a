import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { connectLinkAddress, fakeAddresses } from './testing/fake-platform.ts'
import { chooseFilter } from './testing/filters.ts'
import { it } from './testing/in-chromium.ts'

const hasFocus = (locator: Locator) =>
  expect.poll(() => locator.evaluate((one) => one === document.activeElement)).toBe(true)

/** Chooses an action in the menu of a row. */
async function chooseAction(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}`, exact: true }).press('Enter')
  await page.getByRole('button', { name: `${action} ${row}`, exact: true }).press('Enter')
}

it('moves the focus to the heading of the new page', async ({ page, heading, open }) => {
  await open()
  await heading('Lumen CRM Hub').waitFor()

  await page.getByRole('link', { name: 'Destinations' }).click()
  await heading('Destinations').waitFor()

  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Destinations')
  expect(await page.title()).toBe('Destinations · Lumen CRM Hub')
})

it('requests the data of the overview while its screen is loading, and only once', async ({
  page,
  platform,
  heading,
  open,
}) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/overview-*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  const listCalls = () =>
    platform.calls.filter((call) => /\/projects\/demo\/(installations|connections)\b/.test(call))

  await open('/projects/demo')
  await expect.poll(() => listCalls().length).toBe(2)
  released.resolve()
  await heading('Lumen CRM Hub').waitFor()
  await page.getByRole('link', { name: 'Connections' }).last().waitFor()

  expect(listCalls().length).toBe(2)
})

it('fits the navigation into a window of 1280 by 800', async ({ page, heading, open }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open()
  await heading('Lumen CRM Hub').waitFor()

  const bottoms = await Promise.all(
    [
      page.getByRole('link', { name: 'Settings' }),
      page.getByRole('button', { name: 'Account menu' }),
    ].map(async (entry) => {
      const box = await entry.boundingBox()
      return (box?.y ?? 800) + (box?.height ?? 0)
    }),
  )
  const hidden = await page
    .locator('.areas')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)

  expect(Math.max(...bottoms)).toBeLessThanOrEqual(800)
  expect(hidden).toBe(0)
})

it('switches projects and closes the menu with Escape', async ({
  page,
  heading,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/settings')
  await page.getByRole('link', { name: 'Lumen', exact: true }).waitFor()
  const switcher = page.getByRole('button', { name: 'Switch project' })

  await switcher.press('Enter')
  const menu = page.getByRole('navigation', { name: 'Projects and organizations' })
  await menu.getByRole('link', { name: 'Lumen CRM Hub' }).waitFor()
  expect(await brokenRules()).toEqual([])
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await hasFocus(switcher)
  await switcher.press('Enter')
  await menu.getByRole('link', { name: 'Lumen CRM Hub' }).press('Enter')

  await heading('Lumen CRM Hub').waitFor()
  expect(await page.title()).toBe('Overview · Lumen CRM Hub')
  await menu.waitFor({ state: 'detached' })
})

it('creates a connect link that is shown once, and revokes another of a customer without connections', async ({
  platform,
  page,
  open,
}) => {
  const group = { groupRef: 'team-new', groupName: 'Contoso Robotics' }
  Object.assign(platform.records.connectLinks[1] ?? {}, { group })
  await open('/projects/demo/connect-links')
  await page.getByRole('link', { name: 'Contoso Robotics' }).press('Enter')
  await page.getByText('Contoso Robotics has not connected anything yet').waitFor()
  await page.getByRole('link', { name: 'View connect links' }).press('Enter')
  await page.getByRole('button', { name: 'Create connect link' }).press('Enter')
  await page.getByLabel('Integration').selectOption('hubspot-sync')
  await page.getByLabel('Customer reference').fill('team-9')
  await page.getByRole('button', { name: 'Create link' }).press('Enter')
  await page.getByText(connectLinkAddress).waitFor()

  await page.getByLabel('Valid for').selectOption('24')
  await page.getByText(connectLinkAddress).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByText('Expires soon').waitFor()
  await page
    .getByRole('button', { name: 'Actions for the link of Contoso Robotics' })
    .press('Enter')
  await page.getByRole('button', { name: 'Revoke the link of Contoso Robotics' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter')

  await page.getByText('Expires soon').waitFor({ state: 'detached' })
  expect(platform.calls).toContain('POST /v1/projects/demo/integrations/hubspot-sync/connect-links')
  expect(platform.records.connectLinks.map(({ id }) => id)).toEqual(['clnk_1'])
})

it('shows what a waiting write changes, and approves what was shown', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/approvals')
  const of = 'Update contact of team-1'
  await page.getByRole('button', { name: `Actions for ${of}` }).press('Enter')
  await page.getByRole('button', { name: `Show changes of ${of}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Falk').waitFor()
  const changed = await dialog.getByText('Lind').innerText()
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })

  await page.getByText('by ana@lumen.example').first().waitFor()
  expect(changed).toBe('Lind')
  expect(platform.calls).toContain('POST /v1/projects/demo/approvals/apr_1:approve')
  expect(platform.records.approvals[0]).toMatchObject({ state: 'approved' })
})

it('shows changes of the look in the components, warns of low contrast and saves them', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/appearance')
  const preview = page.getByRole('region', { name: 'Preview' })
  const surface = () =>
    preview.locator('.plat-root').evaluate((root) => getComputedStyle(root).backgroundColor)
  await preview.getByRole('tab', { name: 'Contact' }).waitFor()

  await page.getByRole('radio', { name: 'Linen' }).check({ force: true })
  await expect.poll(surface).toBe('rgb(255, 253, 249)')
  await page.getByRole('radio', { name: 'Dark', exact: true }).check({ force: true })
  await expect.poll(surface).toBe('rgb(26, 23, 19)')
  await preview.getByText('All text is easy to read').waitFor()
  expect(await brokenRules()).toEqual([])
  await page.getByLabel('Danger', { exact: true }).fill('#552222')
  await preview.getByText(/^Errors on .* in dark mode: contrast 1\.\d, at least 4.5/).waitFor()
  await preview.getByLabel('Screen').selectOption('List of integrations')
  await preview.getByRole('button', { name: /^Manage/ }).waitFor()
  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await page.getByText('logo.gif is not a PNG').waitFor()
  await page.getByRole('button', { name: 'Save for the hosted page' }).press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()

  const css = await page.getByLabel('CSS', { exact: true }).innerText()
  expect(css).toContain('--plat-colors-danger: light-dark(#ad2f2a, #552222);')
  expect(css).toContain('--plat-spacing: 18px;')
  expect(platform.records.branding).toMatchObject({
    light: { danger: '#ad2f2a' },
    dark: { danger: '#552222' },
    borderRadius: 12,
  })
})

it('shows the pages of an area as tabs', async ({ page, open, heading }) => {
  await open('/projects/demo')
  await page.getByRole('link', { name: 'Activity' }).click()
  await heading('Operations').waitFor()

  const tabs = page.getByRole('navigation', { name: 'Activity' }).getByRole('link')
  await tabs.getByText('Logs').click()

  await heading('Logs').waitFor()
  expect(await tabs.allInnerTexts()).toEqual(['Operations', 'Approvals', 'Logs', 'Live tail'])
  await page
    .getByRole('link', { name: 'Activity', exact: true })
    .and(page.locator('[aria-current=page]'))
    .waitFor()
})

it('guides an empty project to its first installation', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  const { records } = platform
  for (const list of [records.installations, records.jwtKeys, records.apiKeys]) list.length = 0
  records.integrations.length = 0
  records.connections.length = 0
  await open('/projects/demo')
  const step = (title: RegExp) => page.getByRole('listitem').filter({ hasText: title })

  await step(/3. Register a JWT key/)
    .getByText('Next', { exact: true })
    .waitFor()

  await step(/1. Add your OAuth client/)
    .getByText('Done')
    .waitFor()
  await step(/4. Deploy/)
    .getByText('4. Deploy platform.yaml')
    .click()
  await page
    .getByText(`export PLATFORM_BASE_URL=${new URL(fakeAddresses.registry).origin}`)
    .waitFor()
  await page.getByText('export PLATFORM_PROJECT=demo').waitFor()
  await page.getByText('destination: app-webhook').waitFor()
  expect(await brokenRules()).toEqual([])

  await page.getByRole('button', { name: 'Deploy this example' }).press('Enter')
  await expect
    .poll(() => platform.calls.join())
    .toContain('PUT /v1/projects/demo/integrations:batch')
  await step(/7. Receive the first record/)
    .getByText('Done')
    .waitFor()
  await page.getByRole('button', { name: 'Hide' }).press('Enter')
  await page.reload()
  await page.getByRole('button', { name: 'Show setup steps' }).press('Enter')
  await step(/7. Receive the first record/).waitFor()
})

it('marks setup steps as done without a reload', async ({ platform, page, open }) => {
  const { records } = platform
  const [[destination], [installation]] = [records.destinations, records.installations]
  for (const list of [records.installations, records.destinations]) list.length = 0
  await page.clock.install()
  platform.publish('operations')
  await open('/projects/demo')
  const waitUntilDone = (title: string) =>
    page.getByRole('listitem').filter({ hasText: title }).getByText('Done').waitFor()
  await page.getByText('npx platform destinations create inbox --pull --save-to .env').waitFor()
  await page.getByText('6. Install a test integration').waitFor()
  await expect.poll(() => platform.watching()).toBe(1)

  // Streams do not report changes of configuration.
  records.destinations.push(destination!)
  await page.clock.fastForward(5_000)
  await waitUntilDone('2. Create a destination')
  records.installations.push(installation!)
  platform.publish('operations')

  await waitUntilDone('6. Install a test integration')
  // The overview has these lists.
  expect(platform.calls.join('\n')).not.toMatch(/(destinations|integrations)\?pageSize=5\b/)
})

it('hides the setup steps after the first installation', async ({ page, open }) => {
  await open('/projects/demo')
  await page.getByRole('heading', { name: 'Latest deliveries' }).waitFor()
  await page.getByRole('row').nth(5).waitFor()

  await expect.poll(() => page.getByRole('heading', { name: 'Getting started' }).count()).toBe(0)
})

it('shows an error page with navigation when a page fails to render', async ({
  platform,
  page,
  heading,
  open,
}) => {
  // React's warnings about it are expected.
  page.removeAllListeners('console')
  platform.records.replays = JSON.parse('[{"id":"rpl_1"}]')
  await open('/projects/demo/replays')
  await heading('Could not show this page').waitFor()

  await page.getByRole('link', { name: 'Settings' }).click()

  await heading('Settings').waitFor()
})

it('jumps to a customer, an ID or a page from search', async ({
  page,
  heading,
  open,
  brokenRules,
}) => {
  await open('/projects/demo')
  await heading('Lumen CRM Hub').waitFor()
  const jump = async (text: string, option: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Name, ID or page' }).fill(text)
    await page.getByRole('option', { name: option, selected: true }).waitFor()
    await page.keyboard.press('Enter')
  }

  await jump('contoso', /Contoso Robotics/)
  await heading('Contoso Robotics').waitFor()
  expect(new URL(page.url()).pathname).toBe('/projects/demo/customers/team-2')
  await page.getByRole('table', { name: 'Installations' }).waitFor()

  await jump('dlv_70', /connection.error/)
  await heading('connection.error').waitFor()

  await jump('"requestId":"req_01M825N7H7E00B9FV8RWRQGGGC"', /Changes made by this request/)
  await heading('Audit log').waitFor()
  expect(new URL(page.url()).searchParams.get('request')).toBe('req_01m825n7h7e00b9fv8rwrqgggc')
  await open('/projects/demo')
  await heading('Lumen CRM Hub').waitFor()

  await jump('jwt', /JWT keys/)
  await heading('JWT keys').waitFor()

  await page.getByRole('button', { name: /Search/ }).click()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('option', { name: /Appearance/, selected: true }).waitFor()
  expect(await brokenRules()).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(
    await page
      .getByRole('button', { name: /Search/ })
      .evaluate((one) => one === document.activeElement),
  ).toBe(true)
})

it('reports an unknown project once, and a deleted record without a retry', async ({
  page,
  heading,
  open,
}) => {
  await open('/projects/elsewhere/deliveries')

  await heading('Project not found').waitFor()

  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await page.getByRole('link', { name: 'Go to your projects' }).click()
  await heading('Projects').waitFor()

  await open('/projects/demo/connections/conn_9')
  await page.getByText(/may have been deleted/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

it('shows a new API key once', async ({ page, open }) => {
  await open('/projects/demo/api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Label').fill('Nightly job')
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await page.getByText('plat_full_3xAmPlEsEcReT').waitFor()
  await page.getByRole('button', { name: 'I copied the key' }).click()

  await page.getByRole('rowheader', { name: 'Nightly job' }).waitFor()
  await expect.poll(() => page.getByText('plat_full_3xAmPlEsEcReT').count()).toBe(0)
})

it('creates a key with capabilities, integrations and networks, and rotates it', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const creating = page.getByRole('dialog', { name: 'Create API key' })
  await creating.getByLabel('Label').fill('Monitoring')
  await creating.getByRole('radio', { name: /^Limited/ }).check()
  await creating.getByRole('checkbox', { name: /^observe/ }).check()
  await creating.getByRole('checkbox', { name: /^Only some integrations/ }).check()
  await creating.getByRole('checkbox', { name: 'salesforce-sync' }).check()
  await creating.getByLabel('Networks').fill('192.0.2.0/24\n2001:db8::/32')
  await creating.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'I copied the key' }).click()

  const row = page.getByRole('row').filter({ hasText: 'Monitoring' })
  await row.getByText('Only salesforce-sync').waitFor()
  expect(platform.records.apiKeys[0]).toMatchObject({
    scopes: ['observe'],
    allowedNetworks: ['192.0.2.0/24', '2001:db8::/32'],
  })
  await chooseAction(page, 'Monitoring', 'Rotate')
  await page.getByRole('dialog').getByLabel('Previous key expires').selectOption('In a week')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()

  await page.getByText('plat_full_rOtAtEd').waitFor()
  const previousKey = row.getByText('Previous key expires')
  await previousKey.waitFor()
  const isCutOff = (text: Element) => {
    const cell = text.closest('td')
    return (
      cell === null || cell.scrollWidth > cell.clientWidth || text.scrollWidth > text.clientWidth
    )
  }
  expect(await previousKey.evaluate(isCutOff)).toBe(false)
})

it('asks before an agent is connected, and disconnects it', async ({ platform, page, open }) => {
  await open('/connect-agent?client_id=x')
  await page.getByRole('heading', { level: 1, name: 'Connect Claude' }).waitFor()
  const permission = (name: RegExp) => page.getByRole('checkbox', { name })
  await expect.poll(() => permission(/^View operations/).isDisabled()).toBe(true)
  await expect.poll(() => permission(/^Deploy/).isChecked()).toBe(true)
  await expect.poll(() => permission(/^Search and preview records/).isChecked()).toBe(false)
  await permission(/^Start reads/).check()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL('**/?connected')
  expect(platform.records.agents[0]?.capabilities).toEqual(['deploy', 'trigger'])

  await open('/projects/demo/agents')
  await page.getByRole('button', { name: 'Actions for Claude' }).first().click()
  await page.getByRole('button', { name: 'Disconnect Claude' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()

  await expect.poll(() => platform.records.agents.length).toBe(1)
})

it('shows which permissions the role of the builder lacks', async ({ platform, page, open }) => {
  platform.records.members[0]!.role = 'member'
  await open('/connect-agent?client_id=x')
  const permission = (name: RegExp) => page.getByRole('checkbox', { name })

  const lacked = permission(/^Deploy.*Requested, but your role member does not allow this/)
  await lacked.waitFor()
  await expect.poll(() => lacked.isDisabled()).toBe(true)
  await expect.poll(() => lacked.isChecked()).toBe(false)
  await expect
    .poll(() => permission(/^Search and preview.*Your role member/).isDisabled())
    .toBe(true)
  await permission(/^Start reads/).check()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL('**/?connected')
  expect(platform.records.agents[0]?.capabilities).toEqual(['trigger'])
})

it('shows which keys are unused', async ({ page, open }) => {
  await open('/projects/demo/api-keys')

  await page
    .getByRole('row')
    .filter({ hasText: 'Nightly export' })
    .getByText('Unused', { exact: true })
    .waitFor()
  await expect.poll(() => page.getByText('Unused', { exact: true }).count()).toBe(1)
})

it('keeps the focus when the focused element is removed or disabled', async ({
  page,
  open,
  heading,
}) => {
  await open('/projects/demo/api-keys')
  await page.getByRole('button', { name: 'Create API key' }).press('Enter')
  await page.getByLabel('Label').fill('Nightly job')
  await page.getByRole('button', { name: 'Create', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'I copied the key' }).press('Enter')
  await hasFocus(heading('API keys'))
  await chooseAction(page, 'Nightly job', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('rowheader', { name: 'Nightly job' }).waitFor({ state: 'detached' })
  await hasFocus(heading('API keys'))

  await page.getByRole('link', { name: 'Settings' }).press('Enter')
  await page.getByLabel('App name').fill('Another name')
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()
  await save.press('Enter')
  await expect.poll(() => save.isDisabled()).toBe(true)
  await hasFocus(save)

  await page.getByRole('button', { name: 'Account menu' }).press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await heading('Forgot your password?').waitFor()
  await hasFocus(page.getByLabel('Email'))
})

it('creates a key with allowed origins and changes them', async ({ page, open }) => {
  await open('/projects/demo/api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const creating = page.getByRole('dialog', { name: 'Create API key' })
  await creating.getByLabel('Label').fill('Web shop')
  await expect.poll(() => creating.getByLabel('Origins').count()).toBe(0)
  await creating.getByLabel('UI library').check()
  await creating.getByLabel('Origins').fill('https://shop.example\n\nhttps://*.shop.example ')
  await creating.getByRole('button', { name: 'Create', exact: true }).click()

  const row = page.getByRole('row').filter({ hasText: 'Web shop' })
  await row.getByText('https://*.shop.example').waitFor()
  await chooseAction(page, 'Web shop', 'Edit')
  const editing = page.getByRole('dialog', { name: 'Edit “Web shop”' })
  expect(await editing.getByLabel('Origins').inputValue()).toBe(
    'https://shop.example\nhttps://*.shop.example',
  )
  // A public key does not become one of a server.
  await expect.poll(() => editing.getByRole('radio').count()).toBe(0)
  await editing.getByLabel('Origins').fill('https://new.example')
  await editing.getByRole('button', { name: 'Save' }).click()

  await row.getByText('https://new.example').waitFor()
  await expect.poll(() => row.getByText('shop.example').count()).toBe(0)
})

it('changes only what was edited of a key', async ({ page, open }) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  await open('/projects/demo/api-keys')
  const edit = async (label: string) => {
    await chooseAction(page, label, 'Edit')
    return page.getByRole('dialog', { name: `Edit “${label}”` })
  }
  const limited = await edit('Nightly export')
  await limited.getByRole('checkbox', { name: /^write:records/ }).uncheck()
  await limited.getByRole('checkbox', { name: /^observe/ }).check()
  await limited.getByRole('checkbox', { name: /^Only some integrations/ }).uncheck()
  await limited.getByLabel('Expires').selectOption('In 30 days')
  await limited.getByRole('button', { name: 'Save' }).click()
  await limited.waitFor({ state: 'detached' })
  const unchanged = await edit('Production server')
  await unchanged.getByRole('button', { name: 'Save' }).click()
  await unchanged.waitFor({ state: 'detached' })

  expect(sent).toEqual([
    {
      updateMask: ['scopes', 'integrationIds', 'expireTime'],
      apiKey: {
        scopes: ['read', 'observe'],
        integrationIds: null,
        expireTime: expect.stringMatching(/Z$/),
      },
    },
  ])
})

it('turns UI library keys off after confirmation and on again', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/api-keys')

  await page.getByRole('button', { name: 'Turn off…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Off', { exact: true }).waitFor()
  expect(platform.records.project.frontendKeys).toBe('off')
  await page.getByRole('button', { name: 'Turn on' }).click()

  await page.getByText('On', { exact: true }).waitFor()
  expect(platform.records.project.frontendKeys).toBe('allowed')
})

it('deactivates a key and shows its status', async ({ platform, page, open }) => {
  await open('/projects/demo/api-keys')

  await chooseAction(page, 'Web app', 'Deactivate')

  const row = page.getByRole('row', { name: 'Web app' })
  await row.getByText('Inactive').waitFor()
  const opener = row.getByRole('button', { name: 'Actions for Web app' })
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await opener.press('Enter')
  await page.getByRole('button', { name: 'Activate Web app', exact: true }).waitFor()
  expect(platform.records.apiKeys[1]?.active).toBe(false)
})

it('sends only changed project settings and follows a new name', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/settings')

  const name = page.getByLabel('Project name')
  await name.fill('lumen')
  await page.locator('form', { has: name }).getByRole('button', { name: 'Save' }).click()

  await page.waitForURL('**/projects/lumen/settings')
  expect(platform.records.project).toMatchObject({ name: 'lumen', appName: 'Lumen CRM Hub' })
})

it('asks before unsaved changes are left by link, history or closing', async ({
  page,
  heading,
  open,
}) => {
  await open('/projects/demo')
  await page.getByRole('link', { name: 'Settings' }).click()
  const field = page.getByLabel('App name')
  await field.fill('Lumen, renamed')
  const asked: string[] = []
  let goesOn = false
  page.on('dialog', async (dialog) => {
    asked.push(dialog.message())
    await (goesOn ? dialog.accept() : dialog.dismiss())
  })

  await page.getByRole('link', { name: 'Destinations' }).click()
  await expect.poll(() => asked.length).toBe(1)
  await page.evaluate(() => history.back())
  await expect.poll(() => asked.length).toBe(2)

  await expect.poll(() => field.inputValue()).toBe('Lumen, renamed')
  expect(new URL(page.url()).pathname).toBe('/projects/demo/settings')
  expect(
    await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))),
  ).toBe(true)
  goesOn = true
  await page.getByRole('link', { name: 'Destinations' }).click()
  await heading('Destinations').waitFor()
  expect(asked).toHaveLength(3)
})

it('shows an error and recovers on retry', async ({ platform, page, open }) => {
  platform.fail('/v1/projects/demo/connections')
  await open('/projects/demo/connections')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toMatch(/not available at the moment[^]*Wait a moment[^]*req_42/)

  platform.fail()
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByRole('rowheader', { name: /Northwind/ }).waitFor()
  await expect.poll(() => alert.count()).toBe(0)
})

it('reports a page that failed to load and loads it on retry', async ({
  platform,
  page,
  heading,
  open,
}) => {
  await open('/projects/demo')
  await heading('Lumen CRM Hub').waitFor()
  await page.route('**/assets/tail-*.js', (request) => request.abort())
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('link', { name: 'Live tail' }).click()
  await page.getByText('Could not load this page').waitFor()

  await page.unroute('**/assets/tail-*.js')
  platform.fail('/v1/projects/demo/logs')
  await page.getByRole('button', { name: 'Try again' }).click()

  // An unknown number is not shown as zero.
  await heading('Tail').waitFor()
  await page.getByText('not available at the moment').waitFor()
  await expect.poll(() => page.getByText('No activity yet').count()).toBe(0)
})

it('deletes a key after confirmation', async ({ platform, page, open }) => {
  await open('/projects/demo/jwt-keys')
  await chooseAction(page, 'Backend of last year', 'Delete')

  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()

  const deleted = page.getByRole('rowheader', { name: 'Backend of last year' })
  await deleted.waitFor({ state: 'detached' })
  expect(platform.records.jwtKeys).toHaveLength(1)
})

it('shows the redirect URI and finds providers by name', async ({ page, open }) => {
  await open('/projects/demo/provider-apps')
  await page.getByRole('button', { name: 'Add provider app' }).click()

  const form = page.getByRole('dialog', { name: 'Add provider app' })
  await form.getByText(fakeAddresses.redirectUri).waitFor()
  await form.getByRole('button', { name: 'Copy redirect URI' }).waitFor()
  await expect.poll(() => form.getByRole('radio').count()).toBe(2)
  await form.getByLabel('Search').fill('graph')
  await expect.poll(() => form.getByRole('radio').count()).toBe(1)
  await form.getByRole('radio', { name: 'Microsoft Graph' }).check()

  await expect.poll(() => form.getByLabel('Scopes').inputValue()).toBe('.default')
  await form.getByText('requires at least one scope').waitFor()
})

it('shows verification tokens that strangers may have sent, and accepts new ones', async ({
  page,
  open,
}) => {
  const receivedTime = new Date().toISOString()
  const received = { state: 'waiting', droppedEvents: 0, rejectedTime: receivedTime }
  const webhook = { url: 'https://acme.example/hook', ...received }
  const tokens = ['secret_1', 'secret_2'].map((token) => ({ token, receivedTime }))
  const tokensAcceptedUntil = new Date(Date.now() + 3_600_000).toISOString()
  let isReset = false
  await page.route(/\/v1\/providers$/, async (route) => {
    const reply = await route.fetch()
    const catalogue = await reply.json()
    const { hubspot } = catalogue
    const app = { ...hubspot.app, webhookSteps: ['Create a subscription.'] }
    await route.fulfill({ json: { ...catalogue, hubspot: { ...hubspot, app } } })
  })
  await page.route(/\/provider-apps\/papp_2\/webhook(:reset)?$/, async (route) => {
    isReset ||= route.request().method() === 'POST'
    const json = isReset
      ? { ...webhook, verificationTokens: [], tokensAcceptedUntil }
      : { ...webhook, verificationTokens: tokens }
    await route.fulfill({ json })
  })
  await open('/projects/demo/provider-apps')
  await chooseAction(page, 'the HubSpot app', 'Webhook')
  const dialog = page.getByRole('dialog', { name: /Webhook/ })
  await dialog.getByText('2 verification tokens arrived.').waitFor()
  await dialog.getByText('secret_2').waitFor()
  await dialog.getByText('Latest request without a valid signature').waitFor()

  await dialog.getByRole('button', { name: 'Accept new tokens' }).click()

  await dialog.getByText('New verification tokens are accepted until').waitFor()
  expect(await dialog.getByText('secret_2').count()).toBe(0)
})

it('finds a provider by capability and shows its verification', async ({
  page,
  open,
  platform,
}) => {
  await open('/projects/demo/catalogue')
  await chooseFilter(page, 'Capability', 'Read')
  await page.getByText('2 of 3 providers').waitFor()
  await chooseFilter(page, 'Verification', 'Specification')
  await page.getByText('1 of 3 providers').waitFor()
  await page.getByRole('link', { name: 'HubSpot' }).click()

  await page.getByText('Sample replies').first().waitFor()
  await page.getByText('Agrees with the provider’s document of 2026-11-28').waitFor()
  await page.getByText('This server overrides its URLs.').waitFor()
  await page.getByRole('rowheader', { name: 'Contacts' }).waitFor()
  const steps = page.getByRole('listitem')
  await page.getByRole('button', { name: 'Copy all scopes' }).waitFor()
  await page.getByText('crm.objects.contacts.read', { exact: true }).waitFor()
  await page.getByText('Upload a project with the CLI.').waitFor()
  await page.getByText('Accounts of an unlisted app: 25').waitFor()
  await page.getByText('Correct the client ID.').waitFor()
  await page.getByText('API v4 ends.').first().waitFor()
  await page.getByText('App rejected').waitFor()
  const refused = steps.filter({ hasText: 'client secret mismatch' })
  await refused.getByRole('link', { name: 'Provider apps' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Add HubSpot app' }).count()).toBe(0)

  delete platform.records.providerApps.find(({ provider }) => provider === 'hubspot')?.refusal
  await page.reload()
  await page.getByText('App added').waitFor()
  const added = steps.filter({ hasText: 'Your app is added' })
  await added.getByRole('link', { name: 'Connect links' }).waitFor()
})

it('guides through registering an app and fills its provider and scopes in', async ({
  page,
  open,
}) => {
  await open('/projects/demo/catalogue/microsoft')
  const steps = page.getByRole('listitem')
  await steps.filter({ hasText: fakeAddresses.redirectUri }).waitFor()
  await page.getByText('.default', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Add Microsoft Graph app' }).click()

  const form = page.getByRole('dialog', { name: 'Add provider app' })
  await expect.poll(() => form.getByLabel('Scopes').inputValue()).toBe('.default')
  await expect
    .poll(() => form.getByRole('radio', { name: 'Microsoft Graph' }).isChecked())
    .toBe(true)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'detached' })
})

it('exports monthly usage per customer', async ({ page, open }) => {
  await open('/projects/demo/customers')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export usage as CSV' }).click()

  const file = await (await saved).createReadStream()
  expect(String(await buffer(file))).toMatch(/^\uFEFFmonth,.*\r\n2026-03,team-1,Northwind Traders/)
})
