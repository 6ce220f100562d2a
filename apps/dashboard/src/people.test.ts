import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { ana, ben } from './testing/fake-platform.ts'
import { findChip } from './testing/filters.ts'
import { it } from './testing/in-chromium.ts'

it('opens the only project after signing in', async ({ page, heading, signIn }) => {
  await signIn()

  await heading('Lumen CRM Hub').waitFor()

  expect(new URL(page.url()).pathname).toBe('/projects/demo')
  expect(await page.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe(
    'page',
  )
})

it('reports a wrong password and allows another attempt', async ({ page, signIn }) => {
  await signIn('/', { password: 'wrong' })

  const alert = page.getByRole('alert')
  await alert.waitFor()

  expect(await alert.innerText()).toContain('Incorrect email or password')
  await expect
    .poll(() => page.getByRole('button', { name: 'Sign in', exact: true }).isEnabled())
    .toBe(true)
})

it('asks for the emailed code after many wrong passwords', async ({
  platform,
  page,
  heading,
  signIn,
}) => {
  platform.askForMailCode('12345678')
  await signIn()
  const code = page.getByLabel('Code from the email')
  const enter = async (text: string) => {
    await code.fill(text)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  await enter('00000000')
  await page.getByRole('alert').getByText('Incorrect code').waitFor()
  await enter('12345678')

  await heading('Lumen CRM Hub').waitFor()
})

it('opens the requested page after signing in', async ({ page, heading, signIn }) => {
  await signIn('/projects/demo/deliveries?status=failed')

  await heading('Deliveries').waitFor()

  await findChip(page, 'Status', 'Failed').waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
})

it('signs out and shows no earlier data to the next user', async ({ page, heading, signIn }) => {
  await signIn()
  await heading('Lumen CRM Hub').waitFor()

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading('Sign in').waitFor()
  await page.reload()

  await heading('Sign in').waitFor()
  await expect.poll(() => page.getByText('Lumen').count()).toBe(0)
})

it('replaces a rejected token without user interaction', async ({
  platform,
  page,
  heading,
  signIn,
}) => {
  await signIn()
  await heading('Lumen CRM Hub').waitFor()
  platform.refuseTokens()

  await page.getByRole('link', { name: 'Keys', exact: true }).click()

  await page.getByRole('rowheader', { name: 'Production server' }).waitFor()
  expect(platform.calls.filter((call) => call === 'GET /auth/token').length).toBeLessThanOrEqual(3)
})

it('renews a token before it expires', async ({ platform, page, heading, signIn }) => {
  platform.letTokensLive(32)
  await page.clock.install()
  await signIn()
  await heading('Lumen CRM Hub').waitFor()
  const tokensAsked = () => platform.calls.filter((call) => call === 'GET /auth/token').length
  const before = tokensAsked()

  await page.clock.fastForward(3_000)
  await page.getByRole('link', { name: 'Keys', exact: true }).click()

  await page.getByRole('rowheader', { name: 'Production server' }).waitFor()
  expect(tokensAsked()).toBeGreaterThan(before)
})

it('asks to sign in again when the session was ended elsewhere', async ({
  platform,
  page,
  heading,
  signIn,
}) => {
  await signIn()
  await heading('Lumen CRM Hub').waitFor()
  platform.endSessions()

  // The page may send a request of its own, and be replaced before the click.
  const askedToSignIn = heading('Sign in').waitFor()
  const deliveries = page.getByRole('link', { name: 'Deliveries', exact: true }).first()
  await Promise.race([deliveries.click(), askedToSignIn])

  await askedToSignIn
  await page.getByText('Your session has expired').waitFor()
})

it('keeps form input when the session ends and changes nothing until resubmitted', async ({
  platform,
  page,
  heading,
  signIn,
  brokenRules,
}) => {
  await signIn('/projects/demo/destinations')
  await page.getByRole('button', { name: 'Create destination' }).click()
  await page.getByLabel('Name').fill('billing')
  await page.getByLabel('URL', { exact: true }).fill('https://lumen.example/billing')
  platform.endSessions()

  await page.getByLabel('URL', { exact: true }).press('Enter')
  await heading('Sign in').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(ana.email)
  expect(await brokenRules()).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByLabel('Password').fill(ana.password)
  await page.keyboard.press('Enter')

  await page.getByText('Nothing was changed. Try again.').waitFor()
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('billing')
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  expect(platform.records.destinations.map(({ name }) => name)).not.toContain('billing')
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await heading('billing').waitFor()
})

it('discards form input when a different user signs in', async ({
  platform,
  page,
  heading,
  signIn,
}) => {
  await signIn('/projects/demo/settings')
  await page.getByLabel('App name').fill('A secret of Ana')
  platform.endSessions()
  await page.getByLabel('App name').press('Enter')
  await heading('Sign in').waitFor()

  await page.getByLabel('Email').fill(ben.email)
  await page.getByLabel('Password').fill(ben.password)
  await page.keyboard.press('Enter')

  await heading('Sign in').waitFor({ state: 'detached' })
  await page.getByLabel('App name').waitFor()
  await expect.poll(() => page.getByLabel('App name').inputValue()).toBe('Lumen CRM Hub')
  expect(platform.records.project.appName).toBe('Lumen CRM Hub')
})

it('rejects requests of one user after another has signed in', async ({
  platform,
  page,
  heading,
  signIn,
}) => {
  // Each is requested again before it is used.
  platform.letTokensLive(1)
  await signIn('/projects/demo/routing')
  await page.getByRole('button', { name: 'Create topic' }).click()
  await page.getByLabel('Name').fill('for-ana')
  await page.getByRole('dialog').getByLabel('connection.error').check()
  const isHeld = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  await page.route('**/topics', async (route) => {
    isHeld.resolve()
    await goesOn.promise
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  await isHeld.promise

  // In another window of the same browser.
  await page.evaluate(async (person) => {
    await fetch('/auth/sign-in/email', { method: 'POST', body: JSON.stringify(person) })
  }, ben)
  const tokensOfAna = platform.calls.filter((call) => call === 'GET /auth/token').length
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect
    .poll(() => platform.calls.filter((call) => call === 'GET /auth/token').length)
    .toBeGreaterThan(tokensOfAna)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const created = page.waitForResponse('**/topics')
  goesOn.resolve()
  await (await created).finished()
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await heading('API keys').waitFor()

  expect(platform.calls.filter((call) => call.startsWith('POST /v1/'))).toEqual([
    'POST /v1/projects/demo/topics',
  ])
})

it('signs in through an identity provider and reports why it failed', async ({
  platform,
  page,
}) => {
  await page.goto(`${platform.url}/?error=email_not_found`)
  await page.getByText('did not share your email address').waitFor()

  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()

  await expect.poll(() => platform.calls).toContain('POST /auth/sign-in/social')
})

it('asks for the emailed code when a password is changed after many wrong ones', async ({
  platform,
  page,
  open,
}) => {
  await open('/account')
  platform.askForMailCode('12345678')
  await page.getByRole('button', { name: 'Change password' }).click()
  const form = page.getByRole('dialog', { name: 'Change password' })
  await form.getByLabel('Current password').fill(ana.password)
  for (const field of await form.getByLabel(/new password/i).all())
    await field.fill('another horse')
  const change = form.getByRole('button', { name: 'Save password' })
  await expect.poll(() => form.getByLabel('Code from the email').count()).toBe(0)

  await change.click()
  await form.getByRole('alert').getByText('Too many wrong passwords').waitFor()
  await form.getByLabel('Code from the email').fill('12345678')
  await change.click()

  await form.waitFor({ state: 'detached' })
})

it('shows the QR code of the authenticator setup key', async ({ page, open }) => {
  await open('/account')
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await page.getByLabel('Current password').fill(ana.password)
  await page.getByRole('button', { name: 'Continue' }).click()

  const code = page.getByRole('figure', { name: 'QR code of the setup key' })
  await code.waitFor()

  const dots = await code.locator('path').last().getAttribute('d')
  expect(dots?.split('M').length).toBeGreaterThan(300)
  await page.getByText('JBSWY3DPEHPK3PXP').waitFor()
})

it('ends a session of another browser', async ({ platform, page, open }) => {
  await open('/account')

  await page.getByRole('button', { name: 'End session in Safari, iPhone' }).click()

  await expect.poll(() => platform.calls).toContain('POST /auth/revoke-session')
})

it('changes the role of a member and removes them after confirmation', async ({
  platform,
  page,
  open,
}) => {
  await open('/organizations/org_1')
  await page.getByLabel('Role of ben@lumen.example').selectOption('admin')
  await expect.poll(() => platform.records.members[1]?.role).toBe('admin')

  await page.getByRole('button', { name: 'Remove ben@lumen.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()

  await page.getByText('Ben Okafor').waitFor({ state: 'detached' })
  expect(platform.records.members).toHaveLength(1)
})

it('limits a member to selected projects with a role in each', async ({ platform, page, open }) => {
  await open('/organizations/org_1')
  await page.getByLabel('Role of ben@lumen.example').selectOption('limited')
  const dialog = page.getByRole('dialog', { name: 'Projects of ben@lumen.example' })
  await dialog.getByLabel('demo').selectOption('viewer')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })

  expect(platform.records.members[1]).toMatchObject({
    role: 'limited',
    projectRoles: { [platform.records.project.id]: 'viewer' },
  })
  await page.getByRole('button', { name: 'Projects of ben@lumen.example' }).click()
  await expect.poll(() => dialog.getByLabel('demo').inputValue()).toBe('viewer')
})

it('shows the invite link when no email was sent', async ({ page, open }) => {
  await open('/organizations/org_1')
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByLabel('Email').fill('dee@lumen.example')

  await page.getByRole('button', { name: 'Invite', exact: true }).click()

  await page.getByText('http://fake/?invited=dee@lumen.example').waitFor()
})

it('shows owners the details of a change', async ({ page, open }) => {
  await open('/organizations/org_1/audit-log')

  await page.getByRole('button', { name: /^Details of .*changed the project/ }).click()

  await page.getByRole('dialog').getByText('appName: Lumen CRM Hub').waitFor()
})

it('exports the audit log as CSV and reports when it is truncated', async ({
  page,
  open,
  platform,
}) => {
  const [first] = platform.records.auditLog
  const label = '=HYPERLINK("http://evil.test","Zoë")'
  const actor = { kind: 'api-key' as const, id: '=1+1', label }
  platform.records.auditLog = [first!, { ...first!, id: 'aud_0', actor }]
  await open('/organizations/org_1/audit-log')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()

  const lines = String(await buffer(await (await saved).createReadStream())).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe('\uFEFFtime,what,by,byId,project,action,target,ip,request')
  expect(lines[2]).toContain('""http://evil.test"",""Zoë""')
  const shown = page.getByRole('table', { name: 'Changes' }).getByRole('row').nth(1)
  expect(await shown.innerText()).toContain(lines[1]?.split(',')[1])
  expect(lines[2]).toContain(",'=1+1,")
  await expect.poll(() => page.getByText('The file contains the first').count()).toBe(0)
})

it('offers members only permitted actions and names who can do the rest', async ({
  platform,
  page,
  heading,
  open,
}) => {
  const [me] = platform.records.members
  me!.role = 'member'
  await open('/projects/demo/installations/int_1/inst_1')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByText('Owners and admins can make changes').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Read now' }).waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: /Uninstall|Pause|Change/ }).count())
    .toBe(0)
  await page.getByRole('link', { name: 'Destinations' }).click()
  await heading('Destinations').waitFor()
  await page.getByRole('table').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create destination' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  for (const keys of ['API keys', 'JWT keys']) {
    await page.getByRole('link', { name: keys }).click()
    await heading(keys).waitFor()
    await page.getByText('Only owners and admins can view this').waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  }
  await page.goto(`${platform.url}/organizations/org_1/audit-log`)
  await page.getByText('Only owners can view this').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /CSV|Try again/ }).count()).toBe(0)
})

