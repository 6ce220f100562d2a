import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, platform, runCli } from '../../testing/given.ts'

const manifest = JSON.stringify({
  specVersion: '1.0.0',
  integrations: [
    {
      name: 'crm',
      provider: 'salesforce',
      read: {
        objects: [
          {
            objectName: 'Contact',
            mapToName: 'person',
            destination: 'webhook',
            requiredFields: [{ fieldName: 'LastName' }],
          },
        ],
      },
    },
  ],
})

const readFrom = (cwd: string, name: string) => readFile(join(cwd, name), 'utf8')

it('writes types, and replaces only what it wrote', async () => {
  const cwd = await folder({ 'platform.yaml': manifest, 'own.ts': 'export const mine = 1\n' })

  const first = await runCli(['types'], { cwd })
  const text = await readFrom(cwd, 'platform-types.ts')
  const again = await runCli(['types', '--json'], { cwd })
  const refused = await runCli(['types', '--out', 'own.ts'], { cwd })

  expect(first).toMatchObject({
    exitCode: 0,
    stdout: 'Wrote platform-types.ts: 1 message.\n',
  })
  expect(text).toContain('export type CrmPersonFields = {\n  LastName: unknown\n}\n')
  expect(JSON.parse(again.stdout)).toEqual({
    file: 'platform-types.ts',
    messages: ['CrmPersonRead'],
  })
  expect(await readFrom(cwd, 'platform-types.ts')).toBe(text)
  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('own.ts was not written by `platform types`'),
  })
  expect(await readFrom(cwd, 'own.ts')).toBe('export const mine = 1\n')
})

it('writes JSON Schema, and replaces it', async () => {
  const cwd = await folder({ 'platform.yaml': manifest })

  const first = await runCli(['types', '--json-schema'], { cwd })
  const again = await runCli(['types', '--json-schema'], { cwd })

  expect([first.exitCode, again.exitCode]).toEqual([0, 0])
  expect(JSON.parse(await readFrom(cwd, 'platform-types.json'))).toMatchObject({
    anyOf: [{ $ref: '#/$defs/CrmPersonRead' }],
    $defs: { CrmPersonFields: { properties: { LastName: true }, required: ['LastName'] } },
  })
})

it('writes nothing for an invalid manifest, or for one without messages', async () => {
  const invalid = await folder({ 'platform.yaml': manifest.replace('1.0.0', '9.0.0') })
  const quiet = await folder({
    'platform.yaml':
      '{"specVersion":"1.0.0","integrations":[{"name":"a","provider":"hubspot","proxy":{"enabled":true}}]}',
  })

  for (const cwd of [invalid, quiet]) {
    const { exitCode } = await runCli(['types'], { cwd })
    expect(exitCode).toBe(1)
    await expect(readFrom(cwd, 'platform-types.ts')).rejects.toThrow('ENOENT')
  }
})

it('adds the types of a customer’s account', async () => {
  const base = '/v1/projects/acme/integrations'
  const { baseUrl } = await platform({
    [`GET ${base}/crm`]: { body: { id: 'int_1' } },
    [`GET ${base}/int_1/installations`]: { body: [{ config: { content: {} } }] },
    [`GET ${base}/int_1/objects/Contact/metadata`]: {
      body: {
        name: 'Contact',
        fields: {
          LastName: { fieldName: 'LastName', displayName: 'Last name', valueType: 'string' },
        },
      },
    },
  })
  const cwd = await folder({ 'platform.yaml': manifest })
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_PROJECT: 'acme', PLATFORM_API_KEY: 'key' }

  const { exitCode } = await runCli(['types', '--group', 'globex'], { cwd, env })

  expect(exitCode).toBe(0)
  expect(await readFrom(cwd, 'platform-types.ts')).toContain(
    '  /** Last name */\n  LastName: string | null\n',
  )
})

it('says that a customer has installed nothing', async () => {
  const { baseUrl } = await platform({
    'GET /v1/projects/acme/integrations/crm': { body: { id: 'int_1' } },
    'GET /v1/projects/acme/integrations/int_1/installations': { body: [] },
  })
  const cwd = await folder({ 'platform.yaml': manifest })
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_PROJECT: 'acme', PLATFORM_API_KEY: 'key' }

  const { exitCode, stderr } = await runCli(['types', '--group', 'globex'], { cwd, env })

  expect(exitCode).toBe(1)
  expect(stderr).toContain('globex has installed none of these integrations.')
})
