import { readFile } from 'node:fs/promises'
import type { Schemas } from '@platform/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  prepareBuiltProduct,
  newest,
  servePages,
} from '../../packages/react/src/fixtures/fixture.ts'
import { runCli } from '../../packages/cli/src/testing/given.ts'
import { notifyOfFailingInstallations } from '../../server/data/src/sync/mail-failing.ts'
import { findInstallationObject } from '../../server/data/src/sync/object/store.ts'
import { causes, columnsAfter, providerWords } from '../../server/data/src/sync/testing/causes.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { launchChromium } from '../../scripts/launch-chromium.ts'
import { startFlowPlatform, type FlowPlatform } from './support/flows/platform.ts'
import { startMailServer } from '../testing/src/mail-server.ts'

// A failing installation has the same reason everywhere: in the API, the dashboard, the embedded
// UI, the CLI and the mail.

const soon = { timeout: 300_000, interval: 100 }
const group = 'globex'

const hubspotYaml = `
specVersion: 1.0.0
integrations:
  - name: hub
    displayName: Marketing data
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: lastname }]
          optionalFields: [{ fieldName: jobtitle }]
`

/** What loses a field: Salesforce refuses reads with it, and HubSpot reads without it. */
interface Target {
  provider: string
  integration: string
  objectName: string
  field: string
  show(isThere: boolean): Promise<unknown>
}

const salesforce: Target = {
  provider: 'Salesforce',
  integration: 'crm',
  objectName: 'Contact',
  field: 'Title',
  show: (isThere) => platform.control.showField('Contact', 'Title', isThere),
}
const hubspot: Target = {
  provider: 'HubSpot',
  integration: 'hub',
  objectName: 'contacts',
  field: 'jobtitle',
  show: (isThere) => platform.hubspot.showField('contacts', 'jobtitle', isThere),
}

let platform: FlowPlatform
let mail: Awaited<ReturnType<typeof startMailServer>>
let product: { url: string; close: () => void }
let browser: Browser
let dashboard: Page
let embedded: Page
let installation: Schemas['Installation']
let ofHubspot: Schemas['Installation']

beforeAll(async () => {
  mail = await startMailServer()
  const [started, launched, { folder }] = await Promise.all([
    startFlowPlatform({ PLATFORM_SMTP_URL: mail.url }),
    launchChromium(),
    prepareBuiltProduct(newest),
  ])
  ;[platform, browser] = [started, launched]
  const { tokenFor } = platform
  product = await servePages(folder, {}, { platform: 'http://127.0.0.1:*', tokenFor })
  await platform.connect(group)
  const contact = {
    selectedFields: { Title: true },
    selectedFieldMappings: { source: 'LeadSource' },
  }
  installation = await platform.installed(group, { read: { objects: { Contact: contact } } })
  await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml: hubspotYaml })
  await platform.connect(group, 'hubspot')
  const contacts = { selectedFields: { jobtitle: true } }
  ofHubspot = await platform.installed(group, { read: { objects: { contacts } } }, 'hub')
  await Promise.all(
    [salesforce, hubspot].map((target) =>
      vi.waitFor(async () => expect((await findObject(target)).lastRunTime).toBeDefined(), soon),
    ),
  )

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
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
  await platform.close()
})

const findInstallation = async ({ integration } = salesforce) =>
  must(await platform.installationOf(group, integration), 'installation')
const findObject = async (target: Target) =>
  must((await findInstallation(target)).objects[target.objectName], target.objectName)

const openDashboard = ({ integrationId, id } = installation) =>
  dashboard.goto(`${platform.url}/projects/test/installations/${integrationId}/${id}`)
const openEmbedded = ({ integration } = salesforce) =>
  embedded.goto(`${product.url}/?${new URLSearchParams({ api: platform.url, group, integration })}`)

async function status(): Promise<string> {
  const env = {
    PLATFORM_BASE_URL: platform.url,
    PLATFORM_PROJECT: 'test',
    PLATFORM_API_KEY: platform.apiKey,
  }
  const { exitCode, stdout, stderr } = await runCli(['status'], { env })
  expect([exitCode, stderr]).toEqual([/^✗ .* attention\.$/m.test(stdout) ? 3 : 0, ''])
  return stdout
}

