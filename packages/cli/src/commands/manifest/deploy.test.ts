import { expect, it } from 'vitest'
import * as given from '../../testing/given.ts'

const manifest = `specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: hook
`

const crm = {
  name: 'crm',
  provider: 'hubspot',
  read: { objects: [{ objectName: 'contacts', destination: 'hook' }] },
}

const makeIntegration = (content: object) => ({
  id: 'int_1',
  projectId: 'proj_1',
  name: 'crm',
  provider: 'hubspot',
  createTime: '2026-01-15T09:30:00Z',
  latestRevision: {
    id: 'rev_1',
    specVersion: '1.0.0',
    createTime: '2026-01-15T09:30:00Z',
    content,
  },
  change: 'created',
})

const path = '/v1/projects/demo/integrations:batch'
const batch = `PUT ${path}`
const nothingYet = { 'GET /v1/projects/demo/integrations': { body: [] } }

const knowing = (destinations: string[], integrations: unknown[] = []) => ({
  'GET /v1/providers': { body: { hubspot: hubspot } },
  'GET /v1/projects/demo/destinations': { body: destinations.map((name) => ({ name })) },
  'GET /v1/projects/demo/provider-apps': { body: [{ provider: 'hubspot' }] },
  'GET /v1/projects/demo/integrations': { body: integrations },
  [batch]: { body: { findings: [], integrations: [foreseen] } },
})

const foreseen = {
  name: 'crm',
  change: 'update',
  installations: 12,
  effects: [
    {
      objectName: 'contacts',
      effect: 'gets Title with the next read',
      installations: 12,
      groupRefs: [],
    },
  ],
}

const hubspot = {
  name: 'hubspot',
  authType: 'oauth2',
  baseURL: 'https://hubspot.example',
  defaultModule: '',
  support: { read: true, write: true, subscribe: true, proxy: true },
}

it('deploys with the quickstart’s credentials and lists the result', async () => {
  const { baseUrl, asked } = await given.platform({
    ...nothingYet,
    [batch]: { body: [makeIntegration(crm)] },
  })
  const quickstart = JSON.stringify({ baseUrl, projectName: 'demo', apiKey: 'secret' })
  const cwd = await given.folder({
    'platform.yaml': manifest,
    'data/quickstart.json': quickstart,
  })

  const { exitCode, stdout } = await given.runCli(['deploy'], { cwd })

  expect(exitCode).toBe(0)
  expect(stdout).toBe(`✓ created crm (hubspot) rev_1\nDeployed to project demo at ${baseUrl}\n`)
  expect(asked.filter(({ method }) => method === 'PUT')).toMatchObject([
    { headers: { 'x-api-key': 'secret' }, body: { sourceYaml: manifest } },
  ])
})

it('names the provider apps that are missing, each with the next command, and succeeds', async () => {
  const oauth2Opts = { grantType: 'authorizationCode' }
  const { baseUrl } = await given.platform({
    ...knowing(['hook']),
    'GET /v1/providers': {
      body: {
        hubspot: { ...hubspot, displayName: 'HubSpot', oauth2Opts },
        slack: { ...hubspot, name: 'slack', displayName: 'Slack', oauth2Opts },
        stripe: { ...hubspot, name: 'stripe', authType: 'apiKey' },
      },
    },
    'GET /v1/projects/demo/provider-apps': { body: [{ provider: 'slack' }] },
    [batch]: { body: [makeIntegration(crm)] },
  })
  const others = ['slack', 'stripe'].map(
    (name) => `  - name: ${name}\n    provider: ${name}\n    proxy: {enabled: true}\n`,
  )
  const cwd = await given.folder({ 'platform.yaml': manifest + others.join('') })
  const env = { PLATFORM_API_KEY: 'secret', PLATFORM_BASE_URL: baseUrl, PLATFORM_PROJECT: 'demo' }

  const { exitCode, stdout } = await given.runCli(['deploy'], { cwd, env })
  const asJson = await given.runCli(['deploy', '--json'], { cwd, env })
  const validated = await given.runCli(['validate'], { cwd, env })

  expect(exitCode).toBe(0)
  expect(stdout).toContain(`
! Customers cannot connect crm yet: the project has no provider app for HubSpot.
  Register one as \`platform provider-apps guide hubspot\` describes, then run
  \`platform provider-apps set hubspot --client-id <ID> --client-secret <secret>\`
`)
  expect(stdout).not.toMatch(/guide (slack|stripe)/)
  expect(JSON.parse(asJson.stdout).missingProviderApps).toMatchObject([
    { integration: 'crm', provider: 'hubspot' },
  ])
  expect(validated.exitCode).toBe(0)
  expect(validated.stdout).toContain(
    'warning provider-app-not-configured The project has no provider app for HubSpot: customers cannot connect. Register one as `platform provider-apps guide hubspot` describes.',
  )
})

