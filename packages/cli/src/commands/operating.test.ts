import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { healthStates, healthTones, healthWords } from '@platform/client'
import { expect, it } from 'vitest'
import * as given from '../testing/given.ts'

const base = '/v1/projects/crm'
const target = (baseUrl: string) => ['--base-url', baseUrl, '--project', 'crm', '--api-key', 'key']
const operation = (status: string) => ({ id: 'op_1', status, actionType: 'read', createTime: '1' })
const log = (msg: string) => ({
  timestamp: '2026-01-15T09:30:00Z',
  severity: 'info',
  message: { msg },
})

it('warns of dated changes of a provider that reach an object in use', async () => {
  const from = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const content = { read: { objects: [{ objectName: 'contacts' }] } }
  const { baseUrl } = await given.platform({
    [`GET ${base}/integrations`]: {
      body: [{ id: 'int_1', name: 'sync', provider: 'hubspot', latestRevision: { content } }],
    },
    'GET /v1/providers/hubspot': {
      body: {
        ...{ name: 'hubspot', displayName: 'HubSpot' },
        changes: [
          { from, what: 'Contacts need another scope.', objects: ['contacts'] },
          { from, what: 'Leads end.', objects: ['leads'] },
        ],
      },
    },
    [`GET ${base}/installations`]: { body: [] },
    [`GET ${base}/destinations`]: { body: [] },
    [`GET ${base}/connections`]: { body: [] },
    [`GET ${base}/deliveries`]: { body: [] },
  })

  const { stdout } = await given.runCli(['status', ...target(baseUrl)])

  expect(stdout).toContain(`! From ${from}: Contacts need another scope.`)
  expect(stdout).not.toContain('Leads end.')
})

it('lists every installation with the reason of its health', async () => {
  const { baseUrl } = await given.platform({
    [`GET ${base}/integrations`]: {
      body: [
        { id: 'int_1', name: 'sync', provider: 'hubspot' },
        { id: 'int_2', name: 'old', provider: 'gone' },
      ],
    },
    'GET /v1/providers/hubspot': {
      body: {
        name: 'hubspot',
        displayName: 'HubSpot',
        apiVersion: 'v1',
        supportedUntil: '2020-01-31',
      },
    },
    [`GET ${base}/installations`]: {
      body: [
        {
          id: 'inst_1',
          integrationId: 'int_1',
          group: { groupRef: 'acme', groupName: 'Acme' },
          connection: { id: 'conn_1' },
          healthStatus: 'unhealthy',
          health: { state: 'needsSignIn', reason: 'It must sign in again.' },
          objects: {
            contacts: { health: { state: 'paused', since: '2026-01-15', reason: 'For now.' } },
            companies: { health: { state: 'needsSignIn', reason: 'It must sign in again.' } },
            lists: { health: { state: 'failing', reason: 'It answered 500.' } },
            forms: { health: { state: 'failing', reason: 'It answered 500.' } },
            leads: { health: { state: 'healthy' } },
            deals: { health: { state: 'healthy' }, kept: { heldDeletions: 40 } },
            tickets: { health: { state: 'healthy' }, snapshot: { heldDeletions: 60 } },
          },
        },
      ],
    },
    [`GET ${base}/destinations`]: {
      body: [
        {
          name: 'webhook',
          type: 'webhook',
          health: { state: 'failing', reason: 'It was gone.' },
          lastDay: { paused: 3 },
        },
      ],
    },
    [`GET ${base}/connections`]: {
      body: [
        {
          id: 'conn_2',
          provider: 'hubspot',
          group: { groupRef: 'globex' },
          health: { state: 'needsSignIn', reason: 'The grant was revoked.' },
        },
      ],
    },
    [`GET ${base}/deliveries`]: { body: [{ id: 'dlv_1' }] },
  })

  const { exitCode, stdout } = await given.runCli(['status', ...target(baseUrl)])

  expect(exitCode).toBe(3)
  expect(stdout).toMatch(
    /^sync \(HubSpot\): 1 installation\n  ✗ The provider has not supported API version v1 since 2020-01-31\..*\n  ✗ inst_1  Acme \(acme\)\n/m,
  )
  expect(stdout).toContain('old (gone): 0 installations\n')
  expect(stdout).toContain('Needs sign-in. It must sign in again.')
  expect(stdout).toContain('contacts: Paused since 2026-01-15. For now.')
  expect(stdout).not.toContain('leads')
  expect(stdout.split('It must sign in again.')).toHaveLength(2)
  expect(stdout).toContain('lists, forms: Failing. It answered 500.\n')
  expect(stdout).toContain('deals: Deletions held until another complete read confirms them: 40.')
  expect(stdout).toContain('tickets: Deletions held until another complete read confirms them: 60.')
  expect(stdout).toContain(
    '✗ destination webhook (webhook): Failing. It was gone.\n      Deliveries paused until it is enabled: 3.',
  )
  expect(stdout).toContain(
    '✗ connection conn_2 (hubspot)  globex: Needs sign-in. The grant was revoked.',
  )
  expect(stdout).toContain('Failed deliveries: 1.')
  expect(stdout).toMatch(
    /✗ 1 installation, 1 connection, 1 destination and 1 failed delivery need attention\.\n$/,
  )
})

