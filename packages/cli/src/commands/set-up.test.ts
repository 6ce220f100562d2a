import { createPublicKey, sign, verify } from 'node:crypto'
import { chmod, mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { makeAppFiles } from '../files/app-files.ts'
import { asMembers } from '../files/as-members.ts'
import { mustRunServer } from '../server-commands.ts'
import { commands } from '../main.ts'
import * as given from '../testing/given.ts'

const project = '/v1/projects/crm'
const makeEnv = (baseUrl: string) => ({
  PLATFORM_BASE_URL: baseUrl,
  PLATFORM_PROJECT: 'crm',
  PLATFORM_API_KEY: 'key',
})

it('creates a provider app, and changes only given values of an existing one', async () => {
  const app = { id: 'papp_1', provider: 'salesforce', clientId: 'old' }
  const { baseUrl, asked } = await given.platform({
    [`GET ${project}/provider-apps`]: { body: [app] },
    [`POST ${project}/provider-apps`]: { status: 201, body: { ...app, id: 'papp_2' } },
    [`PATCH ${project}/provider-apps/papp_1`]: { body: app },
  })
  const run = (...args: string[]) =>
    given.runCli(['provider-apps', 'set', ...args], {
      env: { ...makeEnv(baseUrl), PLATFORM_CLIENT_SECRET: 'from-env' },
    })

  const created = await run('hubspot', '--client-id', 'new', '--scopes', 'a, b')
  const changed = await run('salesforce', '--client-secret', 'secret')
  const unnamed = await given.runCli(['provider-apps', 'set', 'hubspot', '--client-id', 'new'], {
    env: makeEnv(baseUrl),
  })

  expect([created.exitCode, changed.exitCode, unnamed.exitCode]).toEqual([0, 0, 2])
  expect(created.stdout).toContain(`Redirect URI: ${baseUrl}/callbacks/v1/oauth`)
  expect(asked.filter(({ method }) => method !== 'GET')).toMatchObject([
    {
      method: 'POST',
      body: {
        ...{ provider: 'hubspot', clientId: 'new', clientSecret: 'from-env' },
        scopes: ['a', 'b'],
      },
    },
    {
      method: 'PATCH',
      body: { updateMask: ['clientSecret'], providerApp: { clientSecret: 'secret' } },
    },
  ])
  expect(unnamed.stderr).toContain('needs --client-id and --client-secret')
})

const hubspotIntegration = {
  id: 'int_1',
  name: 'crm',
  provider: 'hubspot',
  latestRevision: {
    content: {
      read: { objects: [{ objectName: 'contacts' }] },
      write: { objects: [{ objectName: 'deals' }] },
      subscribe: {
        objects: [
          {
            objectName: 'contacts',
            createEvent: { enabled: 'always' },
            updateEvent: { enabled: 'always', requiredWatchFields: ['email'] },
          },
          { objectName: 'p1_boats', updateEvent: { enabled: 'always', watchFieldsAuto: 'all' } },
        ],
      },
    },
  },
}

const hubspotRoutes = {
  'GET /v1/providers/hubspot': {
    body: {
      name: 'hubspot',
      displayName: 'HubSpot',
      scopes: {
        grantedBy: 'request',
        signIn: ['oauth'],
        byObject: {
          contacts: { read: ['contacts.read'] },
          deals: { read: ['deals.read'], write: ['deals.write'] },
          custom: { read: ['custom.read'] },
        },
      },
      app: {
        consoleURL: 'https://developers.hubspot.com/',
        steps: ['Create a project.'],
        limits: [{ what: 'Accounts', value: '25' }],
      },
    },
  },
  [`GET ${project}`]: { body: { id: 'proj_1', name: 'crm', appName: 'Larkfield "CRM"' } },
  [`GET ${project}/integrations`]: { body: [hubspotIntegration] },
  [`GET ${project}/provider-apps`]: { body: [{ id: 'papp_1', provider: 'hubspot' }] },
}

it('guides through the registration of an app, with the scopes of the integrations', async () => {
  const { baseUrl } = await given.platform(hubspotRoutes)

  const { exitCode, stdout } = await given.runCli(['provider-apps', 'guide', 'hubspot'], {
    env: makeEnv(baseUrl),
  })

  expect(exitCode).toBe(0)
  expect(stdout).toContain('Register your app with HubSpot: https://developers.hubspot.com/')
  expect(stdout).toContain('1. Create a project.')
  expect(stdout).toContain(`Redirect URI: ${baseUrl}/callbacks/v1/oauth`)
  expect(stdout).toContain('oauth contacts.read custom.read deals.read deals.write')
  expect(stdout).toContain('! Accounts: 25')
})

it('writes the project files of a HubSpot app, and replaces none without --overwrite', async () => {
  const { baseUrl } = await given.platform(hubspotRoutes)
  const folder = await mkdtemp(join(tmpdir(), 'hubspot-app-'))
  const run = (...more: string[]) =>
    given.runCli(['provider-apps', 'files', 'hubspot', '--out', folder, ...more], {
      env: makeEnv(baseUrl),
    })
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'))

  const first = await run()
  const again = await run()
  const replaced = await run('--overwrite')

  expect([first.exitCode, again.exitCode, replaced.exitCode]).toEqual([0, 1, 0])
  expect(again.stderr).toContain('--overwrite')
  expect(await read('hsproject.json')).toMatchObject({ srcDir: 'src' })
  expect(await read('src/app/app-hsmeta.json')).toMatchObject({
    uid: 'larkfield_crm_app',
    config: {
      auth: {
        type: 'oauth',
        redirectUrls: [`${baseUrl}/callbacks/v1/oauth`],
        requiredScopes: ['oauth', 'contacts.read', 'custom.read', 'deals.read', 'deals.write'],
      },
    },
  })
  // HubSpot cannot reach a server without https.
  await expect(read('src/app/webhooks/webhooks-hsmeta.json')).rejects.toThrow('ENOENT')
  expect(first.stdout).toContain("reads changes from HubSpot's webhooks journal")
})

it('defines the webhooks of a HubSpot project', () => {
  const eventURL = 'https://crm.example/subscribe/v1/projects/p/providers/hubspot/apps/a'
  const { files, notes } = makeAppFiles(
    { name: 'hubspot' },
    {
      ...{ appName: 'CRM', baseUrl: 'https://crm.example', redirectUri: '', scopes: [], eventURL },
      subscribed: [
        {
          ...{ objectName: 'contacts', destination: 'changes' },
          createEvent: { enabled: 'always' },
          updateEvent: { enabled: 'always', requiredWatchFields: ['email'] },
        },
        {
          ...{ objectName: 'p1_boats', destination: 'changes' },
          updateEvent: { enabled: 'always', watchFieldsAuto: 'all' },
        },
      ],
    },
  )

  expect(notes.join(' ')).toContain('Name those of p1_boats as requiredWatchFields')
  expect(JSON.parse(files['src/app/webhooks/webhooks-hsmeta.json'] ?? '')).toMatchObject({
    config: {
      settings: { targetUrl: eventURL },
      subscriptions: {
        crmObjects: [
          { subscriptionType: 'object.creation', objectType: 'contact', active: true },
          { subscriptionType: 'object.propertyChange', propertyName: 'email' },
        ],
      },
    },
  })
})

it('writes a Slack manifest and a Shopify configuration', async () => {
  const { baseUrl } = await given.platform({
    ...hubspotRoutes,
    'GET /v1/providers/slack': {
      body: { name: 'slack', scopes: { grantedBy: 'request', signIn: ['users:read'] } },
    },
    'GET /v1/providers/shopify': {
      body: { name: 'shopify', apiVersion: '2026-10', scopes: { grantedBy: 'request' } },
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'apps-'))
  const run = (provider: string) =>
    given.runCli(['provider-apps', 'files', provider, '--out', folder], { env: makeEnv(baseUrl) })

  const codes = [(await run('slack')).exitCode, (await run('shopify')).exitCode]

  expect(codes).toEqual([0, 0])
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as unknown
  expect(manifest).toMatchObject({ oauth_config: { scopes: { bot: ['users:read'] } } })
  const toml = await readFile(join(folder, 'shopify.app.toml'), 'utf8')
  expect(toml).toContain('name = "Larkfield \\"CRM\\""')
  expect(toml).toContain('api_version = "2026-10"')
})

it('writes a destination, an API key and a key pair into a file that Node reads', async () => {
  const { baseUrl, asked } = await given.platform({
    [`POST ${project}/destinations`]: { status: 201, body: { id: 'dest_1' } },
    [`GET ${project}/destinations/dest_1`]: {
      body: { id: 'dest_1', secrets: { webhookSigningKey: 'whsec_1' } },
    },
    [`POST ${project}/api-keys`]: { status: 201, body: { id: 'key_1', key: 'plat_full_1' } },
    [`POST ${project}/jwt-keys`]: { status: 201, body: { kid: 'kid-1' } },
  })
  const cwd = await given.folder({})
  const run = (...args: string[]) =>
    given.runCli([...args, '--save-to', '.env'], { cwd, env: makeEnv(baseUrl) })

  const url = 'https://acme.example/api/platform-webhook'
  const outputs = [
    await run('destinations', 'create', 'webhook', '--url', url),
    await run('api-keys', 'create'),
    await run('jwt-keys', 'create'),
    await run('api-keys', 'create'),
  ]

  expect(outputs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0])
  expect(outputs.map(({ stdout }) => stdout).join('')).not.toMatch(/whsec_|plat_full|PRIVATE KEY-/)
  const text = await readFile(join(cwd, '.env'), 'utf8')
  expect(text.match(/^PLATFORM_API_KEY=/gm)).toHaveLength(1)
  expect((await stat(join(cwd, '.env'))).mode & 0o777).toBe(0o600)
  const { PLATFORM_JWT_PRIVATE_KEY: privateKey = '', ...others } = parseEnv(text)
  expect(others).toEqual({
    PLATFORM_WEBHOOK_SECRET: 'whsec_1',
    ...makeEnv(baseUrl),
    PLATFORM_API_KEY: 'plat_full_1',
    PLATFORM_JWT_KEY_ID: 'kid-1',
  })
  const registered = asMembers(asked.find(({ url: to }) => to.endsWith('/jwt-keys'))?.body)
  const publicKey = createPublicKey(String(registered['publicKeyPem']))
  const signature = sign('sha256', Buffer.from('a'), privateKey)
  expect(verify('sha256', Buffer.from('a'), publicKey, signature)).toBe(true)
})

it('creates a destination of another type with settings and credentials', async () => {
  const cwd = await given.folder({
    'aws.json': '{ "awsKeyId": "AKIA", "awsSecretKey": "s3cret" }',
    'bad.json': 's3cret',
    'google.json': '{ "serviceAccountKey": { "type": "service_account" } }',
  })
  const { baseUrl, asked } = await given.platform({
    [`POST ${project}/destinations`]: { status: 201, body: { id: 'dest_1' } },
  })
  const queueUrl = 'https://sqs.eu-west-1.amazonaws.com/123456789012/events'
  const create = (...args: string[]) =>
    given.runCli(['destinations', 'create', 'events', ...args], { cwd, env: makeEnv(baseUrl) })
  const sqs = ['--type', 'sqs', '--set', `queueUrl=${queueUrl}`, '--set', 'maxWaitSecs=5']

  const created = await create(...sqs, '--secrets', 'aws.json', '--verify')
  await create('--type', 'pubsub', '--set', 'topic=t', '--secrets', 'google.json')
  const refused = [
    await create(...sqs, '--url', 'https://acme.example/'),
    await create('--pull', '--set', 'a=b'),
    await create('--type', 'sqs', '--set', 'queueUrl'),
    await create(...sqs, '--secrets', 'none.json'),
    await create(...sqs, '--secrets', 'bad.json'),
    await create('--type', 'pigeon'),
  ]

  expect(created.stdout).toBe('Created destination events (dest_1)\n')
  expect(asked.map(({ body }) => body)).toEqual([
    {
      name: 'events',
      type: 'sqs',
      verify: true,
      metadata: { queueUrl, maxWaitSecs: 5 },
      secrets: { awsKeyId: 'AKIA', awsSecretKey: 's3cret' },
    },
    {
      name: 'events',
      type: 'pubsub',
      verify: false,
      metadata: { topic: 't' },
      secrets: { serviceAccountKey: '{"type":"service_account"}' },
    },
  ])
  expect(JSON.stringify(refused)).not.toContain('s3cret')
  expect(refused.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
    expect.stringContaining('not for the type sqs'),
    expect.stringContaining('omit --set and --secrets'),
    expect.stringContaining('--set must be NAME=VALUE'),
    expect.stringContaining('none.json cannot be read'),
    expect.stringContaining('bad.json contains no JSON object'),
    expect.stringContaining('--type must be'),
  ])
})

