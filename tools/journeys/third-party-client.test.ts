import type { Schemas } from '@platform/client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { launchChromium } from '../../scripts/launch-chromium.ts'
import { testPlatform } from '../testing/src/test-platform.ts'
import { getFirst, must } from '../../server/kernel/src/values/must.ts'
import { fetchThirdPartyClient, serveThirdPartyPage } from './support/third-party-client.ts'

// Users of another library for the same API change a URL, but no line of their pages.

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    displayName: Customer data
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: LastName
            - mapToName: source
              mapToDisplayName: Source
              prompt: Which field shows how you met this person?
          optionalFields:
            - fieldName: Title
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`
let platform: Awaited<ReturnType<typeof testPlatform>>
let browser: Browser
beforeAll(async () => {
  platform = await testPlatform({ contacts: 3, sourceYaml })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await platform.close()
})

it('installs an integration with a published third-party library', async ({
  onTestFinished,
  skip,
}) => {
  const library = await fetchThirdPartyClient().catch((error: Error) => error)
  if (library instanceof Error) return skip(`It cannot be had: ${library.message}`)
  const product = await serveThirdPartyPage({
    library,
    apiUrl: must(platform.url, 'address'),
    project: 'test',
    apiKey: platform.frontendApiKey,
    integration: 'crm',
    groupRef: 'globex',
  })
  onTestFinished(product.close)
  const page = await browser.newPage()
  await page.goto(product.url)

  const [consent] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Next' }).click(),
  ])
  await consent.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Map the following fields').waitFor()
  await page.getByRole('combobox').first().click()
  await page.getByRole('option', { name: 'Lead Source' }).click()
  await page.getByLabel('Title').click()
  await page.getByRole('button', { name: 'Install' }).click()
  await page.getByText('Reading from Contact is enabled.').waitFor()

  const [installation] = await platform.call<Schemas['Installation'][]>(
    'GET',
    '/v1/{p}/integrations/crm/installations?groupRef=globex',
  )
  const record = await vi.waitFor(
    () => getFirst(platform.messages.flatMap(({ result }) => result ?? [])),
    { timeout: 300_000, interval: 100 },
  )
  expect(installation?.config.content.read?.objects.Contact).toMatchObject({
    selectedFields: { Title: true },
    selectedFieldMappings: { source: 'LeadSource' },
  })
  const { LastName, Title, LeadSource } = record.raw ?? {}
  expect(LeadSource).toBeTypeOf('string')
  expect(record).toMatchObject({
    fields: { LastName, Title },
    mappedFields: { source: LeadSource },
  })
})