it('names the provider app that an integration lacks before a customer tries to connect', async () => {
  const provider = {
    ...{ name: 'hubspot', displayName: 'HubSpot', authType: 'oauth2' },
    oauth2Opts: { grantType: 'authorizationCode' },
  }
  const routes = {
    [`GET ${base}/integrations`]: { body: [{ id: 'int_1', name: 'sync', provider: 'hubspot' }] },
    'GET /v1/providers/hubspot': { body: provider },
    [`GET ${base}/installations`]: { body: [] },
    [`GET ${base}/connections`]: { body: [] },
    [`GET ${base}/destinations`]: { body: [] },
    [`GET ${base}/deliveries`]: { body: [] },
  }
  const without = await given.platform({ ...routes, [`GET ${base}/provider-apps`]: { body: [] } })
  const hidden = await given.platform(routes)

  const warned = await given.runCli(['status', ...target(without.baseUrl)])
  const unknown = await given.runCli(['status', ...target(hidden.baseUrl)])

  const isMissing =
    '! Customers cannot connect sync yet: the project has no provider app for HubSpot.'
  expect(warned.stdout).toContain(isMissing)
  expect(warned.stdout).toContain('`platform provider-apps guide hubspot`')
  expect(unknown.stdout).not.toContain('provider app')
})

it.each(healthStates)('shows the state %s with the same words as the dashboard', async (state) => {
  const retryTime = '2026-01-16T00:00:00Z'
  const health = { state, since: '2026-01-15', reason: 'Why.', retryTime }
  const contrary = state === 'healthy' ? 'unhealthy' : 'healthy'
  const { baseUrl } = await given.platform({
    [`GET ${base}/integrations`]: { body: [{ id: 'int_1', name: 'sync', provider: 'hubspot' }] },
    [`GET ${base}/installations`]: {
      body: [
        {
          ...{ id: 'inst_1', integrationId: 'int_1', connection: { id: 'conn_1' } },
          ...{ healthStatus: contrary, health, objects: {} },
        },
      ],
    },
    [`GET ${base}/destinations`]: {
      body: [{ name: 'lake', type: 's3', status: 'enabled', health, lastDay: { paused: 0 } }],
    },
    [`GET ${base}/connections`]: { body: [] },
    [`GET ${base}/deliveries`]: { body: [] },
  })

  const { exitCode, stdout } = await given.runCli(['status', ...target(baseUrl)])

  const mark = { good: '✓', warning: '!', bad: '✗' }[healthTones[state]]
  const line = `${healthWords[state]} since 2026-01-15. Why. Next attempt ${retryTime}.`
  expect(stdout).toContain(`${mark} inst_1`)
  if (state !== 'healthy') expect(stdout).toContain(`      ${line}`)
  expect(stdout).toContain(`${mark} destination lake (s3): ${line}`)
  expect(exitCode).toBe(healthTones[state] === 'bad' ? 3 : 0)
})