it('reports why a deploy would break installations, and deploys with --force', async () => {
  const detail = 'Nothing was deployed. crm, contacts: 0 of 12 accounts have `LastNam`.'
  const refusing = await given.platform({
    ...nothingYet,
    [batch]: given.problemReply(409, 'deploy-breaks-installations', { detail }),
  })
  const accepting = await given.platform({
    ...nothingYet,
    [batch]: { body: [makeIntegration(crm)] },
  })
  const cwd = await given.folder({ 'platform.yaml': manifest })
  const deploy = (baseUrl: string, ...more: string[]) => {
    const env = { PLATFORM_API_KEY: 'secret', PLATFORM_BASE_URL: baseUrl, PLATFORM_PROJECT: 'demo' }
    return given.runCli(['deploy', ...more], { cwd, env })
  }

  const refused = await deploy(refusing.baseUrl)
  const forced = await deploy(accepting.baseUrl, '--force')

  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain(`${detail}\nCorrect the fields, or deploy with \`--force\`.`)
  expect(forced).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('created crm') })
  const sent = accepting.asked.filter(({ method }) => method === 'PUT')
  expect(sent.map(({ url }) => url)).toEqual([`${path}?force=true`])
})

it('prefers options to the environment, and both to quickstart.json', async () => {
  const { baseUrl, asked } = await given.platform({
    'GET /v1/projects/mine/integrations': { body: [] },
    'PUT /v1/projects/mine/integrations:batch': { body: [] },
  })
  const cwd = await given.folder({ 'sub/platform.yaml': manifest })
  const env = {
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_PROJECT: 'theirs',
    PLATFORM_API_KEY: 'from-environment',
  }

  const args = ['deploy', 'sub', '--project', 'mine', '--destructive']
  const { exitCode } = await given.runCli(args, { cwd, env })

  expect(exitCode).toBe(0)
  expect(asked.filter(({ method }) => method === 'PUT')).toMatchObject([
    {
      url: '/v1/projects/mine/integrations:batch?destructive=true',
      headers: { 'x-api-key': 'from-environment' },
    },
  ])
})

it('sends the quickstart’s key only to its own server', async () => {
  const { baseUrl, asked } = await given.platform({})
  const cwd = await given.folder({
    'platform.yaml': manifest,
    'data/quickstart.json': JSON.stringify({
      baseUrl: 'http://127.0.0.1:1',
      projectName: 'demo',
      apiKey: 'secret',
    }),
  })

  const { exitCode, stderr } = await given.runCli(['deploy', '--base-url', baseUrl], { cwd })

  expect(exitCode).toBe(2)
  expect(stderr).toContain(`Not signed in to ${baseUrl}. Run`)
  expect(stderr).toContain('The key in quickstart.json is for http://127.0.0.1:1 only.')
  expect(asked).toEqual([])
})

