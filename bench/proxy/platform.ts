/** The whole platform as `serve` starts it, with one installation that lets calls through. */
import { catalogue } from '@platform/connectors'
import { createTenant } from '../../packages/server/src/main/bootstrap.ts'
import { startPlatform } from '../../packages/server/src/main/platform.ts'
import { readSettings } from '../../packages/server/src/main/settings.ts'

const [providerPort] = process.argv.slice(2)

const platform = await startPlatform(
  readSettings({
    DATABASE_URL: process.env['DATABASE_URL'],
    PLATFORM_MASTER_KEY: process.env['PLATFORM_MASTER_KEY'],
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_PORT: '0',
    PLATFORM_RATE_LIMIT: '100000000',
    PLATFORM_LOG_LEVEL: 'warn',
  }),
  {
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
  },
)
const { apiKey } = await createTenant(platform.database, {
  org: 'Bench',
  project: 'bench',
  owner: 'owner@bench.test',
})

const manifest = `
specVersion: 1.0.0
integrations:
  - name: passing
    provider: standIn
    proxy:
      enabled: true
`
async function call<Reply>(method: string, path: string, body: object): Promise<Reply> {
  const reply = await fetch(`${platform.url}/v1/projects/bench${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as Reply
}
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
  'x-api-key': apiKey,
  'x-platform-project-id': 'bench',
  'x-platform-installation-id': id,
}
const first = await fetch(`${platform.url}/proxy/contacts`, { headers })
if (!first.ok) throw new Error(await first.text())

process.send?.({
  port: Number(new URL(`${platform.url}`).port),
  headers,
})
// A profiler writes its file only when the process ends by itself.
process.once('SIGTERM', () => void platform.stop().then(() => process.exit(0)))
