import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Schemas } from '@platform/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  buildPages,
  givenFixture,
  servePages,
  type Fixture,
} from '../packages/react/src/fixtures/fixture.ts'
import { notifyOfFailingInstallations } from '../packages/data/src/sync/mail-failing.ts'
import { findInstallationObject } from '../packages/data/src/sync/object/store.ts'
import { causes, columnsAfter, providerWords } from '../packages/data/src/sync/testing/causes.ts'
import { must } from '../packages/kernel/src/values/must.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { startFlowPlatform, type FlowPlatform } from './support/flows/platform.ts'
import { startMailServer } from './support/mail-server.ts'
import { programs } from './support/program.ts'

// Whoever looks at an installation that fails sees the same reason: by API, in the dashboard, in the embedded
// UI, on the command line and by mail.

const soon = { timeout: 300_000, interval: 100 }
const group = 'globex'

let platform: FlowPlatform
let mail: Awaited<ReturnType<typeof startMailServer>>
let project: Fixture
let product: { url: string; close: () => void }
let browser: Browser
let dashboard: Page
let embedded: Page
let installation: Schemas['Installation']

beforeAll(async () => {
  mail = await startMailServer()
  project = await givenFixture('vite', { react: '19.3.1', 'react-dom': '19.3.1' })
  ;[platform, browser] = await Promise.all([
    startFlowPlatform({ PLATFORM_SMTP_URL: mail.smtpUrl }),
    launchChromium(),
    buildPages(project),
  ])
  const { tokenFor } = platform
  product = await servePages(project.folder, {}, { platform: 'http://127.0.0.1:*', tokenFor })
  await platform.connect(group)
  const contact = {
    selectedFields: { Title: true },
    selectedFieldMappings: { source: 'LeadSource' },
  }
  installation = await platform.installed(group, { read: { objects: { Contact: contact } } })
  await vi.waitFor(async () => expect(await lastRun()).toBeDefined(), soon)

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(300_000)
  dashboard = await context.newPage()
  await dashboard.goto(`${platform.url}/projects/test`)
  await dashboard.getByLabel('Email').fill('owner@acme.test')
  await dashboard.getByLabel('Password').fill(platform.ownerPassword)
  await dashboard.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dashboard.getByRole('heading', { name: 'Latest deliveries' }).waitFor()
  embedded = await context.newPage()
})
afterAll(async () => {
  await browser.close()
  product.close()
  mail.close()
  await project.remove()
  await platform.close()
})

const shown = async () => must(await platform.installationOf(group), 'installation')
const contactOf = ({ objects }: Schemas['Installation']) => must(objects['Contact'], 'Contact')
const lastRun = async () => (await platform.installationOf(group))?.objects['Contact']?.lastRunTime

const openDashboard = () =>
  dashboard.goto(
    `${platform.url}/projects/test/installations/${installation.integrationId}/${installation.id}`,
  )
const openEmbedded = () =>
  embedded.goto(`${product.url}/?${new URLSearchParams({ api: platform.url, group })}`)

async function status(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [programs.cli, 'status'], {
    env: {
      ...process.env,
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_PROJECT: 'test',
      PLATFORM_API_KEY: platform.apiKey,
    },
  })
  return stdout
}

/** Has the objects fail for so long that the owners are notified, and returns the text of the mail. */
async function mailAfter(minutes: number): Promise<string> {
  const before = mail.text().length
  const since = new Date(Date.now() - minutes * 60_000)
  const db = platform.database.tenant(platform.projectId)
  const [object] = await db.selectFrom('installationObjects').selectAll().execute()
  const { failingSince, retryingSince, pausedTime } = must(object, 'object')
  await db
    .updateTable('installationObjects')
    .set({
      ...(failingSince && { failingSince: since }),
      ...(retryingSince && { retryingSince: since }),
      ...(pausedTime && { pausedTime: since }),
      notifiedTime: null,
    })
    .execute()
  await notifyOfFailingInstallations(platform.services, platform.database)
  const { notifiedTime } = must(
    await findInstallationObject(db, installation.id as `inst_${string}`, 'Contact'),
    'object',
  )
  if (notifiedTime === null) return ''
  await vi.waitFor(() => expect(mail.text().slice(before)).toContain('\r\n.\r\n'), soon)
  return mail.text().slice(before)
}