it('changes the URL, settings and credentials of a destination', async () => {
  const cwd = await given.folder({
    'client.json': '{ "clientCertificate": "c", "clientKey": "k" }',
  })
  const { baseUrl, asked } = await given.platform({
    [`PATCH ${project}/destinations/webhook`]: { body: { id: 'dest_1', name: 'webhook' } },
  })
  const run = (...args: string[]) =>
    given.runCli(['destinations', 'update', 'webhook', ...args], { cwd, env: makeEnv(baseUrl) })

  const changed = await run('--url', 'https://new.example/')
  await run('--set', 'timeoutSecs=5', '--set', 'caCertificate=1', '--secrets', 'client.json')
  const nothing = await run()

  expect(changed).toMatchObject({ exitCode: 0, stdout: 'Changed destination webhook (dest_1)\n' })
  expect(asked).toMatchObject([
    {
      body: {
        updateMask: ['metadata.url'],
        destination: { metadata: { url: 'https://new.example/' } },
      },
    },
    {
      body: {
        updateMask: [
          'metadata.timeoutSecs',
          'metadata.caCertificate',
          'secrets.clientCertificate',
          'secrets.clientKey',
        ],
        destination: {
          metadata: { timeoutSecs: 5, caCertificate: '1' },
          secrets: { clientCertificate: 'c', clientKey: 'k' },
        },
      },
    },
  ])
  expect(nothing).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Nothing to change'),
  })
})

