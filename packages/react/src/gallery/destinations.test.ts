import { afterAll, beforeAll, expect, it } from 'vitest'
import { startGallery, type Gallery } from './gallery-server.ts'

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery('production')
})
afterAll(() => gallery.close())

it('adds a webhook by keyboard, shows its secret once, and opens it', async () => {
  const page = await gallery.open('destinations')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Name').fill(' Reporting ')
  await page.getByLabel('URL').fill('https://hooks.acme.example/reporting')
  await page.getByLabel('URL').press('Enter')
  await page.getByText('Choose at least one message.').waitFor()
  await page.getByRole('checkbox', { name: 'Records' }).press('Space')
  await page.getByLabel('URL').press('Enter')

  const secret = page.getByRole('textbox', { name: 'Signing secret' })
  expect(await secret.inputValue()).toBe('whsec_c2VjcmV0IG9mIGEgZmFrZQ')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Reporting' }).waitFor()
  expect(await page.getByText('whsec_').count()).toBe(0)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByText('You can have up to 3 webhooks.').waitFor()
  expect(await page.getByRole('button', { name: 'Add webhook' }).count()).toBe(0)

  const calls = await page.evaluate(() => window.calls)
  expect(calls).toMatchObject([['onAdded', { label: 'Reporting', eventTypes: ['read'] }]])
  expect(JSON.stringify(calls)).not.toContain('whsec_')
})

it.each([
  ['a private address', 400, 'invalid-input', 'url', 'Enter a public https URL'],
  ['messages that were withdrawn', 400, 'invalid-input', 'eventTypes', 'no longer offered'],
  ['one too many', 422, 'limit-reached', '', 'You can have up to 3 webhooks.'],
  ['webhooks that were withdrawn', 403, 'permission-missing', '', 'does not offer webhooks'],
])('says in plain words why %s cannot be added', async (_, status, kind, name, words) => {
  const page = await gallery.open('destinations')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Name').fill('Reporting')
  await page.getByLabel('URL').fill('https://hooks.acme.example/reporting')
  await page.getByRole('checkbox', { name: 'Records' }).check()
  await page.evaluate(
    (given) => {
      const { fetch } = window.fakeApi
      window.fakeApi.fetch = async (input, init) =>
        init?.method === 'POST'
          ? new Response(JSON.stringify(given), {
              status: given.status,
              headers: { 'content-type': 'application/problem+json' },
            })
          : fetch(input, init)
    },
    {
      ...{ type: `https://platform.test/problems/${kind}`, title: kind, status, detail: 'Text.' },
      ...{ requestId: 'req_1', retryable: false, time: '', subsystem: 'api', instance: '' },
      issues: name ? [{ in: 'body', name, detail: 'It is rejected.' }] : [],
      context: kind === 'limit-reached' ? { limit: 'maxPerGroup', allowed: 3 } : {},
    },
  )

  await page.getByRole('button', { name: 'Add webhook' }).click()

  await page.getByText(words).waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Reporting')
  expect(await page.evaluate(() => window.calls)).toMatchObject([['onError', { status }]])
})

it('tests, disables, enables, edits and replays, and shows what the receiver answered', async () => {
  const page = await gallery.open('destinations')
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  await page.getByRole('button', { name: 'Send test message' }).click()
  await page.getByText('Your system answered 204.').waitFor()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Messages are held').waitFor()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Accounting')
  await page.getByRole('checkbox', { name: 'Records' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Accounting' }).waitFor()

  await page.getByRole('checkbox', { name: 'Only failed' }).check()
  await page.getByText('Attempts Records').click()
  await page.getByText('The table invoices is locked.').waitFor()
  await page.getByText('Your system did not answer in time.').waitFor()
  await page.getByRole('button', { name: /^Replay Records/ }).click()
  await page.getByText('No deliveries yet.').waitFor()

  const destination = await page.evaluate(() => window.fakeApi.state.destinations[0])
  expect(destination).toMatchObject({
    ...{ label: 'Accounting', status: 'enabled', eventTypes: ['custom.invoice.paid'] },
    url: 'https://hooks.acme.example/billing',
  })
})

it('shows older deliveries on request, and moves the focus to the first of them', async () => {
  const page = await gallery.open('destinations')
  await page.getByRole('button', { name: 'Manage Billing' }).waitFor()
  await page.evaluate(() => {
    const { deliveries } = window.fakeApi.state
    const [first] = deliveries
    for (let nth = 0; nth < 115; nth++) deliveries.push({ ...first!, id: `dlv_more_${nth}` })
  })
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  const items = page.locator('.plat-activity > li')
  const older = page.getByRole('button', { name: 'Show older' })
  const isFocused = (nth: number) =>
    items.nth(nth).locator('summary').and(page.locator(':focus')).waitFor()

  await older.waitFor()
  const atFirst = await items.count()
  await older.press('Enter')
  await isFocused(50)
  const then = await items.count()
  await older.press('Enter')
  await isFocused(100)

  expect([atFirst, then, await items.count()]).toEqual([50, 100, 117])
  expect(await older.count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Only failed' }).check()
  await page.getByText('Only failed').waitFor()
  await expect.poll(() => items.count()).toBe(1)
})

it('keeps the deliveries on screen when older ones cannot be fetched', async () => {
  const page = await gallery.open('destinations')
  await page.getByRole('button', { name: 'Manage Billing' }).waitFor()
  await page.evaluate(() => {
    const { fetch, state } = window.fakeApi
    const [first] = state.deliveries
    for (let nth = 0; nth < 60; nth++) state.deliveries.push({ ...first!, id: `dlv_more_${nth}` })
    window.fakeApi.fetch = async (input, init) =>
      String(input instanceof Request ? input.url : input).includes('pageSize=100')
        ? new Response('{}', { status: 400 })
        : fetch(input, init)
  })
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  await page.getByRole('button', { name: 'Show older' }).click()

  await page.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await page.locator('.plat-activity > li').count()).toBe(50)
})

it('replaces the secret after a question, and deletes after another', async () => {
  const page = await gallery.open('destinations')
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  await page.getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
  const secret = page.getByRole('textbox', { name: 'Signing secret' })
  expect(await secret.inputValue()).toBe('whsec_bmV3IHNlY3JldA')
  await page.getByText('The previous secret also signs until').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()

  await page.getByRole('button', { name: 'Manage Warehouse' }).waitFor()
  expect(await page.getByRole('button', { name: 'Manage Billing' }).count()).toBe(0)
  expect(await page.evaluate(() => window.calls)).toEqual([['onDeleted', 'dest_1']])
})

it('offers nothing to people whose token lacks the claim', async () => {
  const page = await gallery.open('destinations-forbidden')
  await page.getByText('You may not manage webhooks').waitFor()

  expect(await page.getByRole('button', { name: 'Add webhook' }).count()).toBe(0)
  expect(await page.evaluate(() => window.calls.length)).toBeGreaterThan(0)
})
