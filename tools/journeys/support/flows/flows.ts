import { expect } from 'vitest'
import type { Given } from '../../../../packages/react/src/fixtures/vite/product.tsx'
import type { FlowPlatform } from './platform.ts'
import type { Scene } from './scene.ts'

export interface Flow {
  /** An unreachable or unresponsive platform; the running one if absent. */
  at?: 'nowhere' | 'silence'
  /** Additional parameters in the URL of the page. */
  given?: Given
  /** Earlier actions at the platform or provider. */
  before?: (platform: FlowPlatform, group: string) => Promise<unknown>
  /** Expected error responses, which the browser logs in its console. */
  refusals?: RegExp
  run: (scene: Scene) => Promise<void>
}

const makeContactConfig = (more: object = {}) => ({
  Contact: {
    objectName: 'Contact',
    selectedFields: { Title: true },
    selectedFieldMappings: { source: 'LeadSource' },
    ...more,
  },
})
const reading = { read: { objects: makeContactConfig() } }
const everything = {
  read: { objects: { ...makeContactConfig(), Account: { objectName: 'Account' } } },
  write: { objects: { Contact: { objectName: 'Contact' }, Lead: { objectName: 'Lead' } } },
}
const connectGroup: Flow['before'] = (platform, group) => platform.connect(group)
const installConfig =
  (content: object = reading): Flow['before'] =>
  async (platform, group) => {
    await platform.connect(group)
    await platform.installed(group, content)
  }
const withoutValues = { without: 'values' } as const
const readContent = async ({ platform, group }: Scene, integration?: string) =>
  (await platform.installationOf(group, integration))?.config.content