it('renames a destination that is in use only with --force', async () => {
  const refused = given.problemReply(409, 'in-use', { remedy: 'Repeat with `force=true`.' })
  const { baseUrl, asked } = await given.platform({
    [`PATCH ${project}/destinations/webhook`]: refused,
  })
  const args = ['destinations', 'update', 'webhook', '--name', 'hook']

  const { exitCode, stderr } = await given.runCli(args, { env: makeEnv(baseUrl) })
  await given.runCli([...args, '--force'], { env: makeEnv(baseUrl) })

  expect(exitCode).toBe(1)
  expect(stderr).toContain('Repeat with --force.')
  expect(asked.map(({ url }) => url.split('?')[1])).toEqual([undefined, 'force=true'])
})

it('changes only the given limits of an API key, and deletes it', async () => {
  const key = { id: 'key_1', label: 'Monitoring' }
  const { baseUrl, asked } = await given.platform({
    [`PATCH ${project}/api-keys/key_1`]: { body: key },
    [`DELETE ${project}/api-keys/key_1`]: { status: 204, body: null },
  })
  const run = (...args: string[]) => given.runCli(['api-keys', ...args], { env: makeEnv(baseUrl) })
  const limits = ['--capability', 'observe', '--capability', 'read', '--all-networks']

  const changed = await run('update', 'key_1', ...limits, '--no-expiry', '--deactivate')
  const deleted = await run('delete', 'key_1', '--json')

  expect(changed).toMatchObject({ exitCode: 0, stdout: 'Changed API key Monitoring (key_1)\n' })
  expect(JSON.parse(deleted.stdout)).toEqual({ deleted: { 'api-key': 'key_1' } })
  expect(asked.map(({ method, body }) => [method, body])).toEqual([
    [
      'PATCH',
      {
        updateMask: ['scopes', 'allowedNetworks', 'expireTime', 'active'],
        apiKey: {
          scopes: ['read', 'observe'],
          allowedNetworks: [],
          expireTime: null,
          active: false,
        },
      },
    ],
    ['DELETE', undefined],
  ])
})

