import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { sandboxApps } from '@platform/sandbox'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { launchChromium } from '../../scripts/launch-chromium.ts'
import { bundlePrograms } from '../testing/src/bundled-programs.ts'
import { manifest, testPlatform } from '../testing/src/test-platform.ts'
import { byKeyboard } from './support/by-keyboard.ts'
import { fromDocs } from './support/from-docs.ts'
import { productOfDocs } from './support/product.ts'
import { startProgram } from './support/program.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { getPort } from '../../server/kernel/src/values/net.ts'

// Actions of an on-call engineer in the dashboard, by keyboard, and the time they take.

let browser: Browser
let platform: Awaited<ReturnType<typeof testPlatform>>
let page: Page
let receiver: Awaited<ReturnType<typeof registerReceiver>>
let library: Awaited<ReturnType<typeof startLibrary>>

beforeAll(async () => {
  library = await startLibrary()
  platform = await testPlatform({
    contacts: 5,
    env: {
      // Times are shortened from days to seconds.
      ...{ PLATFORM_RETRY_SCHEDULE: '1', PLATFORM_DISABLE_AFTER: '2' },
      PLATFORM_PROVIDERS: JSON.stringify({ library: library.entry }),
    },
  })
  receiver = await registerReceiver()
  await platform.connect()
  await platform.install()
  await vi.waitFor(
    () =>
      expect(platform.messages.map((one) => one.notificationType)).toContain('read.backfill.done'),
    soon,
  )
  browser = await launchChromium()
  page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  await page.goto(`${platform.url}/projects/test`)
  await page.getByLabel('Email').fill('owner@acme.test')
  await page.getByLabel('Password').fill(platform.ownerPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Latest deliveries' }).waitFor()
})
afterAll(async () => {
  await browser.close()
  receiver.close()
  library.close()
  await platform.close()
})

const soon = { timeout: 300_000, interval: 50 }

/** Counts the actions of a keyboard user, and measures how long they take. */
function story(name: string) {
  const begun = Date.now()
  const keyboard = byKeyboard(page)
  let clicks = 0
  return {
    /** Activates an element by Tab, arrow keys and Enter instead of a click. */
    async click(locator: Locator, { enter } = keyboard) {
      clicks += 1
      await enter(locator)
    },
    paste: keyboard.paste,
    async press(key: string) {
      clicks += 1
      await keyboard.press(key)
    },
    goTo: keyboard.goTo,
    end(max: number) {
      const seconds = ((Date.now() - begun) / 1000).toFixed(1)
      console.log(`${name}: ${clicks} clicks by ${keyboard.keys()} keys, ${seconds} s`)
      expect(clicks).toBeLessThanOrEqual(max)
    },
  }
}

it('shows in three clicks why a customer’s data stopped and that it recovered', async () => {
  await platform.control.revokeTokens()
  await platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
    groupRef: 'globex',
  })
  const installations = () =>
    platform.call<{ health: { state: string } }[]>('GET', '/v1/{p}/installations')
  await vi.waitFor(
    async () => expect((await installations())[0]?.health.state).toBe('needsSignIn'),
    soon,
  )
  const { click, press, paste, end } = story('a customer’s data has stopped')

  await press('Control+k')
  await paste(page.getByRole('combobox', { name: 'Name, ID or page' }), 'globex')
  await page.getByRole('option', { name: /globex/, selected: true }).waitFor()
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'globex' }).waitFor()
  await click(page.getByRole('table', { name: 'Installations' }).getByRole('link').first())
  await page.getByText('Ask the customer to sign in again').waitFor()
  end(3)

  await platform.connect()
  await page.getByText('Ask the customer to sign in again').waitFor({ state: 'detached' })
  await page.getByText('Healthy').first().waitFor()
})

