import { expect, it } from 'vitest'
import * as given from '../testing/given.ts'

const base = '/v1/projects/crm'
const target = (baseUrl: string) => ['--base-url', baseUrl, '--project', 'crm', '--api-key', 'key']

it('lists the users of a resource and does not delete it', async () => {
  const { baseUrl, asked } = await given.platform({
    [`DELETE ${base}/destinations/records`]: given.problemReply(409, 'in-use', {
      causes: ['globex reads Contact into it (crm, inst_1).'],
      remedy: 'Use another destination in the manifest, or repeat the request with `force=true`.',
    }),
  })

  const refused = await given.runCli(['destinations', 'delete', 'records', ...target(baseUrl)])

  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('because globex reads Contact into it (crm, inst_1).')
  expect(refused.stderr).toContain(
    '  Use another destination in the manifest, or repeat the request with --force.\n',
  )
  expect(asked.map(({ url }) => url)).toEqual([`${base}/destinations/records?force=false`])
})

it('reports the effect of a forced deletion on users', async () => {
  const { baseUrl, asked } = await given.platform({
    [`DELETE ${base}/destinations/records`]: {
      body: {},
      headers: { 'platform-paused-installations': '3', 'platform-canceled-deliveries': '0' },
    },
  })

  const removed = await given.runCli([
    ...['destinations', 'delete', 'records', '--force'],
    ...target(baseUrl),
  ])

  expect(asked[0]?.url).toContain('force=true')
  expect(removed).toMatchObject({
    exitCode: 0,
    stdout: 'Deleted the destination records\n  installations whose reads are paused: 3\n',
  })
})

it('asks for the name if it is missing', async () => {
  const { exitCode, stderr } = await given.runCli(['integrations', 'delete'])

  expect(exitCode).toBe(2)
  expect(stderr).toContain('The name of the integration is required.')
})

it('lists destinations with their health', async () => {
  const destination = {
    ...{ id: 'dest_1', name: 'records', type: 'webhook', status: 'enabled' },
    ...{ metadata: { url: 'https://acme.example/hooks' } },
    health: { state: 'failing', reason: 'It answered 500.' },
  }
  const { baseUrl } = await given.platform({
    [`GET ${base}/destinations`]: {
      body: [destination, { ...destination, id: 'dest_2', name: 'old', status: 'disabled' }],
    },
  })

  const listed = await given.runCli(['destinations', 'list', ...target(baseUrl)])
  const json = await given.runCli(['destinations', 'list', '--json', ...target(baseUrl)])

  expect(listed).toMatchObject({ exitCode: 0, stderr: '' })
  expect(listed.stdout).toContain('records  dest_1  webhook\n  https://acme.example/hooks\n')
  expect(listed.stdout).toContain('  Health: failing\n  It answered 500.\n')
  expect(listed.stdout).toContain(
    'old  dest_2  webhook\n  https://acme.example/hooks\n  Disabled\n',
  )
  expect(JSON.parse(json.stdout)).toHaveLength(2)
})
