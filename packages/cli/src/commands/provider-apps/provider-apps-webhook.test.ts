import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import * as given from '../../testing/given.ts'

const base = '/v1/projects/crm'
const target = (baseUrl: string) => ['--base-url', baseUrl, '--project', 'crm', '--api-key', 'key']
const app = { id: 'papp_1', provider: 'notion', clientId: 'a', providerParamNames: ['other'] }
const url = 'https://acme.example/subscribe/v1/projects/p/providers/notion/apps/papp_1'
const routes = {
  [`GET ${base}/provider-apps`]: { body: [app] },
  [`GET ${base}/provider-apps/papp_1/webhook`]: {
    body: {
      url,
      state: 'waiting',
      droppedEvents: 3,
      rejectedTime: '2026-11-29T12:06:00Z',
      verificationTokens: [
        { token: 'secret_1', receivedTime: '2026-11-29T12:00:00Z' },
        { token: 'secret_2', receivedTime: '2026-11-29T12:05:00Z' },
      ],
    },
  },
  'GET /v1/providers/notion': {
    body: {
      name: 'notion',
      displayName: 'Notion',
      app: { webhookSteps: ['Create a subscription.', 'Enter the token.'] },
      providerAppMetadata: { providerParams: [{ name: 'verificationToken' }] },
    },
  },
}

it('shows the webhook URL of an app, the steps, what is missing and what has arrived', async () => {
  const { baseUrl } = await given.platform(routes)

  const { exitCode, stdout } = await given.runCli([
    'provider-apps',
    'webhook',
    'notion',
    ...target(baseUrl),
  ])

  expect(exitCode).toBe(0)
  for (const text of [
    url,
    '1. Create a subscription.',
    '2. Enter the token.',
    'platform provider-apps set notion --param verificationToken=-',
    'Verification token: secret_1',
    'Verification token: secret_2',
    'Several tokens arrived, unsigned. Notion accepts only its own',
    'No request with a valid signature has arrived.',
    'A request without a valid signature arrived (2026-11-29T12:06:00Z). If Notion sent it',
    'Events of accounts that are not connected: 3',
  ]) {
    expect(stdout).toContain(text)
  }
})

it('accepts new verification tokens, and names how after one was ignored', async () => {
  const webhook = { url, state: 'receiving', droppedEvents: 0, verificationTokens: [] }
  const { baseUrl, asked } = await given.platform({
    ...routes,
    [`GET ${base}/provider-apps/papp_1/webhook`]: {
      body: { ...webhook, ignoredTokenTime: '2026-11-29T12:00:00Z' },
    },
    [`POST ${base}/provider-apps/papp_1/webhook:reset`]: { body: webhook },
  })
  const run = (...flags: string[]) =>
    given.runCli(['provider-apps', 'webhook', 'notion', ...flags, ...target(baseUrl)])

  const before = await run()
  const reset = await run('--reset')

  expect(before.stdout).toContain('platform provider-apps webhook notion --reset')
  expect(reset.exitCode).toBe(0)
  expect(reset.stdout).not.toContain('ignored')
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

it('names the command that adds an app that is missing', async () => {
  const { baseUrl } = await given.platform({
    ...routes,
    [`GET ${base}/provider-apps`]: { body: [] },
  })

  const { exitCode, stderr } = await given.runCli([
    'provider-apps',
    'webhook',
    'notion',
    ...target(baseUrl),
  ])

  expect(exitCode).not.toBe(0)
  expect(stderr).toContain('platform provider-apps set notion')
})

it('sets the parameters of an app together, and one of them from standard input', async () => {
  const { baseUrl, asked } = await given.platform({
    ...routes,
    [`PATCH ${base}/provider-apps/papp_1`]: { body: app },
  })
  const set = (stdin: string, ...params: string[]) =>
    given.runCli(
      [
        'provider-apps',
        'set',
        'notion',
        ...params.flatMap((one) => ['--param', one]),
        ...target(baseUrl),
      ],
      stdin === '' ? {} : { stdin: Readable.from([stdin]) },
    )

  const partly = await set('', 'verificationToken=secret_1')
  const twice = await set('x', 'verificationToken=-', 'other=-')
  const nameless = await set('', '=x')
  expect([partly.exitCode, twice.exitCode, nameless.exitCode]).not.toContain(0)
  expect(partly.stderr).toContain('--param other=')
  expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([])

  const { exitCode } = await set('secret_1\n', 'verificationToken=-', 'other=a=b')
  expect(exitCode).toBe(0)
  expect(asked.find(({ method }) => method === 'PATCH')).toMatchObject({
    body: {
      updateMask: ['metadata'],
      providerApp: {
        metadata: { providerParams: { verificationToken: 'secret_1', other: 'a=b' } },
      },
    },
  })
})