it('uses the key of the file that --settings names, before the environment and quickstart.json', async () => {
  const { baseUrl, asked } = await given.platform({
    'GET /v1/projects/mine/integrations': { body: [] },
    'PUT /v1/projects/mine/integrations:batch': { body: [] },
  })
  const file = `PLATFORM_BASE_URL=${baseUrl}\nPLATFORM_PROJECT=mine\nPLATFORM_API_KEY="weak"\nPATH=/evil\n`
  const cwd = await given.folder({
    'platform.yaml': manifest,
    '.env.agent': file,
    'data/quickstart.json': JSON.stringify({ baseUrl, projectName: 'demo', apiKey: 'strong' }),
  })
  const env = { PLATFORM_PROJECT: 'theirs', PLATFORM_API_KEY: 'strong' }

  const { exitCode } = await given.runCli(['deploy', '--settings', '.env.agent'], { cwd, env })

  expect(exitCode).toBe(0)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every(({ headers }) => headers['x-api-key'] === 'weak')).toBe(true)
})

it.each([
  ['is missing', {}, [], 'There is no file .env.agent.'],
  [
    'has no key',
    { '.env.agent': 'PLATFORM_BASE_URL=http://127.0.0.1:1\n' },
    [],
    '.env.agent does not contain PLATFORM_API_KEY.',
  ],
  [
    'is for another server',
    { '.env.agent': 'PLATFORM_BASE_URL=http://127.0.0.1:1\nPLATFORM_API_KEY=weak\n' },
    ['--base-url', 'http://127.0.0.1:2'],
    'Use either --settings or --base-url',
  ],
])('uses no other credentials if the file of --settings %s', async (_, files, more, message) => {
  const { baseUrl, asked } = await given.platform({})
  const cwd = await given.folder({ 'platform.yaml': manifest, ...files })
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_PROJECT: 'demo', PLATFORM_API_KEY: 'strong' }

  const args = ['deploy', '--settings', '.env.agent', ...more]
  const { exitCode, stderr } = await given.runCli(args, { cwd, env })

  expect(exitCode).toBe(2)
  expect(stderr).toContain(message)
  expect(asked).toEqual([])
})

