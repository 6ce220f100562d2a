/** Starts a server like `serve`, with one installation with the proxy enabled. */
import { catalogue } from '@platform/connectors'
import { givenBenchProject, startBenchPlatform } from '../support/platform.ts'

const [providerPort] = process.argv.slice(2)

const platform = await startBenchPlatform({
  settings: { PLATFORM_RATE_LIMIT: '100000000', PLATFORM_LOG_LEVEL: 'warn' },
  providerOverrides: {
    standIn: {
      ...catalogue['accuLynx']!.info,
      oauth2Opts: null,
      metadata: null,
      modules: null,
      name: 'standIn',
      displayName: 'Stand-in',
      authType: 'apiKey',
      baseURL: `http://127.0.0.1:${providerPort}`,
      apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Secret' } },
    },
  },
})
const { call, headers: own } = await givenBenchProject(platform, 'bench')

const manifest = `
specVersion: 1.0.0
integrations:
  - name: passing
    provider: standIn
    proxy:
      enabled: true
`
await call('PUT', '/integrations:batch', { sourceYaml: manifest })
await call('POST', '/connections:generate', {
  provider: 'standIn',
  groupRef: 'globex',
  consumerRef: 'hank',
  apiKey: 'the-secret',
})
const { id } = await call<{ id: string }>('POST', '/integrations/passing/installations', {
  groupRef: 'globex',
  config: { content: {} },
})

const headers = {
  'x-api-key': own['x-api-key'],
  'x-platform-project-id': 'bench',
  'x-platform-installation-id': id,
}
const first = await fetch(`${platform.url}/proxy/contacts`, { headers })
if (!first.ok) throw new Error(await first.text())

process.send?.({
  port: Number(new URL(`${platform.url}`).port),
  headers,
})