it('lists members, changes their roles by project name, and removes them', async () => {
  const ana = { id: 'bld_1', primaryEmail: 'ana@acme.test', role: 'owner' }
  const ben = { id: 'bld_2', primaryEmail: 'ben@acme.test', role: 'limited' }
  const org = '/v1/orgs/org_1'
  const { baseUrl, asked } = await given.platform({
    'GET /auth/token': { body: { token: 'token' } },
    'GET /v1/my-info': { body: { orgRoles: [{ org: { id: 'org_1', label: 'Acme' } }] } },
    'GET /v1/projects': {
      body: [
        { id: 'proj_1', name: 'crm', orgId: 'org_1' },
        { id: 'proj_2', name: 'crm', orgId: 'org_2' },
      ],
    },
    [`GET ${org}/builders`]: { body: [ana, ben] },
    [`GET ${org}/memberships/bld_2`]: { body: { projectRoles: { proj_1: 'viewer' } } },
    [`PATCH ${org}/memberships/bld_2`]: { body: { role: 'limited' } },
    [`DELETE ${org}/memberships/bld_2`]: { status: 204, body: null },
  })
  const signIn = { email: 'ana@acme.test', cookie: 'session=1', isCurrent: true }
  const home = await given.folder({
    'platform/sign-ins.json': JSON.stringify({ [baseUrl]: signIn }),
  })
  await chmod(join(home, 'platform/sign-ins.json'), 0o600)
  const run = (...args: string[]) =>
    given.runCli(['members', ...args], { cwd: home, env: { XDG_CONFIG_HOME: home } })

  const listed = await run('list')
  const changed = await run('set-role', 'BEN@acme.test', '--project-role', 'crm=developer')
  const nobody = await run('remove', 'benn@acme.test', '--json')
  const nowhere = await run('set-role', 'bld_2', '--project-role', 'cmr=viewer')
  const removed = await run('remove', 'bld_2')
  const byKey = await given.runCli(['members', 'list'], { env: makeEnv(baseUrl) })

  expect(listed.stdout).toBe(
    'ana@acme.test  owner  bld_1\nben@acme.test  limited  bld_2\n  crm: viewer\n',
  )
  expect(changed).toMatchObject({
    exitCode: 0,
    stdout: 'ben@acme.test now has the role limited\n',
  })
  expect([nobody.exitCode, JSON.parse(nobody.stdout).error.message]).toEqual([
    1,
    'The organization has no member benn@acme.test. Did you mean `ben@acme.test`?',
  ])
  expect(nowhere.stderr).toContain('no project cmr. Did you mean `crm`?')
  expect(removed.stdout).toBe('Removed ben@acme.test\n')
  expect(byKey).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('platform login') })
  expect(asked.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual([
    { role: 'limited', projectRoles: { proj_1: 'developer' } },
    undefined,
  ])
})