it('triggers a read and shows its log until it has failed', async () => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/integrations/sync`]: { body: { id: 'int_1' } },
    'POST /read/v1/projects/crm/integrations/int_1/objects/contacts': {
      status: 201,
      body: { operationId: 'op_1' },
    },
    [`GET ${base}/operations/op_1`]: { body: { ...operation('failure'), result: 'Refused.' } },
    [`GET ${base}/logs`]: { body: [log('Read a page.\u001B[2J')] },
  })

  const { exitCode, stdout, stderr } = await given.runCli([
    'trigger',
    'sync',
    ...['--object', 'contacts', '--group', 'acme', '--follow'],
    ...target(baseUrl),
  ])

  expect(exitCode).toBe(1)
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    groupRef: 'acme',
    mode: 'async',
  })
  expect(stdout).toContain('2026-01-15T09:30:00Z info    Read a page. [2J\n')
  expect(stderr).toBe('op_1\nfailure: Refused.\n')
})

it('names the command that resumes a paused object, unless it cannot be resumed', async () => {
  const paused = {
    type: 'https://platform.test/problems/object-paused',
    title: 'The object is paused',
    status: 409,
    detail: 'leads is paused: The destination inbox does not exist.',
    remedy: 'Create the destination inbox.',
  }
  const { baseUrl } = await given.platform({
    [`GET ${base}/integrations/sync`]: { body: { id: 'int_1' } },
    'POST /read/v1/projects/crm/integrations/int_1/objects/contacts': {
      status: 409,
      body: {
        type: 'https://platform.test/problems/object-paused',
        title: 'The object is paused',
        status: 409,
        detail: 'contacts is paused: Migration.',
        remedy: 'Resume it first: `POST …/installations/{installationId}:unpause`.',
      },
    },
    'POST /read/v1/projects/crm/integrations/int_1/objects/leads': { status: 409, body: paused },
  })

  const trigger = (object: string) =>
    given.runCli(['trigger', 'sync', '--object', object, '--group', 'acme', ...target(baseUrl)])
  const { exitCode, stderr } = await trigger('contacts')
  const withoutDestination = await trigger('leads')

  expect(exitCode).toBe(1)
  expect(stderr).toContain('`platform resume sync --group acme --object contacts`')
  expect(stderr).not.toContain('POST')
  expect(withoutDestination.stderr).toContain('Create the destination inbox.')
  expect(withoutDestination.stderr).not.toContain('platform resume')
})

it('shows the log of an installation, oldest first', async () => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/find`]: { body: [{ kind: 'installation', id: 'inst_1' }] },
    [`GET ${base}/logs`]: {
      body: [log('Done.'), log('Begun.')].map((one) => ({
        ...one,
        ...{ groupRef: 'acme', objectName: 'contacts', operationId: 'op_1' },
      })),
    },
  })
  const logs = (...args: string[]) => given.runCli(['logs', ...args, ...target(baseUrl)])

  const { stdout } = await logs('inst_1', '--severity', 'info', '--group', 'acme')
  const gone = await logs('inst_2')
  const asJson = await logs('inst_1', '--json')

  expect(stdout).toBe(`2026-01-15T09:30:00Z info    acme contacts op_1 Begun.
2026-01-15T09:30:00Z info    acme contacts op_1 Done.
`)
  const query = new URLSearchParams(asked.find(({ url }) => url.includes('/logs?'))?.url)
  expect(Object.fromEntries(query)).toMatchObject({ severity: 'info', groupRef: 'acme' })
  expect(gone).toMatchObject({ exitCode: 1, stdout: '' })
  expect(gone.stderr).toContain('The project has no installation inst_2.')
  const lines = asJson.stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).message.msg)).toEqual(['Begun.', 'Done.'])
})

