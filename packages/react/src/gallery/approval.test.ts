import { afterAll, beforeAll, expect, it } from 'vitest'
import { startGallery, type Gallery } from './gallery-server.ts'

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery('production')
})
afterAll(() => gallery.close())

it('approves exactly what was shown, by keyboard, and reports the decision', async () => {
  const page = await gallery.open('approval')
  await page.getByText('1 field stays the same.').waitFor()

  await page.getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The change is on its way').first().waitFor()

  const { calls, requests } = await page.evaluate(() => ({
    calls: window.calls,
    requests: window.fakeApi.requests,
  }))
  expect(calls).toMatchObject([['onDecided', { id: 'apr_1', state: 'approved' }]])
  expect(requests.filter((one) => one.startsWith('POST'))).toEqual([
    'POST /v1/projects/demo/approvals/apr_1:approve',
  ])
  expect(await page.getByRole('button').count()).toBe(0)
})

it('shows the decision of somebody else', async () => {
  const page = await gallery.open('approval')
  await page.getByText('Falk').waitFor()
  await page.evaluate(() =>
    Object.assign(window.fakeApi.state.approvals[0] ?? {}, { state: 'rejected' }),
  )

  await page.getByRole('button', { name: 'Approve' }).click()

  await page.getByText('Nothing was changed.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
})

it('rejects after a reason, which can be left out', async () => {
  const page = await gallery.open('approval')
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason (optional)').press('Enter')

  await page.getByText('Rejected.').first().waitFor()
  expect(await page.evaluate(() => window.fakeApi.state.approvals[0]?.state)).toBe('rejected')
})