it.each([
  ['pause', 'pause', 'Paused Contact of inst_1'],
  ['resume', 'unpause', 'Resumed Contact of inst_1'],
])('%ss the reads of one customer', async (name, act, sentence) => {
  const { baseUrl, asked } = await given.platform((path) => {
    if (path === `${project}/integrations/sync`) return { body: { id: 'int_1' } }
    if (path === `${project}/integrations/int_1/installations`)
      return { body: [{ id: 'inst_1', integrationId: 'int_1', integrationName: 'sync' }] }
    return { status: 204, body: null }
  })

  const args = [name, 'sync', '--group', 'acme', '--object', 'Contact', '--note', 'Migration']
  const { stdout } = await given.runCli(args, { env: makeEnv(baseUrl) })

  expect(stdout).toBe(`${sentence}\n`)
  expect(asked.at(-2)?.url).toContain('groupRef=acme')
  expect(asked.at(-1)).toMatchObject({
    url: `/read/v1/projects/crm/integrations/int_1/installations/inst_1:${act}`,
    body: { objects: ['Contact'], note: 'Migration' },
  })
})

it.each([
  ['pause', 'pause', 'Paused'],
  ['resume', 'unpause', 'Resumed'],
])('%ss everything of one customer', async (name, act, done) => {
  const { baseUrl, asked } = await given.platform((path) =>
    path === `${project}/installations`
      ? {
          body: [
            { id: 'inst_1', integrationId: 'int_1', integrationName: 'crm' },
            { id: 'inst_2', integrationId: 'int_2', integrationName: 'billing' },
          ],
        }
      : { status: 204, body: null },
  )

  const { stdout } = await given.runCli([name, '--group', 'acme'], { env: makeEnv(baseUrl) })
  const ofObject = await given.runCli([name, '--group', 'acme', '--object', 'Contact'], {
    env: makeEnv(baseUrl),
  })

  expect(stdout).toBe(`${done} inst_1 (crm)\n${done} inst_2 (billing)\n`)
  expect(asked.find(({ method }) => method === 'GET')?.url).toContain('groupRef=acme')
  expect(asked.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
    `/read/v1/projects/crm/integrations/int_1/installations/inst_1:${act}`,
    `/read/v1/projects/crm/integrations/int_2/installations/inst_2:${act}`,
  ])
  expect(ofObject).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--object requires an integration'),
  })
})