it('explains what holds now, since when, and leaves out mended errors', async () => {
  const error = (objectName: string, timestamp: string, msg: string) => ({
    ...log(msg),
    ...{ objectName, timestamp, severity: 'error' },
  })
  const failing = { state: 'failing', since: '2026-01-15T09:00:00Z', reason: 'It answered 503.' }
  const given503 = error('contacts', '2026-01-15T09:30:00Z', 'Still failing.')
  const mended = [
    error('contacts', '2026-01-14T09:30:00Z', 'Failed yesterday.'),
    error('leads', '2026-01-15T09:20:00Z', 'Mended since.'),
  ]
  const explain = async (health: object, errors: object[]) => {
    const { baseUrl } = await given.platform({
      [`GET ${base}/find`]: { body: [{ id: 'inst_1', integrationId: 'int_1' }] },
      [`GET ${base}/integrations/int_1/installations/inst_1`]: {
        body: {
          health,
          objects: { contacts: { health }, leads: { health: { state: 'healthy' } } },
        },
      },
      [`GET ${base}/logs`]: { body: errors },
      [`GET ${base}/deliveries`]: { body: [] },
    })
    return (await given.runCli(['explain', 'inst_1', ...target(baseUrl)])).stdout
  }

  const broken = await explain(failing, [given503, ...mended])
  const well = await explain({ state: 'healthy' }, mended)

  expect(broken).toContain('contacts: Failing since 2026-01-15T09:00:00Z. It answered 503.')
  expect(broken).toContain('Still failing.')
  expect(broken + well).not.toMatch(/Failed yesterday|Mended since/)
  expect(well).toContain('No current errors.')
  expect(well).toContain('platform logs inst_1 --severity error')
})

it('prints the headers of calls to the provider only if asked', async () => {
  const call = {
    ...{
      method: 'GET',
      url: 'https://api.acme.test/books',
      status: 200,
      durationMs: 9,
      attempt: 1,
    },
    ...{ requestHeaders: { accept: '*/*' }, responseHeaders: { date: 'now' } },
  }
  const { baseUrl } = await given.platform({
    [`GET ${base}/logs`]: { body: [{ ...log('Read.'), message: { msg: 'Read.', call } }] },
  })
  const recordCall = async (...args: string[]) => {
    const { stdout } = await given.runCli(['logs', '--json', ...args, ...target(baseUrl)])
    return JSON.parse(stdout).message.call
  }

  const { requestHeaders: _request, responseHeaders: _response, ...brief } = call
  expect(await recordCall()).toEqual(brief)
  expect(await recordCall('--headers')).toEqual(call)
})

it('follows a log through a restart of the server: each line once, and in order', async () => {
  let answers: object[] = [log('One.')]
  let isAway = false
  const { baseUrl } = await given.platform((path) =>
    isAway
      ? given.problemReply(503, 'unavailable')
      : { body: path.endsWith('/logs') ? answers : [] },
  )
  let seen = ''
  const running = given.runCli(['logs', '--follow', ...target(baseUrl)], {
    onOutput: (text) => (seen += text),
  })
  const waitForText = (text: string) =>
    expect.poll(() => seen, { timeout: 300_000 }).toContain(text)
  await waitForText('One.')

  isAway = true
  await waitForText('The server does not answer')
  // Of two identical lines, both were logged.
  answers = [log('Two.'), log('Two.'), log('One.')]
  isAway = false
  await waitForText('The server answers again.')
  process.emit('SIGTERM')

  const { exitCode, stdout } = await running
  expect(exitCode).toBe(0)
  expect(stdout.match(/One|Two/g)).toEqual(['One', 'Two', 'Two'])
})

