import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { launchBrowser } from '../packages/dashboard/src/testing/browser.ts'
import { manifest, testPlatform } from '../packages/server/src/testing/test-platform.ts'
import { portOf } from '../packages/server/src/values/port-of.ts'

// What whoever is woken at night does in the dashboard, with the clicks that it takes them.

let browser: Browser
let platform: Awaited<ReturnType<typeof testPlatform>>
let page: Page
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  platform = await testPlatform({
    contacts: 5,
    // What takes days takes seconds here.
    env: { PLATFORM_RETRY_SCHEDULE: '1', PLATFORM_DISABLE_AFTER: '2' },
  })
  receiver = await startReceiver()
  await platform.connect()
  await platform.install()
  await vi.waitFor(
    () =>
      expect(platform.messages.map((one) => one.notificationType)).toContain('read.backfill.done'),
    soon,
  )
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  page.setDefaultTimeout(30_000)
  await page.goto(`${platform.url}/projects/test`)
  await page.getByLabel('Email').fill('owner@acme.test')
  await page.getByLabel('Password').fill(platform.ownerPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Latest deliveries' }).waitFor()
}, 180_000)
afterAll(async () => {
  await browser.close()
  receiver.close()
  await platform.close()
})

const soon = { timeout: 30_000, interval: 50 }

/** Counts what somebody does, and tells how long it took. */
function story(name: string) {
  const begun = Date.now()
  let clicks = 0
  return {
    async click(locator: ReturnType<Page['getByRole']>) {
      clicks += 1
      await locator.click()
    },
    end(most: number) {
      console.log(`${name}: ${clicks} clicks, ${((Date.now() - begun) / 1000).toFixed(1)} s`)
      expect(clicks).toBeLessThanOrEqual(most)
    },
  }
}

it('tells in three clicks why the data of a customer has stopped, and that it flows again', async () => {
  await platform.control.revokeTokens()
  await platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
    groupRef: 'globex',
  })
  const installations = () =>
    platform.call<{ health: { state: string } }[]>('GET', '/v1/{p}/installations')
  await vi.waitFor(
    async () => expect((await installations())[0]?.health.state).toBe('needs_sign_in'),
    soon,
  )
  const { click, end } = story('a customer’s data has stopped')

  await click(page.getByRole('button', { name: /Find/ }))
  await page.getByRole('combobox', { name: 'Customer, ID or page' }).fill('globex')
  await click(page.getByRole('option', { name: /globex/ }))
  await page.getByRole('heading', { level: 1, name: 'globex' }).waitFor()
  await click(page.getByRole('table', { name: 'Installations' }).getByRole('link').first())
  await page.getByText('Your customer has to sign in again.').waitFor()
  end(3)

  await platform.connect()
  await page.getByText('Your customer has to sign in again.').waitFor({ state: 'detached' })
  await page.getByText('Healthy').first().waitFor()
}, 120_000)

it('tells which customers a deploy broke the mapping of, why, and leads back', async () => {
  const broken = manifest.replace('fieldName: Email', 'fieldName: Mail__c')
  await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml: broken })
  const read = () =>
    platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', { groupRef: 'globex' })
  await read()
  const health = async () =>
    (await platform.call<{ health: { state: string } }[]>('GET', '/v1/{p}/installations'))[0]
      ?.health.state
  await vi.waitFor(async () => expect(await health()).not.toBe('healthy'), soon)
  await page.goto(`${platform.url}/projects/test`)
  const { click, end } = story('a deploy broke a mapping')

  await click(page.getByRole('link', { name: 'globex' }).first())
  await page.getByText('Mail__c').first().waitFor()
  await click(page.getByRole('link', { name: 'crm', exact: true }).first())
  await click(page.getByRole('button', { name: /^Roll back to/ }).first())
  await click(page.getByRole('button', { name: 'Dry run' }))
  await page
    .getByText('gets email from Email instead of Mail__c (1 installation: globex)')
    .waitFor()
  await click(page.getByRole('dialog').getByRole('button', { name: 'Roll back' }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  end(5)

  await read()
  await vi.waitFor(async () => expect(await health()).toBe('healthy'), soon)
}, 120_000)

it('tells that a receiver is down, since when, and sends what it missed once it is back', async () => {
  receiver.isDown = true
  const list = (status: string) =>
    platform.call<unknown[]>('GET', `/v1/{p}/deliveries?status=${status}`)
  await platform.connect('initech')
  await vi.waitFor(async () => expect((await list('failed')).length).toBeGreaterThan(0), soon)
  const told = () =>
    platform.messages.find((one) => one.notificationType === 'destination.webhook.disabled')
  await vi.waitFor(
    async () => {
      await platform.connect(`customer-${Date.now()}`)
      expect(told()?.data).toMatchObject({ destinationName: 'second' })
    },
    { timeout: 30_000, interval: 500 },
  )
  const [missed, held] = [(await list('failed')).length, (await list('held')).length]
  await anHourPasses()
  receiver.isDown = false
  receiver.taken = 0
  await page.goto(`${platform.url}/projects/test`)
  const { click, end } = story('a receiver was down for an hour')

  await page
    .getByRole('row', { name: /second/ })
    .getByText('for 1 hour')
    .waitFor()
  await click(page.getByRole('link', { name: 'second' }))
  await page.getByText('It answered 503').first().waitFor()
  await click(page.getByRole('button', { name: 'Enable' }))
  await vi.waitFor(() => expect(receiver.taken).toBe(held), soon)
  await click(page.getByRole('button', { name: 'Replay', exact: true }))
  await click(page.getByRole('button', { name: 'Count' }))
  await click(page.getByRole('button', { name: `Replay ${missed}` }))
  await page.getByRole('row', { name: /Done/ }).waitFor()
  await vi.waitFor(() => expect(receiver.taken).toBe(missed + held), soon)
  end(5)

  expect(missed).toBeGreaterThan(0)
  expect(held).toBeGreaterThan(0)
}, 120_000)

/** What the second receiver has gone through lies an hour further back. */
async function anHourPasses() {
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await platform.database.everything
    .updateTable('destinations')
    .set({ failingSince: anHourAgo, disabledTime: anHourAgo })
    .where('name', '=', 'second')
    .execute()
}

/** A receiver of every event, which can be down. */
async function startReceiver() {
  const state = { isDown: false, taken: 0, close: () => server.close().closeAllConnections() }
  const server = createServer((request, reply) => {
    request.resume().on('end', () => {
      if (!state.isDown) state.taken += 1
      reply.writeHead(state.isDown ? 503 : 204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const destination = await platform.call<{ id: string }>('POST', '/v1/{p}/destinations', {
    name: 'second',
    type: 'webhook',
    metadata: { url: `http://127.0.0.1:${portOf(server)}/` },
  })
  const topic = await platform.call<{ id: string }>('POST', '/v1/{p}/topics', { name: 'connects' })
  await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
    topicId: topic.id,
    eventType: 'connection.created',
  })
  await platform.call('POST', '/v1/{p}/topic-destination-routes', {
    topicId: topic.id,
    destinationId: destination.id,
  })
  const [all] = await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics?name=all')
  await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
    topicId: all?.id,
    eventType: 'destination.webhook.disabled',
  })
  return state
}