/** Every flow of an end user with a running server and provider. */
export const flows: Record<string, Flow> = {
  'connects and shows the first choices': {
    async run(scene) {
      await scene.signIn(scene.button(/^Connect Salesforce/), 'Allow')
      await scene.landsOn('Customer data')
      await scene.hears('Connected')
      await scene.sees('Always shared')

      expect(await scene.platform.connectionsOf(scene.group)).toMatchObject([{ status: 'working' }])
    },
  },
  'shows that nothing was connected after Deny': {
    async run(scene) {
      await scene.signIn(scene.button(/^Connect Salesforce/), 'Deny')
      await scene.hears('Access not granted. Nothing was connected.')
      await scene.button(/^Connect Salesforce/).waitFor()

      expect(await scene.platform.connectionsOf(scene.group)).toEqual([])
    },
  },
  'returns to Connect when the window is closed or canceled': {
    async run(scene) {
      const connect = scene.button(/^Connect Salesforce/)
      const closed = await scene.opened(connect)
      await closed.close()
      await connect.waitFor({ timeout: 4_500 })
      await scene.opened(connect)
      await scene.press(scene.button('Cancel'))
      await scene.landsOn('Customer data')
      await connect.waitFor()
    },
  },
  'installs with a suggestion and adds the next object': {
    given: withoutValues,
    before: connectGroup,
    async run(scene) {
      await scene.press(scene.button('Install'))
      await expect.poll(() => isFocused(scene, 'Source')).toBe(true)
      await scene.press(scene.button(/Use Lead Source/))
      await scene.press(scene.box(/Title/))
      await scene.press(scene.button('Install'))
      await scene.landsOn('Account')
      await scene.hears('Installed')
      await scene.press(scene.button('Add Account'))
      await scene.sees('Account saved.')

      expect(await readContent(scene)).toMatchObject({
        read: { objects: { ...makeContactConfig(), Account: { objectName: 'Account' } } },
      })
    },
  },
  'completes the wizard and installs once at its end': {
    given: { variant: 'wizard' },
    before: connectGroup,
    async run(scene) {
      await scene.press(scene.box('Account'))
      await scene.press(scene.box('Lead'))
      await scene.press(scene.button('Next'))
      await scene.landsOn('Contact')
      await scene.pick(scene.page.getByRole('combobox', { name: /^Source/ }), 'Lead Source')
      await scene.press(scene.button('Next'))
      await scene.landsOn('Review')
      await scene.sees('Reads Contact, writes Lead')
      await scene.press(scene.button('Install'))
      await scene.landsOn(/Customer data is installed/)

      const content = await readContent(scene)
      expect(content?.read?.objects).toEqual({
        Contact: expect.objectContaining({ selectedFieldMappings: { source: 'LeadSource' } }),
      })
      expect(Object.keys(content?.write?.objects ?? {})).toEqual(['Lead'])
    },
  },
  'updates the installation and discards a change': {
    given: withoutValues,
    before: installConfig(),
    async run(scene) {
      await scene.sees('All changes saved')
      await scene.press(scene.box(/Department/))
      await scene.press(scene.button('Discard changes'))
      expect(await scene.box(/Department/).isChecked()).toBe(false)
      await scene.press(scene.box(/Department/))
      await scene.press(scene.button('Update'))
      await scene.sees('Contact saved. Syncing now.')

      const content = await readContent(scene)
      expect(content?.read?.objects['Contact']?.selectedFields).toEqual({
        Title: true,
        Department: true,
      })
    },
  },
  'changes write access and keeps it when read objects change': {
    given: withoutValues,
    before: installConfig(everything),
    async run(scene) {
      await scene.press(scene.tab(/Write/))
      await scene.press(scene.box('Lead'))
      await scene.press(scene.button('Update'))
      await scene.sees('Write access saved.')
      await scene.press(scene.tab(/Contact/))
      await scene.press(scene.box(/Phone/))
      await scene.press(scene.button('Update'))
      await scene.sees('Contact saved.')

      const content = await readContent(scene)
      expect(Object.keys(content?.write?.objects ?? {})).toEqual(['Contact'])
      expect(content?.read?.objects['Contact']?.selectedFields).toMatchObject({ Phone: true })
    },
  },
  'installs a write-only integration': {
    given: { integration: 'writing' },
    before: connectGroup,
    async run(scene) {
      await scene.sees('can create and update')
      await scene.press(scene.button('Install'))
      await scene.sees('Write access saved.')

      expect(await readContent(scene, 'writing')).toMatchObject({
        write: { objects: { Lead: {} } },
      })
    },
  },
  'installs without choices when there are none': {
    given: { integration: 'passing' },
    async run(scene) {
      await scene.signIn(scene.button(/^Connect Salesforce/), 'Allow')
      await scene.landsOn('Calls')
      await scene.page.getByText('Installed').first().waitFor()

      expect(await readContent(scene, 'passing')).toMatchObject({ proxy: { enabled: true } })
    },
  },
  'maps values and takes what is suggested': {
    before: connectGroup,
    async run(scene) {
      await scene.pick(scene.page.getByRole('combobox', { name: /^Source/ }), 'Department')
      await scene.pick(scene.page.getByRole('combobox', { name: /^Origin/ }), 'Lead Source')
      await scene.button('Remove: Web').waitFor()
      const person = scene.page.getByRole('combobox', { name: 'From a person' })
      await scene.select(person, 'Phone Inquiry')
      await scene.button('Remove: Phone Inquiry').waitFor()
      expect(await person.getByRole('option', { name: 'Web', exact: true }).count()).toBe(0)
      await scene.press(scene.button('Install'))
      await scene.landsOn('Account')
      expect(await scene.tab(/Contact/).getAttribute('data-state')).toBe('done')

      const content = await readContent(scene)
      expect(content?.read?.objects['Contact']).toMatchObject({
        selectedFieldMappings: { source: 'Department', origin: 'LeadSource' },
        selectedValueMappings: { origin: { Web: 'web', 'Phone Inquiry': 'person' } },
      })
    },
  },
  'enters the metadata of a module': {
    given: { integration: 'branded' },
    before: (platform, group) => platform.connectByKey(group, 'library'),
    async run(scene) {
      await scene.type(scene.page.getByRole('textbox', { name: 'Brand' }), 'Penguin')
      await scene.enter()
      await scene.landsOn('Branded library')
      await scene.sees('books')

      const [connection] = await scene.platform.connectionsOf(scene.group)
      expect(connection?.providerMetadata?.['brand']?.value).toBe('Penguin')
    },
  },
  'signs in with several steps after a wrong password': {
    given: { provider: 'vault' },
    refusals: /status of 4\d\d/,
    async run(scene) {
      const password = scene.page.getByLabel('Password', { exact: true })
      await scene.type(scene.page.getByLabel('Login'), 'ana')
      await scene.type(password, 'wrong')
      await scene.enter()
      await scene.hears('rejected the sign-in')
      await scene.type(password, 'right')
      await scene.enter()
      await scene.sees('Connected by')
      await scene.landsOn('Our vault')
      await scene.hears('Connected')
    },
  },
  'enters a new key and disconnects': {
    given: { provider: 'library' },
    before: (platform, group) => platform.connectByKey(group, 'library'),
    async run(scene) {
      const key = scene.page.getByLabel('API key')
      await scene.press(scene.button('Enter new credentials'))
      await scene.type(key, 'right')
      await scene.enter()
      await scene.hears('Sign-in renewed.')
      await scene.press(scene.button('Disconnect'))
      await scene.press(scene.page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }))
      await scene.landsOn('Our library')
      await scene.button(/^Connect Our library/).waitFor()

      expect(await scene.platform.connectionsOf(scene.group)).toEqual([])
    },
  },
  'pauses, resumes and stops reading one object': {
    given: withoutValues,
    before: installConfig(everything),
    async run(scene) {
      await scene.press(scene.tab(/Manage/))
      await scene.press(scene.button('Pause').first())
      await scene.sees('Paused manually.')
      await scene.press(scene.button('Resume reading').first())
      await scene.misses('Paused manually')
      await scene.press(scene.tab(/Contact/))
      await scene.press(scene.button('Stop reading'))
      await scene.button('Start reading').waitFor()

      const content = await readContent(scene)
      expect(content?.read?.objects['Contact']).toMatchObject({ disabled: true })
      expect(content?.read?.objects['Account']?.disabled).toBeFalsy()
    },
  },
  'shows records, the last read and the next read': {
    given: { integration: 'history' },
    async before(platform, group) {
      await platform.connect(group)
      const content = { read: { objects: { Account: { objectName: 'Account' } } } }
      const { id } = await platform.installed(group, content, 'history')
      const isRead = async () =>
        (await platform.installationOf(group, 'history'))?.objects['Account']?.lastRunTime
      await expect.poll(isRead, { timeout: 300_000 }).toBeDefined()
      const progress = `/v1/{p}/integrations/history/installations/${id}/objects/Account/backfill-progress`
      await expect
        .poll(() => platform.call('GET', progress))
        .toMatchObject({ recordsProcessed: 10 })
    },
    async run(scene) {
      await scene.press(scene.tab(/Manage/))
      await scene.sees(/^Last read .+ · next .+/)
      await scene.sees(/^10 records read · /)
    },
  },
  'uninstalls an installation of another member after canceling once': {
    given: { ...withoutValues, consumer: 'ben' },
    // What the tab is still loading when it is uninstalled.
    refusals: /status of 404/,
    before: installConfig(),
    async run(scene) {
      const dialog = scene.page.getByRole('dialog')
      await scene.press(scene.tab(/Manage/))
      await scene.press(scene.button('Uninstall'))
      await scene.press(dialog.getByRole('button', { name: 'Cancel' }))
      await scene.press(scene.button('Uninstall'))
      await scene.press(dialog.getByRole('button', { name: 'Uninstall' }))
      await scene.landsOn('Customer data')
      await scene.hears('is uninstalled')
      await scene.press(scene.button('Reinstall'))
      await scene.landsOn('Customer data')

      expect(await scene.platform.installationOf(scene.group)).toBeUndefined()
    },
  },
  'signs in again after the sign-in was revoked and rejects another account': {
    given: withoutValues,
    refusals: /status of (4|5)\d\d/,
    async before(platform, group) {
      await installConfig()?.(platform, group)
      await platform.control.revokeTokens()
      const sample = `/v1/{p}/integrations/crm/objects/Contact/sample?groupRef=${group}&fieldNames=Email`
      await platform.call('GET', sample)
    },
    async run(scene) {
      const again = scene.button('Sign in again').first()
      await scene.sees('The Salesforce sign-in is no longer valid')
      expect(await scene.page.getByText('no longer used').count()).toBe(0)
      await expect(
        scene.page.getByRole('combobox', { name: /^Source/ }).inputValue(),
      ).resolves.toBe('Lead Source')
      await scene.signIn(again, 'Allow', 1)
      await scene.hears('You signed in with a different account.')
      await scene.signIn(again, 'Allow')
      await scene.misses('no longer valid')
      await scene.hears('Sign-in renewed.')
      await scene.sees('Map fields')
    },
  },
  'keeps every choice while the provider is unavailable': {
    given: withoutValues,
    refusals: /status of 5\d\d/,
    async before(platform, group) {
      await installConfig()?.(platform, group)
      await platform.control.addFault({ effect: 'unavailable', match: { pathRegex: 'describe' } })
    },
    async run(scene) {
      await scene.sees('Could not load fields from Salesforce')
      expect(await scene.page.getByText('no longer used').count()).toBe(0)
      await scene.platform.control.clearFaults()
      await scene.press(scene.button('Try again'))
      await scene.misses('Could not load')
      const source = scene.page.getByRole('combobox', { name: /^Source/ })
      await expect.poll(() => source.inputValue()).toBe('Lead Source')
    },
  },
  'shows a field rejected by the provider at its input': {
    given: withoutValues,
    refusals: /status of 422/,
    before: connectGroup,
    async run(scene) {
      await scene.press(scene.button(/Use Lead Source/))
      await scene.press(scene.box(/Department/))
      await scene.platform.control.showField('Contact', 'Department', false)
      await scene.press(scene.button('Install'))
      await scene.hears('Installation failed')
      expect(await scene.box(/Department/).getAttribute('aria-invalid')).toBe('true')
      await scene.platform.control.showField('Contact', 'Department', true)

      expect(await scene.platform.installationOf(scene.group)).toBeUndefined()
    },
  },
  'warns when someone else changed the settings': {
    given: withoutValues,
    refusals: /status of 412/,
    before: installConfig(),
    async run(scene) {
      await scene.press(scene.box(/Department/))
      const { platform, group } = scene
      const installation = await platform.installationOf(group)
      const path = `/v1/{p}/integrations/crm/installations/${installation?.id}`
      await platform.call('PATCH', path, {
        updateMask: ['config.content.read.objects.Contact'],
        installation: {
          config: {
            content: { read: { objects: makeContactConfig({ selectedFields: { Phone: true } }) } },
          },
        },
      })
      await scene.press(scene.button('Update'))
      await scene.hears('Someone else changed these settings')
      await scene.press(scene.button('Update'))
      await scene.sees('Contact saved.')
    },
  },
  'continues after the browser blocked the window': {
    async run(scene) {
      await scene.page.evaluate(() => (window.open = () => null))
      await scene.press(scene.button(/^Connect Salesforce/))
      const link = scene.page.getByRole('link', { name: 'Open Salesforce in a new tab' })
      const opened = await scene.opened(link)
      // A sign-in starts only after a confirmation: the platform's own page comes first.
      await opened.getByRole('link', { name: 'Continue to Salesforce' }).press('Enter')
      await scene.answer(opened, 'Allow')
      await scene.landsOn('Customer data')
      await scene.sees('Always shared')
    },
  },
  'reports an unreachable server': {
    at: 'nowhere',
    refusals: /ERR_CONNECTION_REFUSED/,
    async run(scene) {
      await scene.page.getByText('Could not reach the service').waitFor({ timeout: 300_000 })
      await scene.press(scene.button('Try again'))
      await scene.hears('Check your internet connection and try again.')
    },
  },
  'reports a slow server': {
    at: 'silence',
    async run({ page }) {
      await page.getByText('This is taking longer than usual.').waitFor({ timeout: 300_000 })
    },
  },
  'reports a session that cannot be verified': {
    given: { without: 'token' },
    async run(scene) {
      await scene.page.getByText('Could not verify your session').waitFor({ timeout: 300_000 })
      await scene.press(scene.button('Try again'))
      await scene.hears('Reload the page or sign in again.')
    },
  },
}

const isFocused = ({ page }: Scene, label: string) =>
  page
    .getByRole('combobox', { name: new RegExp(`^${label}`) })
    .evaluate((box) => box === document.activeElement)
