import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseFilter, findChip, findRemoval, typeFilter } from './testing/filters.ts'
import { it } from './testing/in-chromium.ts'

it('filters by the name of a customer and keeps the reference in the URL', async ({
  page,
  open,
}) => {
  await open('/projects/demo/deliveries')
  const reference = () => new URL(page.url()).searchParams.get('customer')

  await typeFilter(page, 'Customer', 'conto')
  await expect.poll(reference).toBe('team-2')
  await findChip(page, 'Customer', 'Contoso Robotics').waitFor()
  await page
    .getByRole('row', { name: /Northwind/ })
    .first()
    .waitFor({ state: 'detached' })

  await typeFilter(page, 'Customer', 'nobody')
  await page.getByText('No deliveries match these filters').waitFor()
  await findRemoval(page, 'Customer').click()
  await expect.poll(reference).toBe(null)
})

it('filters installations by health and integration, and connections by provider', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/installations')
  await chooseFilter(page, 'Health', 'Needs sign-in')
  await page.getByRole('row', { name: /Northwind/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Contoso.*Needs sign-in/ }).waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
  await chooseFilter(page, 'Health', 'Limit reached')
  await page.getByText('No installations match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await chooseFilter(page, 'Integration', 'salesforce-sync')
  await chooseFilter(page, 'Customer', 'Contoso Robotics')
  const waitForCall = (call: string) =>
    expect.poll(() => platform.calls.filter((one) => one.includes(call)).length).toBeGreaterThan(0)
  await waitForCall('/integrations/int_1/installations?groupRef=team-2')
  expect(new URL(page.url()).searchParams.get('integration')).toBe('int_1')

  await page.getByRole('link', { name: 'Connections', exact: true }).click()
  await chooseFilter(page, 'Provider', 'HubSpot')
  await waitForCall('/connections?provider=hubspot')
})

it('shows one line for each entry under a head that stays in view', async ({
  page,
  heading,
  open,
}) => {
  const measureHeights = (rows: Locator) =>
    rows.evaluateAll((all) => all.map((row) => row.clientHeight))
  await open('/projects/demo/destinations')
  await page.getByRole('row').nth(3).waitFor()
  expect(Math.max(...(await measureHeights(page.getByRole('row'))))).toBeLessThanOrEqual(37)
  // The whole address as tooltip, which does not keep the row from being clicked.
  await page.getByTitle('https://lumen.example/webhooks/integrations').click()
  await heading('app-webhook').waitFor()

  await open('/projects/demo/deliveries')
  const rows = page.getByRole('row')
  await rows.nth(50).waitFor()

  await rows.nth(50).scrollIntoViewIfNeeded()

  const tops = await page
    .getByRole('columnheader')
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().top))
  expect(Math.max(...(await measureHeights(rows)))).toBeLessThanOrEqual(37)
  expect(Math.min(...tops)).toBe(0)
  const filters = await page.locator('.filters').evaluate((one) => one.clientHeight)
  expect(filters).toBeLessThanOrEqual(40)
})

it('keeps chosen columns in the URL, also when filters are cleared', async ({
  page,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/deliveries?status=failed')
  const head = (name: string) => page.getByRole('columnheader', { name })
  await head('Destination').waitFor()
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await page.getByLabel('Delivery ID').check()
  await page.getByLabel('Destination', { exact: true }).last().uncheck()
  expect(await brokenRules()).toEqual([])
  await page.keyboard.press('Escape')
  await head('Destination').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.reload()

  await head('Delivery ID').waitFor()
  await expect.poll(() => head('Destination').count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('columns')).toBe(
    'event,object,customer,status,created,delivery-id',
  )
})

it('offers columns in the logs and the live tail, whose entries j and Enter open', async ({
  page,
  heading,
  open,
}) => {
  const head = (name: string) => page.getByRole('columnheader', { name })
  await open('/projects/demo/logs?columns=time,message,request&sort=timestamp')
  await page.getByRole('cell', { name: 'GET /services/data/v60.0/query' }).first().waitFor()
  await expect.poll(() => head('Severity').count()).toBe(0)

  await open('/projects/demo/tail')
  await head('Customer').waitFor()
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await page.getByLabel('Type').check()
  await page.keyboard.press('Escape')
  await page.getByRole('cell', { name: 'Log entry' }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('columns')).toContain('type')

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/(operations|deliveries)\/(op|dlv)_/)
  await heading('Tail').waitFor({ state: 'detached' })
})