it('retries all failed deliveries or a given one', async () => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/destinations/webhook`]: { body: { id: 'dest_1' } },
    [`POST ${base}/deliveries:replay`]: { status: 202, body: { count: 3, hasMore: false } },
    [`POST ${base}/deliveries/dlv_1:retry`]: {
      status: 202,
      body: { id: 'dlv_1', destinationId: 'dest_1' },
    },
  })
  const retry = (...args: string[]) =>
    given.runCli(['deliveries', 'retry', ...args, ...target(baseUrl)])

  const all = await retry('--failed', '--destination', 'webhook', '--dry-run')
  const one = await retry('dlv_1')
  const none = await retry()
  const many = await given.platform({
    [`POST ${base}/deliveries:replay`]: { status: 202, body: { count: 10_000, hasMore: true } },
  })
  const ofMany = await given.runCli(['deliveries', 'retry', '--failed', ...target(many.baseUrl)])
  const mended = await given.platform({
    [`POST ${base}/deliveries:replay`]: { status: 202, body: { count: 0, hasMore: false } },
  })
  const ofNone = await given.runCli(['deliveries', 'retry', '--failed', ...target(mended.baseUrl)])

  expect(ofNone.stdout).toBe('No failed deliveries.\n')
  expect(ofMany.stdout).toBe('More than 10000 deliveries are being retried.\n')
  expect(all.stdout).toBe('3 deliveries would be retried.\n')
  expect(asked.find(({ url }) => url.endsWith(':replay'))?.body).toEqual({
    destinationId: 'dest_1',
    dryRun: true,
  })
  expect(one.stdout).toBe('dlv_1 is being sent to dest_1.\n')
  expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Name a delivery') })
})

it('applies fields from a YAML file', async () => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/integrations/sync`]: { body: { id: 'int_1' } },
    [`PUT ${base}/integrations/int_1/object-metadata`]: {
      body: {
        success: false,
        fields: {
          Contact: { Level__c: { fieldName: 'Level__c', action: 'create', warnings: ['No.'] } },
        },
      },
    },
  })
  const field = { fieldName: 'Level__c', displayName: 'Level', valueType: 'string' }
  const cwd = await given.folder({ 'fields.yaml': `Contact:\n  - ${JSON.stringify(field)}\n` })

  const { exitCode, stdout } = await given.runCli(
    [
      'fields',
      'apply',
      'fields.yaml',
      '--integration',
      'sync',
      '--group',
      'acme',
      ...target(baseUrl),
    ],
    { cwd },
  )

  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    groupRef: 'acme',
    fields: { Contact: [field] },
  })
  expect(stdout).toBe('create    Contact.Level__c\n          No.\n')
  expect(exitCode).toBe(1)
})

it('shows missing settings of providers', async () => {
  const support = { read: true, write: false, subscribe: false, proxy: true }
  const { baseUrl } = await given.platform({
    'GET /v1/providers': {
      body: {
        hubspot: {
          ...{ name: 'hubspot', authType: 'oauth2', support },
          ...{ apiVersion: 'v1', supportedUntil: '2020-01-31' },
        },
      },
    },
    [`GET ${base}/provider-apps`]: { body: [] },
    [`GET ${base}/integrations`]: { body: [{ provider: 'hubspot' }] },
    [`GET ${base}/connections`]: { body: [{ provider: 'hubspot', status: 'bad_credentials' }] },
  })
  const check = (...args: string[]) =>
    given.runCli(['providers', 'check', ...args, ...target(baseUrl)])

  const all = await check()
  const misspelt = await check('hubspto')

  expect(all).toMatchObject({
    exitCode: 1,
    stdout: `✗ hubspot (oauth2): read, proxy; connections: 1
  ! The provider has not supported API version v1 since 2020-01-31. Update the platform, or the provider file.
    it has no OAuth client: add one under Provider apps
    1 of 1 connections must sign in again
`,
  })
  expect(misspelt.stderr).toContain(
    'The catalogue has no provider `hubspto`. Did you mean `hubspot`?',
  )
})

it('exits with 1 for findings in the file of a provider, as for those in a manifest', async () => {
  const cwd = await given.folder({
    'acme.json': '{"displayName": 5}',
    'sendGrid.json': '{"apiVersion":"v3","supportedUntil":"2020-01-31"}',
  })
  const check = (file: string) => given.runCli(['providers', 'check', join(cwd, file)], { cwd })

  const invalid = await check('acme.json')
  const old = await check('sendGrid.json')

  expect(invalid.stderr).toContain('acme.json:1:2: acme.displayName: ')
  expect(invalid.exitCode).toBe(1)
  expect(old.stdout).toContain(
    '  ! The provider has not supported API version v3 since 2020-01-31.',
  )
  expect(old.exitCode).toBe(0)
})

