import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { verifyWebhook } from '@platform/client/webhooks'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { stringify } from 'yaml'
import * as given from '../../packages/cli/src/testing/given.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { testPlatform } from '../testing/src/test-platform.ts'
import { startWebhookReceiver } from './support/receiver.ts'

// Two sessions of scripted agents. `docs/agent-sessions.md` shows what they called and received;
// `vitest run tools/journeys/agent-sessions.test.ts --update` updates it.

const soon = { timeout: 300_000, interval: 300 }
const page = fileURLToPath(new URL('../../docs/agent-sessions.md', import.meta.url))

const deployed = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: LastName
            - fieldName: Email
          backfill:
            defaultPeriod:
              days: 30
`

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ sourceYaml: deployed })
})
afterAll(() => platform.close())

type Arguments = Record<string, unknown>
type Selection = (result: any) => unknown

/** Records what an agent calls, with values that differ between runs replaced. */
function recordSession() {
  const ids = new Map<string, string>()
  const shownBefore = new Set<string>()
  let text = ''

  const sameInEveryRun = (line: string) =>
    line
      .replaceAll(/\b(inst|int|dest|op|rev)_\w+/g, (id, kind: string) => {
        const known = [...ids.keys()].filter((other) => other.startsWith(`${kind}_`))
        if (!ids.has(id)) ids.set(id, `${kind}_${known.length + 1}`)
        return must(ids.get(id), 'ID')
      })
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-15T09:30:00Z')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:3000')

  const block = (value: unknown) =>
    stringify(value, { lineWidth: 100, aliasDuplicateObjects: false })
      .trimEnd()
      .replaceAll(/^(?=.)/gm, '    ')

  return {
    command: (line: string, output: string) => {
      text += sameInEveryRun(`$ ${line}\n${output.trimEnd()}\n\n`)
    },
    call(name: string, args: Arguments, result: unknown) {
      // A file that was shown is not repeated.
      const shown = Object.entries(args).map(([key, value]) => [
        key,
        shownBefore.has(String(value)) ? '(as above)' : value,
      ])
      for (const value of Object.values(args)) {
        if (String(value).includes('\n')) shownBefore.add(String(value))
      }
      const input = shown.length === 0 ? '' : `\n${block(Object.fromEntries(shown))}`
      text += sameInEveryRun(`→ ${name}${input}\n←\n${block(result)}\n\n`)
    },
    text: () => `${text.trimEnd()}\n`,
  }
}

/** Recorded sessions by their heading in the page. */
const sessions = new Map<string, string>()

/** An agent with a key of these scopes, and the official client. */
async function givenAgent(scopes: string[]) {
  const { key } = await platform.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
    ...{ label: 'Agent', scopes },
  })
  const client = new Client({ name: 'scripted', version: '1.0.0' })
  const url = new URL(`${platform.url}/mcp/v1/project`)
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'x-api-key': key } } }),
  )
  onTestFinished(() => client.close())
  const session = recordSession()
  const callTool = async (name: string, args: Arguments): Promise<any> => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: args })
    expect(isError, `${name}: ${JSON.stringify(structuredContent)}`).not.toBe(true)
    return structuredContent
  }
  return {
    key,
    session,
    /** Calls a tool; the session shows what `select` returns. */
    async call(name: string, args: Arguments = {}, select: Selection = (result) => result) {
      const result = await callTool(name, args)
      session.call(name, args, select(result))
      return result
    },
    /** Calls a tool until the result is as expected; the session shows the last call. */
    async until(
      name: string,
      args: Arguments,
      { isDone, select }: { isDone: (result: any) => boolean; select: Selection },
    ) {
      const result = await vi.waitFor(async () => {
        const latest = await callTool(name, args)
        expect(isDone(latest), JSON.stringify(latest)).toBe(true)
        return latest
      }, soon)
      session.call(name, args, select(result))
      return result
    },
  }
}

const waitForMessage = (type: string) =>
  vi.waitFor(
    () => expect(platform.messages.map(({ notificationType }) => notificationType)).toContain(type),
    soon,
  )

it('an agent repairs a failing installation by tools alone', async () => {
  await platform.connect('globex')
  await platform.install('globex', { Contact: {} })
  await waitForMessage('read.backfill.done')
  // A deployment of a field that accounts do not have is rejected unless it is forced.
  const broken = deployed.replace('Email', 'EMail__c')
  await platform.call('PUT', '/v1/{p}/integrations:batch?force=true', { sourceYaml: broken })
  await platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
    groupRef: 'globex',
  })
  await waitForMessage('read.triggered.error')
  const { call, until, session } = await givenAgent(['read', 'observe', 'deploy', 'trigger'])

  const status = await call('get_status', {}, ({ installations }) => ({ installations }))
  const [{ id: installationId, integrationId, groupRef }] = status.installations.troubled
  const explained = await call(
    'explain_installation',
    { installationId },
    ({ health, errors: [latest] }) => ({ health, latestError: latest.message.error }),
  )
  const account = { integrationId, groupRef, objectName: 'Contact' }
  const isAlike = ({ name }: { name: string }) => /e-?mail/i.test(name)
  const { fields } = await call('describe_object', account, (result) => ({
    fields: result.fields.filter(isAlike),
  }))
  const { latestRevision } = await call(
    'get_integration',
    { integrationIdOrName: integrationId },
    (result) => ({ latestRevision: { content: result.latestRevision.content } }),
  )
  const { specVersion, content } = latestRevision
  const sourceYaml = stringify({ specVersion, integrations: [content] }).replaceAll(
    'EMail__c',
    fields.find(({ name }: { name: string }) => name.toLowerCase() === 'email').name,
  )
  const dry = await call('dry_run_manifest', { sourceYaml })
  const { items } = await call('deploy_manifest', { sourceYaml })
  const { operationId } = await call('start_read', account)
  await until(
    'get_operation',
    { operationId },
    {
      isDone: (result) => result.status === 'success',
      select: (result) => ({ status: result.status }),
    },
  )
  const after = await until(
    'get_status',
    {},
    {
      isDone: ({ installations }) => installations.troubled.length === 0,
      select: ({ installations }) => ({ installations }),
    },
  )

  expect(explained.health.state).toBe('failing')
  expect(JSON.stringify(explained)).toContain('EMail__c')
  expect(dry.findings).toEqual([])
  expect(items).toMatchObject([{ name: 'crm', change: 'updated' }])
  expect(after.installations.count).toBe(1)
  sessions.set('Repair a failing installation', session.text())
})

it('an agent gets from an empty folder to a delivered record by tools alone', async () => {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  await platform.control.createRecord('Contact', { LastName: 'Ito', Email: 'ito@initech.test' })
  const agent = await givenAgent([
    'read',
    'observe',
    'deploy',
    'manage:notifications',
    'read:secrets',
  ])
  const { call, until, session, key } = agent
  const cwd = await given.folder({})
  const env = {
    PLATFORM_BASE_URL: platform.url,
    PLATFORM_PROJECT: 'test',
    PLATFORM_API_KEY: key,
  }
  const run = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await given.runCli(args, { cwd, env })
    expect(exitCode, stderr).toBe(0)
    session.command(`platform ${args.join(' ')}`, stdout)
    return stdout
  }

  await run('init', '--agent', '--framework', 'express', '--json')
  const created = await run(
    ...['destinations', 'create', 'contacts', '--url', receiver.url, '--save-to', '.env'],
  )
  const [destinationId] = must(/dest_\w+/.exec(created), 'ID of the destination')
  const file = join(cwd, 'platform.yaml')
  const initial = await readFile(file, 'utf8')
  // A misspelled name, which the dry run corrects.
  const misspelled = initial.replace('destination: inbox', 'destination: contact')
  const { findings } = await call('dry_run_manifest', { sourceYaml: misspelled })
  const sourceYaml = misspelled.replace('destination: contact', 'destination: contacts')
  await writeFile(file, sourceYaml)
  const dry = await call('dry_run_manifest', { sourceYaml })
  const { items } = await call('deploy_manifest', { sourceYaml })
  const [{ name: integration }] = items
  // A customer signs in to their account and installs the integration.
  await platform.connect('initech')
  await platform.call('POST', `/v1/{p}/integrations/${integration}/installations`, {
    groupRef: 'initech',
    config: { content: { read: { objects: { Contact: {} } } } },
  })
  const found = await until(
    'list_installations',
    { groupRef: 'initech' },
    {
      isDone: (result) => result.items.length === 1,
      select: (result) => result.items.map(({ id, groupRef }: Arguments) => ({ id, groupRef })),
    },
  )
  const [{ id: installationId }] = found.items
  await until(
    'list_deliveries',
    { installationId, destinationId, status: 'delivered' },
    {
      isDone: (result) => result.items.length > 0,
      select: ({ items: [{ eventType, objectName, status, attempts }] }) => [
        { eventType, objectName, status, attempts },
      ],
    },
  )

  const { PLATFORM_WEBHOOK_SECRET = '' } = parseEnv(await readFile(join(cwd, '.env'), 'utf8'))
  const messages = receiver.messages.map(({ text, headers }) =>
    verifyWebhook({ body: text, headers, secret: PLATFORM_WEBHOOK_SECRET }),
  )
  expect(await readFile(join(cwd, 'AGENTS.md'), 'utf8')).toContain(`${platform.url}/llms.txt`)
  expect(findings).toMatchObject([
    { rule: 'destination-not-found', suggestion: expect.stringContaining('`contacts`') },
  ])
  expect(dry.findings).toEqual([])
  expect(JSON.stringify(messages)).toContain('ito@initech.test')
  sessions.set('From an empty folder to a delivered record', session.text())
})

it('the documentation shows both sessions', async () => {
  let text = await readFile(page, 'utf8')
  for (const [title, session] of sessions) {
    const block = new RegExp(`(## ${title}\\n[^]*?\`\`\`text\\n)[^]*?(\`\`\`\\n)`)
    expect(text).toMatch(block)
    text = text.replace(block, (_all, before: string, after: string) => before + session + after)
  }

  expect(sessions.size).toBe(2)
  await expect(text).toMatchFileSnapshot(page)
})
