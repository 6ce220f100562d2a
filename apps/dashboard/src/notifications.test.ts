import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { chooseFilter, findChip, findRemoval, openFilter, typeFilter } from './testing/filters.ts'
import { it } from './testing/in-chromium.ts'

it('pages through deliveries and restores the page on return', async ({ page, open }) => {
  await open('/projects/demo/deliveries')
  await page.getByRole('row').nth(50).waitFor()

  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByText('Page 2').waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(23)
  await expect.poll(() => page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
  await page.getByRole('row').nth(3).getByRole('link').first().click()
  await page.getByRole('table', { name: 'Deliveries' }).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByText('Page 2').waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(23)
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('row').nth(50).waitFor()
})

it('shows the filter, time range and progress of replays', async ({ platform, page, open }) => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const replay = (id: number, about: object) => ({
    id: `rpl_${id}`,
    projectId: platform.records.project.id,
    perSecond: 100,
    createTime: ago(0.5),
    ...about,
  })
  platform.records.replays = JSON.parse(
    JSON.stringify([
      replay(1, {
        status: 'running',
        filter: { status: 'failed', destinationId: 'dest_1', from: ago(5), to: ago(2) },
        total: 1_234_567,
        replayed: 34_567,
      }),
      replay(2, {
        status: 'running',
        filter: { status: 'delivered', eventTypes: ['read'], to: ago(0) },
        replayed: 0,
      }),
    ]),
  )

  await open('/projects/demo/replays')

  const bounded = page.getByRole('row', { name: /^Failed to/ })
  await bounded.getByText('34,567 of 1,234,567').waitFor()
  await bounded.getByText('Since 5 hours ago').waitFor()
  await bounded.getByText('Until 2 hours ago').waitFor()
  const other = page.getByRole('row', { name: /^Delivered/ })
  await other.getByText('0, counting…').waitFor()
  expect(await other.innerText()).not.toContain('Until')
})

it('filters deliveries by customer and time and keeps the filter in the URL', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/deliveries')
  await page.getByRole('row').nth(50).waitFor()

  await typeFilter(page, 'Customer', 'team-2')
  await chooseFilter(page, 'Time', 'Last hour')

  await page
    .getByRole('row', { name: /Northwind/ })
    .first()
    .waitFor({ state: 'detached' })
  const id = 'inst_01jz5q0f8kf3bvw9s2m6t4x7ra'
  await typeFilter(page, 'Installation', `"${id.toUpperCase()}", `)
  await expect.poll(() => new URL(page.url()).searchParams.get('installation')).toBe(id)
  await findChip(page, 'Installation', id).waitFor()
  await findRemoval(page, 'Installation').click()
  await expect.poll(() => new URL(page.url()).searchParams.has('installation')).toBe(false)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({ customer: 'team-2', since: '1h' })
  await expect
    .poll(() => platform.calls.findLast((call) => call.includes('/deliveries?')))
    .toMatch(/groupRef=team-2&from=20\d\d-/)
  await page.reload()
  await findChip(page, 'Customer', 'Contoso Robotics').waitFor()
  await openFilter(page, 'Time')
  await page.getByLabel('From').fill('2026-01-02T03:04')
  await page.getByRole('button', { name: 'Apply' }).click()
  await findChip(page, 'Time', 'from 2026-01-02 03:04').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page
    .getByRole('row', { name: /Northwind/ })
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('search').getByText('Time').count()).toBe(0)
})

it('shows new deliveries without a reload', async ({ platform, page, open }) => {
  await page.clock.install()
  await open('/projects/demo/deliveries')
  await page.getByRole('row').nth(50).waitFor()

  const [newest] = platform.records.deliveries
  if (!newest) throw new Error('The fake platform has no deliveries.')
  platform.records.deliveries.unshift({ ...newest, id: 'dlv_new', eventType: 'write.async.done' })
  await page.clock.fastForward(5_000)

  await page.getByRole('rowheader', { name: 'write.async.done' }).waitFor()
})

