import { globSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type {
  LocalProxy,
  LocalReadObject,
  LocalSubscribeObject,
  LocalTools,
  LocalWriteObject,
  LocalWriteObjects,
} from '../headless.ts'
import type { WireConfigContent } from '../config/wire.ts'
import { englishSettings } from '../words/english-settings.ts'
import { english as mainEnglish, type Words } from '../words/words.ts'
import { controls, reasons } from './customer-choices.ts'
import { startGallery, type Gallery } from './gallery-server.ts'
import { listSchemaMembers } from './schema-members.ts'

// Every member of a configuration has a control, a hook and a word, or a reason.

const english = { ...mainEnglish, ...englishSettings }

type Setter<T> = Extract<keyof T, `set${string}` | `delete${string}`>
type SetterName =
  | `readObject.${Setter<LocalReadObject>}`
  | `writeObjects.${Setter<LocalWriteObjects>}`
  | `writeObject.${Setter<LocalWriteObject>}`
  | `subscribeObject.${Setter<LocalSubscribeObject>}`
  | `proxy.${Setter<LocalProxy>}`
  | `tools.${Setter<LocalTools>}`

const fieldSetting = Object.keys(controls).filter((path) => path.includes('selectedFieldSettings'))

/** Every function of `useLocalConfig` that changes the draft, with the members it sets. */
const setters: Record<SetterName, string[]> = {
  'readObject.setSelectedField': ['read.objects.*.selectedFields.*'],
  'readObject.setSelectedFields': ['read.objects.*.selectedFields.*'],
  'readObject.setFieldMapping': ['read.objects.*.selectedFieldMappings.*'],
  'readObject.deleteFieldMapping': ['read.objects.*.selectedFieldMappings.*'],
  'readObject.setValueMapping': ['read.objects.*.selectedValueMappings.*.*'],
  'readObject.setSchedule': ['read.objects.*.schedule'],
  'readObject.setBackfillPeriod': [
    'read.objects.*.backfill.defaultPeriod.days',
    'read.objects.*.backfill.defaultPeriod.fullHistory',
  ],
  'readObject.setEveryFieldSelected': ['read.objects.*.selectedFieldsAuto'],
  'readObject.setEnableRead': ['read.objects.*.disabled'],
  'readObject.setDisableRead': ['read.objects.*.disabled'],
  'readObject.setIncluded': ['read.objects.*.objectName'],
  'writeObjects.set': ['write.objects.*.objectName'],
  'writeObject.setDeletionAllowed': ['write.objects.*.deletionSettings.enabled'],
  'writeObject.setFieldSetting': fieldSetting,
  'writeObject.deleteFieldSetting': fieldSetting,
  'subscribeObject.setEvent': Object.keys(controls).filter((path) => path.startsWith('subscribe.')),
  'proxy.setEnabled': ['proxy.enabled'],
  'tools.setAccess': ['tools.objects.*.actions.*'],
  'tools.setCallAccess': ['tools.proxy.access'],
}

let gallery: Gallery
let page: Page
beforeAll(async () => {
  gallery = await startGallery('production')
  page = await gallery.open('loading')
})
afterAll(() => gallery.close())

const show = (screen: string) => page.evaluate((name) => window.gallery.show(name), screen)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string | RegExp) => page.getByRole('checkbox', { name })
const readSaved = async () => {
  const content = await page.evaluate(() => window.fakeApi.state.installations[0]?.config.content)
  if (!content) throw new Error('The integration is not installed.')
  return content
}

it('has a control or a reason for every member of the configuration', () => {
  const members = listSchemaMembers('ConfigContent')

  expect([...Object.keys(controls), ...Object.keys(reasons)].toSorted()).toEqual(members.toSorted())
})

it('has a hook for every control, and a control for every hook', () => {
  const set = new Set(Object.values(setters).flat())

  expect([...set].toSorted()).toEqual(Object.keys(controls).toSorted())
})

