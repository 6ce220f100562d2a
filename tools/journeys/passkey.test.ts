import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { must } from '../../server/kernel/src/values/must.ts'
import { testPlatform } from '../testing/src/test-platform.ts'
import { totp } from '../testing/src/totp.ts'
import { launchChromium } from '../../scripts/launch-chromium.ts'

// The owner of a new platform secures their sign-in, with a device simulated by Chromium.

let platform: Awaited<ReturnType<typeof testPlatform>>
let browser: Browser

beforeAll(async () => {
  ;[platform, browser] = await Promise.all([testPlatform(), launchChromium()])
})
afterAll(async () => {
  await browser.close()
  await platform.close()
})

it('signs in with a passkey instead of the password, until it is removed', async () => {
  const { page, troubles } = await givenPage()
  await givenAuthenticator(page)
  await signIn(page)
  await openAccount(page)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Name').fill('Work laptop')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('rowheader', { name: 'Work laptop' }).waitFor()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkeys yet').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('Unknown passkey').waitFor()

  expect(troubles).toEqual([])
})

it('reports that the device has no passkey', async () => {
  const { page } = await givenPage()
  await givenAuthenticator(page)
  await page.goto(dashboardAt('localhost'))

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()

  await page.getByText('No passkey was used').waitFor()
})

it('redirects from an IP address to a host name', async () => {
  const { page } = await givenPage()
  await page.goto(dashboardAt('127.0.0.1'))
  await page.getByLabel('Email').waitFor()
  const offers = await page.getByRole('button', { name: 'Sign in with a passkey' }).count()

  await signIn(page, '127.0.0.1')
  await openAccount(page)

  expect(offers).toBe(0)
  await page.getByRole('link', { name: `${dashboardAt('localhost')}account` }).waitFor()
})

it('asks for the code of an authenticator app, or for a backup code', async () => {
  const { page, troubles } = await givenPage()
  await signIn(page)
  await openAccount(page)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await page.getByLabel('Current password').fill(platform.ownerPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  const key = await page.getByRole('dialog').locator('code').innerText()
  await page.getByLabel('Code', { exact: true }).fill(totp(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Save these backup codes').waitFor()
  const [backupCode] = (await page.getByRole('dialog').locator('code').innerText()).split(' ')
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()

  await signOut(page)
  await fillIn(page)
  await page.getByLabel('Code', { exact: true }).fill(totp(key))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  await signOut(page)
  await fillIn(page)
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The code is wrong').waitFor()
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await expect.poll(() => page.getByText('The code is wrong').count()).toBe(0)
  await page.getByLabel('Backup code').fill(backupCode!)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByLabel('Current password').fill(platform.ownerPassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()

  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor()
  expect(troubles).toEqual([])
})

const dashboardAt = (host: string) => {
  const url = new URL(must(platform.url, 'address'))
  return `${url.protocol}//${host}:${url.port}/`
}

async function givenPage() {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  return { page, troubles }
}

/** Simulates a device with passkeys that always verifies its owner. */
async function givenAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signIn(page: Page, host = 'localhost') {
  await page.goto(dashboardAt(host))
  await fillIn(page)
  // The only project opens, which closes menus.
  await page.waitForURL('**/projects/*')
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
}

async function fillIn(page: Page) {
  await page.getByLabel('Email').fill('owner@acme.test')
  await page.getByLabel('Password').fill(platform.ownerPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const openMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' }).click()

async function openAccount(page: Page) {
  await openMenu(page)
  await page.getByRole('link', { name: 'Account', exact: true }).click()
}

async function signOut(page: Page) {
  await openMenu(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
}