it('sets and resets the schedule of one customer', async () => {
  const path = `${project}/integrations/sync/objects/Contact/config-content`
  const { baseUrl, asked } = await given.platform({ [`PATCH ${path}`]: { body: {} } })
  const set = (...args: string[]) =>
    given.runCli(['schedules', 'set', 'sync', '--group', 'acme', '--object', 'Contact', ...args], {
      env: makeEnv(baseUrl),
    })

  const daily = await set('--cron', '0 3 * * *', '--timezone', 'Europe/Berlin')
  const reset = await set('--default')
  const nothing = await set()

  expect(daily.stdout).toBe('Set the schedule of Contact for acme\n')
  expect(reset.stdout).toBe('Reset the schedule of Contact for acme\n')
  expect(nothing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--cron') })
  expect(asked.map(({ body }) => body)).toEqual([
    {
      groupRef: 'acme',
      action: 'read',
      changes: [
        { op: 'add', path: '/schedule', value: '0 3 * * *' },
        { op: 'add', path: '/timezone', value: 'Europe/Berlin' },
      ],
    },
    {
      groupRef: 'acme',
      action: 'read',
      // A member that is absent can be removed after it was added.
      changes: ['/schedule', '/timezone'].flatMap((place) => [
        { op: 'add', path: place, value: '' },
        { op: 'remove', path: place },
      ]),
    },
  ])
})

it('sets and resets the filter of one customer', async () => {
  const path = `${project}/integrations/sync/objects/Contact/config-content`
  const { baseUrl, asked } = await given.platform({ [`PATCH ${path}`]: { body: {} } })
  const set = (...args: string[]) =>
    given.runCli(['filters', 'set', 'sync', '--group', 'acme', '--object', 'Contact', ...args], {
      env: makeEnv(baseUrl),
    })
  const filter = { fieldName: 'City', operator: 'eq', value: 'Rome' }

  const own = await set('--filter', JSON.stringify(filter))
  const reset = await set('--default', '--instance', 'emea')
  const nothing = await set()
  const wrong = await set('--filter', '{')

  expect(own.stdout).toBe('Set the filter of Contact for acme\n')
  expect(reset.stdout).toBe('Reset the filter of Contact for acme · --instance emea\n')
  expect(asked.map(({ url }) => url)).toEqual([path, `${path}?instance=emea`])
  expect(nothing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--filter') })
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('not valid JSON') })
  expect(asked.map(({ body }) => body)).toEqual([
    {
      ...{ groupRef: 'acme', action: 'read' },
      changes: [{ op: 'add', path: '/filter', value: filter }],
    },
    {
      ...{ groupRef: 'acme', action: 'read' },
      // A member that is absent can be removed after it was added.
      changes: [
        { op: 'add', path: '/filter', value: null },
        { op: 'remove', path: '/filter' },
      ],
    },
  ])
})