it('shows whose mapping a deploy broke and why, and rolls back', async () => {
  const broken = manifest.replace('fieldName: Email', 'fieldName: Mail__c')
  await platform.call('PUT', '/v1/{p}/integrations:batch?force=true', { sourceYaml: broken })
  const read = () =>
    platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', { groupRef: 'globex' })
  await read()
  const health = async () =>
    (await platform.call<{ health: { state: string } }[]>('GET', '/v1/{p}/installations'))[0]
      ?.health.state
  await vi.waitFor(async () => expect(await health()).not.toBe('healthy'), soon)
  await page.goto(`${platform.url}/projects/test`)
  const { click, end } = story('a deploy broke a mapping')

  // Deliveries name the customer too, and may be first.
  await click(page.getByRole('listitem').getByRole('link', { name: 'globex' }))
  await page.getByText('Mail__c').first().waitFor()
  await click(page.getByRole('link', { name: 'crm', exact: true }).first())
  await click(page.getByRole('button', { name: /^Roll back to/ }).first())
  await page
    .getByText('reads email from Email instead of Mail__c (1 installation: globex)')
    .waitFor()
  await click(page.getByRole('dialog').getByRole('button', { name: 'Roll back' }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  end(4)

  await read()
  await vi.waitFor(async () => expect(await health()).toBe('healthy'), soon)
})

it('shows since when a receiver is down and delivers missed messages once it recovers', async () => {
  receiver.isDown = true
  const list = (status: string) =>
    platform.call<unknown[]>('GET', `/v1/{p}/deliveries?status=${status}`)
  await platform.connect('initech')
  await vi.waitFor(async () => expect((await list('failed')).length).toBeGreaterThan(0), soon)
  const findDisabledEvent = () =>
    platform.messages.find((one) => one.notificationType === 'destination.webhook.disabled')
  await vi.waitFor(
    async () => {
      await platform.connect(`customer-${Date.now()}`)
      expect(findDisabledEvent()?.data).toMatchObject({ destinationName: 'second' })
    },
    { timeout: 300_000, interval: 500 },
  )
  const [missed, paused] = [(await list('failed')).length, (await list('paused')).length]
  await anHourPasses()
  receiver.isDown = false
  receiver.taken = 0
  await page.goto(`${platform.url}/projects/test`)
  const { click, end } = story('a receiver was down for an hour')

  await page.getByRole('listitem').filter({ hasText: 'second' }).getByText('for 1 hour').waitFor()
  await click(page.getByRole('link', { name: 'second' }))
  await page.getByText('It answered 503').first().waitFor()
  await click(page.getByRole('button', { name: 'Enable' }))
  await vi.waitFor(() => expect(receiver.taken).toBe(paused), soon)
  await click(page.getByRole('button', { name: 'Replay', exact: true }))
  await click(page.getByRole('button', { name: 'Count', exact: true }))
  await click(page.getByRole('button', { name: `Replay ${missed}` }))
  await page.getByRole('row', { name: /Done/ }).waitFor()
  await vi.waitFor(() => expect(receiver.taken).toBe(missed + paused), soon)
  end(5)

  expect(missed).toBeGreaterThan(0)
  expect(paused).toBeGreaterThan(0)
})

it('creates a link where a customer enters a new key, and reports the recovery', async () => {
  const { id } = await platform.call<{ id: string }>('POST', '/v1/{p}/connections:generate', {
    ...{ provider: 'library', groupRef: 'umbrella', groupName: 'Umbrella', consumerRef: 'ana' },
    apiKey: 'first',
  })
  await platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml: manifest + shelf })
  library.key = 'second'
  await platform.call('POST', '/v1/{p}/integrations/shelf/installations?skipSampling=true', {
    ...{
      groupRef: 'umbrella',
      config: { content: { read: { objects: { books: { selectedFields: {} } } } } },
    },
  })
  await page.goto(`${platform.url}/projects/test/connections/${id}`)
  await page.getByText('Needs sign-in').first().waitFor()
  const { click, end } = story('a key was changed')

  await click(page.getByRole('button', { name: 'Sign-in link' }))
  const dialog = page.getByRole('dialog')
  await click(dialog.getByRole('button', { name: 'Create link' }))
  const link = await dialog.getByText('/callbacks/').innerText()
  await click(dialog.getByRole('button', { name: 'Close' }))
  const context = await browser.newContext({ javaScriptEnabled: false })
  onTestFinished(() => context.close())
  const customer = await context.newPage()
  const theirs = byKeyboard(customer)
  await customer.goto(link)
  await customer.getByText('Acme · Umbrella · Our library').waitFor()
  await theirs.paste(customer.getByLabel('API key'), 'first')
  await click(customer.getByRole('button', { name: 'Save' }), theirs)
  await customer.getByText('Our library rejected this key.').waitFor()
  await theirs.paste(customer.getByLabel('API key'), 'second')
  await click(customer.getByRole('button', { name: 'Save' }), theirs)
  await customer.getByText('You can close this page.').waitFor()
  await page.getByText('Healthy').first().waitFor()
  end(5)

  await customer.goto(link)
  await customer.getByRole('heading', { name: 'This link is not valid' }).waitFor()
})

