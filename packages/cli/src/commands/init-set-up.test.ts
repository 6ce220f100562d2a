import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { formatReceiveToken } from '@platform/client/receive'
import * as given from '../testing/given.ts'

const project = '/v1/projects/crm'
const inbox = { id: 'dest_2', name: 'inbox', type: 'pull' }
const receiveToken = formatReceiveToken({
  ...{ baseUrl: 'http://platform.test', project: 'proj_1', destination: 'dest_2', apiKey: 'key' },
})
const routes = {
  [`GET ${project}/destinations`]: { body: [] as object[] },
  [`POST ${project}/destinations`]: { status: 201, body: inbox },
  [`POST ${project}/api-keys`]: { status: 201, body: { receiveToken } },
  [`POST ${project}/jwt-keys`]: { status: 201, body: { kid: 'kid-1' } },
}
const backend = { 'package.json': '{ "dependencies": { "express": "*" } }' }

it('creates destination and key of the first integration, with their secrets in .env', async () => {
  const { baseUrl, asked } = await given.platform(routes)
  const cwd = await given.folder(backend)
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_API_KEY: 'key' }

  const { exitCode, stdout, stderr } = await given.runCli(['init', '--project', 'crm', '--json'], {
    cwd,
    env,
  })

  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Created destination inbox')])
  expect(JSON.parse(stdout)).toMatchObject({ framework: 'express' })
  expect(parseEnv(await readFile(join(cwd, '.env'), 'utf8'))).toEqual({
    PLATFORM_RECEIVE: expect.stringContaining('prcv_'),
    PLATFORM_JWT_KEY_ID: 'kid-1',
    PLATFORM_JWT_PRIVATE_KEY: expect.stringContaining('PRIVATE KEY'),
  })
  expect(await readFile(join(cwd, '.gitignore'), 'utf8')).toContain('.env\n')
  expect(asked.filter(({ method }) => method === 'POST')).toMatchObject([
    { body: { name: 'inbox', type: 'pull' } },
    { body: { scopes: ['read:messages'], destination: 'dest_2' } },
    { body: { publicKeyPem: expect.any(String) } },
  ])
})

it('creates nothing a second time, and another token where there is none', async () => {
  const { baseUrl, asked } = await given.platform({
    ...routes,
    [`GET ${project}/destinations`]: { body: [inbox] },
  })
  const run = async (variables: string) => {
    const cwd = await given.folder({ ...backend, '.env': variables })
    asked.length = 0
    const { exitCode, stdout } = await given.runCli(
      ['init', '--project', 'crm', '--url', 'https://acme.example/api/platform-webhook'],
      { cwd, env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_API_KEY: 'key' } },
    )
    expect(exitCode).toBe(0)
    expect(stdout).not.toMatch(/destinations create|jwt-keys create|projects create/)
    const created = asked.filter(({ method }) => method !== 'GET').map(({ url }) => url)
    return { created, variables: parseEnv(await readFile(join(cwd, '.env'), 'utf8')) }
  }

  const again = await run(`PLATFORM_JWT_KEY_ID=kid-1\nPLATFORM_RECEIVE=${receiveToken}\n`)
  const elsewhere = await run('PLATFORM_JWT_KEY_ID=kid-1\n')

  expect(again).toEqual({
    created: [],
    variables: {
      PLATFORM_JWT_KEY_ID: 'kid-1',
      PLATFORM_RECEIVE: receiveToken,
      PLATFORM_RECEIVE_URL: 'https://acme.example/api/platform-webhook',
    },
  })
  expect(elsewhere.created).toEqual([expect.stringContaining('/api-keys')])
  expect(elsewhere.variables['PLATFORM_RECEIVE']).toMatch(/^prcv_/)
})

it('writes a server that fetches with one token where only our packages are installed', async () => {
  const { baseUrl, asked } = await given.platform(routes)
  const cwd = await given.folder({
    'package.json': '{ "dependencies": { "@platform/client": "*", "@platform/react": "*" } }',
  })
  const init = () =>
    given.runCli(['init', '--project', 'crm'], {
      cwd,
      env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_API_KEY: 'key' },
    })

  const { exitCode, stdout } = await init()

  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringContaining('node --env-file=.env server.mjs'),
  ])
  expect(parseEnv(await readFile(join(cwd, '.env'), 'utf8'))).toMatchObject({
    PLATFORM_RECEIVE: expect.stringContaining('prcv_'),
    PLATFORM_JWT_KEY_ID: 'kid-1',
  })
  expect(await readFile(join(cwd, 'platform.yaml'), 'utf8')).toContain('destination: inbox')
  expect(await readFile(join(cwd, 'server.mjs'), 'utf8')).toContain('createReceiver(')
  expect(asked.find(({ url }) => url.endsWith('/destinations'))?.method).toBe('POST')
  // A second run finds everything.
  expect(await init()).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('exists    server.mjs'),
  })
})