it('tests a file with a connection and writes a report without customer data', async () => {
  const finding = (outcome: string) => ({ ability: 'read', outcome, detail: 'So it is.' })
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/connections/conn_1`]: { body: { id: 'conn_1', provider: 'library' } },
    [`POST ${base}/connections/conn_1:check-entry`]: {
      body: { provider: 'library', objectName: 'books', findings: [finding('passed')] },
    },
  })
  const cwd = await given.folder({
    'library.json': JSON.stringify({ displayName: 'Ours', objects: { books: {} } }),
    'other.json': JSON.stringify({ displayName: 'Theirs' }),
    'records.json': JSON.stringify({ books: { title: 'Try' } }),
  })
  const check = (file: string, ...more: string[]) =>
    given.runCli(
      ['providers', 'check', file, '--connection', 'conn_1', ...more, ...target(baseUrl)],
      {
        cwd,
      },
    )

  const { exitCode, stdout } = await check('library.json')
  const reading = asked.at(-1)?.body
  await check('.', '--write', 'records.json', '--report', 'written.json')
  const writing = asked.at(-1)?.body
  const stranger = await check('other.json')

  expect([exitCode, stranger.exitCode]).toEqual([0, 2])
  expect(stdout).toContain(
    'books\n  ✓ read         So it is.\nReport written to library.check.json',
  )
  expect(JSON.parse(await readFile(join(cwd, 'library.check.json'), 'utf8'))).toMatchObject({
    provider: 'library',
    fileSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    wroteRecords: false,
    objects: { books: [finding('passed')] },
  })
  expect(reading).toEqual({
    entry: { displayName: 'Ours', objects: { books: {} } },
    objectName: 'books',
  })
  expect(writing).toMatchObject({ record: { title: 'Try' } })
  expect(stranger.stderr).toContain('does not contain library')
})

it('writes a recording in the form of the evidence', async () => {
  const reply = (object: string) => ({ object, recording: 'one', body: [], expected: {} })
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/connections/conn_1`]: { body: { id: 'conn_1', provider: 'library' } },
    [`POST ${base}/connections/conn_1:record-object`]: {
      body: { objectName: 'books', replies: [reply('books')], records: 2, ended: true },
    },
  })
  const cwd = await given.folder({ 'library.json': '{"objects": {"books": {}}}' })
  const record = (...more: string[]) =>
    given.runCli(['providers', 'record', ...more, ...target(baseUrl)], { cwd })
  const both = ['--connection', 'conn_1', '--object', 'books', '--object', 'loans']

  const { exitCode, stdout } = await record('library.json', ...both, '--page-size', '5')
  const wrong = await record(...both, '--pages', '11')
  const without = await record('--connection', 'conn_1')

  expect(exitCode).toBe(0)
  expect(stdout).toContain('books: 2 records in 1 page, the whole list')
  expect(stdout).toContain('2 replies written to library.recorded.json (1 kB).')
  expect(stdout).toContain('packages/connectors/evidence/samples/library.json')
  expect(stdout).toContain('npm run providers:score -- --write')
  expect(asked.at(-1)?.body).toEqual({
    entry: { objects: { books: {} } },
    objectName: 'loans',
    pageSize: 5,
  })
  const lines = (await readFile(join(cwd, 'library.recorded.json'), 'utf8')).split('\n')
  expect(lines).toHaveLength(5)
  expect(JSON.parse(lines.join(''))).toEqual([reply('books'), reply('books')])
  expect(wrong.stderr).toContain('--pages must be a number from 1 to 10, not 11.')
  expect(without.stderr).toContain('--object is required.')
})

it('says that the server’s message log is not encrypted or belongs to another database', async () => {
  const empty = { body: [] }
  const answers = {
    ...{ [`GET ${base}/integrations`]: empty, [`GET ${base}/installations`]: empty },
    ...{ [`GET ${base}/destinations`]: empty, [`GET ${base}/connections`]: empty },
    [`GET ${base}/deliveries`]: empty,
  }
  const ask = async (readyz: object) => {
    const { baseUrl } = await given.platform({ ...answers, 'GET /readyz': { body: readyz } })
    return given.runCli([
      ...['status', '--base-url', baseUrl, '--api-key', 'key', '--project', 'crm'],
    ])
  }

  const open = await ask({ status: 'ok', messageLog: 'reachable', messageLogEncrypted: false })
  const encrypted = await ask({ status: 'ok', messageLog: 'reachable' })
  const foreign = await ask({
    ...{ status: 'ok', messageLog: 'reachable', messageLogOwner: 'another database' },
  })

  expect(open.stdout).toContain('its message log are not encrypted')
  expect([open.exitCode, encrypted.exitCode]).toEqual([0, 0])
  expect(encrypted.stdout).not.toContain('encrypted')
  expect(foreign.stdout).toContain('that one owns the message log: messages stay in PostgreSQL')
  expect(encrypted.stdout).not.toContain('owns the message log')
})
