import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { agentTools, toArguments, toInputSchema, runTool } from '../files/agent-tools.ts'
import { commands } from '../main.ts'
import * as given from '../testing/given.ts'

const base = '/v1/projects/crm'
const health = {
  state: 'failing',
  reason: 'The field LastNam does not exist.',
  remedy: 'Correct the field in platform.yaml.',
}
const well = { state: 'healthy' }
const installation = {
  connection: { id: 'conn_1' },
  id: 'inst_1',
  integrationId: 'int_1',
  group: { groupRef: 'acme', groupName: 'Acme' },
  health,
  objects: { Contact: { health } },
}
const manifest = `specVersion: 1.0.0
integrations:
  - name: sync
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '* * * * *'
          requiredFields:
            - fieldName: LastName
`

it('serves an agent that explains a failing installation and checks its correction', async () => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/integrations`]: {
      body: [
        {
          id: 'int_1',
          name: 'sync',
          provider: 'salesforce',
          latestRevision: { id: 'rev_1', content: { name: 'sync' } },
        },
      ],
    },
    [`GET ${base}/installations`]: {
      body: [{ ...installation, id: 'inst_2', health: well }, installation],
    },
    [`GET ${base}/destinations`]: { body: [] },
    [`GET ${base}/deliveries`]: { body: [] },
    [`GET ${base}/find`]: {
      body: [{ kind: 'installation', id: 'inst_1', integrationId: 'int_1', name: 'Acme' }],
    },
    [`GET ${base}/integrations/int_1/installations/inst_1`]: { body: installation },
    'GET /v1/providers': { body: { salesforce: { name: 'salesforce', support: { read: true } } } },
    [`GET ${base}/connections`]: { body: [] },
    [`GET ${base}/provider-apps`]: { body: [] },
    [`GET ${base}/logs`]: {
      body: [
        {
          timestamp: '2026-01-15T09:30:00Z',
          severity: 'error',
          objectName: 'Contact',
          message: { msg: 'Reading failed.', error: "No such column 'LastNam'" },
        },
      ],
    },
  })
  const cwd = await given.folder({ 'platform.yaml': manifest })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(fileURLToPath(new URL('..', import.meta.url)), 'bin.ts'), 'mcp'],
      cwd,
      env: {
        PATH: process.env['PATH'] ?? '',
        TMPDIR: process.env['TMPDIR'] ?? '',
        PLATFORM_BASE_URL: baseUrl,
        PLATFORM_PROJECT: 'crm',
        PLATFORM_API_KEY: 'plat_scoped_1',
      },
    }),
  )
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    const [{ text = '' } = {}] = content as { text?: string }[]
    return { isError: isError === true, text, json: text.startsWith('{') ? JSON.parse(text) : {} }
  }

  const { tools } = await client.listTools()
  const status = await call('status', { unhealthy: true })
  const explained = await call('explain', { installation: 'inst_1' })
  const wrong = await call('validate')
  const changing = await call('deploy')
  await client.close()

  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
  expect(tools.map(({ name }) => name)).toContain('deploy_dry_run')
  expect(status.json.installations).toMatchObject([{ id: 'inst_1', health: { state: 'failing' } }])
  expect(status.json.integrations[0].latestRevision).toEqual({ id: 'rev_1' })
  expect(explained.json).toMatchObject({
    health: { remedy: 'Correct the field in platform.yaml.' },
    errors: [{ message: { error: "No such column 'LastNam'" } }],
  })
  expect(wrong.isError).toBe(true)
  expect(wrong.text).toContain('schedule-minimum-interval')
  expect(changing).toMatchObject({ isError: true, text: 'There is no tool deploy.' })
  expect(asked.every(({ method }) => method === 'GET')).toBe(true)
  // The readiness of the server is public.
  const withKey = asked.filter(({ url }) => url !== '/readyz')
  expect(withKey.every(({ headers }) => headers['x-api-key'] === 'plat_scoped_1')).toBe(true)
})

it('offers tools that change the project only if they are allowed', () => {
  const names = (mayChange: boolean) => agentTools(commands, { mayChange }).map(({ name }) => name)

  expect(names(false)).not.toContain('trigger')
  expect(names(true)).toEqual(expect.arrayContaining(['deploy', 'rollback', 'trigger', 'resume']))
})

it('returns what a command without output means', async () => {
  const tools = agentTools(commands, { mayChange: true })
  const output = { write: () => true }
  const terminal = { env: {}, cwd: '/', stdout: output, stderr: output }
  const run = (name: string) =>
    runTool(
      async () => 0,
      tools.find((one) => one.name === name)!,
      { input: {}, terminal },
    )

  expect(await run('logs')).toEqual({ text: 'No results.', isError: false })
  expect(await run('resume')).toEqual({ text: 'Done.', isError: false })
})

it('never takes an argument of an agent for an option', () => {
  const tools = agentTools(commands, { mayChange: true })
  const tool = (name: string) => tools.find((one) => one.name === name)!
  const hostile = '--base-url=https://evil.example'

  expect(toArguments(tool('explain'), { installation: hostile })).toEqual([
    'explain',
    '--json',
    '--',
    hostile,
  ])
  expect(toArguments(tool('logs'), { group: `x ${hostile}` })).toContain(`--group=x ${hostile}`)
  expect(() => toArguments(tool('status'), { 'base-url': 'https://evil.example' })).toThrow(
    'status has no argument base-url.',
  )
  expect(() => toArguments(tool('deploy_dry_run'), { 'dry-run': false })).toThrow('dry-run')
  for (const one of tools) {
    const properties = Object.keys(toInputSchema(one).properties)
    expect(properties).not.toEqual(expect.arrayContaining(['api-key']))
    expect(properties).not.toContain('base-url')
  }
})

it('writes a section of AGENTS.md and updates only that', async () => {
  const cwd = await given.folder({ 'AGENTS.md': '# Agents\n\nRun the tests.\n' })
  const init = (baseUrl: string) =>
    given.runCli(['init', '--agent', '--base-url', baseUrl, '--framework', 'express'], { cwd })

  await init('https://one.example')
  const first = await readFile(join(cwd, 'AGENTS.md'), 'utf8')
  await init('https://two.example')
  const second = await readFile(join(cwd, 'AGENTS.md'), 'utf8')

  expect(first).toContain('# Agents\n\nRun the tests.\n')
  expect(first).toContain('https://one.example/llms.txt')
  expect(second).toBe(first.replace('https://one.example', 'https://two.example'))
})
