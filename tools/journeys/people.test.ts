import { randomBytes } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../server/program/src/main/log.ts'
import { startPlatform } from '../../server/program/src/main/platform.ts'
import { readSettings } from '../../server/program/src/main/settings/settings.ts'
import { logSetupLink } from '../../server/program/src/main/setup.ts'
import { startMailServer } from '../testing/src/mail-server.ts'
import { testDatabase } from '../testing/src/test-database.ts'
import { launchChromium } from '../../scripts/launch-chromium.ts'
import { oidcClient, startIdentityProvider } from './support/identity-provider.ts'
import { dataFolder, eventually, freePorts, programs, startProgram } from './support/program.ts'

// How people join an organization: the first owner with the link in the log, others by invite or
// single sign-on, and after a forgotten password.

let browser: Browser
let mails: Awaited<ReturnType<typeof startMailServer>>
let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let platform: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  const [port, providerPort] = await freePorts(2)
  const baseUrl = `http://127.0.0.1:${port}`
  mails = await startMailServer()
  provider = await startIdentityProvider({
    port: providerPort!,
    redirectUri: `${baseUrl}/auth/callback/sso`,
  })
  platform = await startServer(baseUrl)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await platform.stop()
  provider.close()
  mails.close()
})

it('lets everybody join who belongs to the organization', async () => {
  const olga = await newPage()
  await olga.goto(/http:\S+\/setup\?token=[\w-]+/.exec(platform.output())![0])
  await olga.getByLabel('Organization').fill('Acme')
  await olga.getByLabel('Your name').fill('Olga')
  await olga.getByLabel('Email').fill('olga@acme.test')
  await olga.getByLabel('Password').fill('the password of Olga')
  await olga.getByRole('button').click()
  await olga.getByRole('button', { name: 'Create project' }).click()
  await olga.getByLabel('App name').fill('Acme Hub')
  await olga.getByLabel('Project name').fill('acme-hub')
  await olga.getByRole('button', { name: 'Create', exact: true }).click()
  await olga.getByRole('heading', { level: 1, name: 'Acme Hub' }).waitFor()
  await olga.getByRole('button', { name: 'Switch project' }).click()
  await olga.getByRole('link', { name: 'Acme', exact: true }).click()
  await olga.getByRole('button', { name: 'Claim domain' }).click()
  await olga.getByRole('textbox', { name: 'Domain' }).fill('acme.test')
  await olga.getByRole('button', { name: 'Claim', exact: true }).click()
  await olga.getByRole('rowheader', { name: 'acme.test', exact: true }).waitFor()
  await olga.getByRole('button', { name: 'Invite member' }).click()
  await olga.getByLabel('Email').fill('bo@guest.test')
  await olga.getByRole('button', { name: 'Invite', exact: true }).click()
  await olga.getByText('Invite email sent').waitFor()

  const bo = await newPage()
  await bo.goto(await waitForLink('/'))
  await bo.getByRole('link', { name: 'Create account' }).click()
  await bo.getByLabel('Your name').fill('Bo')
  await bo.getByLabel('Password').fill('the password of Bo')
  await bo.getByRole('button', { name: 'Create account' }).click()
  await bo.getByText('We sent a link to bo@guest.test').waitFor()
  await bo.goto(await waitForLink('/auth/sign-up/confirm'))
  await bo.getByRole('button', { name: 'Accept' }).click()
  await bo.getByRole('heading', { level: 1, name: 'Acme Hub' }).waitFor()

  const carol = await newPage()
  await carol.goto(platform.baseUrl)
  await carol.getByRole('button', { name: 'Sign in with single sign-on' }).click()
  await carol.getByPlaceholder('Enter any login').fill('carol')
  await carol.getByPlaceholder('and password').fill('any')
  await carol.getByRole('button', { name: 'Sign-in' }).click()
  await carol.getByRole('button', { name: 'Continue' }).click()
  await carol.getByRole('button', { name: 'Join', exact: true }).click()
  await carol.getByRole('heading', { level: 1, name: 'Acme Hub' }).waitFor()

  await olga.reload()
  await olga
    .getByRole('rowheader', { name: /bo@guest.test/ })
    .first()
    .waitFor()
  await olga.getByRole('rowheader', { name: /carol@acme.test/ }).waitFor()
})

it('resets a forgotten password', async () => {
  const bo = await newPage()
  await bo.goto(platform.baseUrl)
  await bo.getByRole('link', { name: 'Forgot your password?' }).click()
  await bo.getByLabel('Email').fill('bo@guest.test')
  await bo.getByRole('button', { name: 'Send link' }).click()
  await bo.getByText('we sent it a link').waitFor()

  await bo.goto(await waitForLink('/auth/reset-password'))
  await bo.getByLabel('New password').fill('another password of Bo')
  await bo.getByRole('button', { name: 'Save' }).click()
  await bo.getByText('Password changed.').waitFor()
  await signIn(bo, 'bo@guest.test', 'the password of Bo')
  await bo.getByText('Incorrect email or password').waitFor()
  await signIn(bo, 'bo@guest.test', 'another password of Bo')

  await bo.getByRole('heading', { level: 1, name: 'Acme Hub' }).waitFor()
})

it('signs the command line in as the browser’s user', async () => {
  const home = await dataFolder()
  const env = { PLATFORM_BASE_URL: platform.baseUrl, HOME: home.path, BROWSER: 'true' }
  const login = startProgram(programs.cli, { args: ['login'], env })
  const [, code, address] = await eventually(
    () => /Code: (\S+)[^]*?(http\S+[^\s,])/.exec(login.output()) ?? undefined,
  )

  const olga = await newPage()
  await olga.goto(address!)
  await signIn(olga, 'olga@acme.test', 'the password of Olga')
  await olga.getByText(code!).waitFor()
  await olga.getByRole('button', { name: 'The codes match' }).click()
  await olga.getByText('Signed in. You can close this page.').waitFor()
  await login.ended
  const status = startProgram(programs.cli, { args: ['status'], env })
  await status.ended

  expect(login.output()).toContain('as olga@acme.test')
  expect(status.output()).toContain('Project acme-hub at')
  await olga.goto(`${platform.baseUrl}/account`)
  await olga.getByRole('rowheader', { name: 'CLI' }).waitFor()
  await home.remove()
})

/** Starts a server for this address on a new database, as `npm run serve` does. */
async function startServer(baseUrl: string) {
  const database = await testDatabase()
  const settings = readSettings({
    DATABASE_URL: database.connectionString,
    PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
    PLATFORM_PORT: new URL(baseUrl).port,
    PLATFORM_SIGN_UP: 'domains',
    PLATFORM_SMTP_URL: mails.url,
    PLATFORM_SSO_ISSUER: provider.issuer,
    PLATFORM_SSO_CLIENT_ID: oidcClient.id,
    PLATFORM_SSO_CLIENT_SECRET: oidcClient.secret,
    PLATFORM_OPERATOR_ALLOW_CIDR: '127.0.0.0/8',
  })
  let output = ''
  const log = createLog(settings, { write: (line) => (output += line) })
  const running = await startPlatform(settings, { log })
  await logSetupLink(running.database, { url: running.url, log })
  return {
    baseUrl,
    output: () => output,
    async stop() {
      await running.stop()
      await database.close()
    },
  }
}

async function newPage() {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 } })
  const page = await context.newPage()
  return page
}

async function signIn(page: Awaited<ReturnType<typeof newPage>>, email: string, password: string) {
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const waitForLink = (path: string) => eventually(() => mails.linkTo(path))