it('has a word for every control in every language', async () => {
  const files = globSync('*.ts', { cwd: new URL('../locales/', import.meta.url).pathname })
  expect(files).toHaveLength(11)

  for (const file of files) {
    const { default: words }: { default: Words } = await import(`../locales/${file}`)
    for (const word of Object.values(controls)) {
      expect(words[word], `${file} ${word}`).not.toBe('')
      expect(words[word], `${file} ${word}`).not.toBe(english[word])
    }
  }
})

it('saves what every control of reading sets', async () => {
  await show('configure-dynamic')
  await button('Use Customer Priority').click()
  await page.getByRole('combobox', { name: 'Stage' }).click()
  await page.getByRole('option', { name: /Lead Source/ }).click()
  await page.getByRole('combobox', { name: 'High' }).selectOption('Hot')
  await box(/^Department/).check()
  await button('Install').click()
  await page.getByText('Not mapped', { exact: false }).waitFor()
  await button('Install').click()
  await page.getByText('saved.', { exact: false }).first().waitFor()
  await page.getByRole('tab', { name: /Contact/ }).click()
  await button('Stop reading').click()
  await button('Start reading').waitFor()
  const chosen = await readSaved()

  await show('configure-choices')
  await page.getByLabel('Existing records').selectOption('Last 365 days')
  await page.getByLabel('Time between reads').selectOption('1 day (03:00 Europe/Berlin)')
  await box(/later/).check()
  await button('Use Customer Priority').click()
  await button('Install').click()
  await page.getByText('saved.', { exact: false }).first().waitFor()
  const timed = await readSaved()
  await show('configure-choices')
  await page.getByLabel('Existing records').selectOption('All')
  await button('Use Customer Priority').click()
  await button('Install').click()
  await page.getByText('saved.', { exact: false }).first().waitFor()
  // The period has no effect once the object is read.
  await page.getByRole('tab', { name: /Contact/ }).click()
  await page.getByLabel('Time between reads').waitFor()
  expect(await page.getByLabel('Existing records').count()).toBe(0)

  expect(timed.read?.objects['Contact']).toMatchObject({
    schedule: '0 3 * * *',
    backfill: { defaultPeriod: { days: 365 } },
    selectedFieldsAuto: 'all',
  })
  expectMembers('read', chosen, timed, await readSaved())
})