it('retries all selected deliveries and keeps those selected that failed', async ({
  platform,
  page,
  open,
}) => {
  const failed = platform.records.deliveries.filter(({ status }) => status !== 'delivered')
  await open('/projects/demo/deliveries')
  await page.getByRole('row').nth(50).waitFor()

  await page.getByLabel('Select all on this page').check()
  await page.getByText('50 selected').waitFor()
  await page.getByRole('button', { name: `Retry ${failed.length}` }).click()

  await page.getByText(`${failed.length} retried.`).waitFor()
  const retried = platform.calls.filter((call) => call.endsWith(':retry'))
  expect(retried.toSorted()).toEqual(
    failed.map(({ id }) => `POST /v1/projects/demo/deliveries/${id}:retry`).toSorted(),
  )
  await expect.poll(() => page.getByText('selected', { exact: false }).count()).toBe(0)

  platform.fail('/v1/projects/demo/deliveries/')
  await page.getByRole('row').nth(2).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Replay 1' }).click()

  await page.getByText(/^0 replayed\. 1 failed: /).waitFor()
  await page.getByText('1 selected').waitFor()
})

it('moves through a list with single keys, which can be turned off', async ({
  page,
  heading,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/deliveries')
  const links = page.getByRole('rowheader').getByRole('link')
  const hasFocus = (index: number) =>
    expect.poll(() => links.nth(index).evaluate((one) => one === document.activeElement)).toBe(true)
  await links.nth(3).waitFor()

  await page.keyboard.press('j')
  await hasFocus(0)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await hasFocus(1)
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('/')
  const entry = page.getByRole('button', { name: 'Customer', exact: true })
  await expect.poll(() => entry.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const filter = page.getByRole('group', { name: 'Customer' }).getByLabel('Customer')
  await expect.poll(() => filter.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('j')
  await expect.poll(() => filter.inputValue()).toBe('j')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Account menu' }).press('Enter')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
  await page.getByLabel('Single-key shortcuts').uncheck()
  expect(await brokenRules()).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await heading('Deliveries').focus()
  await page.keyboard.press('j')

  expect(await heading('Deliveries').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.evaluate(() => localStorage.clear())
})

it('opens a log entry by j and Enter and exports all entries', async ({
  page,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/logs')
  await page.getByText('The provider asked to slow down').waitFor()

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')

  await page.getByRole('link', { name: 'Operation of account' }).waitFor()
  expect(await brokenRules()).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Operation of account' }).waitFor({ state: 'detached' })
  const { lines } = await readExportedLines(page)
  expect(lines[0]).toBe(
    '\uFEFFtime,severity,message,error,customer,customerRef,object,operation,call,status',
  )
  expect(lines.join()).toMatch(/,WARN,The provider asked to slow down,.*,account,op_2,GET .*,429/)
})

const readExportedLines = async (page: Page) => {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saved
  const lines = String(await buffer(await file.createReadStream())).split('\r\n')
  return { name: file.suggestedFilename(), lines: lines.filter(Boolean) }
}

it('exports all entries that match, also those of other pages', async ({
  platform,
  page,
  open,
}) => {
  const { records } = platform
  const [newest] = records.deliveries
  if (!newest) throw new Error('The fake platform has no deliveries.')
  // More than the server returns at once.
  for (let count = 0; count < 1_001; count++) {
    records.deliveries.unshift({ ...newest, id: `dlv_${count}`, groupName: '=1+1' })
  }
  await open('/projects/demo/deliveries')
  await page.getByRole('row').nth(50).waitFor()
  const { name, lines } = await readExportedLines(page)
  expect(name).toBe('deliveries.csv')
  expect(lines).toHaveLength(1 + records.deliveries.length)
  expect(lines[0]).toMatch(/^\uFEFFid,event,eventId,/)
  expect(lines[1]).toMatch(new RegExp(`^dlv_1000,${newest.eventType},.*,'=1\\+1,`))

  const succeeded = records.operations.filter(({ status }) => status === 'success')
  for (const [list, count] of [
    ['operations?status=success', succeeded.length],
    ['customers', 3],
    ['installations?health=needsSignIn', 1],
    ['connections', records.connections.length],
  ] as const) {
    await open(`/projects/demo/${list}`)
    const { lines: some } = await readExportedLines(page)
    expect(`${list}: ${some.length}`).toBe(`${list}: ${1 + count}`)
    expect(some[0]).toContain(',customerRef,')
  }
})

it('exports the shown columns of short lists with exact times and whole IDs', async ({
  platform,
  page,
  open,
}) => {
  const [key] = platform.records.jwtKeys
  await open('/projects/demo/jwt-keys')
  const { name, lines } = await readExportedLines(page)

  expect(name).toBe('jwt-keys.csv')
  expect(lines[0]).toBe('\uFEFFLabel,Key ID (kid),Algorithm,Status,Created,Last used')
  expect(lines[1]).toContain(`${key?.label},${key?.id},`)
  expect(lines[1]).toContain(`,${key?.createTime},`)
})

it('sorts by a column in the URL and applies saved filters again', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/customers')
  const names = () => page.getByRole('rowheader').allInnerTexts()
  const head = (name: string) => page.getByRole('columnheader', { name })
  await head('Records delivered this month').getByRole('button').click()
  await expect.poll(names).toEqual(['Globex Foods', 'Contoso Robotics', 'Northwind Traders'])
  await head('Health').getByRole('button').press('Enter')
  await expect.poll(async () => (await names())[0]).toBe('Contoso Robotics')
  await head('Health').getByRole('button').press('Enter')
  await expect.poll(async () => (await names()).at(-1)).toBe('Contoso Robotics')
  expect(await head('Health').getAttribute('aria-sort')).toBe('descending')
  expect(new URL(page.url()).search).toBe('?sort=-health')

  await open('/projects/demo/deliveries?status=failed&sort=created')
  await page.getByRole('button', { name: 'Saved filters' }).press('Enter')
  await page.getByLabel('Name of the current filters').fill('Failed, oldest first')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Failed, oldest first', exact: true }).waitFor()
  expect(await brokenRules()).toEqual([])
  await open('/projects/demo/deliveries')
  await page.getByRole('button', { name: 'Saved filters' }).press('Enter')
  await page.getByRole('button', { name: 'Failed, oldest first', exact: true }).press('Enter')

  await expect.poll(() => new URL(page.url()).search).toBe('?status=failed&sort=created')

  await open('/projects/demo/deliveries')
  const oldest = platform.records.deliveries.at(-1)?.createTime
  await head('Created').getByRole('button').press('Enter')
  await page.locator(`tbody tr:first-child time[datetime="${oldest}"]`).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Page 2').waitFor()
  expect(platform.calls.at(-1)).toContain('sort=createTime')
  await expect.poll(() => head('Status').getByRole('button').count()).toBe(0)
  await page.evaluate(() => localStorage.clear())
})

it('adds, changes and removes filters by the keyboard alone', async ({
  page,
  open,
  brokenRules,
}) => {
  await open('/projects/demo/deliveries?event=evt_1')
  const add = page.getByRole('button', { name: 'Filter', exact: true })
  const chips = () => page.locator('.filters .chip-text').allInnerTexts()
  const hasFocus = (one: Locator) =>
    expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true)
  await findChip(page, 'Event', 'evt_1').waitFor()

  await add.press('Enter')
  const menu = page.getByRole('group', { name: 'Add filter' })
  const entry = (name: string) => menu.getByRole('button', { name, exact: true })
  await hasFocus(entry('Customer'))
  for (const _ of ['Installation', 'Operation', 'Destination', 'Event type', 'Status'])
    await page.keyboard.press('ArrowDown')
  await hasFocus(entry('Status'))
  expect(await brokenRules()).toEqual([])
  await page.keyboard.press('Enter')
  await hasFocus(page.getByRole('group', { name: 'Status' }).getByRole('button').first())
  expect(await brokenRules()).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(chips).toEqual(['Event: evt_1'])
  await hasFocus(add)

  await chooseFilter(page, 'Status', 'Failed')
  await expect.poll(chips).toEqual(['Event: evt_1', 'Status: Failed'])
  await findChip(page, 'Status', 'Failed').press('Enter')
  await hasFocus(
    page
      .getByRole('group', { name: 'Status' })
      .getByRole('button', { name: 'Failed', exact: true }),
  )
  await page.keyboard.press('Escape')
  await findRemoval(page, 'Event').press('Enter')
  await expect.poll(chips).toEqual(['Status: Failed'])
  await hasFocus(add)
})

it('shows the one filter of a list without a menu, and narrows at 320 px without overflow', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await open('/projects/demo/customer-destinations')
  await chooseFilter(page, 'Customer', 'Contoso Robotics')
  await findChip(page, 'Customer', 'Contoso Robotics').waitFor()
  expect(await page.getByRole('button', { name: 'Filter', exact: true }).count()).toBe(0)
  await open(
    '/projects/demo/deliveries?customer=team-2&status=failed&from=2026-01-01T00:00&to=2026-01-02T00:00',
  )
  await findChip(page, 'Time', 'from 2026-01-01 00:00 until 2026-01-02 00:00').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