it('shows streamed entries at once and stops when paused', async ({ platform, page, open }) => {
  platform.publish('deliveries')
  await open('/projects/demo/tail')
  await page.getByRole('link', { name: 'connection.error' }).waitFor()
  await expect.poll(() => platform.calls).toContain('GET /live/demo')
  const [newest] = platform.records.deliveries
  const happens = (
    id: `dlv_${string}`,
    eventType: 'connection.deleted' | 'installation.deleted',
  ) => {
    const now = new Date().toISOString()
    platform.records.deliveries.unshift({ ...newest!, id, eventType, createTime: now })
    platform.publish('deliveries')
  }

  happens('dlv_80', 'connection.deleted')
  await page.getByRole('link', { name: 'connection.deleted' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  happens('dlv_81', 'installation.deleted')
  await expect.poll(() => platform.records.deliveries.length).toBe(74)

  await expect.poll(() => page.getByRole('link', { name: 'installation.deleted' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('link', { name: 'installation.deleted' }).waitFor()
})

it('reports a lost stream and catches up afterwards', async ({ platform, page, open }) => {
  platform.publish('deliveries')
  await open('/projects/demo/tail')
  await page.getByText('Live', { exact: true }).waitFor()

  platform.endStreams()
  await page.getByText('Connecting…').waitFor()
  const [newest] = platform.records.deliveries
  const now = new Date().toISOString()
  platform.records.deliveries.unshift({
    ...newest!,
    id: 'dlv_82',
    eventType: 'connection.deleted',
    createTime: now,
  })
  platform.publish('deliveries')

  await page.getByText('Live', { exact: true }).waitFor()
  // Sooner than by polling.
  await page.getByRole('link', { name: 'connection.deleted' }).waitFor({ timeout: 300_000 })
})

it('shares one stream between windows', async ({ platform, page, open }) => {
  platform.publish('deliveries')
  await open('/projects/demo/tail')
  await page.getByText('Live', { exact: true }).waitFor()

  const others = await Promise.all(Array.from({ length: 6 }, () => page.context().newPage()))
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.close()))))
  await Promise.all(
    others.map(async (other) => {
      await other.goto(`${platform.url}/projects/demo/tail`)
      await other.getByText('Live', { exact: true }).waitFor()
    }),
  )
  await expect.poll(() => platform.watching()).toBe(1)

  await see(page, 'hidden')
  await expect.poll(() => platform.watching()).toBe(1)
  for (const other of others) await other.getByText('Live', { exact: true }).waitFor()
  for (const other of others) await see(other, 'hidden')
  await expect.poll(() => platform.watching()).toBe(0)

  await see(page, 'visible')
  await page.getByText('Live', { exact: true }).waitFor()
})

/** Simulates that another tab is in front, or no longer. */
const see = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

it('shows an error at its field and focuses it', async ({ platform, page, open }) => {
  await open('/projects/demo/destinations')
  await page.getByRole('button', { name: 'Create destination' }).click()
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

it('filters deliveries and keeps the filter in the URL', async ({ page, heading, open }) => {
  await open('/projects/demo/deliveries')
  await heading('Deliveries').waitFor()

  await chooseFilter(page, 'Destination', 'lake')
  await typeFilter(page, 'Event type', 'read.backfill.done')

  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  expect(new URL(page.url()).search).toBe('?destination=dest_3&type=read.backfill.done')
})

it('names a deleted destination without a link to it', async ({ platform, page, open }) => {
  platform.records.destinations = platform.records.destinations.filter(({ id }) => id !== 'dest_2')

  await open('/projects/demo/deliveries/dlv_70')

  await page.getByText('Deleted destination').waitFor()
  expect(await page.getByRole('link', { name: 'Deleted destination' }).count()).toBe(0)
})

it('names the destination of a customer by its label', async ({ platform, page, open }) => {
  platform.records.destinations = platform.records.destinations.filter(({ id }) => id !== 'dest_2')
  platform.records.customerDestinations = [
    {
      ...{ id: 'dest_2', projectId: 'proj_1', groupRef: 'acme', label: 'Our hook' },
      ...{ type: 'webhook', url: 'https://acme.example', eventTypes: [], status: 'enabled' },
      ...{ health: { state: 'healthy' }, createTime: '2026-03-01T10:00:00Z' },
    },
  ]

  await open('/projects/demo/deliveries/dlv_70')

  await page.getByText('Customer’s: Our hook').waitFor()
})

it('retries a delivery that failed and shows the new attempt', async ({ page, open }) => {
  await open('/projects/demo/deliveries/dlv_70')
  await page.getByText('Attempt 3').waitFor()
  expect(await page.getByRole('region', { name: 'Response' }).innerText()).toContain('HTTP 503')

  await page.getByRole('button', { name: 'Retry now' }).click()

  await page.getByText('Attempt 4').waitFor()
  await page.getByText('Delivered', { exact: true }).waitFor()
})

it('shows records of a message only when asked and allowed, with the changes of a version', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  platform.records.supportAccess = false
  await open('/projects/demo/deliveries/dlv_70')
  await page.getByText('Support access is off').waitFor()
  platform.records.supportAccess = true
  await page.reload()
  const view = page.getByRole('button', { name: 'View 2 records' })
  await view.waitFor()
  expect(platform.calls.filter((call) => call.includes('/records'))).toEqual([])

  await view.press('Enter')
  const record = page.getByRole('region', { name: 'Record', exact: true })
  await record.getByText('"ana@northwind.example"').first().waitFor()
  await page.getByRole('button', { name: 'Compare with previous version' }).press('Enter')
  await page.getByText('Changes since the previous version').waitFor()
  await page.getByText('ana@old.example').first().waitFor()
  expect(await brokenRules()).toEqual([])
  await page.getByLabel('Find in the records').fill('BEN')
  await page.getByRole('button', { name: '102' }).press('Enter')
  await record.getByText('"ben@northwind.example"').first().waitFor()

  await expect.poll(() => page.getByText('ana@old.example').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: '101' }).count()).toBe(0)
  expect(platform.calls.filter((call) => call.endsWith('/records'))).toHaveLength(1)
})

