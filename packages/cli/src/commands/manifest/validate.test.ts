import { expect, it } from 'vitest'
import * as given from '../../testing/given.ts'

const manifest = `specVersion: 1.0.0
integrations:
  - name: crm
    provider: hubspto
    proxy: {enabled: true}
`

const catalogue = { 'GET /v1/providers': { body: { hubspot: {} } } }

it('validates the file offline without a server, with a notice', async () => {
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const { exitCode, stdout } = await given.runCli(['validate'], { cwd })

  expect(exitCode).toBe(0)
  expect(stdout).toBe(
    'platform.yaml: no findings (providers and destinations were not checked with the platform)\n',
  )
})

it('checks providers with the platform’s catalogue', async () => {
  const { baseUrl } = await given.platform(catalogue)
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const { exitCode, stdout } = await given.runCli(['validate', '--base-url', baseUrl], { cwd })

  expect(exitCode).toBe(1)
  expect(stdout).toBe(
    'platform.yaml:4:15 error provider-not-supported The catalogue has no provider `hubspto`. Did you mean `hubspot`?\n' +
      'platform.yaml: 1 error\n',
  )
})

it.each([
  { when: 'it is offline', args: ['--offline', '--base-url', 'http://127.0.0.1:9'] },
  { when: 'nobody answers', args: ['--base-url', 'http://127.0.0.1:9'] },
])('validates offline when $when', async ({ args }) => {
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const { exitCode } = await given.runCli(['validate', ...args], { cwd })

  expect(exitCode).toBe(0)
})

it('has the platform compare fields with the connected accounts', async () => {
  const finding = {
    rule: 'field-exists',
    severity: 'warning',
    message: '0 of 12 accounts have `LastNam`: 12 installations would fail.',
    suggestion: 'Did you mean `LastName`?',
    line: 4,
    column: 15,
    path: 'integrations[0].read.objects[0].requiredFields[0].fieldName',
  }
  const { baseUrl, asked } = await given.platform({
    ...catalogue,
    'PUT /v1/projects/demo/integrations:batch': {
      body: { findings: [finding], integrations: [] },
    },
  })
  const env = { PLATFORM_API_KEY: 'secret', PLATFORM_BASE_URL: baseUrl, PLATFORM_PROJECT: 'demo' }
  const cwd = await given.folder({ 'platform.yaml': manifest })

  const { exitCode, stdout } = await given.runCli(['validate', '--connected'], { cwd, env })
  const both = await given.runCli(['validate', '--connected', '--offline'], { cwd, env })

  expect(exitCode).toBe(0)
  expect(stdout).toContain(
    'platform.yaml:4:15 warning field-exists 0 of 12 accounts have `LastNam`: 12 installations would fail. Did you mean `LastName`?',
  )
  expect(asked.some(({ url }) => url.endsWith('integrations:batch?validateOnly=true'))).toBe(true)
  expect(both.exitCode).toBe(2)
})

it('accepts a manifest with only warnings', async () => {
  const cwd = await given.folder({ 'other.yaml': `${manifest}colour: red\n` })

  const { exitCode, stdout } = await given.runCli(['validate', 'other.yaml'], { cwd })

  expect(exitCode).toBe(0)
  expect(stdout).toContain('other.yaml:6:1 warning unknown-key')
  expect(stdout).toContain('other.yaml: 1 warning')
})

it('prints findings as JSON', async () => {
  const cwd = await given.folder({ 'platform.yaml': '[' })

  const { exitCode, stdout } = await given.runCli(['validate', '--json'], { cwd })

  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    file: 'platform.yaml',
    findings: [{ rule: 'yaml-syntax', line: 1 }],
  })
})

it.each([
  { isTTY: true, env: {}, isColoured: true },
  { isTTY: true, env: { NO_COLOR: '1' }, isColoured: false },
  { isTTY: false, env: {}, isColoured: false },
])('colours: $isColoured at a terminal: $isTTY with $env', async ({ isTTY, env, isColoured }) => {
  const cwd = await given.folder({ 'platform.yaml': '[' })

  const { stdout } = await given.runCli(['validate'], { cwd, isTTY, env })

  expect(stdout.includes('\u001B[')).toBe(isColoured)
})