it('leads from a new project to the first install in a product, by the docs alone', async () => {
  const url = must(platform.url, 'url of the platform')
  const product = await productOfDocs({ platformUrl: url })
  onTestFinished(product.remove)
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { click, paste, goTo, press, end } = story('new project to first install')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const make = async (opener: string, doIt: string, fields: Record<string, string>) => {
    await click(button(opener).first())
    const form = page.getByRole('dialog')
    for (const [label, value] of Object.entries(fields)) {
      await paste(form.getByLabel(label, { exact: true }), value)
    }
    await click(form.getByRole('button', { name: doIt, exact: true }))
  }
  const at = (path: string) => click(page.getByRole('link', { name: path, exact: true }))

  await page.goto(`${url}/projects`)
  await make('Create project', 'Create', { 'App name': 'Acme', 'Project name': 'my-project' })
  await page.waitForURL('**/projects/my-project')
  await at('Keys')
  await make('Create API key', 'Create', { Label: 'Command line' })
  // The list shows it shortened.
  const apiKey = await page.locator('code[title^=plat_full_]:not([title*="…"])').innerText()
  await click(button('I copied the key'))
  await at('JWT keys')
  await make('Register JWT key', 'Register', {
    Label: 'Backend',
    'Public key': publicKey.export({ type: 'spki', format: 'pem' }),
  })
  const copied = page.getByRole('row', { name: 'Backend' }).locator('code')
  const kid = must(await copied.getAttribute('title'), 'the whole kid')
  await at('Provider apps')
  await click(button('Add provider app').first())
  const app = page.getByRole('dialog', { name: 'Add provider app' })
  await paste(app.getByLabel('Search'), 'salesforce')
  await goTo(app.getByRole('radio', { name: 'Salesforce', exact: true }))
  await press('Space')
  await paste(app.getByLabel('Client ID'), sandboxApps.salesforce.clientId)
  await paste(app.getByLabel('Client secret'), sandboxApps.salesforce.clientSecret)
  await paste(app.getByLabel('Scopes'), 'api refresh_token')
  await click(app.getByRole('button', { name: 'Add', exact: true }))
  await at('Destinations')
  await click(button('Create destination').first())
  const destination = page.getByRole('dialog')
  await paste(destination.getByLabel('Name', { exact: true }), 'inbox')
  await destination.getByLabel('Type', { exact: true }).selectOption('pull')
  await click(destination.getByRole('button', { name: 'Create', exact: true }))
  await click(button('Create token'))
  const receiveToken = await page.getByText(/prcv_/).innerText()
  await writeFile(
    `${product.folder}/platform.yaml`,
    await fromDocs('start/first-integration.md', 'specVersion'),
  )
  const { cli, env } = await bundlePrograms()
  for (const command of ['validate', 'deploy']) {
    const { ended, output } = startProgram(cli, {
      args: [command, `${product.folder}/platform.yaml`],
      env: {
        ...env,
        PLATFORM_BASE_URL: url,
        PLATFORM_PROJECT: 'my-project',
        PLATFORM_API_KEY: apiKey,
      },
    })
    expect([command, await ended, output()]).toEqual([command, 0, expect.any(String)])
  }
  const backend = await product.start({
    PLATFORM_JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    PLATFORM_JWT_KEY_ID: kid,
    PLATFORM_RECEIVE: must(/prcv_[\w-]+/.exec(receiveToken), 'token')[0],
  })
  onTestFinished(backend.stop)
  await page.goto(product.url)
  const [consent] = await Promise.all([
    page.waitForEvent('popup'),
    click(page.getByRole('button', { name: /^Connect/ })),
  ])
  await click(consent.getByRole('button', { name: 'Allow' }), byKeyboard(consent))
  await click(page.getByRole('button', { name: 'Install', exact: true }))
  await page.getByText('saved.').waitFor()
  await vi.waitFor(() => expect(backend.output()).toContain('"action": "read"'), soon)
  end(20)

  await page.goto(`${url}/projects/my-project`)
  await page.getByRole('link', { name: 'company-1' }).first().waitFor()
})

/** Moves the history of the second receiver one hour into the past. */
async function anHourPasses() {
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await platform.database.everything
    .updateTable('destinations')
    .set({ failingSince: anHourAgo, disabledTime: anHourAgo })
    .where('name', '=', 'second')
    .execute()
}

/** Starts a receiver of every event, which can be made unavailable. */
async function registerReceiver() {
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
    metadata: { url: `http://127.0.0.1:${getPort(server)}/` },
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

const shelf = `
  - name: shelf
    provider: library
    read:
      objects:
        - objectName: books
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: title }]
`

/** Starts a provider with one valid key, which may change. */
async function startLibrary() {
  const server = createServer(({ headers }, reply) => {
    const isRight = headers['x-api-key'] === library.key
    reply
      .writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(isRight ? [{ id: 1, title: 'Emma' }] : { error: 'invalid_key' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${getPort(server)}`
  const entry = {
    displayName: 'Our library',
    authType: 'apiKey',
    apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Api-Key' } },
    baseURL: url,
    defaultModule: 'root',
    authHealthCheck: { url: `${url}/me` },
    objects: {
      books: {
        displayName: 'Books',
        read: { path: '/books', records: '', id: 'id', paging: { style: 'none' } },
      },
    },
  }
  return { entry, key: 'first', close: () => server.close().closeAllConnections() }
}