it('shows local errors of a manifest without changing anything', async () => {
  const { baseUrl, asked } = await given.platform({})
  const cwd = await given.folder({ 'platform.yaml': manifest.replace('1.0.0', '2.0.0') })

  const args = ['deploy', '--base-url', baseUrl, '--project', 'demo', '--api-key', 'secret']
  const { exitCode, stdout } = await given.runCli(args, { cwd })

  expect(exitCode).toBe(1)
  expect(stdout).toBe(
    'platform.yaml:1:14 error spec-version `specVersion` must be `1.0.0`.\n' +
      'platform.yaml: 1 error. Nothing was deployed\n',
  )
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('shows local errors together with those of the platform', async () => {
  const { baseUrl } = await given.platform({
    'GET /v1/providers': { body: {} },
    'GET /v1/projects/demo/destinations': { body: [] },
    'GET /v1/projects/demo/provider-apps': { body: [] },
  })
  const cwd = await given.folder({ 'platform.yaml': manifest.replace('1.0.0', '2.0.0') })

  const args = ['deploy', '--base-url', baseUrl, '--project', 'demo', '--api-key', 'secret']
  const { exitCode, stdout } = await given.runCli(args, { cwd })

  expect(exitCode).toBe(1)
  expect(stdout).toContain('error spec-version')
  expect(stdout).toContain('error provider-not-supported')
  expect(stdout).toContain('error destination-not-found')
})

it('shows the position of errors that only the platform finds', async () => {
  const issue = {
    in: 'body',
    name: 'sourceYaml',
    detail: 'The project has no destination `hook`.',
    rule: 'destination-not-found',
    severity: 'error',
    line: 8,
    column: 24,
    path: 'integrations[0].read.objects[0].destination',
  }
  const { baseUrl } = await given.platform({
    ...nothingYet,
    [batch]: given.problemReply(422, 'manifest-invalid', { issues: [issue] }),
  })
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const args = ['deploy', '--base-url', baseUrl, '--project', 'demo', '--api-key', 'secret']
  const { exitCode, stdout } = await given.runCli(args, { cwd })

  expect(exitCode).toBe(1)
  expect(stdout).toContain(
    'platform.yaml:8:24 error destination-not-found The project has no destination `hook`.\n',
  )
})

it('explains a rejected request', async () => {
  const { baseUrl } = await given.platform({
    ...nothingYet,
    [batch]: given.problemReply(401, 'credential-invalid', { remedy: 'Make a new key.' }),
  })
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const args = ['deploy', '--base-url', baseUrl, '--project', 'demo', '--api-key', 'wrong']
  const { exitCode, stdout, stderr } = await given.runCli(args, { cwd })

  expect(exitCode).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toBe(
    'error It was refused: This time: credential-invalid.\n  Make a new key.\n  request req_1\n',
  )
})

it('reports that the platform does not respond', async () => {
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const args = ['deploy', '--base-url', 'http://127.0.0.1:9', '--project', 'demo', '--api-key', 'k']
  const { exitCode, stderr } = await given.runCli(args, { cwd })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('error Could not reach the server: Check that it is running')
  expect(stderr).toContain('because GET http://127.0.0.1:9/')
})

it.each([
  { before: [], would: 'create' },
  { before: [makeIntegration({ ...crm, displayName: 'CRM' })], would: 'update' },
  { before: [makeIntegration(crm)], would: 'keep' },
])('reports in a dry run that it would $would', async ({ before, would }) => {
  const { baseUrl, asked } = await given.platform(knowing(['hook'], before))
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const target = ['--base-url', baseUrl, '--project', 'demo', '--api-key', 'secret']
  const { exitCode, stdout } = await given.runCli(['deploy', '--dry-run', ...target], { cwd })

  expect(exitCode).toBe(0)
  expect(stdout).toContain(`would ${would} crm\n`)
  expect(stdout).toContain('→ contacts gets Title with the next read (12 installations)\n')
  const puts = asked.filter(({ method }) => method === 'PUT')
  expect(puts.map(({ url }) => url)).toEqual([`${path}?validateOnly=true`])
})

it('fails a dry run as the deployment would fail', async () => {
  const finding = {
    rule: 'destination-not-found',
    severity: 'error',
    message: 'The project has no destination `hook`.',
    line: 8,
    column: 24,
    path: 'integrations[0].read.objects[0].destination',
    suggestion: 'Did you mean `hooks`?',
  }
  const { baseUrl, asked } = await given.platform({
    ...knowing(['inbox']),
    [batch]: { body: { findings: [finding], integrations: [] } },
  })
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const target = ['--base-url', baseUrl, '--project', 'demo', '--api-key', 'secret']
  const args = ['deploy', '--dry-run', '--destructive', ...target]
  const { exitCode, stdout } = await given.runCli(args, { cwd })

  expect(exitCode).toBe(1)
  expect(stdout).toContain(
    'platform.yaml:8:24 error destination-not-found The project has no destination `hook`. Did you mean `hooks`?',
  )
  expect(asked.map(({ url }) => url)).toEqual([`${path}?validateOnly=true&destructive=true`])
})

it('prints JSON for programs', async () => {
  const { baseUrl } = await given.platform({
    ...nothingYet,
    [batch]: { body: [makeIntegration(crm)] },
  })
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const args = ['deploy', '--json', '--base-url', baseUrl, '--project', 'demo', '--api-key', 'k']
  const { stdout } = await given.runCli(args, { cwd })

  expect(JSON.parse(stdout)).toEqual({
    file: 'platform.yaml',
    findings: [],
    missingProviderApps: [],
    integrations: [makeIntegration(crm)],
    planned: [{ name: 'crm', would: 'create', changes: [] }],
  })
})

it('reports an unreadable quickstart.json', async () => {
  const cwd = await given.folder({ 'platform.yaml': manifest, 'data/quickstart.json': '{' })

  const { exitCode, stderr } = await given.runCli(['deploy'], { cwd })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('quickstart.json is not JSON.')
})
