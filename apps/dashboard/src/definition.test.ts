import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { it } from './testing/in-chromium.ts'

const findEditor = (page: Page) => page.getByRole('textbox', { name: 'platform.yaml' })

/** Replaces the text, as pasting does. */
async function replaceText(page: Page, text: string): Promise<void> {
  const file = findEditor(page)
  await file.press('Control+a')
  await file.evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const how = { clipboardData, bubbles: true, cancelable: true }
    editor.dispatchEvent(new ClipboardEvent('paste', how))
  }, text)
}

const changed = 'specVersion: 1.0.0\nintegrations: []\n'
const isDeployment = (call: string) => /^PUT \S+integrations:batch(?!.*validateOnly)/.test(call)

it('deploys an edited definition in place, after showing what changes', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  platform.records.rehearsal.integrations[0]!.effects.push({
    ...{ objectName: 'lead', effect: 'is still read as before' },
    ...{ installations: 1, groupRefs: ['team-1'] },
  })
  await open('/projects/demo/integrations/salesforce-sync')
  await findEditor(page).waitFor()
  const button = page.getByRole('button', { name: 'Deploy', exact: true })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  expect(await page.getByText('specVersion').count()).toBe(1)
  await replaceText(page, changed)
  await button.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('is read every hour (2 installations: team-1, team-2)').waitFor()
  expect(await brokenRules()).toEqual([])
  await dialog.getByLabel('Pause reads of lead').check()
  const [request] = await Promise.all([
    page.waitForRequest((one) => isDeployment(`${one.method()} ${one.url()}`)),
    dialog.getByRole('button', { name: 'Deploy', exact: true }).press('Enter'),
  ])
  await dialog.waitFor({ state: 'detached' })

  expect(request.url()).toMatch(/integrations:batch\?destructive=true$/)
  expect(request.postDataJSON()).toEqual({ sourceYaml: changed })
})

it('types letters that are shortcuts of lists elsewhere', async ({ page, open }) => {
  await open('/projects/demo/integrations/salesforce-sync')
  const editor = findEditor(page)
  await editor.press('Control+Home')

  await page.keyboard.type('# jk/x')

  expect(await editor.innerText()).toContain('# jk/x')
})

it('deploys nothing while a line is wrong, and names the line', async ({
  platform,
  page,
  open,
  brokenRules,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await open('/projects/demo/integrations/salesforce-sync')
  await findEditor(page).waitFor()
  platform.records.rehearsal.findings = [
    {
      ...{ rule: 'schedule', severity: 'error', message: 'The schedule is invalid.' },
      ...{ line: 2, column: 1, path: 'integrations[0]' },
    },
  ]
  await replaceText(page, changed)
  await page.locator('.cm-lintRange-error').waitFor()
  await page.getByRole('button', { name: 'Deploy', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This definition cannot be deployed').waitFor()
  await dialog.getByText('Line 2: The schedule is invalid.').waitFor()

  expect(await dialog.getByRole('button', { name: 'Deploy', exact: true }).count()).toBe(0)
  expect(await brokenRules()).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expect.poll(() => findEditor(page).innerText()).toContain('salesforce-sync')
  expect(platform.calls.filter(isDeployment)).toEqual([])
})

it('keeps an edited text when somebody else deploys, and warns of it', async ({
  platform,
  page,
  open,
}) => {
  await open('/projects/demo/integrations/salesforce-sync')
  await findEditor(page).waitFor()
  await replaceText(page, changed)
  platform.records.integrations[0]!.latestRevision.id = 'rev_9'
  // A rollback elsewhere in the page loads the integration again.
  await page.getByRole('button', { name: 'Roll back to rev_0' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).press('Enter')

  await page.getByText('Another revision has been deployed since you began').waitFor()
  expect(await findEditor(page).innerText()).toContain('integrations: []')
})

it('shows the definition to people who may not deploy', async ({ platform, page, open }) => {
  platform.records.members[0]!.role = 'member'
  await open('/projects/demo/integrations/salesforce-sync')
  await page.getByText('optionalFieldsAuto').first().waitFor()

  expect(await findEditor(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Deploy', exact: true }).count()).toBe(0)
})