it('shows a lost field alike everywhere as soon as the fields are reloaded, until they are restored', async () => {
  const reason = 'Salesforce no longer lets this user see `Title`.'
  const remedy = 'Give the user access at the provider, or choose other fields.'
  const inEmbedded = embedded.getByText(
    'Salesforce no longer allows access to: Title. Restore the access or choose other fields.',
  )
  await openEmbedded()
  await embedded.getByText('Installed').first().waitFor()

  await platform.control.showField('Contact', 'Title', false)
  await embedded.getByRole('button', { name: 'Reload fields' }).click()
  await inEmbedded.first().waitFor()
  await embedded.getByText(/^Failing since /).waitFor()
  const mailed = await mailAfter(20)
  const { health } = await shown()
  await openDashboard()
  await dashboard.getByText(`${reason} ${remedy}`).waitFor()
  await dashboard.getByText('Failing', { exact: true }).first().waitFor()

  expect(health).toMatchObject({ state: 'failing', reason, remedy })
  expect(contactOf(await shown()).health).toEqual(health)
  const since = must(health.since, 'time')
  expect(await status()).toContain(`Failing since ${since}. ${reason} ${remedy}`)
  expect(mailed).toContain(`${reason} ${remedy}`)
  expect(mailed).toContain(`/installations/${installation.integrationId}/${installation.id}`)

  await platform.control.showField('Contact', 'Title', true)
  await dashboard.getByRole('button', { name: 'Reload fields' }).click()
  await dashboard.getByText('Fields reloaded.').waitFor()
  await dashboard.getByText(reason).first().waitFor({ state: 'detached' })
  await embedded.getByRole('button', { name: 'Reload fields' }).click()
  await inEmbedded.first().waitFor({ state: 'detached' })

  expect((await shown()).health).toEqual({ state: 'healthy' })
  expect(await status()).not.toContain(reason)
  expect(await mailAfter(20)).toBe('')
})

/** What the embedded UI shows of a cause; the provider's words are not for customers. */
const embeddedTexts: Record<string, string> = {
  'credentials that are refused': 'The Salesforce sign-in is no longer valid',
  'credentials that are refused in a backfill': 'The Salesforce sign-in is no longer valid',
  'a daily call limit': 'Provider limit reached. Next attempt',
  'a short call limit': 'Read failed. Next attempt',
  'an outage of the provider': 'Read failed. Next attempt',
  'a cursor that the provider lost': 'Read failed. Next attempt',
  'lost fields': 'Salesforce no longer allows access to: Email, Phone.',
  'lost fields in a backfill': 'Salesforce no longer allows access to: Email.',
  'a lost permission for the object': 'Data from Salesforce cannot be read.',
  'another rejection': 'Data from Salesforce cannot be read.',
  'another rejection of a backfill': 'Read failed. Next attempt',
  'a rejection of a backfill for good': 'Data from Salesforce cannot be read.',
  'a missing destination': 'Contact support for this product.',
  'a defect of the server': 'Read failed. Next attempt',
}

const badges = {
  needsSignIn: 'Needs sign-in',
  limited: 'Limit reached',
  retrying: 'Retrying',
  failing: 'Failing',
  paused: 'Paused',
} as const

describe('shows each cause in the same way everywhere', () => {
  const rows: string[][] = []

  beforeAll(async () => {
    const [reply] = await Promise.all([embedded.waitForResponse(/:hydrate/), openEmbedded()])
    const [body, headers] = [await reply.text(), await reply.allHeaders()]
    // A description would find out that access was not really lost.
    await embedded.route(/:hydrate/, (route) => route.fulfill({ body, headers }))
  })

  it.each(causes.map((cause) => [cause.name, cause] as const))('%s', async (name, cause) => {
    const id = installation.id as `inst_${string}`
    const db = platform.database.tenant(platform.projectId)
    const before = must(await findInstallationObject(db, id, 'Contact'), 'Contact')
    // The next read comes tomorrow, so that nothing changes meanwhile.
    await db
      .updateTable('installationObjects')
      .set(columnsAfter(before, cause, new Date()))
      .where('installationId', '=', id)
      .where('objectName', '=', 'Contact')
      .execute()
    const isRefused = cause.shown.state === 'needsSignIn'
    await db
      .updateTable('connections')
      .set({
        status: isRefused ? 'bad_credentials' : 'working',
        refusal: isRefused ? providerWords : null,
        refusedSince: isRefused ? new Date() : null,
      })
      .execute()
    const { health } = await shown()
    const { state, reason = '', remedy = '' } = health
    const inWords = [reason, remedy].filter(Boolean).join(' ')

    await openDashboard()
    await dashboard.getByText(inWords).first().waitFor()
    const onDashboard = await dashboard.locator('main').innerText()
    await openEmbedded()
    await embedded.getByRole('tab', { name: 'Manage' }).click()
    await embedded.getByRole('heading', { name: 'Activity' }).waitFor()
    const inProduct = await embedded.locator('.plat-root').innerText()
    const onCommandLine = await status()
    const mailed = await mailAfter(10)
    const isMailed = (await mailAfter(20)) !== ''
    const words = must(embeddedTexts[name], name)

    expect(health).toMatchObject({ ...cause.shown, since: expect.any(String) })
    const badge = badges[must(cause.shown.state, 'state') as keyof typeof badges]
    expect(onDashboard).toContain(badge)
    expect(inProduct).toContain(badge)
    expect(inProduct).toContain(words)
    expect(inProduct).not.toContain(providerWords)
    expect(onCommandLine).toContain(`${badge} since ${health.since}. ${inWords}`)
    expect(mailed).toBe('')
    expect(isMailed).toBe(state !== 'limited')
    if (state !== 'limited') expect(mail.text().split('Subject:').at(-1)).toContain(reason)
    rows.push([
      name,
      badge,
      reason.replace(providerWords, '_message of the error_'),
      remedy || 'nothing: it is retried',
      words,
      isMailed ? 'after 15 minutes' : 'no',
    ])
  })

  it('as the documentation lists them', async () => {
    const page = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8')
    const documented = page
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )

    expect(documented).toEqual(expect.arrayContaining(rows))
  })
})