it('saves what every control of writing, of changes and of the proxy sets', async () => {
  await show('installed-choices')
  await page.getByRole('tab', { name: /Write/ }).click()
  await page.getByText('Settings for Contact').click()
  await box('Allow deleting records').check()
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const addField = async (name: string) => {
    await page.getByRole('combobox', { name: 'Change how a field is written' }).fill(name)
    await page.keyboard.press('Enter')
    await group(name).waitFor()
  }
  await addField('Email Opt Out')
  await group('Email Opt Out').getByLabel('Default value').selectOption('Yes')
  await group('Email Opt Out').getByLabel('In new records').selectOption('Write')
  await addField('Health Score')
  await group('Health Score').getByLabel('Default value').fill('5')
  await group('Health Score').getByLabel('In existing records').selectOption('Write if empty')
  await addField('Lead Source')
  await group('Lead Source').getByLabel('Default value').selectOption('Warm')
  await group('Department').getByLabel('In existing records').selectOption('Do not write')
  const names = await page
    .getByRole('tabpanel')
    .locator('input:visible, select:visible')
    .evaluateAll((all: HTMLInputElement[]) => all.map(({ labels }) => labels?.[0]?.textContent))
  await button('Update').click()
  await page.getByText('All changes saved').first().waitFor()
  await page.getByRole('tab', { name: 'Manage' }).click()
  // Saved at once, and unchecked when saved.
  await box(/other requests/).click()
  await expect.poll(async () => (await readSaved()).proxy, patiently).toEqual({ enabled: false })

  for (const name of ['New records', 'Changed records', 'Deleted records']) {
    await box(name).click()
    await page.getByRole('checkbox', { name, checked: false, disabled: false }).waitFor()
    // People who use the keyboard go on from there.
    expect(await box(name).evaluate((input) => input === document.activeElement)).toBe(true)
  }

  await page.getByLabel('Search').selectOption('Not allowed')
  await expect.poll(async () => (await readSaved()).tools?.objects, patiently).toBeDefined()
  await page.getByLabel('Create', { exact: true }).selectOption('With confirmation')
  await expect
    .poll(async () => (await readSaved()).tools?.objects?.['Contact']?.actions, patiently)
    .toEqual({ search: 'never', create: 'confirm' })
  // Confirmation that the manifest requires cannot be given up.
  expect(await page.getByLabel('Delete').locator('option').allTextContents()).toEqual([
    'With confirmation',
    'Not allowed',
  ])
  await box(/other requests/).click()
  await page
    .getByRole('combobox', { name: 'Other requests to Salesforce' })
    .selectOption('Not allowed')
  await expect
    .poll(async () => (await readSaved()).tools?.proxy, patiently)
    .toEqual({ access: 'never' })

  const saved = await readSaved()
  const never = { enabled: 'never' }
  expect(saved.subscribe?.objects).toEqual({
    Contact: {
      objectName: 'Contact',
      destination: 'webhook',
      inheritFieldsAndMappings: true,
      createEvent: never,
      updateEvent: never,
      deleteEvent: never,
    },
  })
  expect(saved.write?.objects).toEqual({
    Contact: {
      objectName: 'Contact',
      deletionSettings: { enabled: true },
      selectedFieldSettings: {
        HasOptedOutOfEmail: {
          writeOnCreate: 'always',
          writeOnUpdate: 'never',
          default: { booleanValue: true },
        },
        Health_Score__c: {
          writeOnCreate: 'never',
          writeOnUpdate: 'ifEmpty',
          default: { integerValue: 5 },
        },
        LeadSource: {
          writeOnCreate: 'never',
          writeOnUpdate: 'never',
          default: { stringValue: 'Warm' },
        },
        Department: {
          writeOnCreate: 'always',
          writeOnUpdate: 'never',
          default: { stringValue: 'Sales' },
        },
      },
    },
  })
  expectMembers('write', saved)
  expectMembers('subscribe', saved)
  expectMembers('proxy', saved)
  expectMembers('tools', saved)
  // Controls of other names would set something that is not listed above.
  const known = ['allowDeletion', 'onCreate', 'onUpdate', 'defaultValue', 'restrictField'] as const
  const expected = new Set<unknown>(['Contact', 'Account', ...known.map((word) => english[word])])
  expect(new Set(names)).toEqual(expected)
})

it('installs with the choices of the wizard', async () => {
  await show('wizard-choices')
  await box('Contact').nth(1).check()
  await page.getByText('Settings for Contact').click()
  await box('Allow deleting records').check()
  await box(/other requests/).uncheck()
  for (const name of ['Contact', 'Account']) await box(name).first().uncheck()
  await button('Next').click()
  await button('Install').click()
  await page.getByText('is installed').waitFor()

  expect(await readSaved()).toEqual({
    provider: 'salesforce',
    proxy: { enabled: false },
    write: {
      objects: { Contact: { objectName: 'Contact', deletionSettings: { enabled: true } } },
    },
  })
})

const patiently = { timeout: 300_000 }

function expectMembers(part: keyof WireConfigContent, ...contents: WireConfigContent[]): void {
  for (const path of Object.keys(controls).filter((name) => name.split('.')[0] === part)) {
    const found = contents.flatMap((content) => findValues(content, path.split('.')))
    expect(found, path).not.toEqual([])
  }
}

/** Returns the values at a path, in which `*` stands for any name. */
function findValues(value: unknown, [name, ...rest]: string[]): unknown[] {
  if (name === undefined) return value === undefined ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([key]) => name === '*' || key === name)
    .flatMap(([, inner]) => findValues(inner, rest))
}