/** Backdates the failures until the owners are notified, and returns the text of the mail. */
async function mailAfter(
  minutes: number,
  { id, objectName } = { id: installation.id, objectName: 'Contact' },
): Promise<string> {
  const before = mail.text().length
  const since = new Date(Date.now() - minutes * 60_000)
  const db = platform.database.tenant(platform.projectId)
  const find = () => findInstallationObject(db, id as `inst_${string}`, objectName)
  const { failingSince, retryingSince, pausedTime, lostSince } = must(await find(), 'object')
  await db
    .updateTable('installationObjects')
    .set({
      ...(failingSince && { failingSince: since }),
      ...(retryingSince && { retryingSince: since }),
      ...(pausedTime && { pausedTime: since }),
      ...(lostSince && { lostSince: since }),
      notifiedTime: null,
    })
    .where('installationId', '=', id as `inst_${string}`)
    .execute()
  await notifyOfFailingInstallations(platform.services, platform.database)
  const { notifiedTime } = must(await find(), 'object')
  if (notifiedTime === null) return ''
  await vi.waitFor(() => expect(mail.text().slice(before)).toContain('\r\n.\r\n'), soon)
  return mail.text().slice(before)
}

it.each([
  ['Salesforce', salesforce, () => installation],
  ['HubSpot', hubspot, () => ofHubspot],
])(
  'shows a field that %s lost alike everywhere as soon as the fields are reloaded, until it is restored',
  async (_name, target, installed) => {
    const { provider, objectName, field } = target
    const { id, integrationId } = installed()
    const reason = `${provider} no longer lets this user see \`${field}\`.`
    const remedy = 'Restore the fields or access to them at the provider, or choose other fields.'
    const inEmbedded = embedded.getByText(
      `${provider} no longer allows access to: ${field}. Restore the access or choose other fields.`,
    )
    await openEmbedded(target)
    await embedded.getByText('Installed').first().waitFor()

    await target.show(false)
    await embedded.getByRole('button', { name: 'Reload fields' }).click()
    await inEmbedded.first().waitFor()
    await embedded.getByText(/^Failing since /).waitFor()
    const mailed = await mailAfter(20, { id, objectName })
    const { health } = await findInstallation(target)
    await openDashboard(installed())
    await dashboard.getByText(`${reason} ${remedy}`).waitFor()
    await dashboard.getByText('Failing', { exact: true }).first().waitFor()

    expect(health).toMatchObject({ state: 'failing', reason, remedy })
    expect((await findObject(target)).health).toEqual(health)
    const since = must(health.since, 'time')
    expect(await status()).toContain(`Failing since ${since}. ${reason} ${remedy}`)
    expect(mailed).toContain(`${reason} ${remedy}`)
    expect(mailed).toContain(`/installations/${integrationId}/${id}`)

    await target.show(true)
    await dashboard.getByRole('button', { name: 'Reload fields' }).click()
    await dashboard.getByText('Fields reloaded.').waitFor()
    await dashboard.getByText(reason).first().waitFor({ state: 'detached' })
    await embedded.getByRole('button', { name: 'Reload fields' }).click()
    await inEmbedded.first().waitFor({ state: 'detached' })

    expect((await findInstallation(target)).health).toEqual({ state: 'healthy' })
    expect(await status()).not.toContain(reason)
    expect(await mailAfter(20, { id, objectName })).toBe('')
  },
)

/** Texts of the embedded UI by cause; the provider's messages are not shown to customers. */
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
    // A description would detect that access was not really lost.
    await embedded.route(/:hydrate/, (route) => route.fulfill({ body, headers }))
  })

  it.each(causes.map((cause) => [cause.name, cause] as const))('%s', async (name, cause) => {
    const id = installation.id as `inst_${string}`
    const db = platform.database.tenant(platform.projectId)
    const before = must(await findInstallationObject(db, id, 'Contact'), 'Contact')
    // The next read is tomorrow, so that nothing changes in the meantime.
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
    const { health } = await findInstallation()
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
    const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
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