it('lists deliveries with their errors', async () => {
  const delivery = {
    ...{ id: 'dlv_1', eventType: 'read.backfill.done', status: 'failed', attempts: 3 },
    ...{ createTime: '2026-01-15T09:30:00Z', lastError: 'The receiver answered 500.' },
  }
  const { baseUrl, asked } = await given.platform({
    [`GET ${project}/deliveries`]: { body: [delivery] },
  })

  const args = ['deliveries', 'list', '--status', 'failed', '--group', 'acme', '--limit', '5']
  const { stdout } = await given.runCli(args, { env: makeEnv(baseUrl) })

  expect(stdout).toBe(
    '2026-01-15T09:30:00Z  failed  read.backfill.done  dlv_1  attempts: 3  The receiver answered 500.\n',
  )
  expect(asked[0]?.url).toBe(`${project}/deliveries?pageSize=5&status=failed&groupRef=acme`)
})

it('reports that an older Node cannot run the server', () => {
  expect(() => mustRunServer('24.11.0')).toThrow(
    'This command runs the server, which needs Node 26 or newer. This is Node 24.11.0.',
  )
  expect(() => mustRunServer('26.10.0')).not.toThrow()
})

it('has no option that Node 20 interprets as its own, in any position', () => {
  const options = commands.flatMap(({ options: own }) => Object.keys(own))

  expect(options).toContain('save-to')
  expect(options.filter((name) => name.startsWith('env-file'))).toEqual([])
})

it('tests a provider app by a sign-in, and deletes the test connection', async () => {
  const app = { id: 'papp_1', provider: 'hubspot', clientId: 'id' }
  const step = (name: string, status: string, more: object = {}) => ({
    step: name,
    status,
    detail: `About ${name}`,
    ...more,
  })
  const [before, after] = [
    [step('authorizeURL', 'passed'), step('refreshToken', 'skipped', { isOpen: true })],
    [
      step('authorizeURL', 'passed'),
      step('refreshToken', 'failed', { remedy: 'Request offline access' }),
    ],
  ]
  let steps = before
  const test = `POST ${project}/provider-apps/papp_1:test`
  const { baseUrl, asked } = await given.platform({
    [`GET ${project}/provider-apps`]: { body: [app] },
    get [test]() {
      const status = steps === before ? 'incomplete' : 'failed'
      return { body: { status, steps } }
    },
    get 'POST /v1/oauth-connect'() {
      steps = after
      return { body: 'http://sign-in.test/', headers: { 'x-connect-session': 'csn_1' } }
    },
    [`GET ${project}/connect-sessions/csn_1`]: {
      body: { id: 'csn_1', status: 'succeeded', connectionId: 'conn_1' },
    },
    [`DELETE ${project}/connections/conn_1`]: { body: {} },
  })
  const run = (...args: string[]) =>
    given.runCli(['provider-apps', 'test', 'hubspot', ...args], { env: makeEnv(baseUrl) })

  const withoutSignIn = await run('--no-sign-in', '--value', 'workspace=acme')
  const complete = await run()

  expect([withoutSignIn.exitCode, complete.exitCode]).toEqual([1, 1])
  expect(withoutSignIn.stdout).toContain('- Refresh token: skipped')
  expect(withoutSignIn.stdout).toContain('Test incomplete: sign in to complete it.')
  expect(complete.stderr).toContain('http://sign-in.test/')
  expect(complete.stdout).toContain('✗ Refresh token: failed')
  expect(complete.stdout).toContain('Request offline access')
  expect(complete.stdout).toContain('Test failed.')
  expect(asked.filter(({ url }) => url.endsWith(':test')).map(({ body }) => body)).toEqual([
    { values: { workspace: 'acme' } },
    { values: {} },
    { connectionId: 'conn_1' },
  ])
  expect(asked.at(-1)).toMatchObject({ method: 'DELETE' })
})