it('shows validation errors at the fields of every form type', async ({ platform, page, open }) => {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const reject = async (doIt: string, label: string, name: string) => {
    platform.refuse({ name, detail: `That is no ${name}.` })
    await press(doIt)
    await expect.poll(() => field(label).getAttribute('aria-invalid')).toBe('true')
    const described = (await field(label).getAttribute('aria-describedby')) ?? ''
    return {
      says: await page.locator(`[id="${described}"]`).innerText(),
      hasFocus: await field(label).evaluate((one) => one === document.activeElement),
      alerts: await page.getByRole('alert').count(),
    }
  }
  const makeFocusedError = (says: string) => ({ says, hasFocus: true, alerts: 0 })

  await open('/projects/demo/settings')
  await field('App name').fill('Other')
  expect(await reject('Save', 'Project name', 'project.name')).toEqual(
    makeFocusedError('That is no project.name.'),
  )

  await open('/organizations/org_1')
  await field('Name').fill('Other')
  expect(await reject('Save', 'Name', 'label')).toEqual(makeFocusedError('That is no label.'))

  await open('/account')
  await press('Change password')
  await field('Current password').fill('not mine')
  await field('New password').fill('another horse')
  expect(await reject('Save password', 'Current password', 'currentPassword')).toEqual(
    makeFocusedError('That is no currentPassword.'),
  )
  await press('Cancel')
  await press('Set up authenticator app')
  await field('Current password').fill('not mine')
  expect(await reject('Continue', 'Current password', 'password')).toEqual(
    makeFocusedError('That is no password.'),
  )
})

it('shows an error that belongs to no field above the form', async ({ platform, page, open }) => {
  await open('/organizations/org_1')
  await page.getByLabel('Name', { exact: true }).fill('Other')
  platform.refuse({ name: 'plan', detail: 'That is no plan.' })

  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await page.getByRole('alert').getByText('plan: That is no plan.').waitFor()
})