it('reveals a signing secret only when asked, and hides it again', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/destinations/dest_1')
  const reveal = page.getByRole('button', { name: 'Reveal signing secret' })
  await reveal.waitFor()
  expect(platform.calls.some((call) => call.includes('includeSecrets'))).toBe(false)

  await reveal.click()
  await page.getByText('whsec_').waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()

  await reveal.waitFor()
  await expect.poll(() => page.getByText('whsec_').count()).toBe(0)
})

it('creates a topic together with its routes', async ({ platform, page, open }) => {
  await open('/projects/demo/routing')
  await page.getByRole('button', { name: 'Create topic' }).click()

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

it('creates a destination with the settings of its type', async ({
  platform,
  page,
  heading,
  open,
}) => {
  await open('/projects/demo/destinations')
  await page.getByRole('button', { name: 'Create destination' }).click()

  await page.getByLabel('Name').fill('archive')
  await page.getByLabel('Type').selectOption('s3')
  await page.getByLabel('Bucket').fill('events')
  await page.getByLabel('Region').fill('eu-west-1')
  await page.getByLabel('Batch messages').check()
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await heading('archive').waitFor()
  expect(platform.records.destinations[0]).toMatchObject({
    name: 'archive',
    type: 's3',
    metadata: { bucket: 'events', region: 'eu-west-1', batch: true },
  })
})

it('creates a queue with the settings and credentials of its type', async ({
  platform,
  page,
  heading,
  open,
  brokenRules,
}) => {
  const queueUrl = 'https://sqs.eu-west-1.amazonaws.com/123456789012/events.fifo'
  await open('/projects/demo/destinations')
  await page.getByRole('button', { name: 'Create destination' }).click()

  await page.getByLabel('Name').fill('queue')
  await page.getByLabel('Type').selectOption('SQS queue')
  expect(await brokenRules()).toEqual([])
  await page.getByLabel('Queue URL').fill(queueUrl)
  await page.getByLabel('Region').fill('eu-west-1')
  await page.getByLabel('Message group').fill('data.groupRef')
  await page.getByLabel('Access key ID').fill('AKIA')
  await page.getByLabel('Secret access key').fill('s3cret')
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await heading('queue').waitFor()
  expect(platform.records.destinations[0]).toMatchObject({
    type: 'sqs',
    metadata: { queueUrl, region: 'eu-west-1', messageGroupTemplate: 'data.groupRef' },
  })
  await page.getByText(queueUrl).first().waitFor()
})

it('renames a destination that is in use after showing by whom', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/destinations/dest_1')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('renamed')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByText('has it installed').waitFor()
  expect(await brokenRules()).toEqual([])
  await page.getByLabel('Name').fill('other')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('has it installed').waitFor()
  await page.getByRole('button', { name: 'Rename anyway' }).click()

  await page.getByRole('heading', { level: 1, name: 'other' }).waitFor()
  expect(platform.records.destinations.find(({ id }) => id === 'dest_1')).toMatchObject({
    name: 'other',
  })
})

it('changes the URL of a destination in place', async ({ platform, page, open, brokenRules }) => {
  await open('/projects/demo/destinations/dest_1')
  const edit = page.getByRole('button', { name: 'Edit' })
  await edit.press('Enter')
  expect(await page.getByLabel('Name').evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await brokenRules()).toEqual([])
  await page.getByLabel('URL', { exact: true }).fill('https://lost.example')
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await edit.press('Enter')
  await expect
    .poll(() => page.getByLabel('URL', { exact: true }).inputValue())
    .not.toContain('lost')
  // By keys, between which the form is rendered again.
  await page.getByLabel('URL', { exact: true }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('https://new.example/hooks')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByText('https://new.example/hooks').waitFor()
  expect(platform.records.destinations.find(({ id }) => id === 'dest_1')).toMatchObject({
    metadata: { url: 'https://new.example/hooks' },
  })
})

it('counts matching deliveries before a replay', async ({ platform, page, open }) => {
  await open('/projects/demo/deliveries')
  await page.getByRole('link', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Replay' }).click()

  await page.getByRole('button', { name: 'Count', exact: true }).click()
  await page.getByRole('button', { name: /^Replay \d+$/ }).click()

  await page.getByRole('row').filter({ hasText: 'Failed' }).waitFor()
  expect(platform.calls.filter((call) => call.endsWith('deliveries:replay'))).toHaveLength(2)
})

it('charts hourly deliveries and shows them as a table', async ({ page, platform, open }) => {
  await open('/projects/demo/destinations/dest_1')
  const charts = page.getByRole('figure')

  await charts.filter({ hasText: 'Attempts' }).getByText('36 failed').waitFor()
  await charts.filter({ hasText: 'Records' }).getByText('120 failed').waitFor()
  await charts.filter({ hasText: 'Latency of attempts' }).getByText('≤ 4.8 s').waitFor()
  expect(platform.calls.join()).toContain('delivery-hours?destinationId=dest_1')
  await page.getByLabel('Time').selectOption('Last 7 days')
  await page.getByText('Show as table').click()

  const table = page.getByRole('table', { name: 'Hourly statistics' })
  await table.waitFor()
  await expect.poll(() => table.getByRole('row').count()).toBe(19)
  expect(await table.getByRole('row').nth(1).innerText()).toMatch(/60.*12.*40.*4\.8 s/s)
  const daysAsked = () => {
    const last = platform.calls.findLast((call) => call.includes('delivery-hours')) ?? ''
    const from = new URLSearchParams(last.split('?')[1]).get('from') ?? ''
    return Math.round((Date.now() - Date.parse(from)) / 86_400_000)
  }
  // The last week is compared with the week before.
  await expect.poll(daysAsked).toBe(14)
})

it('reads out the numbers of an hour by keyboard and compares with the day before', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  const { records } = platform
  const dayMs = 86_400_000
  const former = records.hours.map((hour) => ({
    ...hour,
    time: new Date(Date.parse(hour.time) - dayMs).toISOString(),
    delivered: hour.delivered * 2,
  }))
  records.hours = [...former, ...records.hours]
  await open('/projects/demo/destinations/dest_1')
  const chart = page.getByRole('figure').filter({ hasText: 'Attempts' }).first()
  await chart.getByText('-50%').waitFor()
  const reader = chart.getByRole('slider', { name: 'Hour' })

  await reader.press('ArrowLeft')

  const hour = records.hours.at(-2)
  await chart.getByText(`${hour?.delivered} delivered`).waitFor()
  expect(await reader.getAttribute('aria-valuetext')).toContain(`${hour?.delivered} delivered`)
  expect(await brokenRules()).toEqual([])
})

it('accepts a time typed part by part, and applies it with Enter', async ({ page, open }) => {
  await open('/projects/demo/deliveries?from=2026-01-01T00:00')
  await openFilter(page, 'Time')
  const from = page.getByLabel('From')
  await from.focus()

  await page.keyboard.type('0203')
  expect(await from.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')

  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2026-02-03T00:00')
  await findChip(page, 'Time', 'from 2026-02-03 00:00').waitFor()
})

it('tests a destination with the chosen event or message with records', async ({ page, open }) => {
  await open('/projects/demo/destinations/dest_1')
  const listSent = async (type: string | undefined) => {
    if (type) await page.getByLabel('Message', { exact: true }).selectOption(type)
    const [request] = await Promise.all([
      page.waitForRequest(/:test$/),
      page.getByRole('button', { name: 'Send a test message' }).click(),
    ])
    await page.getByText('Test', { exact: true }).first().waitFor()
    return request.postDataJSON()
  }

  expect(await listSent(undefined)).toEqual({ eventType: 'connection.created' })
  expect(await listSent('read')).toEqual({ eventType: 'read' })
  expect(await listSent('read.backfill.done')).toEqual({ eventType: 'read.backfill.done' })
  await page.getByLabel('Body', { exact: true }).getByText('"notificationType"').waitFor()
  await page.getByLabel('Response', { exact: true }).waitFor()
  await expect
    .poll(() => page.getByRole('group', { name: 'Language' }).getByRole('radio').count())
    .toBe(6)
  await page.getByRole('radio', { name: 'TypeScript' }).press('ArrowDown')
  await page.getByLabel('Python code').getByText('def verify(').waitFor()
  await page.getByText('Go', { exact: true }).click()
  await page.getByLabel('Go code').getByText('func Verify(').waitFor()
})

it('allows customers to add webhooks, and lists, disables and deletes these', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/customer-destinations')
  await page.getByText('up to 3 for each customer').waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'What customers may add' })
  await form.getByLabel('Maximum for each customer').fill('5')
  await form.getByLabel('read (records)').uncheck()
  await form.getByLabel('connection.created').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('up to 5 for each customer').waitFor()

  const row = page.getByRole('row', { name: /Warehouse/ })
  await row.getByText('https://hooks.northwind.example/integrations').waitFor()
  await row.getByRole('button', { name: 'Actions for Warehouse' }).click()
  await page.getByRole('button', { name: 'Disable Warehouse' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect.poll(() => platform.records.customerDestinations[0]?.status).toBe('disabled')
  await row.getByRole('button', { name: 'Actions for Warehouse' }).click()
  await page.getByRole('button', { name: 'Delete Warehouse' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No customer destinations yet').waitFor()

  expect(platform.records.customerDestinationSettings).toEqual({
    types: ['webhook'],
    maxPerGroup: 5,
    eventTypes: ['custom.invoice.paid', 'connection.created'],
  })
})

it('sends an event of its own, for a customer', async ({ platform, page, open }) => {
  await open('/projects/demo/routing')
  await page.getByRole('button', { name: 'Send event' }).click()
  const form = page.getByRole('dialog', { name: 'Send an event' })
  await form.getByLabel('Customer').fill('team-1')
  await form.getByLabel('Data').fill('[1]')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('The data must be a JSON object.').waitFor()
  await form.getByLabel('Data').fill('{ "total": 99.5 }')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('1 destination').waitFor()

  expect(platform.records.sentEvents).toEqual([
    { type: 'custom.invoice.paid', groupRef: 'team-1', data: { total: 99.5 } },
  ])
})
