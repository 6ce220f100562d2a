import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDashboard } from './build.ts'
import { launchBrowser } from './testing/browser.ts'
import {
  ana,
  fakeAddresses,
  signInLink,
  startFakePlatform,
  type FakePlatform,
} from './testing/fake-platform.ts'

let browser: Browser
let platform: FakePlatform
let page: Page
let complaints: string[]

beforeAll(async () => {
  await buildDashboard()
  browser = await launchBrowser()
})
afterAll(() => browser.close())

beforeEach(async () => {
  platform = await startFakePlatform()
  complaints = []
  page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  page.setDefaultTimeout(8_000)
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
})
afterEach(async () => {
  await page.close()
  await platform.close()
  // Whatever the page's policy forbids, or React warns of, is said in the console.
  expect(complaints).toEqual([])
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

async function signIn(path = '/', { password = ana.password } = {}): Promise<void> {
  await page.goto(platform.url + path)
  await page.getByLabel('Email').fill(ana.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

it('opens the only project after signing in', async () => {
  await signIn()

  await heading('Lumen CRM Hub').waitFor()

  expect(new URL(page.url()).pathname).toBe('/projects/demo')
  expect(await page.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe(
    'page',
  )
})

it('says that the password is wrong, and lets one try again', async () => {
  await signIn('/', { password: 'wrong' })

  const alert = page.getByRole('alert')
  await alert.waitFor()

  expect(await alert.innerText()).toContain('The email or the password is wrong')
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isEnabled()).toBe(true)
})

it('asks for the code that was mailed after many wrong passwords', async () => {
  platform.askForMailCode('12345678')
  await signIn()
  const code = page.getByLabel('Code from the mail')
  const enter = async (text: string) => {
    await code.fill(text)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  await enter('00000000')
  await page.getByRole('alert').getByText('The code is not the one that was mailed').waitFor()
  await enter('12345678')

  await heading('Lumen CRM Hub').waitFor()
})

it('goes on at the page that was wanted before signing in', async () => {
  await signIn('/projects/demo/deliveries?status=failed')

  await heading('Deliveries').waitFor()

  expect(await page.getByLabel('Status').inputValue()).toBe('failed')
  await page.getByRole('row').nth(1).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
})

it('signs out, and shows nothing of before to whoever comes next', async () => {
  await signIn()
  await heading('Lumen CRM Hub').waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading('Sign in').waitFor()
  await page.reload()

  await heading('Sign in').waitFor()
  expect(await page.getByText('Lumen').count()).toBe(0)
})

it('asks for a new token when one is refused, without bothering anybody', async () => {
  await signIn()
  await heading('Lumen CRM Hub').waitFor()
  platform.refuseTokens()

  await page.getByRole('link', { name: 'API keys' }).click()

  await page.getByRole('rowheader', { name: 'Production server' }).waitFor()
  expect(platform.calls.filter((call) => call === 'GET /auth/token').length).toBeLessThanOrEqual(3)
})

it('renews a token before it expires', async () => {
  platform.letTokensLive(32)
  await signIn()
  await heading('Lumen CRM Hub').waitFor()
  const tokensAsked = () => platform.calls.filter((call) => call === 'GET /auth/token').length
  const before = tokensAsked()

  await page.waitForTimeout(3_000)
  await page.getByRole('link', { name: 'API keys' }).click()

  await page.getByRole('rowheader', { name: 'Production server' }).waitFor()
  expect(tokensAsked()).toBeGreaterThan(before)
})

it('asks to sign in again when the session has ended elsewhere', async () => {
  await signIn()
  await heading('Lumen CRM Hub').waitFor()
  platform.endSessions()

  await page.getByRole('link', { name: 'Connections', exact: true }).first().click()

  await heading('Sign in').waitFor()
  await page.getByText('Your session has ended').waitFor()
})

it('moves the focus to the heading of the page that was gone to', async () => {
  await signIn()
  await heading('Lumen CRM Hub').waitFor()

  await page.getByRole('link', { name: 'Destinations' }).click()
  await heading('Destinations').waitFor()

  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Destinations')
  expect(await page.title()).toBe('Destinations · Dashboard')
})

it('leads from an installation to the log of what it ran', async () => {
  await signIn('/projects/demo/installations')

  await page.getByRole('link', { name: 'Northwind Traders' }).click()
  await heading('Northwind Traders').waitFor()
  await page
    .getByRole('row', { name: /Read.*In progress/ })
    .getByRole('link')
    .click()

  await page.getByText('The provider asked to slow down').waitFor()
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('3250')
})

it('shows the newest deliveries first, and older ones page by page', async () => {
  await signIn('/projects/demo/deliveries')
  await page.getByRole('row').nth(50).waitFor()

  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByText('Page 2').waitFor()
  expect(await page.getByRole('row').count()).toBe(23)
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('row').nth(50).waitFor()
})

it('narrows deliveries to a customer and a time, by an address that leads there again', async () => {
  await signIn('/projects/demo/deliveries')
  await page.getByRole('row').nth(50).waitFor()

  await page.getByLabel('Customer').fill('team-2')
  await page.getByLabel('Time').selectOption('Last hour')

  await page
    .getByRole('row', { name: /Northwind/ })
    .first()
    .waitFor({ state: 'detached' })
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({ customer: 'team-2', since: '1h' })
  const last = platform.calls.findLast((call) => call.includes('/deliveries?')) ?? ''
  expect(last).toMatch(/groupRef=team-2&from=20\d\d-/)
  await page.reload()
  expect(await page.getByLabel('Customer').inputValue()).toBe('team-2')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page
    .getByRole('row', { name: /Northwind/ })
    .first()
    .waitFor()
})

it('leads an empty project to its first installation, by what is there', async () => {
  const { records } = platform
  for (const list of [records.installations, records.jwtKeys, records.apiKeys]) list.length = 0
  records.integrations.length = 0
  records.connections.length = 0
  await signIn('/projects/demo')
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
})

it('needs no getting started where a customer has installed', async () => {
  await signIn('/projects/demo')
  await page.getByRole('heading', { name: 'Latest deliveries' }).waitFor()
  await page.getByRole('row').nth(5).waitFor()

  expect(await page.getByRole('heading', { name: 'Getting started' }).count()).toBe(0)
})

it('jumps to a customer, an ID or a page by a few keys', async () => {
  await signIn('/projects/demo')
  await heading('Lumen CRM Hub').waitFor()
  const jump = async (text: string, option: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Customer, ID or page' }).fill(text)
    await page.getByRole('option', { name: option, selected: true }).waitFor()
    await page.keyboard.press('Enter')
  }

  await jump('contoso', /Contoso Robotics/)
  await heading('Contoso Robotics').waitFor()
  expect(new URL(page.url()).pathname).toBe('/projects/demo/customers/team-2')
  expect(await page.getByRole('table', { name: 'Installations' }).count()).toBe(1)

  await jump('dlv_70', /connection.error/)
  await heading('connection.error').waitFor()

  await jump('jwt', /JWT keys/)
  await heading('JWT keys').waitFor()

  await page.getByRole('button', { name: /Find/ }).click()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('option', { name: /Settings/, selected: true }).waitFor()
  expect(await brokenRules()).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(
    await page
      .getByRole('button', { name: /Find/ })
      .evaluate((one) => one === document.activeElement),
  ).toBe(true)
})

it('shows a delivery that happens while one looks on', async () => {
  await signIn('/projects/demo/deliveries')
  await page.getByRole('row').nth(50).waitFor()

  const [newest] = platform.records.deliveries
  if (!newest) throw new Error('The fake platform has no deliveries.')
  platform.records.deliveries.unshift({ ...newest, id: 'dlv_new', eventType: 'write.async.done' })

  await page.getByRole('rowheader', { name: 'write.async.done' }).waitFor()
})

it('shows at once what a stream tells of, and stands still when told to', async () => {
  platform.tell('deliveries')
  await signIn('/projects/demo/tail')
  await page.getByRole('link', { name: 'connection.error' }).waitFor()
  await expect.poll(() => platform.calls).toContain('GET /live/demo')
  const [newest] = platform.records.deliveries
  const happens = (
    id: `dlv_${string}`,
    eventType: 'connection.deleted' | 'installation.deleted',
  ) => {
    const now = new Date().toISOString()
    platform.records.deliveries.unshift({ ...newest!, id, eventType, createTime: now })
    platform.tell('deliveries')
  }

  happens('dlv_80', 'connection.deleted')
  await page.getByRole('link', { name: 'connection.deleted' }).waitFor({ timeout: 2_000 })
  await page.getByRole('button', { name: 'Pause' }).click()
  happens('dlv_81', 'installation.deleted')
  await expect.poll(() => platform.records.deliveries.length).toBe(74)

  expect(await page.getByRole('link', { name: 'installation.deleted' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('link', { name: 'installation.deleted' }).waitFor()
})

it('says once that there is no such project', async () => {
  await signIn('/projects/elsewhere/deliveries')

  await heading('There is no such project').waitFor()

  expect(await page.getByRole('alert').count()).toBe(0)
  await page.getByRole('link', { name: 'Go to your projects' }).click()
  await heading('Projects').waitFor()
})

it('says at the field what is wrong with it, and leads there', async () => {
  await signIn('/projects/demo/destinations')
  await page.getByRole('button', { name: 'Create a destination' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('refused')
  await page.getByRole('textbox', { name: 'URL' }).fill('https://10.0.0.1/')
  platform.refuse({ name: 'metadata.url', detail: 'Addresses of private networks are refused.' })

  await page.getByRole('button', { name: 'Create', exact: true }).click()

  const field = page.getByRole('textbox', { name: 'URL' })
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const described = (await field.getAttribute('aria-describedby')) ?? ''
  expect(await page.locator(`[id="${described}"]`).innerText()).toContain('private networks')
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
})

it('filters deliveries, and keeps the filter in the address', async () => {
  await signIn('/projects/demo/deliveries')
  await heading('Deliveries').waitFor()

  await page.getByLabel('Destination').selectOption({ label: 'lake' })
  await page.getByLabel('Event type').selectOption('read.backfill.done')

  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  expect(new URL(page.url()).search).toBe('?destination=dest_3&type=read.backfill.done')
})

it('retries a delivery that failed and shows the new attempt', async () => {
  await signIn('/projects/demo/deliveries/dlv_70')
  await page.getByText('Attempt 3').waitFor()
  expect(await page.getByRole('region', { name: 'Response' }).innerText()).toContain('HTTP 503')

  await page.getByRole('button', { name: 'Retry now' }).click()

  await page.getByText('Attempt 4').waitFor()
  await page.getByText('Delivered', { exact: true }).waitFor()
})

it('reveals a signing secret only when asked, and hides it again', async () => {
  await signIn('/projects/demo/destinations/dest_1')
  const reveal = page.getByRole('button', { name: 'Reveal signing secret' })
  await reveal.waitFor()
  expect(platform.calls.some((call) => call.includes('includeSecrets'))).toBe(false)

  await reveal.click()
  await page.getByText('whsec_').waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()

  await reveal.waitFor()
  expect(await page.getByText('whsec_').count()).toBe(0)
})

it('creates a topic together with its routes', async () => {
  await signIn('/projects/demo/routing')
  await page.getByRole('button', { name: 'Create a topic' }).click()

  await page.getByLabel('Name').fill('billing')
  await page.getByLabel('connection.created').check()
  await page.getByLabel('connection.deleted').check()
  await page.getByRole('group', { name: 'Delivers to' }).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  const card = page.getByRole('listitem').filter({ hasText: 'billing' })
  await card.getByText('connection.deleted').waitFor()
  const [topic] = platform.records.topics
  const isOfTopic = ({ topicId }: { topicId: string }) => topicId === topic?.id
  expect(platform.records.eventRoutes.filter(isOfTopic)).toHaveLength(2)
  expect(platform.records.destinationRoutes.filter(isOfTopic)).toHaveLength(1)
})

it('creates a destination of a type with its settings', async () => {
  await signIn('/projects/demo/destinations')
  await page.getByRole('button', { name: 'Create a destination' }).click()

  await page.getByLabel('Name').fill('archive')
  await page.getByLabel('Type').selectOption('s3')
  await page.getByLabel('Bucket').fill('events')
  await page.getByLabel('Region').fill('eu-west-1')
  await page.getByLabel('Many messages in an object').check()
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await heading('archive').waitFor()
  expect(platform.records.destinations[0]).toMatchObject({
    name: 'archive',
    type: 's3',
    metadata: { bucket: 'events', region: 'eu-west-1', batch: true },
  })
})

it('counts what would be sent again before it is', async () => {
  await signIn('/projects/demo/deliveries')
  await page.getByRole('link', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Replay' }).click()

  await page.getByRole('button', { name: 'Count' }).click()
  await page.getByRole('button', { name: /^Replay \d+$/ }).click()

  await page.getByRole('row').filter({ hasText: 'Failed' }).waitFor()
  expect(platform.calls.filter((call) => call.endsWith('deliveries:replay'))).toHaveLength(2)
})

it('shows a new API key once', async () => {
  await signIn('/projects/demo/api-keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Label').fill('Nightly job')
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await page.getByText('plat_full_3xAmPlEsEcReT').waitFor()
  await page.getByRole('button', { name: 'I have copied it' }).click()

  await page.getByRole('rowheader', { name: 'Nightly job' }).waitFor()
  expect(await page.getByText('plat_full_3xAmPlEsEcReT').count()).toBe(0)
})

it('creates a key for pages of some origins, and changes them', async () => {
  await signIn('/projects/demo/api-keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const creating = page.getByRole('dialog', { name: 'Create a key' })
  await creating.getByLabel('Label').fill('Web shop')
  expect(await creating.getByLabel('Origins').count()).toBe(0)
  await creating.getByLabel('UI library').check()
  await creating.getByLabel('Origins').fill('https://shop.example\n\nhttps://*.shop.example ')
  await creating.getByRole('button', { name: 'Create', exact: true }).click()

  const row = page.getByRole('row').filter({ hasText: 'Web shop' })
  await row.getByText('https://*.shop.example').waitFor()
  await page.getByRole('button', { name: 'Origins of Web shop' }).click()
  const binding = page.getByRole('dialog', { name: 'Origins of “Web shop”' })
  expect(await binding.getByLabel('Origins').inputValue()).toBe(
    'https://shop.example\nhttps://*.shop.example',
  )
  await binding.getByLabel('Origins').fill('https://new.example')
  await binding.getByRole('button', { name: 'Save' }).click()

  await row.getByText('https://new.example').waitFor()
  expect(await row.getByText('shop.example').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Origins of Production server' }).count()).toBe(0)
})

it('switches keys of the UI library off after it has asked, and on again', async () => {
  await signIn('/projects/demo/api-keys')

  await page.getByRole('button', { name: 'Switch off…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await page.getByText('Switched off', { exact: true }).waitFor()
  expect(platform.records.project.frontendKeys).toBe('off')
  await page.getByRole('button', { name: 'Switch on' }).click()

  await page.getByText('Accepted').waitFor()
  expect(platform.records.project.frontendKeys).toBe('allowed')
})

it('deactivates a key and says so', async () => {
  await signIn('/projects/demo/api-keys')

  await page.getByRole('button', { name: 'Deactivate Web app' }).click()

  await page.getByRole('button', { name: 'Activate Web app', exact: true }).waitFor()
  expect(platform.records.apiKeys[1]?.active).toBe(false)
})

it('sends only what was changed of a project, and follows its new name', async () => {
  await signIn('/projects/demo/settings')

  await page.getByLabel('Project name').fill('lumen')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.waitForURL('**/projects/lumen/settings')
  expect(platform.records.project).toMatchObject({ name: 'lumen', appName: 'Lumen CRM Hub' })
})

it('tells what went wrong, and shows the page once it works again', async () => {
  platform.fail('/v1/projects/demo/connections')
  await signIn('/projects/demo/connections')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toMatch(/not available at the moment[^]*Wait a moment[^]*req_42/)

  platform.fail()
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByRole('rowheader', { name: /Northwind/ }).waitFor()
  expect(await alert.count()).toBe(0)
})

it('tells in the words of a provider why it refuses a connection, or an app of the project', async () => {
  await signIn('/projects/demo/connections/conn_2')
  await page.getByText(/invalid_grant.*has to sign in again.*tried again/).waitFor()
  await page.getByText('Needs sign-in', { exact: true }).first().waitFor()

  await page.goto(`${platform.url}/projects/demo/provider-apps`)

  await page.getByRole('rowheader', { name: /HubSpot Not accepted.*BAD_CLIENT_SECRET/ }).waitFor()
})

it('signs in through a provider, and says why it did not', async () => {
  await page.goto(`${platform.url}/?error=email_not_found`)
  await page.getByText('does not tell your email address').waitFor()

  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()

  await expect.poll(() => platform.calls).toContain('POST /auth/sign-in/social')
})

it('asks for the mailed code where a password is changed after many wrong ones', async () => {
  await signIn('/account')
  platform.askForMailCode('12345678')
  await page.getByRole('button', { name: 'Change your password' }).click()
  const form = page.getByRole('dialog', { name: 'Change your password' })
  await form.getByLabel('Your password').fill(ana.password)
  for (const field of await form.getByLabel(/new password/i).all())
    await field.fill('another horse')
  const change = form.getByRole('button', { name: 'Change it' })
  expect(await form.getByLabel('Code from the mail').count()).toBe(0)

  await change.click()
  await form.getByRole('alert').getByText('Many wrong passwords').waitFor()
  await form.getByLabel('Code from the mail').fill('12345678')
  await change.click()

  await form.waitFor({ state: 'detached' })
})

it('shows the key of an authenticator app to a camera', async () => {
  await signIn('/account')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByLabel('Your password').fill(ana.password)
  await page.getByRole('button', { name: 'Go on' }).click()

  const code = page.getByRole('figure', { name: 'The key, for the camera of your phone' })
  await code.waitFor()

  const dots = await code.locator('path').last().getAttribute('d')
  expect(dots?.split('M').length).toBeGreaterThan(300)
  await page.getByText('JBSWY3DPEHPK3PXP').waitFor()
})

it('ends a session that was opened elsewhere', async () => {
  await signIn('/account')

  await page.getByRole('button', { name: 'End the session of Safari, iPhone' }).click()

  await expect.poll(() => platform.calls).toContain('POST /auth/revoke-session')
})

it('changes the role of a member, and removes them after asking', async () => {
  await signIn('/organizations/org_1')
  await page.getByLabel('Role of ben@lumen.example').selectOption('admin')
  await expect.poll(() => platform.records.members[1]?.role).toBe('admin')

  await page.getByRole('button', { name: 'Remove ben@lumen.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()

  await page.getByText('Ben Okafor').waitFor({ state: 'detached' })
  expect(platform.records.members).toHaveLength(1)
})

it('shows the link of an invite when no mail was sent', async () => {
  await signIn('/organizations/org_1')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('Email').fill('dee@lumen.example')

  await page.getByRole('button', { name: 'Invite', exact: true }).click()

  await page.getByText('http://fake/?invited=dee@lumen.example').waitFor()
})

it('shows owners what a change was', async () => {
  await signIn('/organizations/org_1/audit-log')

  await page.getByRole('button', { name: 'Details of updateProject' }).click()

  await page.getByRole('dialog').getByText('Lumen CRM Hub').waitFor()
})

it('deletes a key after asking', async () => {
  await signIn('/projects/demo/jwt-keys')
  await page.getByRole('button', { name: 'Delete Backend of last year' }).click()

  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()

  const deleted = page.getByRole('rowheader', { name: 'Backend of last year' })
  await deleted.waitFor({ state: 'detached' })
  expect(platform.records.jwtKeys).toHaveLength(1)
})

it('tells how the changes of an installation come, and why they do not', async () => {
  await signIn('/projects/demo/installations/int_1/inst_1')

  await page.getByText('listened for').waitFor()
  await page.getByText('The connected user may not listen.').first().waitFor()
})

it('shows who uses an integration before it is deleted all the same', async () => {
  await signIn('/projects/demo/integrations/salesforce-sync')
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  const before = platform.records.integrations.length

  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('has it installed (inst_1)').waitFor()
  const kept = platform.records.integrations.length
  await dialog.getByRole('button', { name: 'Delete anyway' }).click()
  await heading('Integrations').waitFor()

  expect(kept).toBe(before)
  expect(platform.records.integrations).toHaveLength(before - 1)
  expect(platform.calls).toContain('DELETE /v1/projects/demo/integrations/int_1?force=true')
})

const rowOf = (name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

it('pauses an object for a reason that people see, and resumes it', async () => {
  await signIn('/projects/demo/installations/int_1/inst_1')

  await page.getByRole('button', { name: 'Pause contact' }).click()
  await page.getByLabel('Note').fill('We move to another sandbox.')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
  await rowOf('contact').getByText('We move to another sandbox.').waitFor()
  await page.getByRole('button', { name: 'Resume contact' }).click()

  await page.getByRole('button', { name: 'Pause contact' }).waitFor()
})

it('resumes neither what the integration has given up nor what the end user switched off', async () => {
  await signIn('/projects/demo/installations/int_1/inst_1')
  await rowOf('lead').waitFor()

  expect(await rowOf('lead').getByRole('button').count()).toBe(0)
  expect(await rowOf('task').getByRole('button').count()).toBe(0)
})

it('shows custom fields with what became of each', async () => {
  await signIn('/projects/demo/installations/int_1/inst_1')

  const fields = page.getByRole('table', { name: 'Custom fields' })
  await fields.getByText('Seniority_Level__c').waitFor()
  expect(await fields.getByRole('row').nth(1).innerText()).toMatch(/Created.*no index/s)
  expect(await fields.getByRole('row').nth(2).innerText()).toMatch(/Refused.*of another type/s)
})

it('cancels a read after asking, and offers that for no write', async () => {
  await signIn('/projects/demo/operations/op_4')
  await heading('Write contact').waitFor()
  expect(await page.getByRole('button', { name: 'Cancel the read' }).count()).toBe(0)

  await page.goto(`${platform.url}/projects/demo/operations/op_2`)
  await page.getByRole('button', { name: 'Cancel the read' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the read' }).click()

  await page.getByText('It was cancelled.').waitFor()
  expect(await page.getByRole('button', { name: 'Cancel the read' }).count()).toBe(0)
})

it('tells the server’s redirect URI, and finds providers by name where an app is added', async () => {
  await signIn('/projects/demo/provider-apps')
  await page.getByRole('button', { name: 'Add an app' }).click()

  const form = page.getByRole('dialog', { name: 'Add an app' })
  await form.getByText(fakeAddresses.redirectUri).waitFor()
  await form.getByRole('button', { name: 'Copy redirect URI' }).waitFor()
  await expect.poll(() => form.getByRole('radio').count()).toBe(2)
  await form.getByLabel('Search').fill('graph')
  await expect.poll(() => form.getByRole('radio').count()).toBe(1)
  await form.getByRole('radio', { name: 'Microsoft Graph' }).check()

  expect(await form.getByLabel('Scopes').inputValue()).toBe('.default')
  await form.getByText('refuses a sign-in without any').waitFor()
})

const paths = [
  '/account',
  '/organizations/org_1',
  '/organizations/org_1/audit-log',
  '/projects',
  '/projects/demo',
  '/projects/demo/integrations/salesforce-sync',
  '/projects/demo/catalogue',
  '/projects/demo/catalogue/hubspot',
  '/projects/demo/installations/int_1/inst_2',
  '/projects/demo/customers',
  '/projects/demo/customers/team-1',
  '/projects/demo/operations',
  '/projects/demo/operations/op_2',
  '/projects/demo/tail',
  '/projects/demo/logs?from=2026-01-01T00:00',
  '/projects/demo/connections',
  '/projects/demo/destinations/dest_2',
  '/projects/demo/routing',
  '/projects/demo/replays',
  '/projects/demo/deliveries',
  '/projects/demo/deliveries/dlv_70',
  '/projects/demo/api-keys',
  '/projects/demo/jwt-keys',
  '/projects/demo/provider-apps',
  '/projects/demo/settings',
  '/projects/demo/nowhere',
]

const pathsOfStrangers = [
  '/',
  '/create-account',
  '/confirm-address?token=x',
  '/forgotten-password',
  '/reset-password?token=x',
]

/** Rules of accessibility that the page breaks, and where. */
async function brokenRules(): Promise<string[]> {
  // Evaluated, not added as a script: the page's policy forbids scripts of others.
  await page.evaluate(axe.source)
  const results: { violations: { id: string; nodes: { html: string }[] }[] } =
    await page.evaluate('axe.run()')
  return results.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}

/** Goes to pages that people may open, signed out and then signed in, and looks at each. */
async function lookAtAll(look: (path: string) => Promise<void>): Promise<void> {
  const visit = async (path: string) => {
    await page.goto(platform.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('.loading').count()).toBe(0)
    await look(path)
  }
  for (const path of pathsOfStrangers) await visit(path)
  await signIn()
  await heading('Lumen CRM Hub').waitFor()
  for (const path of paths) await visit(path)
}

it.each(['light', 'dark'] as const)(
  'breaks no rule of accessibility in %s',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations: string[] = []

    await lookAtAll(async (path) => {
      for (const broken of await brokenRules()) violations.push(`${path} ${broken}`)
    })

    expect(violations).toEqual([])
  },
  60_000,
)

it('fits on a screen that is 320 pixels wide', async () => {
  await page.setViewportSize({ width: 320, height: 700 })
  const tooWide: string[] = []

  await lookAtAll(async (path) => {
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (overflow !== 0) tooWide.push(path)
  })

  expect(tooWide).toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await heading('Deliveries').waitFor()
})

describe('acts where it is seen', () => {
  it('reads an object again from an installation, and leads to the run', async () => {
    await signIn('/projects/demo/installations/int_1/inst_1')
    await page.getByRole('button', { name: 'Read now' }).click()
    await page.getByLabel('Records').selectOption('All of them: backfill again')
    await page.getByRole('dialog').getByRole('button', { name: 'Read now' }).click()

    await page.waitForURL('**/operations/op_2')
    expect(platform.calls).toContain(
      'POST /read/v1/projects/demo/integrations/int_1/objects/contact',
    )
  })

  it('changes a configuration, and says what is no JSON', async () => {
    await signIn('/projects/demo/installations/int_1/inst_1')
    await page.getByRole('button', { name: 'Change configuration' }).click()
    await page.getByLabel('Configuration, as JSON').fill('{')
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByRole('alert').getByText('This is no JSON').waitFor()
  })

  it('makes a link for the customer to sign in again, good for as long as is chosen', async () => {
    await signIn('/projects/demo/connections/conn_2')
    await page.getByRole('button', { name: 'Sign-in link' }).click()
    await page.getByLabel('Good for').selectOption('7 days')
    await page.getByRole('button', { name: 'Make the link' }).click()

    await page.getByText(signInLink).waitFor()
    expect(platform.calls.some((call) => call.endsWith(':oauth-update?linkHours=168'))).toBe(true)
    expect(await brokenRules()).toEqual([])
  })

  it('opens a line of a log to the call of the provider, by keyboard', async () => {
    await signIn('/projects/demo/operations/op_2')
    const call = page.locator('details', { hasText: '/services/data/v60.0/query' }).first()
    await call.locator('summary').focus()
    await page.keyboard.press('Enter')

    await call.getByText('sforce-limit-info: api-usage=18/15000').waitFor()
    await call.getByText('authorization: …').waitFor()
  })

  it('tells what going back to a revision changes for whom, before it is done', async () => {
    await signIn('/projects/demo/integrations/salesforce-sync')
    await page.getByRole('button', { name: 'Roll back to rev_0' }).click()
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('It is read every hour. (2 installations: team-1, team-2)').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()

    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(platform.calls.some((call) => call.endsWith('/revisions/rev_0:rollback'))).toBe(true)
  })

  it('finds a provider by what it can do, and says how sure that is', async () => {
    await signIn('/projects/demo/catalogue')
    await page.getByLabel('Can').selectOption('Read')
    await page.getByText('2 of 3 providers').waitFor()
    await page.getByRole('link', { name: 'HubSpot' }).click()

    await page.getByText('tried with recorded replies').waitFor()
    await page.getByRole('rowheader', { name: 'Contacts' }).waitFor()
  })
})
